package sql

import "gsdms/pushscan"

// Setting is a variable of a session.
type Setting struct {
	Name    string
	Default string // of an engine with the defaults
	About   string // "": it is one of MySQL's, here for its clients
	Fixed   bool   // it cannot be set
}

// Settings lists the settings of a session with what they are for.
func Settings() []Setting {
	var out []Setting
	plain := settings{cache: true, memory: DefaultMemory, queryMemory: pushscan.DefaultQueryMemory}
	for _, s := range sessionSettings() {
		fixed := s.set(&settings{}, s.get(plain)) != nil
		out = append(out, Setting{Name: s.name, Default: s.get(plain), About: s.about, Fixed: fixed})
	}
	return out
}

// ClientVariables lists the variables of MySQL that there are for its clients.
func ClientVariables() []Setting {
	var out []Setting
	for _, v := range variables() {
		out = append(out, Setting{Name: v.name, Default: v.value, Fixed: v.set == nil})
	}
	return out
}
