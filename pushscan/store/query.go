package store

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"gsdms/pushscan/store/manifest"
)

// Query is a query with a name, what CREATE VIEW makes. The store keeps its text and reads
// nothing in it. Immutable: a changed one has another pointer.
type Query struct {
	Name    string   `json:"name"`
	Columns []string `json:"columns,omitempty"` // names for its columns; none: its own
	Text    string   `json:"text"`
}

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
func (c *Catalog) CreateQuery(ctx context.Context, q Query, replace bool) error {
	return c.run(ctx, "create view", q.Name, func(e *edit) error {
		if err := e.from.roster.checkName("view", q.Name); err != nil {
			return err
		}
		if e.from.roster.find(q.Name) >= 0 || e.from.roster.query(q.Name) != nil && !replace {
			return ErrExists
		}
		e.queries[q.Name] = &q
		return nil
	})
}

// DropQueries removes queries, all or none.
func (c *Catalog) DropQueries(ctx context.Context, names ...string) error {
	return c.runFreeing(ctx, "drop view", strings.Join(names, ", "), func(e *edit) error {
		for _, name := range names {
			if e.from.roster.query(name) == nil {
				return &UnknownQueryError{name, e.from.roster.find(name) >= 0}
			}
			e.queries[name] = nil
		}
		return nil
	})
}

// Query gives the query of a name, nil if there is none. Names are case-sensitive.
func (v *View) Query(name string) *Query { return v.of(name).state.roster.query(name) }

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

// query finds a query by name, nil if there is none.
func (r *roster) query(name string) *Query {
	for _, q := range r.Queries {
		if q.Name == name {
			return q
		}
	}
	return nil
}

// nextQueries begins the roster that a change leads to, with its queries.
func (e *edit) nextQueries() *roster {
	next := &roster{Format: manifest.Format, Version: e.files.Version}
	for _, q := range e.from.roster.Queries {
		if _, changed := e.queries[q.Name]; !changed {
			next.Queries = append(next.Queries, q)
		}
	}
	for q := range maps.Values(e.queries) {
		if q != nil {
			next.Queries = append(next.Queries, q)
		}
	}
	slices.SortFunc(next.Queries, func(a, b *Query) int { return cmp.Compare(a.Name, b.Name) })
	return next
}
