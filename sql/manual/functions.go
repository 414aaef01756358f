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

// FindStatements finds statements by their first words in capitals: that of the name, if there is one,
// and behind it those that begin so.
func FindStatements(name string) (found []Statement) {
	for _, s := range Statements() {
		if s.Name == name {
			found = slices.Insert(found, 0, s)
		} else if strings.HasPrefix(s.Name, name+" ") {
			found = append(found, s)
		}
	}
	return found
}
