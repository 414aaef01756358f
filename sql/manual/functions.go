package manual

import (
	"slices"
	"strings"
)

// Function is a function of SQL: a row of one of the sections.
type Function struct {
	Name    string
	Args    string // as they are written, "" for none
	About   string // what it gives; the name of another function that is the same
	Example string // what may stand behind SELECT
	Answer  string // that the example gives
}

// Section is functions that belong together.
type Section struct {
	Title     string
	Functions []Function
}

// Sections lists all functions; a new one is a row of a section.
func Sections() []Section {
	return []Section{
		{"Aggregates", aggregates()},
		{"Windows", windows()},
		{"Numbers", numbers()},
		{"Texts", texts()},
		{"Dates and times", times()},
		{"JSON", jsonFunctions()},
		{"Choices and NULL", choices()},
		{"Of the session", facts()},
	}
}

// FindFunction finds a function by its name in capitals.
func FindFunction(name string) (Function, bool) {
	for _, s := range Sections() {
		if i := slices.IndexFunc(s.Functions, func(f Function) bool { return f.Name == name }); i >= 0 {
			return s.Functions[i], true
		}
	}
	return Function{}, false
}

// Call is how the function is called.
func (f Function) Call() string { return f.Name + "(" + f.Args + ")" }

// Names lists the functions and statements that help knows.
func Names() (names []string) {
	for _, s := range Sections() {
		for _, f := range s.Functions {
			names = append(names, f.Name)
		}
	}
	for _, s := range Statements() {
		names = append(names, s.Name)
	}
	return names
}

// FindStatement finds a statement by its first words in capitals, or by some of them.
func FindStatement(name string) (Statement, bool) {
	all := Statements()
	i := slices.IndexFunc(all, func(s Statement) bool { return s.Name == name })
	if i < 0 {
		i = slices.IndexFunc(all, func(s Statement) bool { return strings.HasPrefix(s.Name, name+" ") })
	}
	if i < 0 {
		return Statement{}, false
	}
	return all[i], true
}
