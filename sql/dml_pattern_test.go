package sql

import (
	"strings"
	"testing"

	"gsdms/pushscan"
	"gsdms/pushscan/load"
)

// A pattern means the files whose names it has, in order, for each way to load them; a file that is
// called like a pattern is that file.
func TestLoadOfPatterns(t *testing.T) {
	t.Chdir(t.TempDir())
	e := openEngine(t, "db", pushscan.Options{})
	s := e.NewSession()
	for name, text := range map[string]string{"f-1.csv": "a,b\n1,x\n", "f-2.csv": "b,a\ny,2\n", "g.csv": "a,b\n3,z\n", "[x].csv": "a,b\n4,w\n", "x.csv": "a,b\n5,v\n"} {
		write(t, name, text)
	}
	for _, c := range []struct {
		paths []string
		want  string
	}{{[]string{"f-*.csv"}, "12"}, {[]string{"g.csv", "f-?.csv"}, "312"}, {[]string{"[x].csv"}, "4"}} {
		mustRun(t, s, "DROP TABLE IF EXISTS t")
		if _, n, _, err := e.LoadNew(t.Context(), "t", c.paths, load.Options{}); err != nil || n != len(c.want) {
			t.Error(c.paths, n, err)
		}
		if _, _, err := e.Load(t.Context(), "t", c.paths, load.Options{}); err != nil {
			t.Error(c.paths, err)
		}
		if got := shown(t, mustRun(t, s, "SELECT GROUP_CONCAT(a SEPARATOR '') s FROM t"), "csv"); got != "s\n"+c.want+c.want+"\n" {
			t.Errorf("%v: %s", c.paths, got)
		}
	}
	mustRun(t, s, "DELETE FROM t")
	mustRun(t, s, "LOAD DATA INFILE 'f-*.csv' INTO TABLE t")
	mustRun(t, s, "LOAD DATA INFILE 'g*.csv' INTO TABLE t IGNORE 1 LINES (@n, b) SET a = @n + 10")
	if got := shown(t, mustRun(t, s, "SELECT GROUP_CONCAT(a) s FROM t"), "csv"); got != "s\n\"1,2,13\"\n" {
		t.Error(got)
	}
	if _, _, err := e.Load(t.Context(), "t", []string{"h-*.csv"}, load.Options{}); err == nil || !strings.Contains(err.Error(), "h-*.csv") {
		t.Error(err)
	}
}
