package store

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"gsdms/plan/fault"
)

// Function is a function with a name, what CREATE FUNCTION makes. The store keeps its text and
// reads nothing in it. Names of functions are their own, apart from those of tables, and are the
// same in any case. Immutable: a changed one has another pointer.
type Function struct {
	Name string `json:"name"`
	Text string `json:"text"` // what stands behind the name
}

// UnknownFunctionError says that a function is not there.
type UnknownFunctionError struct{ Name string }

// Error implements error.
func (e *UnknownFunctionError) Error() string { return "FUNCTION " + e.Name + " does not exist" }

// SQLCode is MySQL's error number.
func (e *UnknownFunctionError) SQLCode() int { return fault.CodeNoFunction }

// CreateFunction keeps a function. It fails with ErrExists where there is one of the name that
// it is not to replace.
func (c *Catalog) CreateFunction(ctx context.Context, f Function, replace bool) error {
	return c.run(ctx, "create function", f.Name, func(e *edit) error {
		if err := e.from.roster.checkName("function", f.Name); err != nil {
			return err
		}
		before := e.from.roster.function(f.Name)
		if before != nil && !replace {
			return ErrExists
		}
		if before != nil {
			e.functions[before.Name] = nil
		}
		e.functions[f.Name] = &f
		return nil
	})
}

// DropFunction removes a function.
func (c *Catalog) DropFunction(ctx context.Context, name string) error {
	return c.runFreeing(ctx, "drop function", name, func(e *edit) error {
		f := e.from.roster.function(name)
		if f == nil {
			return &UnknownFunctionError{name}
		}
		e.functions[f.Name] = nil
		return nil
	})
}

// Function gives the function of a name, nil if there is none.
func (v *View) Function(name string) *Function { return v.of(name).state.roster.function(name) }

// Functions lists all functions by name.
func (v *View) Functions() []*Function {
	if len(v.beside) == 0 {
		return v.state.roster.Functions
	}
	all := slices.Clone(v.state.roster.Functions)
	for _, b := range v.beside {
		all = append(all, b.state.roster.Functions...)
	}
	slices.SortFunc(all, byName)
	return all
}

// byName orders functions by their names, which are the same in any case.
func byName(a, b *Function) int {
	return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
}

// function finds a function by name, nil if there is none.
func (r *roster) function(name string) *Function {
	for _, f := range r.Functions {
		if strings.EqualFold(f.Name, name) {
			return f
		}
	}
	return nil
}

// checkFunctions refuses entries that are none.
func (r *roster) checkFunctions() error {
	for i, f := range r.Functions {
		if f == nil || r.checkName("function", f.Name) != nil || r.function(f.Name) != r.Functions[i] {
			return errors.New("an entry of its functions is not valid")
		}
	}
	return nil
}

// nextFunctions gives the roster that a change leads to its functions.
func (e *edit) nextFunctions(next *roster) {
	for _, f := range e.from.roster.Functions {
		if _, changed := e.functions[f.Name]; !changed {
			next.Functions = append(next.Functions, f)
		}
	}
	for _, f := range e.functions {
		if f != nil {
			next.Functions = append(next.Functions, f)
		}
	}
	slices.SortFunc(next.Functions, byName)
}
