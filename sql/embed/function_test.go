package embed_test

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"gsdms/sql/embed"
	"gsdms/sql/parse"
)

// functions are some that a program may bring.
func functions() []embed.Function {
	return []embed.Function{
		{Name: "hypotenuse", Params: []embed.NumberType{embed.Double, embed.Double}, Returns: embed.Double, Loop: func(out embed.Numbers, in []embed.Numbers) {
			for i := range out.Floats {
				out.Floats[i] = math.Sqrt(in[0].Floats[i]*in[0].Floats[i] + in[1].Floats[i]*in[1].Floats[i])
			}
		}},
		{Name: "Root_Of", Params: []embed.NumberType{embed.Double}, Returns: embed.Double, Loop: func(out embed.Numbers, in []embed.Numbers) {
			for i, x := range in[0].Floats {
				out.Floats[i] = math.Sqrt(x)
			}
		}},
		{Name: "inverse", Params: []embed.NumberType{embed.Double}, Returns: embed.Double, Loop: func(out embed.Numbers, in []embed.Numbers) {
			for i, x := range in[0].Floats {
				out.Floats[i] = 1 / x
			}
		}},
		{Name: "steps", Params: []embed.NumberType{embed.BigInt}, Returns: embed.BigInt, Loop: func(out embed.Numbers, in []embed.Numbers) {
			for i, n := range in[0].Ints {
				out.Ints[i] = collatz(n)
			}
		}},
		{Name: "negated", Params: []embed.NumberType{embed.BigInt}, Returns: embed.BigInt, Loop: func(out embed.Numbers, in []embed.Numbers) {
			for i, n := range in[0].Ints {
				out.Ints[i] = -n
			}
		}},
		{Name: "mix", Params: []embed.NumberType{embed.BigInt, embed.Double, embed.BigInt}, Returns: embed.Double, Loop: func(out embed.Numbers, in []embed.Numbers) {
			for i := range out.Floats {
				out.Floats[i] = float64(in[0].Ints[i])*in[1].Floats[i] - float64(in[2].Ints[i])
			}
		}},
	}
}

// collatz is how many steps a number is from 1, of some thousand.
func collatz(n int64) (steps int64) {
	for ; n > 1 && steps < 5000; steps++ {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
	}
	return steps
}

// asked gives all values of a query, by row.
func asked(t *testing.T, db *embed.DB, text string, args ...any) (out [][]any) {
	t.Helper()
	rows, err := db.Query(context.Background(), text, args...)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	defer rows.Close()
	for rows.Next() {
		row := make([]any, len(rows.Columns()))
		for i := range row {
			row[i] = rows.Value(i)
		}
		out = append(out, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return out
}

// withFunctions opens a folder with a table n of numbers: i from 1 to 200, x is i/4 or NULL.
func withFunctions(t *testing.T) *embed.DB {
	t.Helper()
	db, err := embed.Open(context.Background(), t.TempDir(), embed.Options{Functions: functions()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	var rows []string
	for i := 1; i <= 200; i++ {
		x := fmt.Sprint(float64(i) / 4)
		if i%10 == 0 {
			x = "NULL"
		}
		rows = append(rows, fmt.Sprintf("(%d, %s, %d, '%d')", i, x, i%7-3, i%5))
	}
	for _, text := range []string{"CREATE TABLE n (i INT PRIMARY KEY, x DOUBLE, d DECIMAL(5,2), s VARCHAR(5))", "INSERT INTO n VALUES " + strings.Join(rows, ", ")} {
		if _, err := db.Exec(context.Background(), text); err != nil {
			t.Fatal(err)
		}
	}
	return db
}

// Functions of the program give what its loops give, wherever they are called.
func TestFunctions(t *testing.T) {
	db := withFunctions(t)
	ctx := context.Background()
	for _, r := range asked(t, db, "SELECT i, x, CAST(d AS DOUBLE), hypotenuse(i, x), ROOT_OF(d), steps(i) + 1, mix(i, d, x), hypotenuse(s, i), IF(d > 0, inverse(d), -1) FROM n") {
		i, d := r[0].(int64), r[2].(float64)
		want := []any{nil, nil, collatz(i) + 1, nil, math.Sqrt(float64(i%5*(i%5) + i*i)), -1.0}
		if x, ok := r[1].(float64); ok {
			want[0], want[3] = math.Sqrt(float64(i*i)+x*x), float64(i)*d-math.Round(x)
			if half := x - math.Floor(x); half == 0.5 { // a tie goes to the even neighbour
				want[3] = float64(i)*d - math.RoundToEven(x)
			}
		}
		if d >= 0 {
			want[1] = math.Sqrt(d)
		}
		if d > 0 {
			want[5] = 1 / d
		}
		if !reflect.DeepEqual(r[3:], want) {
			t.Fatalf("row %d: %v, want %v", i, r[3:], want)
		}
	}
	most, sum, over := int64(0), 0.0, int64(0)
	for i := int64(1); i <= 200; i++ {
		most = max(most, collatz(i))
		if i%10 != 0 {
			sum += math.Sqrt(float64(i) / 4)
		}
		if collatz(i) > 50 {
			over++
		}
	}
	if _, err := db.Exec(ctx, "CREATE VIEW v AS SELECT i, steps(i) AS n FROM n"); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(ctx, "CREATE FUNCTION more (k INT) RETURNS INT RETURN steps(k) + 1"); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]any{
		"SELECT MAX(steps(i)) FROM n": most, "SELECT COUNT(negated(i)), SUM(negated(i)) FROM n": int64(200), "SELECT SUM(negated(i)) FROM n": "-20100", "SELECT negated(MAX(i)) FROM n": int64(-200), "SELECT COUNT(*) FROM n WHERE steps(i) > 50": over, "SELECT COUNT(*) FROM v WHERE n > 50": over,
		"SELECT steps(i) FROM n ORDER BY steps(i) DESC LIMIT 1": most, "SELECT MAX(more(i)) - 1 FROM n": most, "SELECT hypotenuse(3, 4)": 5.0, "SELECT steps('7')": collatz(7),
		"SELECT k FROM (SELECT steps(i) AS k, COUNT(*) AS c FROM n GROUP BY steps(i)) g ORDER BY k DESC LIMIT 1": most, "SELECT root_of(-1)": nil, "SELECT inverse(NULL)": nil,
		"SELECT MAX(steps(m)) FROM (SELECT MAX(i) AS m FROM n GROUP BY i) g":                                        most,
		"SELECT COUNT(*) FROM n a JOIN n b ON steps(a.i) = b.i WHERE b.i = 3":                                       int64(len(asked(t, db, "SELECT i FROM v WHERE n = 3"))),
		"SELECT SUM(LAST) FROM (SELECT MAX(steps(i)) OVER () AS last, ROW_NUMBER() OVER () r FROM n) w WHERE r = 1": fmt.Sprint(most),
		"SELECT CAST(SUM(steps(i)) AS SIGNED) - SUM(n) = 0 FROM n JOIN v USING (i)":                                 int64(1),
	} {
		if got := asked(t, db, text); len(got) != 1 || fmt.Sprint(got[0][0]) != fmt.Sprint(want) {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	if got := asked(t, db, "SELECT SUM(root_of(x)) FROM n")[0][0].(float64); math.Abs(got-sum) > 1e-9 {
		t.Errorf("the sum of roots is %v, want %v", got, sum)
	}
	if got := asked(t, db, "SELECT steps(?)", 27)[0][0]; got != collatz(27) {
		t.Errorf("of a parameter: %v", got)
	}
}

// What cannot be computed is an error with its place, and what describes functions has these.
func TestFunctionsAreLikeOthers(t *testing.T) {
	db := withFunctions(t)
	for text, want := range map[string]int{
		"SELECT inverse(d) FROM n": 1690, "SELECT SUM(inverse(d)) FROM n": 1690, "SELECT inverse(0)": 1690, "SELECT inverse(m) FROM (SELECT MAX(0*i) m FROM n) g": 1690,
		"SELECT hypotenuse(1)": 1318, "SELECT hypotenuse(1, 2, 3)": 1318, "SELECT hypotenus(1, 2)": 1305,
		"CREATE FUNCTION steps (i INT) RETURNS INT RETURN i": 1585, "DROP FUNCTION steps": 1305,
	} {
		_, err := db.Exec(context.Background(), text)
		if err == nil || parse.AsError("", err).Code != want {
			t.Errorf("%s: %v, want error %d", text, err, want)
		}
	}
	if _, err := db.Exec(context.Background(), "SELECT hypotenus(1, 2)"); err == nil || !strings.Contains(parse.AsError("", err).Hint, "hypotenuse") {
		t.Errorf("no hint: %v", err)
	}
	for text, want := range map[string]string{
		"EXPLAIN SELECT i FROM n WHERE steps(i) > 5":                                                                              "STEPS(n.i)",
		"EXPLAIN FORMAT = PROGRAM SELECT SUM(hypotenuse(i, x)) FROM n":                                                            "hypotenuse r",
		"SHOW FUNCTION STATUS LIKE 'steps'":                                                                                       "a function of the program",
		"SELECT DATA_TYPE, EXTERNAL_LANGUAGE FROM information_schema.ROUTINES WHERE ROUTINE_NAME = 'hypotenuse'":                  "[double GO]",
		"SELECT GROUP_CONCAT(DATA_TYPE ORDER BY ORDINAL_POSITION) FROM information_schema.PARAMETERS WHERE SPECIFIC_NAME = 'mix'": "[double,bigint,double,bigint]",
	} {
		if got := fmt.Sprint(asked(t, db, text)); !strings.Contains(got, want) {
			t.Errorf("%s: %s has no %s", text, got, want)
		}
	}
}

// Functions that cannot be are refused when the folder is opened.
func TestFunctionsRefused(t *testing.T) {
	loop := func(embed.Numbers, []embed.Numbers) {}
	one := []embed.NumberType{embed.Double}
	for _, f := range []embed.Function{
		{Name: "sqrt", Params: one, Returns: embed.Double, Loop: loop}, {Name: "count", Params: one, Returns: embed.Double, Loop: loop}, {Name: "select", Params: one, Returns: embed.Double, Loop: loop},
		{Name: "", Params: one, Returns: embed.Double, Loop: loop}, {Name: "f", Returns: embed.Double, Loop: loop}, {Name: "f", Params: one, Returns: embed.Double},
		{Name: "f", Params: make([]embed.NumberType, 4), Returns: embed.Double, Loop: loop}, {Name: "f", Params: []embed.NumberType{99}, Returns: embed.Double, Loop: loop},
		{Name: "addmonths", Params: one, Returns: embed.Double, Loop: loop},
	} {
		if db, err := embed.Open(context.Background(), t.TempDir(), embed.Options{Functions: []embed.Function{f}}); err == nil {
			t.Errorf("%+v is there", f)
			db.Close()
		}
	}
	folder := t.TempDir()
	db, err := embed.Open(context.Background(), folder, embed.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(context.Background(), "CREATE FUNCTION steps (i INT) RETURNS INT RETURN i"); err != nil {
		t.Error(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if db, err := embed.Open(context.Background(), folder, embed.Options{Functions: functions()}); err == nil {
		t.Error("a function of the program and one of the folder have one name")
		db.Close()
	}
	twice := append(functions(), functions()[0])
	if db, err := embed.Open(context.Background(), t.TempDir(), embed.Options{Functions: twice}); err == nil {
		t.Error("two functions of one name")
		db.Close()
	}
}

// A loop that panics ends its statement, not the program.
func TestFunctionPanics(t *testing.T) {
	ctx := context.Background()
	db, err := embed.Open(ctx, t.TempDir(), embed.Options{Functions: []embed.Function{{
		Name: "bad", Params: []embed.NumberType{embed.BigInt}, Returns: embed.BigInt, Loop: func(embed.Numbers, []embed.Numbers) { panic("a bad function") },
	}}})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(ctx, "CREATE TABLE t AS SELECT 1 AS i UNION SELECT 2"); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"SELECT bad(1)", "SELECT bad(i) FROM t", "SELECT bad(m) FROM (SELECT MAX(i) AS m FROM t) g"} {
		if _, err := db.Exec(ctx, text); err == nil || !strings.Contains(err.Error(), "a bad function") {
			t.Errorf("%s: %v", text, err)
		}
	}
}
