package mysql

import (
	"testing"
	"time"

	"github.com/go-mysql-org/go-mysql/mysql"
)

// Moments and times go in as parameters and come back, as text and in binary, and say what
// they are.
func TestTimes(t *testing.T) {
	_, address := serve(t, Options{})
	db := pool(t, address, "?parseTime=true")
	must(t, db, "CREATE TABLE v (k INT PRIMARY KEY, a DATETIME, b DATETIME(6), c TIME, d TIME(3))")
	at := time.Date(2013, 7, 15, 10, 11, 12, 345678000, time.UTC)
	must(t, db, "INSERT INTO v VALUES (?, ?, ?, ?, ?), (2, '1969-12-31', '1969-12-31', '-100:00:01', '00:00:00')", 1, at.Truncate(time.Second), at, "10:11:12", "-00:00:00.5")
	for _, query := range []string{"SELECT * FROM v WHERE k < 3 ORDER BY k", "SELECT * FROM v WHERE k < ? ORDER BY k"} {
		var args []any
		if query[len(query)-12] == '?' {
			args = []any{3}
		}
		got := scan(t, db, query, args...)
		midnight := time.Date(1969, 12, 31, 0, 0, 0, 0, time.UTC)
		for i, want := range [][]any{{int64(1), at.Truncate(time.Second), at, "10:11:12", "-00:00:00.500"}, {int64(2), midnight, midnight, "-100:00:01", "00:00:00.000"}} {
			for k := range want {
				if got[i][k] != want[k] {
					t.Errorf("%s: row %d, column %d is %v (%T), not %v", query, i, k, got[i][k], got[i][k], want[k])
				}
			}
		}
	}
	var n int
	if err := db.QueryRow("SELECT COUNT(*) FROM v WHERE b = ? AND c = ?", at, "10:11:12").Scan(&n); err != nil || n != 1 {
		t.Errorf("%d rows, %v; want 1", n, err)
	}
	r, err := connect(t, address).Execute("SELECT a, b, c, d FROM v")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []mysql.Field{
		{Type: mysql.MYSQL_TYPE_DATETIME, ColumnLength: 19}, {Type: mysql.MYSQL_TYPE_DATETIME, ColumnLength: 26, Decimal: 6},
		{Type: mysql.MYSQL_TYPE_TIME, ColumnLength: 10}, {Type: mysql.MYSQL_TYPE_TIME, ColumnLength: 14, Decimal: 3},
	} {
		if f := r.Fields[i]; f.Type != want.Type || f.ColumnLength != want.ColumnLength || f.Decimal != want.Decimal {
			t.Errorf("column %s is %+v, want %+v", f.Name, f, want)
		}
	}
}
