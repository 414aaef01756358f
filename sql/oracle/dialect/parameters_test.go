package dialect

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

var parameters = flag.Int("parameters", 300, "how many random statements with parameters")

// parametrized are statements with parameters, as drivers prepare them.
var parametrized = []string{
	"SELECT ?, ? {+|-|*} 1, ? = ?", "SELECT CONCAT(?, ':', ?), LENGTH(?)", "SELECT COALESCE(?, ?), IF(?, ?, 'no'), IFNULL(?, ?)",
	"SELECT id FROM m WHERE {b|u|i|d|e|x|da|dt|du|ti|tm|s|c|en} {=|<|>|<=|>=|<>} ? ORDER BY id",
	"SELECT id FROM m WHERE {b|i|d|x|da|dt|ti|s|c} BETWEEN ? AND ? ORDER BY id",
	"SELECT id FROM m WHERE {b|i|d|x|da|dt|s|c|en} {IN|NOT IN} (?, ?, ?) ORDER BY id",
	"SELECT id, {b|d|x} {+|-|*} ? FROM m ORDER BY id", "SELECT id, {da|dt} + INTERVAL ? {DAY|MONTH|HOUR} FROM m ORDER BY id",
	"SELECT g, COUNT(*), SUM({d|i|x} * ?) FROM m GROUP BY g HAVING COUNT(*) > ? ORDER BY g", "SELECT id FROM m WHERE s LIKE ? OR c LIKE ? ORDER BY id",
	"SELECT CASE WHEN {b|d|x} > ? THEN ? ELSE ? END q, COUNT(*) FROM m GROUP BY q ORDER BY q", "SELECT id FROM m ORDER BY {b|d|s}, id LIMIT ? OFFSET ?",
	"SELECT CAST(? AS {SIGNED|DECIMAL(10,3)|CHAR|DATE|DATETIME|DOUBLE}), {ABS|ROUND|UPPER|YEAR|DATE|HEX}(?)", "SELECT JSON_ARRAY(?, ?), JSON_OBJECT('k', ?)",
	"SELECT ? q UNION ALL SELECT ?", "SELECT ? IS NULL, ? <=> ?, NULLIF(?, ?), {GREATEST|LEAST}(?, ?)", "SELECT DATE(DATE_ADD(?, INTERVAL 1 MONTH)), DATEDIFF(?, ?), DATE_FORMAT(?, '%Y-%m-%d %H:%i')",
}

var (
	ofDates = regexp.MustCompile(`\b(da|dt|du)\b|DATE_ADD|YEAR|DATE\(|AS DATE`)
	ofTimes = regexp.MustCompile(`\b(ti|tm)\b|HOUR\(|AS TIME`)
)

// argument is a value as programs give drivers: of a date where the statement asks for one, since MySQL takes what is
// none for a date of zeros.
func argument(r *rand.Rand, text string) any {
	numbers := []any{int64(0), int64(1), int64(-7), int64(20200131), int64(2020), int64(1 << 40), uint64(1 << 63), 0.5, -2.5, 1e10, 1.0, true, false, nil}
	texts := []any{"", "a", "abc", "12", "12abc", "1.25", "é😀", "a%", []byte("ab"), nil}
	dates := []any{"2020-02-29", "2020-01-31 10:11:12", time.Date(2020, 2, 29, 0, 0, 0, 0, time.UTC), time.Date(2019, 12, 31, 23, 59, 59, 0, time.UTC), time.Date(2020, 2, 29, 12, 30, 45, 123456000, time.UTC), nil}
	switch {
	case strings.Contains(text, "LIMIT"):
		return int64(r.IntN(8))
	case strings.Contains(text, "INTERVAL ?"):
		return []any{int64(1), int64(-7), "12", nil}[r.IntN(4)]
	case ofDates.MatchString(text):
		return dates[r.IntN(len(dates))]
	case ofTimes.MatchString(text):
		return []any{"10:11:12", "-01:02:03", "100:00:01", nil}[r.IntN(4)]
	}
	all := slices.Concat(numbers, numbers, texts, texts, dates)
	return all[r.IntN(len(all))]
}

// TestParametersEqualMySQL compares statements that a driver prepares, with parameters of all types, with MySQL 8.
func TestParametersEqualMySQL(t *testing.T) {
	s := begin(t, mySQL())
	e, err := openEngine(t.Context(), filepath.Join(t.TempDir(), "d"))
	if err != nil {
		t.Fatal(err)
	}
	ours, err := sql.Open("mysql", "root@unix("+door(t, e)+")/d")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ours.Close() })
	for _, text := range tables(rand.New(rand.NewPCG(1, 2))) {
		for _, db := range []*sql.DB{ours, s.db} {
			if _, err := db.ExecContext(t.Context(), text); err != nil {
				t.Fatalf("%.300s: %v", text, err)
			}
		}
	}
	outcomes, shown := map[string]int{}, 0
	for i := range *parameters {
		r := rand.New(rand.NewPCG(*seed+uint64(i), 19))
		text := newGrammar(r, true).fill('a', parametrized[r.IntN(len(parametrized))], 0).String()
		var args []any
		for range strings.Count(text, "?") {
			args = append(args, argument(r, text))
		}
		a, b := prepared(t.Context(), ours, text, args), prepared(t.Context(), s.db, text, args)
		verdict := "same"
		switch {
		case a.err != nil && b.err != nil:
			verdict = "both fail"
		case b.err != nil && (code(b.err) == 1267 || code(b.err) == 1270 || code(b.err) == 1271):
			verdict = "collations that do not mix"
		case a.err != nil || b.err != nil:
			verdict = fmt.Sprintf("ours: %v %v\ntheirs: %v %v", short(a.err), a.brief(), short(b.err), b.brief())
		default:
			if d := apart(a, b); d != "" {
				verdict = d
			}
		}
		if strings.Contains(verdict, "\n") {
			if shown++; shown <= *show {
				t.Errorf("(-seed %d -parameters 1)\n%s\n%#v\n%s", *seed+uint64(i), text, args, verdict)
			}
			verdict = "differs"
		}
		outcomes[verdict]++
	}
	t.Log(outcomes)
}

// prepared is the answer to a statement that is prepared for some arguments.
func prepared(ctx context.Context, db *sql.DB, text string, args []any) answer {
	rows, err := db.QueryContext(ctx, text, args...)
	if err != nil {
		return answer{err: err}
	}
	return rowsOf(rows)
}
