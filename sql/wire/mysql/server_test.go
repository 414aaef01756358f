package mysql

import (
	"context"
	stdsql "database/sql"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/go-mysql-org/go-mysql/client"
	"github.com/go-mysql-org/go-mysql/mysql"
	driver "github.com/go-sql-driver/mysql"

	"gsdms/pushscan"
	"gsdms/sql"
	"gsdms/sql/wire/wiretest"
)

// serve starts a server on a free port, with an empty folder, until the test ends.
func serve(t testing.TB, o Options) (*sql.Engine, string) {
	t.Helper()
	engine := wiretest.Open(t, sql.Config{Scan: pushscan.Options{Part: 64 << 10}})
	return engine, wiretest.Serve(t, NewServer(engine, o).Serve)
}

// pool opens a database/sql pool of the other client.
func pool(t testing.TB, address, options string) *stdsql.DB {
	t.Helper()
	db, err := stdsql.Open("mysql", "root@tcp("+address+")/shop"+options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func connect(t testing.TB, address string, options ...client.Option) *client.Conn {
	t.Helper()
	c, err := client.Connect(address, "root", "", "shop", options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func must(t testing.TB, db *stdsql.DB, text string, args ...any) {
	t.Helper()
	if _, err := db.Exec(text, args...); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

// Values of every type go in as parameters and come back, as text and in binary.
func TestValues(t *testing.T) {
	_, address := serve(t, Options{})
	db := pool(t, address, "?parseTime=true")
	must(t, db, "CREATE TABLE v (k INT PRIMARY KEY, i BIGINT, d DECIMAL(10,2), f DOUBLE, s VARCHAR(40), day DATE)")
	day := time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC)
	rows := [][]any{
		{int64(1), int64(math.MinInt64 + 1), "-12345678.90", 0.1, `it's "a" \ b; -- c`, day},
		{int64(2), nil, nil, nil, nil, nil},
		{int64(3), int64(math.MaxInt64), "0.05", -1e300, "", day.AddDate(-20, 0, 1)},
	}
	for _, r := range rows {
		must(t, db, "INSERT INTO v VALUES (?, ?, ?, ?, ?, ?)", r...)
	}
	for _, query := range []string{"SELECT * FROM v WHERE k >= 1 ORDER BY k", "SELECT * FROM v WHERE k >= ? ORDER BY k LIMIT ?"} {
		var args []any
		if strings.Contains(query, "?") {
			args = []any{1, 10}
		}
		got := scan(t, db, query, args...)
		if len(got) != len(rows) {
			t.Fatalf("%s: %d rows", query, len(got))
		}
		for i := range rows {
			for k := range rows[i] {
				want, have := rows[i][k], got[i][k]
				if b, ok := have.([]byte); ok {
					have = string(b)
				}
				if want != have && fmt.Sprint(want) != fmt.Sprint(have) {
					t.Errorf("%s: row %d, column %d is %v (%T), not %v", query, i, k, have, have, want)
				}
			}
		}
	}
	for _, c := range []struct {
		where string
		arg   any
		want  int
	}{
		{"s = ?", rows[0][4], 1}, {"s = ?", "x' OR '1'='1", 0}, {"d = ?", "0.05", 1}, {"d > ?", 0.01, 1}, {"f = ?", 0.1, 1}, {"day = ?", day, 1},
		{"i = ?", uint64(math.MaxInt64), 1}, {"i < ?", uint64(math.MaxUint64), 2}, {"k = ?", true, 1}, {"i = ?", nil, 0}, {"i <=> ?", nil, 1}, {"s = ?", []byte{}, 1},
	} {
		var n int
		if err := db.QueryRow("SELECT COUNT(*) FROM v WHERE "+c.where, c.arg).Scan(&n); err != nil || n != c.want {
			t.Errorf("%s with %v: %d, %v; want %d", c.where, c.arg, n, err, c.want)
		}
	}
}

func scan(t *testing.T, db *stdsql.DB, query string, args ...any) (out [][]any) {
	t.Helper()
	rows, err := db.Query(query, args...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	names, _ := rows.Columns()
	for rows.Next() {
		row, to := make([]any, len(names)), make([]any, len(names))
		for i := range row {
			to[i] = &row[i]
		}
		if err := rows.Scan(to...); err != nil {
			t.Fatal(err)
		}
		for i := range row {
			if b, ok := row[i].([]byte); ok {
				row[i] = string(b)
			}
		}
		out = append(out, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// A statement that is executed again gets its new values, also where the client does not
// send their types once more, and one value does not have the plan of another.
func TestExecuteAgain(t *testing.T) {
	_, address := serve(t, Options{})
	c := connect(t, address)
	for _, text := range []string{"SELECT ? + 1", "SELECT CONCAT(?, '!')"} {
		s, err := c.Prepare(text)
		if err != nil {
			t.Fatal(err)
		}
		if s.ParamNum() != 1 || s.ColumnNum() != 1 {
			t.Errorf("%s: %d parameters, %d columns", text, s.ParamNum(), s.ColumnNum())
		}
		for _, n := range []int{1, 2, 2, 41} {
			r, err := s.Execute(n)
			if err != nil {
				t.Fatal(err)
			}
			want := fmt.Sprint(n + 1)
			if strings.Contains(text, "CONCAT") {
				want = fmt.Sprintf("%d!", n)
			}
			if got, _ := r.GetString(0, 0); got != want {
				t.Errorf("%s with %d is %q", text, n, got)
			}
		}
	}
	// Spaces within a value are no spaces of the statement.
	s, err := c.Prepare("SELECT LENGTH(?)")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"a b", "a  b", "a /* */ b"} {
		r, err := s.Execute(text)
		if err != nil {
			t.Fatal(err)
		}
		if n, _ := r.GetInt(0, 0); n != int64(len(text)) {
			t.Errorf("the length of %q is %d", text, n)
		}
	}
}

// The bytes of an execution without types mean what they meant the time before.
func TestTypesAreKept(t *testing.T) {
	engine, _ := serve(t, Options{})
	p, err := engine.NewSession().Prepare(context.Background(), "SELECT ?")
	if err != nil {
		t.Fatal(err)
	}
	s := &statement{Prepared: p}
	first := []byte{0, 1, 0, 0, 0, 0, 1, mysql.MYSQL_TYPE_TINY, 0, 0xff}
	again := []byte{0, 1, 0, 0, 0, 0, 0, 7}
	for i, want := range []int64{-1, 7} {
		v, err := s.values([][]byte{first, again}[i])
		if err != nil || v[0].Int != want {
			t.Errorf("execution %d: %v, %v; want %d", i+1, v, err, want)
		}
	}
	for cut := range first {
		if _, err := (&statement{Prepared: p}).values(first[:cut]); err == nil {
			t.Errorf("%d bytes are taken for an execution", cut)
		}
	}
}

// Columns have the types and lengths that MySQL gives them.
func TestFields(t *testing.T) {
	_, address := serve(t, Options{})
	c := connect(t, address)
	for _, text := range []string{"CREATE TABLE f (i INT, d DECIMAL(10,3), f DOUBLE, s VARCHAR(7), day DATE)", "INSERT INTO f VALUES (1, 2.5, 3.5, 'x', '2024-01-02')"} {
		if _, err := c.Execute(text); err != nil {
			t.Fatal(err)
		}
	}
	r, err := c.Execute("SELECT i, d, f, s, day FROM f")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []mysql.Field{
		{Type: mysql.MYSQL_TYPE_LONG, Charset: 63, ColumnLength: 11}, {Type: mysql.MYSQL_TYPE_NEWDECIMAL, Charset: 63, ColumnLength: 12, Decimal: 3},
		{Type: mysql.MYSQL_TYPE_DOUBLE, Charset: 63, ColumnLength: 22, Decimal: 31}, {Type: mysql.MYSQL_TYPE_VAR_STRING, Charset: 46, ColumnLength: 28}, {Type: mysql.MYSQL_TYPE_DATE, Charset: 63, ColumnLength: 10},
	} {
		f := r.Fields[i]
		if f.Type != want.Type || f.Charset != want.Charset || f.ColumnLength != want.ColumnLength || f.Decimal != want.Decimal || f.Flag&mysql.UNSIGNED_FLAG != 0 {
			t.Errorf("column %s is %+v, want %+v", f.Name, f, want)
		}
	}
	listed, err := c.FieldList("f", "")
	if err != nil || len(listed) != 5 || string(listed[3].Name) != "s" {
		t.Errorf("the list of fields is %v, %v", listed, err)
	}
}

// 100,000 rows come, all and in order, while a client that takes none holds up nobody.
func TestManyRows(t *testing.T) {
	_, address := serve(t, Options{})
	db := pool(t, address, "")
	must(t, db, "CREATE TABLE n (n INT)")
	for base := 0; base < 1000; base += 500 {
		var b strings.Builder
		for i := range 500 {
			fmt.Fprintf(&b, ",(%d)", base+i)
		}
		must(t, db, "INSERT INTO n VALUES "+b.String()[1:])
	}
	const all = "SELECT a.n * 1000 + b.n AS x, CONCAT('row ', a.n) FROM n a JOIN n b ON b.n < 1000 WHERE a.n < 100 ORDER BY x"
	slow, err := db.Query(strings.ReplaceAll(all, "a.n < 100", "a.n < 101")) // its rows are not read yet
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	for _, order := range []string{" ORDER BY x", ""} { // the second comes in parts
		query := strings.ReplaceAll(all, " ORDER BY x", order)
		inOrder(t, db, query)
		inOrder(t, db, strings.ReplaceAll(query, "a.n < 100", "a.n < ?"), 100)
	}
	rows, err := db.Query("SELECT a.n * (9223372036854775807 DIV 990) FROM n a JOIN n b ON b.n < 1000")
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for ; rows.Next(); at++ {
	}
	if err := rows.Err(); at == 0 || at > 991_000 || err == nil || !strings.Contains(err.Error(), "1690") {
		t.Errorf("%d rows, and then %v", at, err)
	}
	if got := scan(t, db, "SELECT COUNT(*) FROM n"); fmt.Sprint(got) != "[[1000]]" {
		t.Errorf("behind the error: %v", got)
	}
}

// inOrder reads 100,000 rows of which it knows what they are.
func inOrder(t *testing.T, db *stdsql.DB, query string, args ...any) {
	t.Helper()
	rows, err := db.Query(query, args...)
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for ; rows.Next(); at++ {
		var x int
		var text string
		if err := rows.Scan(&x, &text); err != nil || x != at || text != fmt.Sprintf("row %d", at/1000) {
			t.Fatalf("row %d is %d, %q, %v", at, x, text, err)
		}
	}
	if err := rows.Err(); err != nil || at != 100_000 {
		t.Errorf("%d rows, %v", at, err)
	}
}

// An error has MySQL's number and state, and the connection goes on.
func TestErrors(t *testing.T) {
	_, address := serve(t, Options{})
	c := connect(t, address)
	for text, code := range map[string]uint16{"SELECT * FROM nope": 1146, "SELEC 1": 1064, "SELECT x": 1054, "USE nope": 1049, "SET version = 'x'": 1238, "KILL 4000000000": 1094} {
		var e *mysql.MyError
		if _, err := c.Execute(text); !errors.As(err, &e) || e.Code != code || e.State != mysql.MySQLState[code] && mysql.MySQLState[code] != "" {
			t.Errorf("%s: %v, want %d", text, err, code)
		}
	}
	if _, err := c.Prepare("SELECT * FROM nope WHERE x = ?"); err == nil || !strings.Contains(err.Error(), "1146") {
		t.Errorf("preparing: %v", err)
	}
	if err := c.Ping(); err != nil {
		t.Error(err)
	}
	if _, err := client.Connect(address, "eve", "", ""); err == nil || !strings.Contains(err.Error(), "1045") {
		t.Errorf("a stranger: %v", err)
	}
	if _, err := client.Connect(address, "root", "guess", ""); err == nil || !strings.Contains(err.Error(), "1045") {
		t.Errorf("a wrong password: %v", err)
	}
	if _, err := client.Connect(address, "root", "", "nope"); err == nil || !strings.Contains(err.Error(), "1049") {
		t.Errorf("a wrong database: %v", err)
	}
}

// Several statements in one query give several results; without the client's word it is an
// error.
func TestMultiStatements(t *testing.T) {
	_, address := serve(t, Options{})
	db := pool(t, address, "?multiStatements=true")
	rows, err := db.Query("SELECT 1; SELECT 'a;b', 2; SET NAMES utf8mb4; SELECT 3")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var got []string
	for more := true; more; more = rows.NextResultSet() {
		names, _ := rows.Columns()
		for rows.Next() {
			cells, to := make([]string, len(names)), make([]any, len(names))
			for i := range cells {
				to[i] = &cells[i]
			}
			if err := rows.Scan(to...); err != nil {
				t.Fatal(err)
			}
			got = append(got, strings.Join(cells, ","))
		}
	}
	if s := strings.Join(got, " "); s != "1 a;b,2 3" {
		t.Errorf("the results are %s", s)
	}
	if _, err := connect(t, address).Execute("SELECT 1; SELECT 2"); err == nil || !strings.Contains(err.Error(), "1064") {
		t.Errorf("without the client's word: %v", err)
	}
}

// driver's registration is what database/sql opens.
var _ = driver.MySQLDriver{}
