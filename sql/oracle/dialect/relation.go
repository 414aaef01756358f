package dialect

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// attribute is a column of a table of a sequence.
type attribute struct {
	domain
	name     string
	notNull  bool
	fallback string // the literal of DEFAULT, "" if there is none
}

// declared is the column in CREATE and ALTER TABLE.
func (a attribute) declared() string {
	text := a.name + " " + a.kind
	if a.notNull {
		text += " NOT NULL"
	}
	if a.fallback != "" {
		text += " DEFAULT " + a.fallback
	}
	return text
}

// value is a literal for the column.
func (a attribute) value(r *rand.Rand, many bool) string {
	if !a.notNull && r.IntN(7) == 0 {
		return "NULL"
	}
	return a.pick(r, many)
}

// relation is a table of a sequence as it is after the statements so far.
type relation struct {
	name    string
	columns []attribute
	keys    [][]string // names of the columns of the primary key, if there is one, and of UNIQUE keys
	primary bool
	made    int // columns so far, which number their names
	rows    int
}

func newRelation(r *rand.Rand, name string, like *relation) *relation {
	t := &relation{name: name}
	for i := range 2 + r.IntN(4) {
		a := t.newColumn(r)
		if like != nil && r.IntN(2) == 0 {
			a.domain, a.fallback = like.columns[i%len(like.columns)].domain, ""
			a.secure(r)
		}
		t.columns = append(t.columns, a)
	}
	if r.IntN(3) == 0 {
		key := t.newKey(r)
		t.primary = key != nil
		for i := range t.columns {
			if a := &t.columns[i]; slices.Contains(key, a.name) {
				a.notNull = true
				a.secure(r)
			}
		}
	}
	for r.IntN(3) == 0 && len(t.keys) < 2 {
		t.newKey(r)
	}
	return t
}

// newColumn is a column that the table does not have.
func (t *relation) newColumn(r *rand.Rand) attribute {
	a := attribute{domain: newDomain(r), name: t.name + string(rune('a'+t.made%26)) + strings.Repeat("x", t.made/26), notNull: r.IntN(3) == 0}
	t.made++
	if r.IntN(3) == 0 {
		a.fallback = a.pick(r, false)
	}
	a.secure(r)
	return a
}

// secure gives a day that is not NULL a DEFAULT: what MariaDB gives it by itself is the day of
// zeros, which is none here.
func (a *attribute) secure(r *rand.Rand) {
	if a.notNull && a.family == 'D' && a.fallback == "" {
		a.fallback = a.pick(r, false)
	}
}

// newKey is a key of one or two columns, but for doubles, which none has here.
func (t *relation) newKey(r *rand.Rand) []string {
	var key []string
	for _, i := range r.Perm(len(t.columns))[:1+r.IntN(2)] {
		if t.columns[i].family != 'X' {
			key = append(key, t.columns[i].name)
		}
	}
	if len(key) == 0 {
		return nil
	}
	t.keys = append(t.keys, key)
	return key
}

// keyed reports whether a column is in a key, and whether one of several columns.
func (t *relation) keyed(name string) (in, beside bool) {
	for _, key := range t.keys {
		if slices.Contains(key, name) {
			in, beside = true, beside || len(key) > 1
		}
	}
	return in, beside
}

func (t *relation) create() string {
	var parts []string
	for _, a := range t.columns {
		parts = append(parts, a.declared())
	}
	for i, key := range t.keys {
		word := "UNIQUE ("
		if i == 0 && t.primary {
			word = "PRIMARY KEY ("
		}
		parts = append(parts, word+strings.Join(key, ", ")+")")
	}
	return "CREATE TABLE " + t.name + " (" + strings.Join(parts, ", ") + ")"
}

// names are those of the columns, each behind a prefix.
func (t *relation) names(prefix string) string {
	var all []string
	for _, a := range t.columns {
		all = append(all, prefix+a.name)
	}
	return strings.Join(all, ", ")
}

// any is one of the columns.
func (t *relation) any(r *rand.Rand) attribute { return t.columns[r.IntN(len(t.columns))] }

// pair is a column of each of two tables that compare as values of one family; ok says that there
// is one.
func pair(r *rand.Rand, t, u *relation) (a, b attribute, ok bool) {
	for range 8 {
		a, b = t.any(r), u.any(r)
		if a.family == b.family {
			return a, b, true
		}
	}
	return a, b, false
}

// where is a condition on a column, whose name has a prefix.
func (a attribute) where(r *rand.Rand, prefix string) string {
	literal := func() string {
		if a.family == 'N' && r.IntN(5) == 0 {
			return a.near(r).pick(r, false)
		}
		return a.pick(r, r.IntN(3) == 0)
	}
	name := prefix + a.name
	switch r.IntN(8) {
	case 0:
		return name + " IS NULL"
	case 1:
		return name + " IS NOT NULL"
	case 2:
		return name + " IN (" + literal() + ", " + literal() + ", " + literal() + ")"
	case 3:
		return name + " NOT IN (" + literal() + ", " + literal() + ")"
	case 4:
		return name + " BETWEEN " + literal() + " AND " + literal()
	default:
		return name + []string{" = ", " = ", " <> ", " < ", " <= ", " > ", " >= ", " <=> "}[r.IntN(8)] + literal()
	}
}

// some are conditions on one or two columns.
func (t *relation) some(r *rand.Rand, prefix string) string {
	text := t.any(r).where(r, prefix)
	if r.IntN(3) == 0 {
		text = "(" + text + []string{" AND ", " OR "}[r.IntN(2)] + t.any(r).where(r, prefix) + ")"
	}
	if r.IntN(8) == 0 {
		text = "NOT " + text
	}
	return text
}
