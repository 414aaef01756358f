package sql

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// Rows that meet by a pattern or a part of a text are those of the same conditions with constants, one
// for each pattern: joined, asked for, and with the texts of a row itself.
func TestFits(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 1 << 10}).NewSession()
	texts := []string{"abc", "ab%c", "a_c", `a\c`, "", "äbc", "xabcx", "ABC", "b", "%", "user1@x", "user12@x"}
	patterns := []string{"abc", "a%", "%c", "%b%", "a_c", "_bc", `ab\%c`, `%\\%`, "", "%", "user1@%", "u%1%@_", "A%"}
	mustRun(t, s, `CREATE TABLE t (id INT, s VARCHAR(20), p VARCHAR(20)); CREATE TABLE p (id INT, p VARCHAR(20))`)
	rows := make([]string, 3000)
	for i := range rows {
		rows[i] = fmt.Sprintf("(%d, %s, %s)", i, quoted(r, texts), quoted(r, patterns))
	}
	mustRun(t, s, "INSERT INTO t VALUES "+strings.Join(rows, ", "))
	for i, p := range patterns {
		mustRun(t, s, fmt.Sprintf("INSERT INTO p VALUES (%d, '%s')", i, escaped(p)))
	}
	mustRun(t, s, "INSERT INTO p VALUES (99, NULL)")
	for _, by := range []string{"t.s LIKE %s", "LOCATE(%s, t.s) > 0", "INSTR(t.s, %s) <> 0", "t.s LIKE CONCAT(%s, '%%%%')", "t.s NOT LIKE %s", "UPPER(t.s) LIKE %s", "t.s LIKE %s ESCAPE 'b'"} {
		var pairs, ids, own, any []string
		for i, p := range patterns {
			constant := fmt.Sprintf(by, "'"+escaped(p)+"'")
			pairs = append(pairs, fmt.Sprintf("(SELECT COUNT(*) FROM t WHERE %s)", constant))
			ids = append(ids, fmt.Sprintf("(SELECT COUNT(*) FROM t WHERE id > 7 AND %s) * %d", constant, i))
			own = append(own, fmt.Sprintf("(SELECT COUNT(*) FROM t WHERE p = '%s' AND %s)", escaped(p), constant))
			any = append(any, "COALESCE("+constant+", FALSE)")
		}
		of := fmt.Sprintf(by, "p.p")
		for text, want := range map[string]string{
			"SELECT COUNT(*) FROM t JOIN p ON " + of:                                                           "SELECT " + strings.Join(pairs, " + "),
			"SELECT COALESCE(SUM(p.id), 0) FROM t JOIN p ON t.id > 7 AND t.id + 90 > p.id AND " + of:           "SELECT " + strings.Join(ids, " + "),
			"SELECT COUNT(*) FROM t WHERE " + fmt.Sprintf(by, "t.p"):                                           "SELECT " + strings.Join(own, " + "),
			"SELECT COUNT(*) FROM t WHERE EXISTS (SELECT 1 FROM p WHERE " + of + ")":                           "SELECT COUNT(*) FROM t WHERE " + strings.Join(any, " OR "),
			"SELECT COUNT(*) FROM t WHERE NOT EXISTS (SELECT 1 FROM p WHERE " + of + ")":                       "SELECT COUNT(*) FROM t WHERE NOT (" + strings.Join(any, " OR ") + ")",
			"SELECT COUNT(*) - COUNT(p.id) FROM t LEFT JOIN p ON " + of:                                        "SELECT COUNT(*) FROM t WHERE NOT (" + strings.Join(any, " OR ") + ")",
			"SELECT COUNT(*) FROM t JOIN (SELECT CONCAT(p.p, '') AS p FROM p WHERE LENGTH(p) >= 0) p ON " + of: "SELECT " + strings.Join(pairs, " + "),
		} {
			if got, want := answerOf(t, s, text), answerOf(t, s, want); got != want {
				t.Errorf("%s: %s, want %s", text, got, want)
			}
		}
	}
}

// Many rows of few patterns are found for many texts by what each pattern fits, where looking at each text
// for each row, 80 million times, would not be worth it; they are those of the patterns as constants.
func TestFitsOfFewPatterns(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE t (s VARCHAR(20)); CREATE TABLE p (id INT, p VARCHAR(20))")
	patterns := []string{"'%1'", "'n2%'", "'n_3_4'", "NULL", "'none'"}
	texts, rows := make([]string, 20000), make([]string, 4000)
	for i := range texts {
		texts[i] = fmt.Sprintf("('n%d')", i)
	}
	var ids []string
	for i := range rows {
		rows[i] = fmt.Sprintf("(%d, %s)", i, patterns[i%len(patterns)])
	}
	for k, p := range patterns {
		sum := 0
		for i := k; i < len(rows); i += len(patterns) {
			sum += i
		}
		ids = append(ids, fmt.Sprintf("(SELECT COUNT(*) FROM t WHERE s LIKE %s) * %d", p, sum))
	}
	mustRun(t, s, "INSERT INTO t VALUES "+strings.Join(texts, ", ")+"; INSERT INTO p VALUES "+strings.Join(rows, ", "))
	of := "SELECT SUM(p.id) FROM t JOIN p ON t.s LIKE p.p"
	if got, want := answerOf(t, s, of), answerOf(t, s, "SELECT "+strings.Join(ids, " + ")); got != want {
		t.Errorf("%s: %s, want %s", of, got, want)
	}
	if program := plansOf(t, s, "FORMAT = PROGRAM "+of); !strings.Contains(program, "probe p by LIKE") {
		t.Errorf("%s: the rows of p are not found by their patterns:\n%s", of, program)
	}
}

// A pattern that fits either of two texts is looked up for each: pairs, rows with and without one, and those of a LEFT
// JOIN are those of a loop over all pairs, with NULL among texts and patterns, and pairs that fit both count once.
func TestFitsOfEitherText(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE t (id INT, a VARCHAR(20), b VARCHAR(20)); CREATE TABLE p (id INT, p VARCHAR(20), kind INT)")
	patterns := []string{"n1%", "%7", "n_3", "", "none", "%5%9", "n99"}
	var rows, own []string
	pairs, ids, found, first := 0, 0, 0, 0
	for id := range 6000 {
		a, b := fmt.Sprintf("n%d", id*7%900), fmt.Sprintf("n%d", id*13%1100)
		cells := []string{"'" + a + "'", "'" + b + "'"}
		if id%11 == 0 {
			a, cells[0] = "\x00", "NULL" // no pattern fits
		}
		if id%7 == 0 {
			b, cells[1] = "\x00", "NULL"
		}
		rows = append(rows, fmt.Sprintf("(%d, %s, %s)", id, cells[0], cells[1]))
		before := pairs
		for i, p := range patterns {
			re := regexp.MustCompile("^" + strings.NewReplacer("%", "[a-z0-9]*", "_", "[a-z0-9]").Replace(p) + "$")
			if re.MatchString(a) || re.MatchString(b) {
				pairs, ids = pairs+1, ids+i*id
			}
			if re.MatchString(a) || re.MatchString(b) && i%2 == 1 {
				first++
			}
		}
		if pairs > before {
			found++
		}
	}
	for i, p := range patterns {
		own = append(own, fmt.Sprintf("(%d, '%s', %d)", i, p, i%2))
	}
	mustRun(t, s, "INSERT INTO t VALUES "+strings.Join(rows, ", ")+"; INSERT INTO p VALUES (99, NULL, 1), "+strings.Join(own, ", "))
	of := "t.a LIKE p.p OR t.b LIKE p.p"
	for query, want := range map[string]string{
		"COUNT(*), SUM(t.id * p.id) FROM t JOIN p ON " + of:                      fmt.Sprintf("%d\t%d", pairs, ids),
		"COUNT(*) FROM t JOIN p ON t.a LIKE p.p OR t.b LIKE p.p AND p.kind = 1":  fmt.Sprint(first),
		"COUNT(*) FROM t WHERE EXISTS (SELECT 1 FROM p WHERE " + of + ")":        fmt.Sprint(found),
		"COUNT(*) FROM t WHERE NOT EXISTS (SELECT 1 FROM p WHERE " + of + ")":    fmt.Sprint(6000 - found),
		"COUNT(*), COUNT(p.id), SUM(t.id * p.id) FROM t LEFT JOIN p ON " + of:    fmt.Sprintf("%d\t%d\t%d", pairs+6000-found, pairs, ids),
		"SUM((SELECT COUNT(*) FROM p WHERE " + of + ")) FROM t":                  fmt.Sprint(pairs),
		"COUNT(*) FROM t JOIN p ON t.a LIKE p.p AND (" + of + " OR t.id = p.id)": answerOf(t, s, "SELECT COUNT(*) FROM t JOIN p ON t.a LIKE p.p"),
	} {
		checkFact(t, s, [2]string{query, want})
	}
	program := plansOf(t, s, "FORMAT = PROGRAM SELECT COUNT(*), SUM(t.id * p.id) FROM t JOIN p ON "+of)
	if strings.Count(program, "probe p by LIKE") != 2 {
		t.Errorf("%s: the patterns are not looked up for each text:\n%s", of, program)
	}
}

// quoted is one of some texts as a literal, or NULL.
func quoted(r *rand.Rand, of []string) string {
	if r.IntN(8) == 0 {
		return "NULL"
	}
	return "'" + escaped(of[r.IntN(len(of))]) + "'"
}

func escaped(s string) string { return strings.ReplaceAll(s, `\`, `\\`) }
