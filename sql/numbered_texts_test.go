package sql

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// numberedTextRow is a row of two texts and a number, of which the texts are NULL where they say so.
type numberedTextRow struct {
	x, y string
	n    int
}

// made is CONCAT(LOWER(x), '.', y).
func (r numberedTextRow) made() string {
	if r.x == "NULL" || r.y == "NULL" {
		return "NULL"
	}
	return strings.ToLower(r.x) + "." + r.y
}

// numberedTextRows fills a table with texts of which most differ: some empty, some NULL, some of several bytes
// a character, some equal but for their case.
func numberedTextRows(t *testing.T, s *Session, r *rand.Rand, table string, n int, nulls bool) []numberedTextRow {
	t.Helper()
	mustRun(t, s, "CREATE TABLE "+table+" (x TEXT, y TEXT, n INT)")
	out, values := make([]numberedTextRow, n), make([]string, n)
	text := func(of ...string) string {
		switch k := r.IntN(30); {
		case k == 0 && nulls:
			return "NULL"
		case k < 3:
			return ""
		}
		return fmt.Sprint(of[r.IntN(len(of))], r.IntN(n/8))
	}
	for i := range out {
		out[i] = numberedTextRow{text("a", "A", "Ä", "日本"), text("", "b ", ".", "é"), r.IntN(7)}
		values[i] = fmt.Sprintf("('%s', '%s', %d)", out[i].x, out[i].y, out[i].n)
	}
	if n > 0 {
		mustRun(t, s, "INSERT INTO "+table+" VALUES "+strings.ReplaceAll(strings.Join(values, ", "), "'NULL'", "NULL"))
	}
	return out
}

// counted gives the texts of rows and how often each is there.
func counted(rows []numberedTextRow) map[string]int {
	out := map[string]int{}
	for _, r := range rows {
		out[r.made()]++
	}
	return out
}

const numberedText = "CONCAT(LOWER(x), '.', y)"

// Groups by texts that a query makes, their first ones by other values and by the texts themselves, and
// different ones, are those of a map.
func TestGroupsByNumberedTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	for _, rows := range []int{0, 3000, 20000} {
		s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 1 << 10}).NewSession()
		of := numberedTextRows(t, s, r, "a", rows, true)
		counts, byNumber := counted(of), map[int]map[string]bool{}
		for _, r := range of {
			if text := r.made(); text != "NULL" {
				if byNumber[r.n] == nil {
					byNumber[r.n] = map[string]bool{}
				}
				byNumber[r.n][text] = true
			}
		}
		null := counts["NULL"]
		delete(counts, "NULL")
		texts := slices.Sorted(maps.Keys(counts))
		var all, often, different []string
		for _, text := range texts {
			all = append(all, fmt.Sprint(text, "\t", counts[text]))
		}
		first := slices.Clone(texts)
		slices.SortStableFunc(first, func(a, b string) int { return cmp.Compare(counts[b], counts[a]) })
		for _, text := range first[:min(9, len(first))] {
			often = append(often, fmt.Sprint(counts[text], "\t", text))
		}
		for _, n := range slices.Sorted(maps.Keys(byNumber)) {
			different = append(different, fmt.Sprint(n, "\t", len(byNumber[n])))
		}
		e := numberedText
		for _, c := range [][2]string{
			{e + " g, COUNT(*) FROM a WHERE x IS NOT NULL AND y IS NOT NULL GROUP BY g ORDER BY g", strings.Join(all, "|")},
			{"COUNT(*) c, " + e + " g FROM a WHERE x IS NOT NULL AND y IS NOT NULL GROUP BY g ORDER BY c DESC, g LIMIT 9", strings.Join(often, "|")},
			{"DISTINCT " + e + " g FROM a WHERE x IS NOT NULL AND y IS NOT NULL ORDER BY g", strings.Join(texts, "|")},
			{"n, COUNT(DISTINCT t) c FROM (SELECT n, " + e + " t FROM a) v GROUP BY n HAVING c > 0 ORDER BY n", strings.Join(different, "|")},
			{"COUNT(*), COUNT(g), SUM(c) FROM (SELECT " + e + " g, COUNT(*) c FROM a GROUP BY g) v", groupSums(of, counts)},
			{"COUNT(" + e + "), COUNT(*) - COUNT(UPPER(" + e + ")), COUNT(LEFT(x, n)) - COUNT(x) FROM a", fmt.Sprint(len(of)-null, "\t", null, "\t0")},
			{"COUNT(*) FROM a WHERE " + e + " IS NULL", fmt.Sprint(null)},
			{"COUNT(DISTINCT g, n) FROM (SELECT " + e + " g, n FROM a) v", fmt.Sprint(pairsOf(byNumber))},
		} {
			checkFact(t, s, c)
		}
	}
}

func pairsOf(byNumber map[int]map[string]bool) (pairs int) {
	for _, texts := range byNumber {
		pairs += len(texts)
	}
	return pairs
}

// groupSums is how many groups there are, NULL among them, how many of these have a text, and how many rows
// they are of.
func groupSums(rows []numberedTextRow, counts map[string]int) string {
	if len(rows) == 0 {
		return "0\t0\tNULL"
	}
	null := 0
	if counted(rows)["NULL"] > 0 {
		null = 1
	}
	return fmt.Sprint(len(counts)+null, "\t", len(counts), "\t", len(rows))
}

// Joins of all kinds, IN and NOT IN by texts that both sides make, also of few combinations, and by ones
// that one side stores, find what maps of the texts do.
func TestJoinsByNumberedTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 13))
	for _, size := range [][2]int{{4000, 3000}, {3000, 30000}, {3000, 0}, {0, 3000}} {
		for _, nulls := range []bool{false, true} {
			s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 1 << 10}).NewSession()
			left, right := numberedTextRows(t, s, r, "a", size[0], true), numberedTextRows(t, s, r, "b", size[1], nulls)
			mustRun(t, s, "CREATE TABLE c AS SELECT "+numberedText+" t, n FROM b")
			among, own := counted(right), counted(left)
			in, pairs, absent, null := 0, 0, 0, own["NULL"]
			for text, n := range own {
				if text == "NULL" {
					continue
				}
				pairs += n * among[text]
				if among[text] > 0 {
					in += n
				} else {
					absent += n
				}
			}
			notIn := absent
			if among["NULL"] > 0 {
				notIn = 0
			}
			if len(right) == 0 {
				notIn = len(left)
			}
			x, y := "CONCAT(LOWER(a.x), '.', a.y)", "CONCAT(LOWER(b.x), '.', b.y)"
			for _, c := range [][2]string{
				{"COUNT(*) FROM a JOIN b ON " + x + " = " + y, fmt.Sprint(pairs)},
				{"COUNT(*) FROM a JOIN b ON " + x + " <=> " + y, fmt.Sprint(pairs + null*among["NULL"])},
				{"COUNT(*) FROM a JOIN c ON " + x + " = c.t", fmt.Sprint(pairs)},
				{"COUNT(*) FROM (SELECT DISTINCT " + numberedText + " t FROM a) v JOIN (SELECT " + numberedText + " t, COUNT(*) n FROM b GROUP BY t ORDER BY n DESC, t LIMIT 1) w ON v.t = w.t", fmt.Sprint(oftenest(own, among))},
				{"COUNT(*) FROM c JOIN a ON " + x + " = c.t AND c.n = c.n", fmt.Sprint(pairs)},
				{"COUNT(*), COUNT(b.n) FROM a LEFT JOIN b ON " + x + " = " + y, fmt.Sprint(pairs+absent+null, "\t", pairs)},
				{"COUNT(*), COUNT(v.n) FROM b LEFT JOIN (SELECT " + numberedText + " t, n FROM a) v ON v.t = " + y, fmt.Sprint(pairs+unmatched(among, own), "\t", pairs)},
				{"COUNT(*), COUNT(v.t) FROM (SELECT " + numberedText + " t, n FROM a) v LEFT JOIN b ON v.t = " + y, fmt.Sprint(pairs+absent+null, "\t", pairs+absent)},
				{"COUNT(v.t = " + y + "), COUNT(*) FROM (SELECT " + numberedText + " t FROM a LIMIT 50) v, b", fmt.Sprint(notNull(left[:min(50, len(left))])*notNull(right), "\t", min(50, len(left))*len(right))},
				{"COUNT(*) FROM (SELECT " + numberedText + " t FROM a) v JOIN (SELECT " + numberedText + " t FROM b) w ON v.t = w.t JOIN (SELECT DISTINCT t FROM c) u ON u.t = w.t", fmt.Sprint(pairs)},
				{"COUNT(*) FROM a WHERE " + x + " IN (SELECT " + y + " FROM b)", fmt.Sprint(in)},
				{"COUNT(*) FROM a WHERE " + x + " NOT IN (SELECT " + y + " FROM b)", fmt.Sprint(notIn)},
				{"COUNT(*) FROM a WHERE " + x + " NOT IN (SELECT t FROM c)", fmt.Sprint(notIn)},
				{"COUNT(*) FROM a WHERE (" + x + " IN (SELECT " + y + " FROM b)) IS NULL", fmt.Sprint(unknown(absent, null, among, len(right)))},
				{"COUNT(*) FROM a WHERE NOT EXISTS (SELECT 1 FROM b WHERE " + x + " = " + y + ")", fmt.Sprint(absent + null)},
				{"COUNT(*), COUNT(DISTINCT v.t), COUNT(DISTINCT w.t) FROM (SELECT " + numberedText + " t FROM a) v JOIN (SELECT " + numberedText + " t FROM b) w ON v.t = w.t", fmt.Sprint(pairs, "\t", inBoth(own, among), "\t", inBoth(own, among))},
				{"COUNT(*), COUNT(DISTINCT v.t) FROM (SELECT " + numberedText + " t FROM a) v WHERE v.t IN (SELECT " + y + " FROM b)", fmt.Sprint(in, "\t", inBoth(own, among))},
				{"COUNT(*), COUNT(DISTINCT v.t), COUNT(DISTINCT w.t) FROM (SELECT " + numberedText + " t FROM a) v LEFT JOIN (SELECT " + numberedText + " t FROM b) w ON v.t = w.t", fmt.Sprint(pairs+absent+null, "\t", different(own), "\t", inBoth(own, among))},
				{"COUNT(*), SUM(w.t IS NULL), COUNT(DISTINCT v.t) FROM (SELECT " + numberedText + " t FROM a) v LEFT JOIN (SELECT " + numberedText + " t FROM b) w ON v.t = w.t WHERE w.t IS NULL", nulled(absent+null, different(own)-inBoth(own, among))},
				{"COUNT(*), COUNT(DISTINCT v.t), COUNT(DISTINCT u.t) FROM (SELECT " + numberedText + " t FROM a) v JOIN (SELECT DISTINCT " + numberedText + " t FROM b) w ON v.t = w.t LEFT JOIN (SELECT DISTINCT " + numberedText + " t FROM a WHERE n > 2) u ON u.t = w.t", fmt.Sprint(in, "\t", inBoth(own, among), "\t", inBoth(counted(above(left, 2)), among))},
			} {
				checkFact(t, s, c)
			}
		}
	}
}

// oftenest is how many texts of some rows are the one that others have most often, the first of several
// in their order.
func oftenest(own, among map[string]int) int {
	best := ""
	for text, n := range among {
		known := text != "NULL"
		if by := cmp.Or(cmp.Compare(n, among[best]), -cmp.Compare(flagOf(known), flagOf(best != "NULL")), -cmp.Compare(text, best)); by > 0 {
			best = text
		}
	}
	if best == "NULL" || own[best] == 0 {
		return 0
	}
	return 1
}

// flagOf is 1 of what is true: NULL comes before all texts.
func flagOf(is bool) int {
	if is {
		return 1
	}
	return 0
}

// different is how many texts there are.
func different(rows map[string]int) int {
	if rows["NULL"] > 0 {
		return len(rows) - 1
	}
	return len(rows)
}

// inBoth is how many texts of some rows others have, too.
func inBoth(rows, among map[string]int) (n int) {
	for text := range rows {
		if text != "NULL" && among[text] > 0 {
			n++
		}
	}
	return n
}

// above gives the rows with larger numbers than one.
func above(rows []numberedTextRow, n int) (out []numberedTextRow) {
	for _, r := range rows {
		if r.n > n {
			out = append(out, r)
		}
	}
	return out
}

// nulled is the row of how many rows are counted, all of them without a partner, and of how many texts.
func nulled(rows, texts int) string {
	if rows == 0 {
		return fmt.Sprint(0, "\tNULL\t", 0)
	}
	return fmt.Sprint(rows, "\t", rows, "\t", texts)
}

// unknown is of how many rows it is not known whether their text is among others.
func unknown(absent, null int, among map[string]int, rows int) int {
	switch {
	case rows == 0:
		return 0
	case among["NULL"] > 0:
		return absent + null
	}
	return null
}

// unmatched is how many rows have no partner among others.
func unmatched(rows, among map[string]int) (n int) {
	for text, rows := range rows {
		if text == "NULL" || among[text] == 0 {
			n += rows
		}
	}
	return n
}

// notNull is how many rows have a text.
func notNull(rows []numberedTextRow) int { return len(rows) - counted(rows)["NULL"] }
