package mysql

import (
	"bytes"
	"errors"
	"testing"

	"github.com/go-mysql-org/go-mysql/mysql"
	driver "github.com/go-sql-driver/mysql"
)

// Members of ENUM and SET, and bytes of any value, go in as parameters and come back, as text and in
// binary, and say what they are.
func TestListedAndBytes(t *testing.T) {
	_, address := serve(t, Options{})
	db := pool(t, address, "")
	must(t, db, "CREATE TABLE v (k INT PRIMARY KEY, e ENUM('small', 'größer'), s SET('a', 'b'), b VARBINARY(300), f BINARY(2), w BLOB)")
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	must(t, db, "INSERT INTO v VALUES (?, ?, ?, ?, ?, ?)", 1, "größer", "b,a", all, []byte{0xff}, []byte("text"))
	must(t, db, "INSERT INTO v VALUES (?, ?, ?, ?, ?, ?)", 2, 1, 2, []byte{}, nil, all[128:])
	for _, query := range []string{"SELECT e, s, b, f, w FROM v WHERE k = 1", "SELECT e, s, b, f, w FROM v WHERE b = ?"} {
		var args []any
		if query[len(query)-1] == '?' {
			args = []any{all}
		}
		var e, s string
		var b, f, w []byte
		if err := db.QueryRow(query, args...).Scan(&e, &s, &b, &f, &w); err != nil {
			t.Fatal(err)
		}
		if e != "größer" || s != "a,b" || !bytes.Equal(b, all) || !bytes.Equal(f, []byte{0xff, 0}) || string(w) != "text" {
			t.Errorf("%s gives %q, %q, %x, %x and %q", query, e, s, b, f, w)
		}
	}
	var n int
	if err := db.QueryRow("SELECT COUNT(*) FROM v WHERE e = ? AND s = ? AND w = ? AND b = ''", "small", 2, all[128:]).Scan(&n); err != nil || n != 1 {
		t.Errorf("%d rows, %v; want 1", n, err)
	}
	r, err := connect(t, address).Execute("SELECT e, s, b, f, w FROM v")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []mysql.Field{
		{Type: mysql.MYSQL_TYPE_STRING, ColumnLength: 24, Flag: mysql.ENUM_FLAG, Charset: textCharset}, {Type: mysql.MYSQL_TYPE_STRING, ColumnLength: 12, Flag: mysql.SET_FLAG, Charset: textCharset},
		{Type: mysql.MYSQL_TYPE_VAR_STRING, ColumnLength: 300, Flag: mysql.BINARY_FLAG, Charset: binaryCharset}, {Type: mysql.MYSQL_TYPE_STRING, ColumnLength: 2, Flag: mysql.BINARY_FLAG, Charset: binaryCharset},
		{Type: mysql.MYSQL_TYPE_BLOB, ColumnLength: longText, Flag: mysql.BINARY_FLAG | mysql.BLOB_FLAG, Charset: binaryCharset},
	} {
		if f := r.Fields[i]; f.Type != want.Type || f.ColumnLength != want.ColumnLength || f.Flag != want.Flag || f.Charset != want.Charset {
			t.Errorf("column %s is %+v, want %+v", f.Name, f, want)
		}
	}
}

// A client that puts parameters into the statement itself writes bytes as they are, in quotes.
func TestBytesInQuotes(t *testing.T) {
	_, address := serve(t, Options{})
	db := pool(t, address, "")
	must(t, db, "CREATE TABLE v (k INT PRIMARY KEY, b VARBINARY(10), s VARCHAR(10))")
	must(t, db, "INSERT INTO v VALUES (1, '\x80\xff', 'a'), (2, '\xc3', 'b'), (3, NULL, NULL)")
	for _, c := range []struct {
		where string
		want  int
	}{
		{"b = '\x80\xff'", 1}, {"b <=> '\xc3'", 1}, {"b > '\x80\xff'", 1}, {"b <> '\xff'", 2}, {"b IN ('\xff', '\xc3')", 1}, {"b BETWEEN '\x80' AND '\xc2\xff'", 1},
	} {
		var n int
		if err := db.QueryRow("SELECT COUNT(*) FROM v WHERE " + c.where).Scan(&n); err != nil || n != c.want {
			t.Errorf("%q: %d rows, %v; want %d", c.where, n, err, c.want)
		}
	}
	var e *driver.MySQLError
	if _, err := db.Exec("SELECT * FROM v WHERE s = '\xff'"); !errors.As(err, &e) || e.Number != 1366 {
		t.Errorf("a text that is not UTF-8: %v", err)
	}
}
