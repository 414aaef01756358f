package change

import (
	"iter"
	"strconv"
	"strings"

	"gsdms/plan"
)

// key is a key of a table: no two rows have the same values in its columns, rows with a NULL there
// apart.
type key struct {
	name    string
	columns []int
}

// keysOf are the keys of a table in the order in which MySQL looks for a row: the primary one, then
// the UNIQUE ones as they were declared.
func keysOf(t *plan.Table) (out []key) {
	if len(t.PrimaryKey) > 0 {
		out = append(out, key{"PRIMARY", t.PrimaryKey})
	}
	for _, r := range t.Rules {
		if r.Check == "" {
			out = append(out, key{r.Name, r.Columns})
		}
	}
	return out
}

// hasUnique says whether a table has keys besides the primary one.
func hasUnique(t *plan.Table) bool {
	keys := keysOf(t)
	return len(keys) > 0 && keys[len(keys)-1].name != "PRIMARY"
}

// shown is the key of a row as errors show it.
func (k *key) shown(row []plan.Value) string {
	var out []string
	for _, i := range k.columns {
		out = append(out, row[i].String())
	}
	return strings.Join(out, "-")
}

// spelled are the keys that a row has, as texts that no two keys share. It has none where one of
// its values is NULL, or is yet to be numbered.
func (m *merger) spelled(row []plan.Value) iter.Seq2[string, *key] {
	return func(yield func(string, *key) bool) {
		for i := range m.keys {
			if text, ok := m.spell(i, row); ok && !yield(text, &m.keys[i]) {
				return
			}
		}
	}
}

func (m *merger) spell(i int, row []plan.Value) (string, bool) {
	for _, column := range m.keys[i].columns {
		if m.numbers(column, row[column]) {
			return "", false
		}
	}
	return spelledKey(i, m.keys[i].of(row))
}

// of are the values of a row in the columns of the key.
func (k *key) of(row []plan.Value) []plan.Value {
	out := make([]plan.Value, len(k.columns))
	for i, column := range k.columns {
		out[i] = row[column]
	}
	return out
}

// spelledKey is the values of the nth key as a text that no others have; false where one is NULL.
func spelledKey(n int, values []plan.Value) (string, bool) {
	var b strings.Builder
	b.WriteString(strconv.Itoa(n) + ":")
	for _, v := range values {
		if v.IsNull() {
			return "", false
		}
		text := v.String()
		b.WriteString(strconv.Itoa(len(text)) + ":" + text)
	}
	return b.String(), true
}

// numbers says whether a column gives the row of a value its own number.
func (m *merger) numbers(column int, v plan.Value) bool {
	return m.t.Columns[column].Own.Has(plan.Numbered) && (v.IsNull() || v.String() == "0")
}

// wanted are the keys of the rows that come.
func (m *merger) wanted() map[string]bool {
	out := make(map[string]bool, len(m.coming))
	for _, row := range m.coming {
		for text := range m.spelled(row) {
			out[text] = true
		}
	}
	return out
}

// wants says whether a row has one of some keys.
func (m *merger) wants(keys map[string]bool, row []plan.Value) bool {
	for text := range m.spelled(row) {
		if keys[text] {
			return true
		}
	}
	return false
}
