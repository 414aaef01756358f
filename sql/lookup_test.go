package sql

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
	"gsdms/sql/result"
)

// looked is a table whose values are literals of SQL, and conditions on it.
type looked struct {
	r       *rand.Rand
	columns []string
	pools   [][]string // of literals, by column; NULL where the column can be
	rows    [][]string
}

func newLooked(t *testing.T, s *Session, rows int) *looked {
	l := &looked{r: rand.New(rand.NewPCG(8, 15)), columns: []string{"a", "b", "s", "d", "t", "w", "u"}}
	pools := make([][]string, len(l.columns))
	for i := range 12 {
		pools[0] = append(pools[0], fmt.Sprint(3*i-7))
		pools[1] = append(pools[1], fmt.Sprint(i))
		pools[2] = append(pools[2], fmt.Sprintf("'k%d'", i*i))
		pools[3] = append(pools[3], fmt.Sprintf("%d.%d5", i-4, i%4))
		pools[4] = append(pools[4], fmt.Sprintf("DATE '2024-%02d-17'", i+1))
		pools[5] = append(pools[5], fmt.Sprint((int64(i)-6)*1500000000000000007))
		pools[6] = append(pools[6], fmt.Sprint(uint64(i)*1600000000000000001))
	}
	pools[3][4] = "0.05"
	for i := range pools {
		if l.columns[i] != "b" {
			pools[i] = append(pools[i], "NULL")
		}
	}
	l.pools = pools
	mustRun(t, s, "CREATE TABLE l (a INT, b INT NOT NULL, s VARCHAR(9), d DECIMAL(6,2), t DATE, w BIGINT, u BIGINT UNSIGNED)")
	var values []string
	for range rows {
		row := make([]string, len(pools))
		for i, p := range pools {
			row[i] = p[l.r.IntN(len(p))]
		}
		l.rows = append(l.rows, row)
		values = append(values, "("+strings.Join(row, ", ")+")")
	}
	mustRun(t, s, "INSERT INTO l VALUES "+strings.Join(values, ", "))
	return l
}

// branch is a conjunction of equalities of columns with literals.
type branch struct {
	columns []int
	values  []string
}

func (l *looked) branch(columns []int) branch {
	b := branch{columns: columns}
	for _, c := range columns {
		b.values = append(b.values, l.pools[c][l.r.IntN(12)])
	}
	return b
}

func (b branch) text(l *looked) string {
	parts := make([]string, len(b.columns))
	for i, c := range b.columns {
		if parts[i] = l.columns[c] + " = " + b.values[i]; l.r.IntN(2) == 0 {
			parts[i] = b.values[i] + " = " + l.columns[c]
		}
	}
	l.r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	return "(" + strings.Join(parts, " AND ") + ")"
}

// truth is 1, 0 or -1 for NULL.
func (b branch) truth(row []string) int {
	out := 1
	for i, c := range b.columns {
		switch {
		case row[c] == "NULL":
			out = min(out, -1)
		case row[c] != b.values[i]:
			return 0
		}
	}
	return out
}

func (l *looked) branches() []branch {
	var sets [][]int
	for range 1 + l.r.IntN(2) {
		sets = append(sets, l.r.Perm(len(l.columns))[:1+l.r.IntN(4)])
	}
	var out []branch
	for range 1 + l.r.IntN(120) {
		out = append(out, l.branch(sets[l.r.IntN(len(sets))]))
	}
	return out
}

// TestBranchesAreLookedUp: an OR of equalities, and a CASE of them, give for each row what its
// branches say one after the other, NULLs included.
func TestBranchesAreLookedUp(t *testing.T) {
	e := openEngine(t, t.TempDir(), pushscan.Options{})
	s := e.NewSession()
	l := newLooked(t, s, 3000)
	for round := range tries(150) {
		list := l.branches()
		texts, whens := make([]string, len(list)), ""
		for i, b := range list {
			texts[i] = b.text(l)
			whens += fmt.Sprintf(" WHEN %s THEN %s", texts[i], []string{fmt.Sprint(i), "NULL", "b + " + fmt.Sprint(i)}[min(2, max(0, round%4-1))])
		}
		var yes, no, unknown, sum int
		for _, row := range l.rows {
			truths := make([]int, len(list))
			for i, b := range list {
				truths[i] = b.truth(row)
			}
			switch {
			case slices.Contains(truths, 1):
				yes++
			case slices.Contains(truths, -1):
				unknown++
			default:
				no++
			}
			i, b := slices.Index(truths, 1), 0
			fmt.Sscan(row[1], &b)
			sum += []int{max(i, -1), -oneIf(i < 0), i + oneIf(i >= 0)*b}[min(2, max(0, round%4-1))]
		}
		chain := strings.Join(texts, " OR ")
		want := fmt.Sprintf("%d %d %d %d %d %d", yes, no, unknown, sum, yes, no)
		r := mustRun(t, s, fmt.Sprintf(`SELECT IFNULL(SUM(%[1]s), 0), IFNULL(SUM(NOT (%[1]s)), 0), SUM((%[1]s) IS NULL), IFNULL(SUM(CASE%[2]s ELSE -1 END), 0),
			(SELECT COUNT(*) FROM l WHERE %[1]s), (SELECT COUNT(*) FROM l WHERE NOT (%[1]s)) FROM l`, chain, whens))
		if got := firstRow(t, r); got != want {
			t.Fatalf("%s, want %s\n%s", got, want, chain)
		}
	}
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// firstRow is the values of the first row, with blanks between.
func firstRow(t *testing.T, r *result.Set) string {
	t.Helper()
	lines := strings.Split(shown(t, r, "tsv"), "\n")
	return strings.ReplaceAll(lines[1], "\t", " ")
}

// TestCaseOfManyBranches: a CASE finds its branch among thousands, whatever its conditions and
// results are; the first counts that holds.
func TestCaseOfManyBranches(t *testing.T) {
	const rows = 700
	branches := tries(3000)
	e := openEngine(t, t.TempDir(), pushscan.Options{})
	s := e.NewSession()
	fill(t, s, rows)
	r := rand.New(rand.NewPCG(3, 4))
	of, less := make([]int, branches), make([]int, branches)
	for i := range of {
		of[i], less[i] = r.IntN(rows), r.IntN(rows/50)
	}
	first := func(holds func(k int) bool) int {
		for k := range branches {
			if holds(k) {
				return k
			}
		}
		return -1
	}
	var equal, below, texts, plus int
	for i := range rows {
		k := first(func(k int) bool { return of[k] == i })
		equal += k
		plus += oneIf(k >= 0) * (i + k)
		texts += oneIf(k >= 0) * len(fmt.Sprint(k))
		below += first(func(k int) bool { return i%37 == 0 && less[k] > i || of[k]+1 == i })
	}
	whens := func(when, then func(k int) string) (out string) {
		for k := range branches {
			out += " WHEN " + when(k) + " THEN " + then(k)
		}
		return out
	}
	number := func(k int) string { return fmt.Sprint(k) }
	value := func(k int) string { return fmt.Sprint(of[k]) }
	got := firstRow(t, mustRun(t, s, "SELECT SUM(CASE i"+whens(value, number)+" ELSE -1 END), SUM(CASE"+
		whens(func(k int) string { return fmt.Sprintf("i %% 37 = 0 AND %d > i OR i = %d", less[k], of[k]+1) }, number)+" ELSE -1 END), SUM(LENGTH(CASE i"+
		whens(value, func(k int) string { return "'" + number(k) + "'" })+" END)), SUM(CASE i"+
		whens(value, func(k int) string { return "i + " + number(k) })+" ELSE 0 END) FROM n"))
	if want := fmt.Sprint(equal, below, texts, plus); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestBranchesThatDoNotCount: what fails behind a condition that is not true is no error, and an
// operand of many equalities is.
func TestBranchesThatDoNotCount(t *testing.T) {
	e := openEngine(t, t.TempDir(), pushscan.Options{})
	s := e.NewSession()
	mustRun(t, s, "CREATE TABLE f (i INT, j BIGINT)")
	mustRun(t, s, "INSERT INTO f VALUES (1, 5), (2, 9223372036854775807), (3, 9223372036854775807)")
	var parts, whens string
	for i := range 40 {
		parts += fmt.Sprintf(" OR (i = 1 AND j + 1 = %d)", i)
		whens += fmt.Sprintf(" WHEN i = 1 AND j + 1 = %d THEN %d", i, i)
	}
	got := firstRow(t, mustRun(t, s, "SELECT COUNT(*), SUM(CASE"+whens+" ELSE 0 END) FROM f WHERE i = 77"+parts))
	if want := "1 6"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := firstRow(t, mustRun(t, s, "SELECT SUM(CASE"+whens+" ELSE 0 END) FROM f")); got != "6" {
		t.Errorf("%s, want 6", got)
	}
}
