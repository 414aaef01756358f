// Package rules holds the rules of tables, UNIQUE, CHECK and the foreign keys that are no row numbers, by queries
// for a row that breaks one. The store asks for them when the new version of a table can be read, and
// before it is made real: so all ways to change a table hold them, and a change that breaks one leaves no trace.
package rules

import (
	"cmp"
	"fmt"
	"strings"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/manifest"
	"gsdms/sql/define"
	"gsdms/sql/parse"
)

// Tables are the tables at a moment.
type Tables struct {
	View interface {
		Table(name string) (*plan.Table, error)
	}
	Rows func(text string) ([][]string, error) // the rows of a query as texts
}

// Held are the tables that a change is about to make.
type Held struct {
	Before, After Tables
	Database      string // what the one without a name is called
	Unchecked     bool   // foreign_key_checks is off
}

// Hold fails, with MySQL's numbers and words, where a row of a table breaks one of the rules that it is asked for.
func (h *Held) Hold(t *plan.Table, asked manifest.Asked) error {
	if asked.Rules {
		for _, r := range t.Rules {
			if r.Idle {
				continue
			}
			if err := h.rule(t, r); err != nil {
				return err
			}
		}
	}
	for _, r := range asked.References {
		if err := h.reference(t, r); err != nil {
			return err
		}
	}
	return nil
}

// rule looks for a row that breaks a rule. That values are different is counted first: to count
// them takes a fraction of what it takes to group by them.
func (h *Held) rule(t *plan.Table, r plan.Rule) error {
	from := " FROM " + named(t)
	if r.Check != "" {
		found, err := h.After.first("SELECT 1" + from + " WHERE NOT (" + r.Check + ") LIMIT 1")
		if err == nil && found != nil {
			err = broken(parse.CodeCheckViolated, "Check constraint '%s' is violated.", r.Name)
		}
		return err
	}
	var names, there []string
	for _, i := range r.Columns {
		name := parse.QuoteName(t.Columns[i].Name)
		names, there = append(names, name), append(there, name+" IS NOT NULL")
	}
	list := strings.Join(names, ", ")
	from += " WHERE " + strings.Join(there, " AND ")
	twice, err := h.After.first("SELECT COUNT(*) - COUNT(DISTINCT " + list + ")" + from)
	if err != nil || twice[0] == "0" {
		return err
	}
	values, err := h.After.first("SELECT " + list + from + " GROUP BY " + list + " HAVING COUNT(*) > 1 LIMIT 1")
	if err != nil {
		return err
	}
	return broken(parse.CodeDuplicateKey, "Duplicate entry '%s' for key '%s.%s'", strings.Join(values, "-"), t.Own(), r.Name)
}

// first is the first row of a query, nil where there is none.
func (t *Tables) first(text string) ([]string, error) {
	rows, err := t.Rows(text)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return rows[0], nil
}

// named is a table as queries name it.
func named(t *plan.Table) string {
	return parse.QuoteName(cmp.Or(t.Database, define.HomeDatabase)) + "." + parse.QuoteName(t.Own())
}

func broken(code int, format string, args ...any) error {
	return &store.RuleError{Code: code, Message: fmt.Sprintf(format, args...)}
}
