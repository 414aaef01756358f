// Command driver talks to a server of gsdms as a program with go-sql-driver does. Argument: the port;
// STAR names the folder of the benchmark's queries and their answers.
package main

import (
	"context"
	stdsql "database/sql"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/go-sql-driver/mysql"
)

func main() {
	if err := talk(os.Args[1]); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

// talk does all, with statements that the server prepares, then with parameters put into the text.
func talk(port string) error {
	for _, options := range []string{"", "&interpolateParams=true", "&compress=true"} {
		db, err := stdsql.Open("mysql", "root@tcp(127.0.0.1:"+port+")/shop?parseTime=true"+options)
		if err != nil {
			return err
		}
		defer db.Close()
		for _, step := range []func(*stdsql.DB) error{browse, every, star, million, wrong, cancelled, gone} {
			if err := step(db); err != nil {
				return fmt.Errorf("with %q: %w", options, err)
			}
		}
	}
	return nil
}

// ask gives the rows of a query as lines of fields parted by tabs.
func ask(db *stdsql.DB, text string, args ...any) (string, error) {
	rows, err := db.Query(text, args...)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return "", err
	}
	var out strings.Builder
	cells, to := make([]stdsql.NullString, len(names)), make([]any, len(names))
	for i := range cells {
		to[i] = &cells[i]
	}
	for rows.Next() {
		if err := rows.Scan(to...); err != nil {
			return "", err
		}
		for i, c := range cells {
			if !c.Valid {
				c.String = "NULL"
			}
			out.WriteString(c.String + map[bool]string{true: "\n", false: "\t"}[i == len(cells)-1])
		}
	}
	return out.String(), rows.Err()
}

// same runs a query that must give such rows.
func same(db *stdsql.DB, want, text string, args ...any) error {
	got, err := ask(db, text, args...)
	if err == nil && got != want {
		err = fmt.Errorf("%s: %q, not %q", text, got, want)
	}
	return err
}

func browse(db *stdsql.DB) error {
	return errors.Join(
		db.Ping(), same(db, "million\n", "SHOW TABLES LIKE 'mill%'"), same(db, "shop\n", "SHOW DATABASES LIKE 'shop'"),
		same(db, "n\nhalf\ns\nd\n", "SELECT column_name FROM information_schema.columns WHERE table_schema = ? AND table_name = ? ORDER BY ordinal_position", "shop", "million"))
}

// every binds values and NULLs of every type, and reads them.
func every(db *stdsql.DB) error {
	at := time.Date(2024, 2, 29, 23, 59, 1, 125e6, time.UTC)
	row := []any{int64(1), int64(math.MinInt64 + 1), uint64(math.MaxUint64), int64(-128), "-1234567890123456789012345678.90", 0.1, float32(1.5), "it's \\ \"ä\" %", "line\nline", []byte("\x00\xff'\\"), []byte("\xde\xad\xbe\xef"),
		at.Truncate(24 * time.Hour), at, at.Truncate(time.Second), "12:03:04", int64(2024), true, "b", `{"a": [1, null]}`}
	none := make([]any, len(row))
	none[0] = int64(2)
	if _, err := db.Exec("DELETE FROM bound"); err != nil {
		return err
	}
	put, err := db.Prepare("INSERT INTO bound VALUES (?" + strings.Repeat(", ?", len(row)-1) + ")")
	if err != nil {
		return err
	}
	defer put.Close()
	for _, values := range [][]any{row, none} {
		if _, err := put.Exec(values...); err != nil {
			return err
		}
	}
	if err := same(db, "2\n", "SELECT n FROM same"); err != nil {
		return err
	}
	rows, err := db.Query("SELECT * FROM every WHERE k <= ? ORDER BY k", 2)
	if err != nil {
		return err
	}
	defer rows.Close()
	row[16] = int64(1) // what BOOLEAN is
	for _, want := range [][]any{row, none} {
		got, to := make([]any, len(row)), make([]any, len(row))
		for i := range got {
			to[i] = &got[i]
		}
		if !rows.Next() {
			return errors.Join(errors.New("a row is not there"), rows.Err())
		}
		if err := rows.Scan(to...); err != nil {
			return err
		}
		for i := range got {
			if spell(got[i]) != spell(want[i]) {
				return fmt.Errorf("column %d is %s, not %s", i+1, spell(got[i]), spell(want[i]))
			}
		}
	}
	return nil
}

// spell is a value and the type that it must have, where that is not a text; numbers that fit no int64
// come as texts, too.
func spell(v any) string {
	switch of := v.(type) {
	case []byte:
		v = string(of)
	case uint64:
		v = fmt.Sprint(of)
	}
	return fmt.Sprintf("%T %v", v, v)
}

// star runs the 13 queries of the benchmark.
func star(db *stdsql.DB) error {
	files, err := filepath.Glob(filepath.Join(os.Getenv("STAR"), "*.sql"))
	if err != nil || len(files) != 13 {
		return fmt.Errorf("queries: %d, %w", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		want, err := os.ReadFile(strings.TrimSuffix(file, "sql") + "tsv")
		if err != nil {
			return err
		}
		if err := same(db, string(want), string(text)); err != nil {
			return err
		}
	}
	return nil
}

// million reads a million rows, one after another.
func million(db *stdsql.DB) error {
	rows, err := db.Query("SELECT n, half, s, d FROM million WHERE n >= ?", 0)
	if err != nil {
		return err
	}
	defer rows.Close()
	count, sum, nulls := 0, 0, 0
	for ; rows.Next(); count++ {
		var n int
		var half float64
		var s string
		var d stdsql.NullString
		if err := rows.Scan(&n, &half, &s, &d); err != nil {
			return err
		}
		if half != float64(n)/2 || s != fmt.Sprint("text ", n%1000) || d.Valid == (n%7 == 0) {
			return fmt.Errorf("a row is %d, %v, %q, %v", n, half, s, d)
		}
		sum += n
		if !d.Valid {
			nulls++
		}
	}
	if got := []int{count, sum, nulls}; !slices.Equal(got, []int{1000000, 499999500000, 142858}) {
		return fmt.Errorf("a million rows: %v", got)
	}
	return rows.Err()
}

// numbered is nil for an error of such a number.
func numbered(err error, number uint16) error {
	if e := (*mysql.MySQLError)(nil); !errors.As(err, &e) || e.Number != number {
		return fmt.Errorf("error %d was to come, not %w", number, err)
	}
	return nil
}

func wrong(db *stdsql.DB) error {
	_, err := ask(db, "SELECT * FROM nope")
	_, prepared := db.Prepare("SELECT * FROM nope WHERE x = ?")
	return errors.Join(numbered(err, 1146), numbered(prepared, 1146), same(db, "7\n", "SELECT 7"))
}

const long = "SELECT COUNT(*) FROM million a JOIN million b ON a.half * b.half + MOD(a.n, b.n + 3) < 17"

// cancelled cancels a query by its context, and by KILL QUERY.
func cancelled(db *stdsql.DB) error {
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	if err := db.QueryRowContext(ctx, long).Scan(new(int)); !errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("a query that was cancelled ends with %w", err)
	}
	c, err := db.Conn(context.Background())
	if err != nil {
		return err
	}
	defer c.Close()
	var id int
	if err := c.QueryRowContext(context.Background(), "SELECT CONNECTION_ID()").Scan(&id); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- c.QueryRowContext(context.Background(), long).Scan(new(int)) }()
	runs := ""
	for runs == "" {
		if runs, err = ask(db, "SELECT 'runs' FROM information_schema.processlist WHERE id = ? AND info LIKE '%JOIN million b%'", id); err != nil {
			return err
		}
	}
	if _, err := db.Exec(fmt.Sprintf("KILL QUERY %d", id)); err != nil {
		return err
	}
	seven := 0
	return errors.Join(numbered(<-ended, 1317), c.QueryRowContext(context.Background(), "SELECT 7").Scan(&seven))
}

// gone kills a connection; the pool makes another.
func gone(db *stdsql.DB) error {
	c, err := db.Conn(context.Background())
	if err != nil {
		return err
	}
	var id int
	if err := c.QueryRowContext(context.Background(), "SELECT CONNECTION_ID()").Scan(&id); err != nil {
		return err
	}
	if _, err := db.Exec(fmt.Sprintf("KILL %d", id)); err != nil {
		return err
	}
	if err := c.QueryRowContext(context.Background(), "SELECT 1").Scan(new(int)); err == nil {
		return errors.New("a connection that was killed goes on")
	}
	return errors.Join(c.Close(), same(db, "1000000\n", "SELECT COUNT(*) FROM million"))
}
