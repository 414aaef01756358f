package setting

// Description is what a variable of a session is.
type Description struct {
	Name    string
	Default string // of an engine with the defaults
	About   string // "": it is one of MySQL's, here for its clients
	Fixed   bool   // it cannot be set
}

// Describe lists the settings of a session that begins with these, and what they are
// for.
func Describe(plain Values) []Description {
	var out []Description
	for _, s := range All() {
		fixed := s.Set(&Values{}, s.Get(plain)) != nil
		out = append(out, Description{Name: s.Name, Default: s.Get(plain), About: s.About, Fixed: fixed})
	}
	return out
}

// DescribeVariables lists the variables of MySQL that there are for its clients.
func DescribeVariables() []Description {
	var out []Description
	for _, v := range variables() {
		out = append(out, Description{Name: v.Name, Default: v.Value, Fixed: v.Fixed()})
	}
	return out
}
