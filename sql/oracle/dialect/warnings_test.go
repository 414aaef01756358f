package dialect

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// warned is a statement, and where MariaDB warns otherwise than MySQL 8: how. Then ours is what it is
// compared with.
type warned struct {
	text string
	ours string // codes
	why  string
}

// warnedOf are statements whose warnings are compared.
var warnedOf = []warned{
	{text: "SELECT CAST('abc' AS SIGNED)"},
	{text: "SELECT CAST('12abc' AS UNSIGNED)"},
	{text: "SELECT CAST('1.5' AS SIGNED)"},
	{text: "SELECT CAST('' AS SIGNED)"},
	{text: "SELECT CAST('12' AS SIGNED), CAST('-7' AS SIGNED)"},
	{text: "SELECT CAST('99999999999999999999' AS SIGNED)"},
	{text: "SELECT CAST('abc' AS DECIMAL(10, 2))"},
	{text: "SELECT CAST('1.25x' AS DOUBLE)"},
	{text: "SELECT '3x' + 1"},
	{text: "SELECT '3' + 1, ' 3' + 1"},
	{text: "SELECT '3 ' + 1", why: "a note tells of blanks behind a number there"},
	{text: "SELECT 1 / 0"},
	{text: "SELECT 5 DIV 0"},
	{text: "SELECT MOD(5, 0), 5.5 % 0"},
	{text: "SELECT 1 / NULLIF(0, 0)"},
	{text: "SELECT CAST('abc' AS DATE)"},
	{text: "SELECT CAST('2020-02-30' AS DATE)"},
	{text: "SELECT CAST('2020-01-01xyz' AS DATE)"},
	{text: "SELECT CAST('abc' AS TIME)"},
	{text: "SELECT CAST('10:11:12' AS TIME)"},
	{text: "SELECT YEAR('abc'), MONTH('2020-01-02')"},
	{text: "SELECT UNIX_TIMESTAMP('x'), UNIX_TIMESTAMP(CONCAT('2020-13-0', id)) FROM warned"},
	{text: "SELECT STR_TO_DATE('x', '%Y')"},
	{text: "SELECT STR_TO_DATE('2020-01-01', '%Y-%m-%d')"},
	{text: "SELECT LN(0)", ours: "3020", why: "a logarithm of nothing is a division by zero there"},
	{text: "SELECT IF(1, 2, 'x' + 0)"},
	{text: "SELECT t + 0 FROM warned"},
	{text: "SELECT t + 0 FROM warned WHERE id = 2"},
	{text: "SELECT YEAR(t) FROM warned"},
	{text: "SELECT id FROM warned WHERE t = 0"},
	{text: "SELECT SUM(t) FROM warned"},
	{text: "SELECT SUM(CAST(t AS SIGNED)) FROM warned WHERE t REGEXP '^[0-9]+$'"},
	{text: "SELECT CASE WHEN id = 1 THEN CAST(t AS SIGNED) END FROM warned"},
	{text: "SELECT 6 / n FROM warned"},
	{text: "SELECT 6 / n FROM warned WHERE n <> 0"},
	{text: "SELECT IF(n = 0, 0, 6 / n) FROM warned"},
	{text: "SELECT SUM(n) / SUM(n * 0) FROM warned"},
	{text: "SELECT id FROM warned WHERE id = '1x'"},
	{text: "DROP TABLE IF EXISTS never"},
	{text: "CREATE TABLE IF NOT EXISTS warned (a INT)"},
	{text: "SELECT 1"},
}

// The codes of SHOW WARNINGS are MariaDB's, each once: one for each value here, and for each row there.
func TestWarningsEqualMariaDB(t *testing.T) {
	b := openWarned(t, mariaDB())
	for _, w := range warnedOf {
		ours, theirs := warningsAfter(t.Context(), b.ours.ask, w.text), warningsAfter(t.Context(), b.theirs.ask, w.text)
		switch {
		case w.why == "" && ours != theirs:
			t.Errorf("%s: codes %s, and MariaDB's %s", w.text, ours, theirs)
		case w.why != "" && ours != w.ours:
			t.Errorf("%s: codes %s, not %s", w.text, ours, w.ours)
		case w.why != "" && ours == theirs:
			t.Errorf("%s: MariaDB warns as MySQL does, and %q says that it does not", w.text, w.why)
		}
	}
}

// They are MySQL 8's, too.
func TestWarningsEqualMySQL(t *testing.T) {
	b := openWarned(t, mySQL())
	for _, w := range warnedOf {
		if ours, theirs := warningsAfter(t.Context(), b.ours.ask, w.text), warningsAfter(t.Context(), b.theirs.ask, w.text); ours != theirs {
			t.Errorf("%s: codes %s, and MySQL's %s", w.text, ours, theirs)
		}
	}
}

// openWarned has both systems with a table of texts and numbers.
func openWarned(t *testing.T, m maker) *both {
	t.Helper()
	b := open(t, m)
	b.theirs.db.SetMaxOpenConns(1) // whose warnings are asked for
	for _, text := range []string{
		"CREATE TABLE warned (id INT PRIMARY KEY, t VARCHAR(20), n INT)",
		"INSERT INTO warned VALUES (1, 'abc', 0), (2, '12', 1), (3, '3x', 2), (4, '2020-01-01', 3), (5, NULL, NULL)",
	} {
		if a := b.ours.ask(t.Context(), text); a.err != nil {
			t.Fatal(a.err)
		}
		if _, err := b.theirs.db.ExecContext(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// warningsAfter gives the codes that SHOW WARNINGS lists after a statement, each once.
func warningsAfter(ctx context.Context, ask func(context.Context, string) answer, text string) string {
	ask(ctx, "SELECT COUNT(*) FROM warned") // MariaDB keeps those of before where a statement reads no table
	if a := ask(ctx, text); a.err != nil {
		return a.err.Error()
	}
	var codes []string
	for _, row := range ask(ctx, "SHOW WARNINGS").rows {
		codes = append(codes, row[1].text)
	}
	slices.Sort(codes)
	return strings.Join(slices.Compact(codes), " ")
}
