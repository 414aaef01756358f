package sql

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"gsdms/pushscan"
)

// apartColumns are columns of the tables of TestEqualMadeTexts: any texts, those of one length in bytes,
// those of which none begins another, numbers, and texts without NULL.
var apartColumns = map[string][]string{
	"v": {"", "a", "ab", "b", "bé", "a-b", "x y", "Ä", "1", "12", "-", "ab-", "NULL"},
	"f": {"aa", "bb", "cc", "ä", "NULL"},
	"w": {"a", "bb", "cca", "é-"},
	"n": {"0", "1", "2", "12", "21", "-1", "111", "NULL"},
	"s": {"", "a", "a-", "12"},
}

// apartRows are random rows of these columns.
func apartRows(r *rand.Rand, n int) []map[string]string {
	rows := make([]map[string]string, n)
	for i := range rows {
		rows[i] = map[string]string{}
		for _, name := range slices.Sorted(maps.Keys(apartColumns)) {
			rows[i][name] = apartColumns[name][r.IntN(len(apartColumns[name]))]
		}
	}
	return rows
}

// apartTable makes a table of rows, numbered by k.
func apartTable(t *testing.T, s *Session, name string, rows []map[string]string) {
	mustRun(t, s, "CREATE TABLE "+name+" (k INT NOT NULL, v VARCHAR(9), f VARCHAR(9), w VARCHAR(9) NOT NULL, n INT, s VARCHAR(9) NOT NULL)")
	for k, row := range rows {
		value := func(column string) string {
			if row[column] == "NULL" || column == "n" {
				return row[column]
			}
			return "'" + row[column] + "'"
		}
		mustRun(t, s, fmt.Sprintf("INSERT INTO %s VALUES (%d, %s, %s, %s, %s, %s)", name, k, value("v"), value("f"), value("w"), value("n"), value("s")))
	}
}

// made is the text that parts make of a row: columns, and texts in quotes.
func made(parts []string, row map[string]string) string {
	var out []string
	for _, p := range parts {
		if strings.HasPrefix(p, "'") {
			out = append(out, strings.Trim(p, "'"))
		} else {
			out = append(out, row[p])
		}
	}
	return joined(out...)
}

// concatOf is the expression of parts, of a table's columns.
func concatOf(table string, parts []string) string {
	out := slices.Clone(parts)
	for i, p := range out {
		if !strings.HasPrefix(p, "'") {
			out[i] = table + "." + p
		}
	}
	return "CONCAT(" + strings.Join(out, ", ") + ")"
}

// Equalities of texts that are made are those of the texts, whether or not these show what they are made
// of: in conditions, joins of all kinds and of what subqueries make.
func TestEqualMadeTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 7))
	p, q := apartRows(r, 60), apartRows(r, 40)
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	apartTable(t, s, "p", p)
	apartTable(t, s, "q", q)
	pieces := []string{"v", "f", "w", "n", "s", "'-'", "''", "'a'"}
	for range 60 {
		var parts []string
		for range 2 + r.IntN(3) {
			parts = append(parts, pieces[r.IntN(len(pieces))])
		}
		others := slices.Clone(parts)
		if r.IntN(5) == 0 {
			others[r.IntN(len(others))] = pieces[r.IntN(len(pieces))]
		}
		asked := made(parts, p[r.IntN(len(p))])
		var pairs, semi, left, equal, anti []string
		for k, x := range p {
			partners := 0
			for l, y := range q {
				if text := made(parts, x); text != "NULL" && text == made(others, y) {
					pairs = append(pairs, fmt.Sprint(k, "|", l))
					left = append(left, fmt.Sprint(k, "|", l))
					partners++
				}
			}
			if partners > 0 {
				semi = append(semi, fmt.Sprint(k))
			} else {
				anti = append(anti, fmt.Sprint(k))
				left = append(left, fmt.Sprint(k, "|NULL"))
			}
			if text := made(parts, x); text != "NULL" && (text == asked || text == "ab") {
				equal = append(equal, fmt.Sprint(k))
			}
		}
		x, y := concatOf("p", parts), concatOf("q", others)
		for query, want := range map[string][]string{
			"SELECT p.k, q.k FROM p JOIN q ON " + x + " = " + y + " ORDER BY p.k, q.k":                                                                           pairs,
			"SELECT x.k, y.k FROM (SELECT " + x + " m, k FROM p) x JOIN (SELECT k, " + y + " m FROM q) y ON y.m = x.m ORDER BY x.k, y.k":                         pairs,
			"SELECT p.k, q.k FROM p LEFT JOIN q ON " + x + " = " + y + " ORDER BY p.k, q.k":                                                                      left,
			"SELECT k FROM p WHERE " + x + " IN (SELECT " + y + " FROM q) ORDER BY k":                                                                            semi,
			"SELECT k FROM p WHERE NOT EXISTS (SELECT * FROM q WHERE " + x + " = " + y + ") ORDER BY k":                                                          anti,
			"SELECT k FROM p WHERE " + x + " IN ('" + asked + "', 'ab') ORDER BY k":                                                                              equal,
			"SELECT k FROM (SELECT k, " + x + " m FROM p) z WHERE m = '" + asked + "' OR m = 'ab' ORDER BY k":                                                    equal,
			"SELECT k FROM (SELECT k, " + x + " m FROM p) z WHERE m IN ('ab', '" + asked + "') ORDER BY k":                                                       equal,
			"WITH c AS (SELECT k, " + x + " m FROM p) SELECT a.k FROM c a JOIN c b ON a.m = b.m AND a.k = b.k WHERE a.m IN ('" + asked + "', 'ab') ORDER BY a.k": equal,
		} {
			if got := flat(mustRun(t, s, query)); got != strings.Join(want, "\n") {
				t.Fatalf("%s:\n%s\nwant\n%s", query, got, strings.Join(want, "\n"))
			}
		}
	}
}

// Where the texts show what they are made of, none are made for the rows.
func TestEqualMadeTextsAreNotMade(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 8))
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	apartTable(t, s, "p", apartRows(r, 60))
	apartTable(t, s, "q", apartRows(r, 40))
	for query, made := range map[string]bool{
		"SELECT COUNT(*) FROM p JOIN q ON CONCAT(p.f, p.v) = CONCAT(q.f, q.v)":                false,
		"SELECT COUNT(*) FROM p WHERE CONCAT(n, f) IN (SELECT CONCAT(n, f) FROM q)":           false,
		"SELECT COUNT(*) FROM p WHERE CONCAT(w, '-', n) IN (SELECT CONCAT(w, '-', n) FROM q)": false,
		"SELECT COUNT(*) FROM p JOIN q ON CONCAT(p.v, p.s) = CONCAT(q.v, q.s)":                true,
		"SELECT COUNT(*) FROM p JOIN q ON CONCAT(p.n, p.n) = CONCAT(q.n, q.n)":                true,
		"SELECT COUNT(*) FROM p WHERE CONCAT(v, ' ', f) = 'ab aa'":                            false,
		"SELECT COUNT(*) FROM (SELECT CONCAT(n, f) m FROM p) x WHERE m IN ('12aa', '1bb')":    false,
	} {
		if plan := flat(mustRun(t, s, "EXPLAIN "+query)); strings.Contains(plan, "CONCAT(") != made {
			t.Errorf("%s:\n%s", query, plan)
		}
	}
}

// Conditions on what a query passes on beside a text that it makes are asked before the text is made, and
// those on the text behind.
func TestConditionsBesideMadeTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 9))
	p := apartRows(r, 80)
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	apartTable(t, s, "p", p)
	parts := []string{"v", "s", "w"}
	bytes, rows, long, first := 0, 0, 0, map[string]int{}
	for k, row := range p {
		text := made(parts, row)
		if k <= 20 || row["f"] != "bb" || text == "NULL" {
			continue
		}
		rows++
		if bytes += len(text); len(text) > 3 {
			long++
		}
		first[text]++
	}
	within := "(SELECT " + concatOf("p", parts) + " x, k + 1 AS next, k, f FROM p) z WHERE k > 20 AND f = 'bb'"
	for query, want := range map[string]int{
		"SELECT SUM(LENGTH(x)) FROM " + within:                                             bytes,
		"SELECT COUNT(x) FROM " + within + " AND next > 21":                                rows,
		"SELECT COUNT(*) FROM " + within + " AND LENGTH(x) > 3":                            long,
		"SELECT COUNT(DISTINCT x) FROM " + within:                                          len(first),
		"SELECT COUNT(*) FROM (SELECT DISTINCT x FROM " + within + " AND x IS NOT NULL) d": len(first),
	} {
		if got := flat(mustRun(t, s, query)); got != fmt.Sprint(want) {
			t.Errorf("%s: %s, want %d", query, got, want)
		}
	}
	plan := flat(mustRun(t, s, "EXPLAIN SELECT SUM(x LIKE '%a%') FROM "+within))
	if filter, made := strings.Index(plan, "filter"), strings.Index(plan, "CONCAT("); filter < 0 || filter > made {
		t.Errorf("the text is made for rows that are dropped:\n%s", plan)
	}
}

// Lengths of texts that are made are those of the texts, in bytes, letters and bits.
func TestLengthsOfMadeTexts(t *testing.T) {
	p := apartRows(rand.New(rand.NewPCG(11, 10)), 80)
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	apartTable(t, s, "p", p)
	for _, parts := range [][]string{{"v", "'é-'", "s"}, {"w", "v"}, {"f", "''", "f"}, {"n", "v"}, {"s", "'null'"}} {
		bytes, letters, long, byLength := 0, 0, 0, map[int]int{}
		for _, row := range p {
			if text := made(parts, row); !slices.Contains([]string{row[parts[0]], row[parts[1]], row[parts[len(parts)-1]]}, "NULL") {
				bytes, letters = bytes+len(text), letters+utf8.RuneCountInString(text)
				if byLength[len(text)]++; utf8.RuneCountInString(text) > 3 {
					long++
				}
			}
		}
		x := concatOf("p", parts)
		for query, want := range map[string]int{
			"SELECT SUM(LENGTH(" + x + ")) FROM p":                                                      bytes,
			"SELECT SUM(CHAR_LENGTH(x)) FROM (SELECT " + x + " x, k FROM p) q WHERE k >= 0":             letters,
			"SELECT SUM(BIT_LENGTH(x)) / 8 FROM (SELECT CONCAT(" + x + ", 'ab') x FROM p) q":            0,
			"SELECT COUNT(*) FROM p WHERE CHAR_LENGTH(" + x + ") > 3":                                   long,
			"SELECT COUNT(*) FROM (SELECT LENGTH(" + x + ") l FROM p GROUP BY l) q WHERE l IS NOT NULL": len(byLength),
		} {
			if strings.Contains(query, "BIT_LENGTH") {
				for length, rows := range byLength {
					want += (length + 2) * rows
				}
			}
			got := strings.TrimSuffix(flat(mustRun(t, s, query)), ".0000")
			if got != fmt.Sprint(want) {
				t.Errorf("%s: %s, want %d", query, got, want)
			}
		}
	}
}
