package sql

import (
	"fmt"
	"strings"
	"testing"

	"gsdms/plan"
	"gsdms/pushscan"
)

// Of a file that is read as it is asked for, a condition with a limit has no more read than it takes,
// and gives the first rows that the condition holds for, wherever these lie.
func TestLimitReadsLittleOfFile(t *testing.T) {
	t.Chdir(t.TempDir())
	const rows, files = 150_000, 4
	e := openEngine(t, "db", pushscan.Options{})
	s := e.NewSession()
	for file := range files {
		var b strings.Builder
		b.WriteString("k,v\n")
		for i := file * rows; i < (file+1)*rows; i++ {
			fmt.Fprintf(&b, "%d,text %d\n", i, i%1000)
		}
		write(t, "n.csv", b.String())
		exported(t, s, "SELECT * FROM 'n.csv'", fmt.Sprintf("part%d.parquet", file))
	}
	const limited = "SELECT k FROM 'part*.parquet' WHERE v = 'text 7' LIMIT 3"
	if got := shown(t, mustStream(t, s, limited), "csv"); got != "k\n7\n1007\n2007\n" {
		t.Errorf("%s: %s", limited, got)
	}
	table := fileRows(t, e, "part*.parquet")
	if d, ok := table.Data.(plan.Deferred); !ok || !d.Lacks(0) {
		t.Error("three of the first rows have had all read")
	}
	for _, limit := range []int{1, 5, 1000} {
		for _, offset := range []int{0, 3, 149, 450} {
			text := fmt.Sprintf("SELECT k FROM 'part*.parquet' WHERE v = 'text 7' AND k >= 150500 LIMIT %d OFFSET %d", limit, offset)
			want := "k\n"
			for i, given := 151_007+1000*offset, 0; i < rows*files && given < limit; i, given = i+1000, given+1 {
				want += fmt.Sprintln(i)
			}
			if got := shown(t, mustStream(t, s, text), "csv"); got != want {
				t.Errorf("%s: %.100q, want %.100q", text, got, want)
			}
		}
	}
	if got := shown(t, mustStream(t, s, "SELECT k FROM 'part*.parquet' WHERE k % 1000 = 8 AND v = 'text 7' LIMIT 3"), "csv"); got != "k\n" {
		t.Errorf("no row: %s", got)
	}
	if table.Data.(plan.Deferred).Lacks(0) {
		t.Error("a condition that holds for no row has not had all read")
	}
}
