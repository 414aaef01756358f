package dialect

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-mysql-org/go-mysql/client"
	"github.com/go-mysql-org/go-mysql/mysql"
)

// onlyMySQL is in front of a statement that MariaDB answers otherwise than MySQL 8.
const onlyMySQL = "MySQL: "

// TestStatementsEqualMySQL compares statements as clients write them, one a line of the files of
// testdata/statements, each file behind those of tables.sql in a database of its own: rows, the names of columns, the numbers of
// errors, how many rows are affected and which number a row has got.
func TestStatementsEqualMySQL(t *testing.T) { statements(t, mySQL(), "") }

// TestStatementsEqualMariaDB compares those that are not marked.
func TestStatementsEqualMariaDB(t *testing.T) { statements(t, mariaDB(), onlyMySQL) }

func statements(t *testing.T, m maker, apart string) {
	t.Helper()
	s := begin(t, m)
	e, err := openEngine(t.Context(), filepath.Join(t.TempDir(), "d"))
	if err != nil {
		t.Fatal(err)
	}
	socket := door(t, e)
	files, err := filepath.Glob("testdata/statements/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	tables, err := os.ReadFile("testdata/tables.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		ours, theirs := dial(t, socket), dial(t, filepath.Join(s.dir, "s"))
		if err := settle(theirs, m); err != nil {
			t.Fatal(err)
		}
		begun := "DROP DATABASE IF EXISTS z\nCREATE DATABASE z\nUSE z\n"
		for i, line := range strings.Split(begun+string(tables)+strings.TrimSpace(string(text)), "\n") {
			statement, marked := strings.CutPrefix(line, onlyMySQL)
			mine, other := told(ours, statement), told(theirs, statement)
			if i >= strings.Count(begun, "\n") && !(marked && apart != "") && mine != other {
				t.Errorf("%s: %s\nours   %s\ntheirs %s", filepath.Base(file), statement, mine, other)
			}
		}
	}
}

// settle gives a session the variables that the maker's DSN has.
func settle(c *client.Conn, m maker) error {
	variables, err := url.ParseQuery(strings.TrimPrefix(m.mode, "?"))
	if err != nil {
		return err
	}
	for name, values := range variables {
		if _, err := c.Execute("SET " + name + " = " + values[0]); err != nil {
			return fmt.Errorf("set %s: %w", name, err)
		}
	}
	return nil
}

// told is what a client is told of a statement. Rows are in order where ORDER BY is in the statement.
func told(c *client.Conn, statement string) string {
	r, err := c.Execute(statement)
	var refused *mysql.MyError
	switch {
	case errors.As(err, &refused):
		return fmt.Sprintf("error %d", refused.Code)
	case err != nil:
		return err.Error()
	case strings.HasPrefix(strings.ToUpper(statement), "ALTER TABLE"):
		return "altered" // MySQL counts the rows that it copies for it
	case !r.HasResultset():
		return fmt.Sprintf("%d affected, number %d", r.AffectedRows, r.InsertId)
	}
	defer r.Close()
	var heads, rows []string
	for _, f := range r.Fields {
		heads = append(heads, string(f.Name))
	}
	for _, row := range r.Values {
		var cells []string
		for _, v := range row {
			cell := "NULL"
			if v.Value() != nil {
				cell = strings.Trim(v.String(), "'") // whose types are the engine's
			}
			cells = append(cells, cell)
		}
		rows = append(rows, strings.Join(cells, "|"))
	}
	if !strings.Contains(strings.ToUpper(statement), "ORDER BY") {
		slices.Sort(rows)
	}
	return strings.Join(heads, ",") + ": " + strings.Join(rows, "; ")
}
