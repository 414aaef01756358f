package manual

// facts are the functions of the section Of the session.
func facts() []Function {
	return []Function{
		{"CONNECTION_ID", "", "the number of the session", "CONNECTION_ID() >= 0", "1"},
		{"CURRENT_USER", "", "who the session's user is", "LENGTH(CURRENT_USER()) > 0", "1"},
		{"DATABASE", "", "the name of the database", "DATABASE() = SCHEMA()", "1"},
		{"USER", "", "who the session's user is, and where", "LENGTH(USER()) > 0", "1"},
		{"VERSION", "", "the version of MySQL that clients are told", "VERSION() LIKE '8.%'", "1"},
	}
}
