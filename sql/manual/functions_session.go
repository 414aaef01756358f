package manual

// facts are the functions of the section Of the session.
func facts() []Function {
	return []Function{
		{"BENCHMARK", "count, expr", "computes an expression of constants so many times, and gives 0", "BENCHMARK(10, MD5('a'))", "0"},
		{"CHARSET", "value", "the character set of a value: binary for what is no text", "CHARSET('a')", "utf8mb4"},
		{"COERCIBILITY", "value", "how little the collation of a value counts: 2 for texts of columns, 4 for constants, 5 for numbers, 6 for NULL", "COERCIBILITY('a')", "4"},
		{"COLLATION", "value", "how a text compares: binary for what is no text", "COLLATION('a')", "utf8mb4_bin"},
		{"CONNECTION_ID", "", "the number of the session", "CONNECTION_ID() >= 0", "1"},
		{"CURRENT_USER", "", "who the session's user is", "LENGTH(CURRENT_USER()) > 0", "1"},
		{"DATABASE", "", "the name of the database", "DATABASE() = SCHEMA()", "1"},
		{"FOUND_ROWS", "", "how many rows the last statement gave that gives rows", "FOUND_ROWS() >= 0", "1"},
		{"GET_LOCK", "name, seconds", "takes a lock, which other sessions wait for until it is released or the session ends: 1, or 0 where it was not free in time; less than 0 seconds: waits for ever", "GET_LOCK('job', 0)", "1"},
		{"IS_FREE_LOCK", "name", "whether nobody has a lock", "IS_FREE_LOCK('other job')", "1"},
		{"IS_USED_LOCK", "name", "the number of the session that has a lock, else NULL", "IS_USED_LOCK('other job')", "NULL"},
		{"RELEASE_ALL_LOCKS", "", "releases all locks of the session, and says how often these were taken", "RELEASE_ALL_LOCKS() >= 0", "1"},
		{"RELEASE_LOCK", "name", "releases a lock: 1, 0 if another session has it, NULL if nobody has", "RELEASE_LOCK('other job')", "NULL"},
		{"ROW_COUNT", "", "how many rows the last statement changed, -1 for one that gave rows or failed", "ROW_COUNT() >= -1", "1"},
		{"SLEEP", "seconds", "waits, once for a statement, and gives 0; KILL and the timeout end it", "SLEEP(0.01)", "0"},
		{"USER", "", "who the session's user is, and where", "LENGTH(USER()) > 0", "1"},
		{"UUID", "", "a UUID that nobody else has, another one for each place where it is written and each row", "LENGTH(UUID())", "36"},
		{"VERSION", "", "the version of MySQL that clients are told", "VERSION() LIKE '8.%'", "1"},
	}
}
