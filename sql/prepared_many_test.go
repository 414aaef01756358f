package sql

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan"
)

// Rows of values of an INSERT are added at once, all or none; other statements run with each.
func TestExecuteAll(t *testing.T) {
	e := openEngine(t, t.TempDir(), pushscan.Options{})
	s := e.NewSession()
	query := func(text string) string {
		t.Helper()
		r, err := s.Query(context.Background(), text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return strings.NewReplacer("|", " ", "\n", ",").Replace(flat(r))
	}
	query("CREATE TABLE many (a INT NOT NULL, s VARCHAR(5), x INT DEFAULT 9)")
	all := func(text string, rows ...[]plan.Value) (int64, error) {
		t.Helper()
		p, err := s.Prepare(context.Background(), text)
		if err != nil {
			t.Fatal(err)
		}
		return p.ExecuteAll(context.Background(), rows)
	}
	one, two, bad := value.OfInt(1), value.OfInt(2), value.OfString("too long")
	if n, err := all("INSERT INTO many (s, x, a) VALUES (?, 5 + 2, ?)", []plan.Value{value.OfString("x'"), one}, []plan.Value{{}, two}, []plan.Value{value.OfString(""), one}); n != 3 || err != nil {
		t.Errorf("%d rows, %v", n, err)
	}
	if n, err := all("INSERT INTO many (a, s) VALUES (?, ?)", []plan.Value{one, {}}, []plan.Value{two, bad}); n != 0 || err == nil || !strings.Contains(err.Error(), "too long") {
		t.Errorf("%d rows, %v", n, err)
	}
	if n, err := all("INSERT INTO many (a, s) VALUES (?, ?)", []plan.Value{one, {}}, []plan.Value{two}); n != 0 || err == nil || !strings.Contains(err.Error(), "2 parameters") {
		t.Errorf("%d rows, %v", n, err)
	}
	if n, err := all("INSERT INTO many (a) VALUES (? + 10)", []plan.Value{one}, []plan.Value{two}); n != 2 || err != nil {
		t.Errorf("%d rows, %v", n, err)
	}
	if n, err := all("INSERT INTO many (a) SELECT a + 100 FROM many WHERE a = ?", []plan.Value{one}, []plan.Value{two}); n != 3 || err != nil {
		t.Errorf("%d rows, %v", n, err)
	}
	const want = "1  7,1 x' 7,2 NULL 7,11 NULL 9,12 NULL 9,101 NULL 9,101 NULL 9,102 NULL 9"
	if got := query("SELECT a, s, x FROM many ORDER BY a, s"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	var rows [][]plan.Value
	for i := range 5000 {
		rows = append(rows, []plan.Value{value.OfInt(int64(i)), value.OfString(fmt.Sprint(i % 100))})
	}
	query("TRUNCATE TABLE many")
	if n, err := all("INSERT INTO many (a, s) VALUES (?, ?)", rows...); n != 5000 || err != nil {
		t.Errorf("%d rows, %v", n, err)
	}
	if got := query("SELECT COUNT(*), SUM(a), SUM(s) FROM many"); got != "5000 12497500 247500" {
		t.Errorf("the table has %s", got)
	}
}
