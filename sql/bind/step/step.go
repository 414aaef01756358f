package step

import (
	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/sql/bind/scalar"
	"gsdms/sql/parse"
)

// MaxTables is how many tables and steps a statement can have, copies of subqueries included.
// A pipeline of it can join plan.MaxTables.
const MaxTables = 4096

// Steps are those of a statement that is being bound. Errors have the place of what is bound.
type Steps struct {
	net *network.Network
	by  *scalar.Binder
}

// New gives the steps of a network, of a statement whose expressions are bound by a binder.
func New(net *network.Network, by *scalar.Binder) Steps { return Steps{net, by} }

// Table adds a table of columns, and gives its number.
func (s Steps) Table(t *plan.TableRef) (int, error) {
	if len(s.net.Tables) >= MaxTables {
		return 0, s.by.Errorf(parse.CodeTooManyTables, "the statement has more than %d tables and steps", MaxTables)
	}
	s.net.Tables = append(s.net.Tables, t)
	return len(s.net.Tables) - 1, nil
}

// Made adds a table of columns that a step makes.
func (s Steps) Made(name string, exprs []plan.Expr) (int, error) {
	columns := make([]plan.Column, len(exprs))
	for i, e := range exprs {
		columns[i] = Column(e.String(), e)
	}
	return s.Table(&plan.TableRef{Alias: name, Table: plan.Schema(name, columns...)})
}

// Column describes a column that holds an expression's values.
func Column(name string, e plan.Expr) plan.Column {
	return plan.Column{Name: name, Type: e.Type(), Nullable: e.Nullable()}
}
