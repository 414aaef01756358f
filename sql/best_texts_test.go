package sql

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// The least and the greatest of texts that are made of columns, in all rows and by groups, are those that a
// loop finds, though most are not made: where parts are NULL, groups have no text, or the best begin alike.
func TestBestOfMadeTexts(t *testing.T) {
	const rows = 60_000
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	fill(t, s, rows)
	mustRun(t, s, `CREATE TABLE t AS SELECT i, IF(i MOD 13 = 5, NULL, i MOD 13) g, CONCAT('k', i MOD 5) k,
		IF(i MOD 11 = 3 OR i MOD 13 = 7, NULL, CONCAT('begin ', i * 7919 MOD 89)) a, CONCAT(i * 31 MOD 1009, 'é') b, i * 17 MOD 4001 n FROM n`)
	var all []partsRow
	for i := range rows {
		r := partsRow{g: fmt.Sprint(i % 13), k: fmt.Sprintf("k%d", i%5)}
		if i%13 == 5 {
			r.g = `\N`
		}
		b := fmt.Sprintf("%dé", i*31%1009)
		if i%11 != 3 && i%13 != 7 {
			r.text = fmt.Sprintf("begin %d%s%d", i*7919%89, b, i*17%4001)
		}
		r.end = string([]rune(b + fmt.Sprint(i*17%4001))[i%3:])
		all = append(all, r)
	}
	text, end, any := func(r partsRow) string { return r.text }, func(r partsRow) string { return r.end }, func(int) bool { return true }
	one, byG, byK := func(partsRow) string { return "" }, func(r partsRow) string { return r.g }, func(r partsRow) string { return r.k }
	for _, c := range []struct{ sql, want string }{
		{"SELECT MIN(@), MAX(@) FROM t", bestsOf(all, one, text, any)},
		{"SELECT g, MIN(@), MAX(@) FROM t GROUP BY g", bestsOf(all, byG, text, any)},
		{"SELECT k, MIN(@), MAX(@) FROM t WHERE i % 3 > 0 GROUP BY k", bestsOf(all, byK, text, func(i int) bool { return i%3 > 0 })},
		{"SELECT k, g, MIN(@), MAX(@) FROM t GROUP BY g, k", bestsOf(all, func(r partsRow) string { return r.k + "\t" + r.g }, text, any)},
		{"SELECT MIN(@), MAX(@) FROM t WHERE i MOD 13 = 7", bestsOf(all, one, text, func(i int) bool { return i%13 == 7 })},
		{"SELECT k, MIN(SUBSTRING(CONCAT(b, n), 1 + i MOD 3)), MAX(SUBSTRING(CONCAT(b, n), 1 + i MOD 3)) FROM t GROUP BY k", bestsOf(all, byK, end, any)},
		{"SELECT k, least, most FROM (SELECT k, MIN(x) least, MAX(x) most, COUNT(*) n FROM (SELECT k, CONCAT(a, b, n) x, i FROM t) d GROUP BY k) e WHERE n > 0", bestsOf(all, byK, text, any)},
		{"SELECT MIN(@) = MIN(CONCAT('begin ', SUBSTRING(@, 7))), COUNT(@) = COUNT(a) FROM t", "1\t1"},
		{"SELECT COUNT(*) FROM (SELECT n o, MAX(@) m FROM t GROUP BY n) d JOIN t ON n = o AND @ > m", "0"},
	} {
		sql := strings.NewReplacer("@", "CONCAT(a, b, n)").Replace(c.sql)
		for _, sql := range []string{sql, strings.ReplaceAll(sql, "CONCAT(a, b, n)", "CONCAT(a, CONCAT(b, n))"), strings.ReplaceAll(sql, "CONCAT(a, b, n)", "TRIM(CONCAT(a, b, n))")} {
			got := shown(t, mustRun(t, s, sql), "tsv")
			lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")[1:]
			slices.Sort(lines)
			if strings.Join(lines, "\n") != c.want {
				t.Errorf("%s:\n%s\ninstead of\n%s", sql, strings.Join(lines, "\n"), c.want)
			}
		}
	}
}

// partsRow is a row with its keys, and a text of its parts, empty for NULL, and the end of another.
type partsRow struct{ g, k, text, end string }

// bestsOf is the least and the greatest text of the groups of some rows, as lines in order.
func bestsOf(all []partsRow, by, of func(r partsRow) string, where func(i int) bool) string {
	found := map[string][]string{}
	for i, r := range all {
		if !where(i) {
			continue
		}
		text := of(r)
		switch b := found[by(r)]; {
		case text == "" && b == nil:
			found[by(r)] = []string{}
		case text == "":
		case len(b) == 0:
			found[by(r)] = []string{text, text}
		default:
			b[0], b[1] = min(b[0], text), max(b[1], text)
		}
	}
	var out []string
	for key, b := range found {
		if len(b) == 0 {
			b = []string{`\N`, `\N`}
		}
		out = append(out, strings.TrimPrefix(key+"\t"+strings.Join(b, "\t"), "\t"))
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}
