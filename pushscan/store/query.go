package store

import (
	"context"
	"strings"

	"gsdms/pushscan/store/roster"
)

// UnknownQueryError says that a query is not there. IsTable says that a table has the name.
type UnknownQueryError struct {
	Name    string
	IsTable bool
}

// Error implements error.
func (e *UnknownQueryError) Error() string {
	if e.IsTable {
		return "'" + e.Name + "' is not VIEW, but a table"
	}
	return "Unknown view '" + e.Name + "'"
}

// MySQL's numbers of what can be wrong with the name of a view.
const (
	codeUnknownView = 1051
	codeNoView      = 1347
)

// SQLCode is MySQL's error number.
func (e *UnknownQueryError) SQLCode() int {
	if e.IsTable {
		return codeNoView
	}
	return codeUnknownView
}

// CreateQuery keeps a query. It fails with ErrExists where a table has the name, or a
// query that it is not to replace.
func (c *Catalog) CreateQuery(ctx context.Context, q roster.Query, replace bool) error {
	return c.run(ctx, "create view", q.Name, func(e *edit) error {
		if err := e.from.roster.CheckName("view", q.Name); err != nil {
			return err
		}
		if e.from.roster.Find(q.Name) >= 0 || e.from.roster.Query(q.Name) != nil && !replace {
			return ErrExists
		}
		e.Queries[q.Name] = &q
		return nil
	})
}

// DropQueries removes queries, all or none.
func (c *Catalog) DropQueries(ctx context.Context, names ...string) error {
	return c.runFreeing(ctx, "drop view", strings.Join(names, ", "), func(e *edit) error {
		for _, name := range names {
			if e.from.roster.Query(name) == nil {
				return &UnknownQueryError{name, e.from.roster.Find(name) >= 0}
			}
			e.Queries[name] = nil
		}
		return nil
	})
}

// Query gives the query of a name, nil if there is none. Names are case-sensitive.
func (v *View) Query(name string) *roster.Query { return v.of(name).state.roster.Query(name) }

// Queries lists the names of all queries, sorted.
func (v *View) Queries() []string {
	return v.sorted(func(s *state) []string {
		names := make([]string, len(s.roster.Queries))
		for i, q := range s.roster.Queries {
			names[i] = q.Name
		}
		return names
	})
}
