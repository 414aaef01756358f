package sql

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"gsdms/pushscan"
)

// Lengths of texts are those that Go counts, of a table and of files, where texts repeat and where
// all differ, with NULLs and texts of nothing among them.
func TestLengthsOfTexts(t *testing.T) {
	t.Chdir(t.TempDir())
	s := openEngine(t, "db", pushscan.Options{}).NewSession()
	random := rand.New(rand.NewPCG(1, 2))
	for name, differ := range map[string]int{"few": 7, "many": 1 << 30} {
		mustRun(t, s, "CREATE TABLE "+name+" (k INT, v TEXT)")
		var rows []string
		var counts [5]int // NULLs, bytes, letters, bits, and texts of an even length
		for i := range 9000 {
			text := strings.Repeat("ä€x", random.IntN(differ)%7)
			if differ > 7 && i%5 > 0 {
				text += fmt.Sprint("-", i)
			}
			if i%11 == 3 {
				counts[0]++
				rows = append(rows, fmt.Sprintf("(%d,NULL)", i))
				continue
			}
			counts[1], counts[2], counts[3] = counts[1]+len(text), counts[2]+utf8.RuneCountInString(text), counts[3]+8*len(text)
			if len(text)%2 == 0 {
				counts[4]++
			}
			rows = append(rows, fmt.Sprintf("(%d,'%s')", i, text))
		}
		mustRun(t, s, "INSERT INTO "+name+" VALUES "+strings.Join(rows, ","))
		exported(t, s, "SELECT * FROM "+name, name+".parquet")
		exported(t, s, "SELECT * FROM "+name, name+".json")
		want := strings.Trim(fmt.Sprint(counts), "[]")
		for _, from := range []string{name, "'" + name + ".parquet'", "'" + name + ".json'"} {
			r := mustRun(t, s, "SELECT SUM(LENGTH(v) IS NULL), SUM(LENGTH(v)), SUM(CHAR_LENGTH(v)), SUM(BIT_LENGTH(v)), SUM(LENGTH(v) % 2 = 0) FROM "+from)
			_, got, _ := strings.Cut(strings.TrimSpace(shown(t, r, "csv")), "\n")
			if got = strings.ReplaceAll(got, ",", " "); got != want {
				t.Errorf("%s: %s, want %s", from, got, want)
			}
		}
	}
}
