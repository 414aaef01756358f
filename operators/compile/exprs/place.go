package exprs

import (
	"slices"

	"gsdms/plan"
)

// IsOfOneText reports whether places are one column of texts: any function of it is a
// table over its dictionary.
func IsOfOneText(tables []*plan.TableRef, places []Place) bool {
	return len(places) == 1 && tables[places[0].Table].Table.Columns[places[0].Column].Type.Kind == plan.String
}

// IsAbout reports whether an expression reads columns of one table and of no other.
func IsAbout(table int, e plan.Expr) bool {
	places := Places(e, nil)
	for _, p := range places {
		if p.Table != table {
			return false
		}
	}
	return len(places) > 0
}

// Place is a column of a table of the network.
type Place struct{ Table, Column int }

// Places appends the places an expression refers to, each once.
func Places(e plan.Expr, into []Place) []Place {
	switch e := e.(type) {
	case plan.ColumnRef:
		if p := (Place{Table: e.Table, Column: e.Column}); !slices.Contains(into, p) {
			into = append(into, p)
		}
	case plan.Call:
		for _, a := range e.Args {
			into = Places(a, into)
		}
	case plan.Cast:
		return Places(e.X, into)
	case plan.In:
		return Places(e.X, into)
	case plan.Like:
		return Places(e.X, into)
	}
	return into
}

// Parts takes a tree of one connective apart.
func Parts(e plan.Expr, op plan.Op, into []plan.Expr) []plan.Expr {
	call, ok := e.(plan.Call)
	if !ok || call.Op != op {
		return append(into, e)
	}
	for _, a := range call.Args {
		into = Parts(a, op, into)
	}
	return into
}

// Unsorted gives the texts of the only column of places, nil if they are no such texts.
func Unsorted(tables []*plan.TableRef, places []Place) *plan.Unsorted {
	if len(places) != 1 {
		return nil
	}
	return tables[places[0].Table].Table.Columns[places[0].Column].Unsorted
}
