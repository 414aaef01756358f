package sql

import (
	"strings"
	"testing"

	"gsdms/pushscan"
	"gsdms/pushscan/load"
	"gsdms/pushscan/load/delimited"
)

// Quotes within fields that do not begin with one are text, also where the first of them stands behind the
// 256 KiB by which a file's form is found; whoever reads it: a query, a table that is made, LOAD DATA, and a
// load that passes wrong records over.
func TestQuotesWithinFields(t *testing.T) {
	t.Chdir(t.TempDir())
	e := openEngine(t, "db", pushscan.Options{})
	s := e.NewSession()
	early := "id,what,n\n1,5\" pipe,10\n2,\"a \"\"b\"\", c\",20\n3,x\"y\"z,30\n"
	late := "id,what,n\n" + strings.Repeat("7,\"so, \"\"so\"\"\nso\",1\n", 30_000) + "1,5\" pipe,10\n3,x\"y\"z,30\n"
	write(t, "early.csv", early)
	write(t, "late.csv", late)
	const rows = "id,what,n\n1,\"5\"\" pipe\",10\n3,\"x\"\"y\"\"z\",30\n"
	for _, name := range []string{"early", "late"} {
		ask := func(from string) {
			t.Helper()
			if got := shown(t, mustRun(t, s, "SELECT * FROM "+from+" WHERE id IN (1, 3) ORDER BY id"), "csv"); got != rows {
				t.Errorf("%s: %s", from, got)
			}
		}
		file := "'" + name + ".csv'"
		ask(file)
		mustRun(t, s, "CREATE TABLE "+name+" AS SELECT * FROM "+file)
		ask(name)
		mustRun(t, s, "CREATE TABLE "+name+"_loaded (id INT, what TEXT, n INT)")
		mustRun(t, s, "LOAD DATA INFILE "+file+" INTO TABLE "+name+"_loaded")
		ask(name + "_loaded")
		wrong := 0
		if _, _, _, err := e.LoadNew(t.Context(), name+"_new", []string{name + ".csv"}, load.Options{Rejected: func(delimited.Reject) { wrong++ }}); err != nil || wrong > 0 {
			t.Errorf("%s: %d wrong, %v", name, wrong, err)
		}
		ask(name + "_new")
	}
	if got := shown(t, mustRun(t, s, "SELECT COUNT(*), COUNT(DISTINCT what) FROM 'late.csv'"), "csv"); got != "COUNT(*),COUNT(DISTINCT what)\n30002,3\n" {
		t.Error(got)
	}
	write(t, "wrong.csv", "id,what\n1,\"5\" pipe\n")
	if _, err := s.Query(t.Context(), "SELECT * FROM 'wrong.csv'"); err == nil || !strings.Contains(err.Error(), "line 2, field 2 (what)") {
		t.Error(err)
	}
}
