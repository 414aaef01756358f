package scope

import (
	"maps"
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/pushscan/store/roster"
	"gsdms/sql/bind"
	"gsdms/sql/define"
	"gsdms/sql/parse"
)

// StoredFunction is of bind.Functions.
func (n *Names) StoredFunction(name string, inView bool) (*bind.Function, error) {
	f := n.Views.Function(name)
	if f == nil {
		return nil, nil
	}
	if !inView {
		r := reading{name: f.Name, function: true}
		if err := mayRead(n.Rights, r); err != nil {
			return nil, err
		}
		if !slices.Contains(n.read, r) {
			n.read = append(n.read, r)
		}
	}
	if known := n.functions[f]; known != nil {
		return known, nil
	}
	bound, err := n.ParseFunction(f)
	if err != nil {
		return nil, err
	}
	if n.functions == nil {
		n.functions = map[*roster.Function]*bind.Function{}
	}
	n.functions[f] = bound
	return bound, nil
}

// Calls reports whether a function of a user has been found.
func (n *Names) Calls() bool { return len(n.functions) > 0 }

// ParseFunction reads the text of a function.
func (n *Names) ParseFunction(f *roster.Function) (*bind.Function, error) {
	_, own := roster.Split(f.Name, n.Databases())
	text := define.FunctionText(own, f)
	stmt, err := n.parseIn(n.within(f.Name), text)
	if err != nil {
		return nil, err
	}
	create, ok := stmt.(*parse.CreateFunction)
	if !ok {
		return nil, fault.Errorf(parse.CodeUnknownError, "the text of function %s is not one of a function", f.Name)
	}
	return define.Reader{Text: parse.Text(text)}.Function(create)
}

// Natives are functions and aggregates of the program around the engine, by their names in small letters.
type Natives map[string]plan.Native

// Sorted gives them in the order of their names.
func (n Natives) Sorted() (out []plan.Native) {
	for _, name := range slices.Sorted(maps.Keys(n)) {
		out = append(out, n[name])
	}
	return out
}

// Native is of bind.Natives.
func (n *Names) Native(name string) plan.Native { return n.Natives[strings.ToLower(name)] }

// FunctionNames is of bind.Functions.
func (n *Names) FunctionNames() []string {
	var out []string
	for _, f := range n.Views.Functions() {
		out = append(out, f.Name)
	}
	for _, f := range n.Natives.Sorted() {
		name, _, _ := f.Signature()
		out = append(out, name)
	}
	return out
}
