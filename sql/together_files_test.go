package sql

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"gsdms/pushscan"
	"gsdms/sql/files"
)

// Statements of one file that run together, and read different columns of it, ride on one scan of one
// reading, in every format, and answer what the numbers are that it was made of; one that shows its
// first rows alone reads no other.
func TestTogetherReadsAFileOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	const rows = 50_000
	var csv, json strings.Builder
	csv.WriteString("a,b,c\n")
	sum, counts := 0, map[int]int{}
	for i := range rows {
		fmt.Fprintf(&csv, "%d,%d,text %d\n", i*3, i%7, i%1000)
		fmt.Fprintf(&json, "{\"a\":%d,\"b\":%d,\"c\":\"text %d\"}\n", i*3, i%7, i%1000)
		sum, counts[i%7] = sum+i*3, counts[i%7]+1
	}
	write(t, "f.csv", csv.String())
	write(t, "f.ndjson", json.String())
	write(t, "other.csv", "a,b\n1,2\n")
	exported(t, openEngine(t, "before", pushscan.Options{}).NewSession(), "SELECT * FROM 'f.csv'", "f.parquet")
	for _, name := range []string{"f.csv", "f.ndjson", "f.parquet"} {
		e := openEngine(t, "db "+name, pushscan.Options{ChunkRows: 1 << 14})
		s := e.NewSession()
		mustRun(t, s, "CREATE VIEW inner_view AS SELECT b + 1 AS x, c AS y FROM '"+name+"'; CREATE VIEW outer_view AS SELECT x FROM inner_view")
		texts := []string{"SELECT COUNT(*) FROM outer_view WHERE x = 4", "SELECT SUM(a) FROM '%s'", "SELECT COUNT(*) FROM '%s' WHERE b = 3", "SELECT COUNT(DISTINCT c), MIN(c) FROM '%s'", "SELECT c FROM '%s' LIMIT 1", "SELECT MAX(a) FROM 'other.csv'"}
		want := []string{fmt.Sprint(counts[3]), fmt.Sprint(sum), fmt.Sprint(counts[3]), "1000|text 0", "text 0", "1"}
		for i, text := range texts {
			if strings.Contains(text, "%") {
				texts[i] = fmt.Sprintf(text, name)
			}
		}
		passes := 0.0
		for i, a := range s.Together(context.Background(), texts) {
			if a.Err != nil {
				t.Fatal(texts[i], a.Err)
			}
			if got := flat(a.Result); strings.TrimSpace(got) != want[i] {
				t.Errorf("%s: %s, want %s", texts[i], got, want[i])
			}
			for _, p := range a.Result.Report.Parts {
				if p.Scan != nil && p.Scan.Table == name {
					passes += p.Scan.Share()
				}
			}
		}
		if math.Abs(passes-1) > 1e-9 {
			t.Errorf("%s was read %v times", name, passes)
		}
		t1, err := e.files.Table(t.Context(), "other.csv", files.Wanted{Use: func(string) (files.Use, bool) { return files.Unused, false }})
		if err != nil || len(t1.Columns) != 1 {
			t.Errorf("%s: columns of another file were read for it: %v, %v", name, t1, err)
		}
	}
	s := openEngine(t, "few", pushscan.Options{}).NewSession()
	answers := s.Together(context.Background(), []string{"SELECT a FROM 'f.csv' LIMIT 2", "SELECT b FROM 'f.csv' LIMIT 1"})
	for i, a := range answers {
		if a.Err != nil || a.Result.Report.Scan.TableRows >= rows {
			t.Errorf("the first rows, answer %d: %v", i, a.Err)
		}
	}
}
