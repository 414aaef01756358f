package dialect

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// step is a statement of a sequence.
type step struct {
	text string
	how  manner
	done func() // what it makes of the generator's tables, where it is not refused
}

// manner is what is compared of a step.
type manner byte

const (
	change  manner = iota // how many rows it is said to be
	declare               // nothing but whether it is refused
	read                  // the rows, in any order
	ordered               // the rows
	own                   // nothing: MariaDB is not asked
	reopen                // nothing: the folder is closed and opened
)

// newChange is a statement that changes a table, which may read another one.
func newChange(r *rand.Rand, t, u *relation) step {
	switch n := r.IntN(20); {
	case t.rows > 150 && n < 12:
		return step{text: "DELETE FROM " + t.name + " ORDER BY " + t.names("") + fmt.Sprint(" LIMIT ", 20+r.IntN(100))}
	case n < 7:
		return insert(r, t)
	case n < 9:
		return insertFrom(r, t, u)
	case n < 14:
		return update(r, t, u)
	case n < 16:
		return remove(r, t, u)
	case n < 18:
		return alter(r, t)
	case n < 19:
		return step{text: "OPTIMIZE TABLE " + t.name, how: own}
	default:
		return step{text: "-- the folder is closed and opened", how: reopen}
	}
}

// insert is INSERT or REPLACE of some rows.
func insert(r *rand.Rand, t *relation) step {
	count := []int{1, 1, 1 + r.IntN(5), 1 + r.IntN(40)}[r.IntN(4)]
	many := count > 5 || r.IntN(4) == 0
	columns := slices.Clone(t.columns)
	if r.IntN(4) == 0 { // the others get what they are declared with, or are refused
		r.Shuffle(len(columns), func(i, k int) { columns[i], columns[k] = columns[k], columns[i] })
		columns = columns[:1+r.IntN(len(columns))]
	}
	var names, rows []string
	for _, a := range columns {
		names = append(names, a.name)
	}
	for range count {
		var cells []string
		for _, a := range columns {
			cells = append(cells, cellFor(r, a, many))
		}
		rows = append(rows, "("+strings.Join(cells, ", ")+")")
	}
	verb, tail := t.verb(r)
	return step{how: counted(verb + tail), text: verb + " INTO " + t.name + " (" + strings.Join(names, ", ") + ") VALUES " + strings.Join(rows, ", ") + tail}
}

// cellFor is a value of a row to insert; now and then one that its column refuses.
func cellFor(r *rand.Rand, a attribute, many bool) string {
	switch {
	case a.fallback != "" && r.IntN(10) == 0:
		return "DEFAULT"
	case a.family == 'N' && r.IntN(150) == 0:
		return integers(r).pick(r, many)
	default:
		return a.value(r, many)
	}
}

// verb is how rows are inserted, and what stands behind them. Where there are several keys, it is
// not said which of the rows with one of them ON DUPLICATE KEY UPDATE changes.
func (t *relation) verb(r *rand.Rand) (verb, tail string) {
	switch n := r.IntN(10); {
	case n < 2:
		return "INSERT IGNORE", ""
	case n < 4:
		return "REPLACE", ""
	case n < 7 && len(t.keys) == 1:
		a := t.any(r)
		values := []string{"VALUES(" + a.name + ")", a.name, a.value(r, false)}
		if in, _ := t.keyed(a.name); !in {
			values = append(values, a.computed(r, t))
		}
		return "INSERT", " ON DUPLICATE KEY UPDATE " + a.name + " = " + values[r.IntN(len(values))]
	default:
		return "INSERT", ""
	}
}

// counted is what is compared of an insertion. A row that REPLACE or ON DUPLICATE KEY UPDATE leaves
// as it is counts in MariaDB or does not, by the key that it is found by and the columns it has.
func counted(form string) manner {
	if form != "INSERT" && form != "INSERT IGNORE" {
		return declare
	}
	return change
}

// insertFrom inserts rows of a table, itself maybe, into another one: columns of the same family.
func insertFrom(r *rand.Rand, t, u *relation) step {
	if r.IntN(3) == 0 {
		u = t
	}
	var cells []string
	for _, a := range t.columns {
		cell := a.value(r, true)
		for range 4 {
			if b := u.any(r); a.takes(b.domain) {
				cell = b.name
			}
		}
		cells = append(cells, cell)
	}
	verb, tail := t.verb(r)
	if strings.Contains(tail, "KEY UPDATE") { // a name may be of either table
		verb, tail = "INSERT", ""
	}
	return step{how: counted(verb + tail), text: fmt.Sprintf("%s INTO %s SELECT %s FROM %s WHERE %s ORDER BY %s LIMIT %d%s", verb, t.name, strings.Join(cells, ", "), u.name, u.some(r, ""), u.names(""), 1+r.IntN(40), tail)}
}

// update sets a column or two, of rows that fit a condition or have a partner in another table.
func update(r *rand.Rand, t, u *relation) step {
	var set []string
	columns := slices.Clone(t.columns)
	r.Shuffle(len(columns), func(i, k int) { columns[i], columns[k] = columns[k], columns[i] })
	for _, a := range columns[:min(1+r.IntN(2), len(columns))] {
		value := a.value(r, r.IntN(2) == 0)
		// Whether a key comes twice is asked here when all rows have theirs, so what is set of keys
		// is the same for all.
		if in, _ := t.keyed(a.name); !in && r.IntN(2) == 0 {
			value = a.computed(r, t)
		}
		set = append(set, a.name+" = "+value)
	}
	a, b, ok := pair(r, t, u)
	switch {
	case ok && r.IntN(5) == 0:
		return step{text: fmt.Sprintf("UPDATE %[1]s JOIN (SELECT DISTINCT %[2]s FROM %[3]s) y ON %[1]s.%[4]s = y.%[5]s SET %[1]s.%[6]s", t.name, b.name, u.name, a.name, b.name, strings.Join(set, ", "+t.name+"."))}
	case ok && r.IntN(4) == 0 && a.kind == b.kind:
		return fromPartner(r, t, u, a, b)
	case r.IntN(5) == 0:
		return step{text: "UPDATE " + t.name + " SET " + strings.Join(set, ", ")}
	default:
		return step{text: "UPDATE " + t.name + " SET " + strings.Join(set, ", ") + " WHERE " + t.some(r, "")}
	}
}

// fromPartner sets a column that is no key to a value of the other table.
func fromPartner(r *rand.Rand, t, u *relation, a, b attribute) step {
	to, from, ok := pair(r, t, u)
	if in, _ := t.keyed(to.name); in || !ok || to.family == 'E' || !to.takes(from.domain) {
		return remove(r, t, u)
	}
	return step{text: fmt.Sprintf("UPDATE %[1]s JOIN (SELECT %[2]s, MAX(%[3]s) m FROM %[4]s GROUP BY %[2]s) y ON %[1]s.%[5]s = y.%[2]s SET %[1]s.%[6]s = y.m", t.name, b.name, from.name, u.name, a.name, to.name)}
}

// computed is an expression over the column, or another one of the same type.
func (a attribute) computed(r *rand.Rand, t *relation) string {
	if b := t.any(r); b.family == a.family && b.kind == a.kind && r.IntN(2) == 0 {
		return b.name
	}
	forms := map[byte][]string{
		'N': {"$ + 1", "$ - 1", "-$", "$ * 2", "$ DIV 3", "ABS($)", "$ % 7", "$ + 0.5"},
		'X': {"$ + 1", "0 - $", "$ / 2", "ABS($)"},
		'S': {"CONCAT($, 'x')", "LEFT($, 2)", "REVERSE($)", "UPPER($)", "CONCAT($, $)", "NULLIF($, 'a')"},
		'D': {"LEAST($, '2000-01-01')", "CAST($ AS DATE)"},
		'T': {"LEAST($, CAST('10:00:00' AS TIME))"},
	}
	all := append([]string{"COALESCE($, #)", "IF($ = #, #, $)", "CASE WHEN $ IS NULL THEN # WHEN $ > # THEN NULL ELSE $ END"}, forms[a.family]...)
	text := strings.ReplaceAll(all[r.IntN(len(all))], "$", a.name)
	for strings.Contains(text, "#") {
		text = strings.Replace(text, "#", a.pick(r, false), 1)
	}
	return text
}

func remove(r *rand.Rand, t, u *relation) step {
	a, b, ok := pair(r, t, u)
	switch n := r.IntN(6); {
	case ok && n == 0:
		return step{text: fmt.Sprintf("DELETE x FROM %s x JOIN %s y ON x.%s = y.%s WHERE %s", t.name, u.name, a.name, b.name, t.some(r, "x."))}
	case ok && n == 1:
		return step{text: fmt.Sprintf("DELETE FROM %s WHERE %s AND NOT EXISTS (SELECT 1 FROM %s y WHERE %s.%s = y.%s)", t.name, t.some(r, ""), u.name, t.name, a.name, b.name)}
	case n == 2:
		return step{text: "DELETE FROM " + t.name + " ORDER BY " + t.names("") + fmt.Sprint(" LIMIT ", 1+r.IntN(20))}
	default:
		return step{text: "DELETE FROM " + t.name + " WHERE " + t.some(r, "")}
	}
}

// alter changes what a column is.
func alter(r *rand.Rand, t *relation) step {
	i := r.IntN(len(t.columns))
	a := t.columns[i]
	in, beside := t.keyed(a.name)
	head := "ALTER TABLE " + t.name
	switch n := r.IntN(7); {
	case n == 6 && len(t.keys) < 3:
		was := t.keys
		key := t.newKey(r)
		t.keys = was
		if key == nil {
			return step{text: "OPTIMIZE TABLE " + t.name, how: own}
		}
		return step{text: head + " ADD UNIQUE (" + strings.Join(key, ", ") + ")", how: declare, done: func() { t.keys = append(t.keys, key) }}
	case n < 2 && len(t.columns) < 7:
		next := t.newColumn(r)
		return step{text: head + " ADD COLUMN " + next.declared(), how: declare, done: func() { t.columns = append(t.columns, next) }}
	case n == 2 && len(t.columns) > 2 && !beside && !(in && t.primary):
		return step{text: head + " DROP COLUMN " + a.name, how: declare, done: func() {
			t.columns = slices.Delete(slices.Clone(t.columns), i, i+1)
			t.keys = slices.DeleteFunc(t.keys, func(key []string) bool { return key[0] == a.name })
		}}
	case n == 3:
		name := t.newColumn(r).name
		return step{text: head + " RENAME COLUMN " + a.name + " TO " + name, how: declare, done: func() {
			for _, key := range t.keys {
				if at := slices.Index(key, a.name); at >= 0 {
					key[at] = name
				}
			}
			t.columns[i].name = name
		}}
	default:
		next := a
		if r.IntN(4) > 0 {
			next.domain, next.fallback = a.near(r), ""
			for !next.takes(a.domain) {
				next.domain = a.near(r)
			}
		}
		next.notNull = r.IntN(3) == 0 || in && t.primary
		next.secure(r)
		return step{text: head + " MODIFY COLUMN " + next.declared(), how: declare, done: func() { t.columns[i] = next }}
	}
}
