package store

import (
	"context"
	"slices"

	"gsdms/plan/fault"
	"gsdms/pushscan/store/roster"
)

// UnknownFunctionError says that a function is not there.
type UnknownFunctionError struct{ Name string }

// Error implements error.
func (e *UnknownFunctionError) Error() string { return "FUNCTION " + e.Name + " does not exist" }

// SQLCode is MySQL's error number.
func (e *UnknownFunctionError) SQLCode() int { return fault.CodeNoFunction }

// CreateFunction keeps a function. It fails with ErrExists where there is one of the name that
// it is not to replace.
func (c *Catalog) CreateFunction(ctx context.Context, f roster.Function, replace bool) error {
	return c.run(ctx, "create function", f.Name, func(e *edit) error {
		if err := e.from.roster.CheckName("function", f.Name); err != nil {
			return err
		}
		before := e.from.roster.Function(f.Name)
		if before != nil && !replace {
			return ErrExists
		}
		if before != nil {
			e.Functions[before.Name] = nil
		}
		e.Functions[f.Name] = &f
		return nil
	})
}

// DropFunction removes a function.
func (c *Catalog) DropFunction(ctx context.Context, name string) error {
	return c.runFreeing(ctx, "drop function", name, func(e *edit) error {
		f := e.from.roster.Function(name)
		if f == nil {
			return &UnknownFunctionError{name}
		}
		e.Functions[f.Name] = nil
		return nil
	})
}

// Function gives the function of a name, nil if there is none.
func (v *View) Function(name string) *roster.Function { return v.of(name).state.roster.Function(name) }

// Functions lists all functions by name.
func (v *View) Functions() []*roster.Function {
	if len(v.beside) == 0 {
		return v.state.roster.Functions
	}
	all := slices.Clone(v.state.roster.Functions)
	for _, b := range v.beside {
		all = append(all, b.state.roster.Functions...)
	}
	slices.SortFunc(all, roster.ByName)
	return all
}
