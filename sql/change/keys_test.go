package change_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/sql/embed"
)

// heap is a table of four columns as a list of rows, of which -1 is NULL: columns 0 and 1, and 2,
// are UNIQUE keys, and 0 and 1 the primary one where it has one. It looks at all rows for each.
type heap struct {
	keys [][]int
	rows [][4]int
}

// meeting is the first row that has a key of another one, by the first key that one has; -1 for
// none.
func (h *heap) meeting(row [4]int, but int) int {
	for _, k := range h.keys {
		for at, there := range h.rows {
			if at != but && !slices.ContainsFunc(k, func(i int) bool { return row[i] < 0 || row[i] != there[i] }) {
				return at
			}
		}
	}
	return -1
}

// put takes rows in, in one of the three ways, and reports whether that is no error.
func (h *heap) put(how string, rows [][4]int) bool {
	before := slices.Clone(h.rows)
	for _, row := range rows {
		at := h.meeting(row, -1)
		for how == "REPLACE" && at >= 0 {
			h.rows = slices.Delete(h.rows, at, at+1)
			at = h.meeting(row, -1)
		}
		switch {
		case at < 0:
			h.rows = append(h.rows, row)
		case how == "UPDATE":
			h.rows[at][2], h.rows[at][3] = row[2], h.rows[at][3]+row[3]
			if h.meeting(h.rows[at], at) >= 0 {
				h.rows = before
				return false
			}
		}
	}
	return true
}

// String is the rows in order.
func (h *heap) String() string {
	rows := slices.Clone(h.rows)
	slices.SortFunc(rows, func(a, b [4]int) int { return cmp.Or(slices.Compare(a[:], b[:])) })
	return fmt.Sprint(rows)
}

// statement spells what brings rows.
func statement(r *rand.Rand, how string, rows [][4]int) string {
	var list []string
	for _, row := range rows {
		list = append(list, strings.ReplaceAll(fmt.Sprintf("(%d, %d, %d, %d)", row[0], row[1], row[2], row[3]), "-1", "NULL"))
	}
	from := "VALUES " + strings.Join(list, ", ")
	if r.IntN(2) == 0 {
		from = "SELECT * FROM (VALUES ROW" + strings.Join(list, ", ROW") + ") v (p, q, u, n)"
	}
	switch how {
	case "REPLACE":
		return "REPLACE INTO t " + from
	case "IGNORE":
		return "INSERT IGNORE INTO t " + from
	}
	return "INSERT INTO t " + from + " ON DUPLICATE KEY UPDATE u = VALUES(u), t.n = t.n + VALUES(n)"
}

// TestRowsMeetByAnyKey brings random rows to tables of several keys, and compares what is there
// with lists of rows that are looked through.
func TestRowsMeetByAnyKey(t *testing.T) {
	for _, keys := range []string{"PRIMARY KEY (p, q), UNIQUE (u)", "UNIQUE (p, q), UNIQUE (u)"} {
		primary := keys[0] == 'P'
		db, err := embed.Open(t.Context(), t.TempDir(), embed.Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.Exec(t.Context(), "CREATE TABLE t (p INT, q INT, u INT, n INT, "+keys+")"); err != nil {
			t.Fatal(err)
		}
		r, h, refused := rand.New(rand.NewPCG(1, uint64(len(keys)))), &heap{keys: [][]int{{0, 1}, {2}}}, 0
		value := func(null bool, most int) int {
			if null && r.IntN(5) == 0 {
				return -1
			}
			return r.IntN(most)
		}
		for range 300 {
			rows := make([][4]int, 1+r.IntN(5))
			for i := range rows {
				rows[i] = [4]int{value(!primary, 4), value(!primary, 4), value(true, 12), r.IntN(9)}
			}
			how := []string{"REPLACE", "IGNORE", "UPDATE"}[r.IntN(3)]
			text := statement(r, how, rows)
			_, err := db.Exec(t.Context(), text)
			if took := h.put(how, rows); took != (err == nil) {
				t.Fatalf("%s: %v, and rows that are looked through say %v", text, err, took)
			} else if !took {
				refused++
			}
			if got := inOrder(t, db); got != h.String() {
				t.Fatalf("%s:\n%s instead of\n%s", text, got, h)
			}
		}
		if refused == 0 || refused > 150 {
			t.Errorf("%d of 300 statements are refused", refused)
		}
	}
}

// inOrder is the rows of the table as a heap shows them.
func inOrder(t *testing.T, db *embed.DB) string {
	t.Helper()
	rows, err := db.Query(t.Context(), "SELECT IFNULL(p, -1), IFNULL(q, -1), IFNULL(u, -1), n FROM t ORDER BY 1, 2, 3, 4")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	out := [][4]string{}
	for rows.Next() {
		var row [4]string
		for i := range row {
			row[i], _ = rows.Text(i)
		}
		out = append(out, row)
	}
	if rows.Err() != nil {
		t.Fatal(rows.Err())
	}
	return fmt.Sprint(out)
}
