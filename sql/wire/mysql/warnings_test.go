package mysql

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-mysql-org/go-mysql/mysql"
)

// The packet that ends a statement says how many warnings there are, for texts, for rows that are
// prepared and for those that come part by part, and SHOW WARNINGS lists them.
func TestWarningsOverTheWire(t *testing.T) {
	_, address := serve(t, Options{})
	c := connect(t, address)
	execute := func(text string, args ...any) *mysql.Result {
		t.Helper()
		r, err := c.Execute(text, args...)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return r
	}
	execute("CREATE TABLE w (id INT PRIMARY KEY, t VARCHAR(20))")
	values := make([]string, 20000)
	for i := range values {
		values[i] = fmt.Sprintf("(%d, '%d')", i, i)
	}
	values[len(values)-1] = "(19999, 'odd')"
	execute("INSERT INTO w VALUES " + strings.Join(values, ", "))
	prepared := func(text string) *mysql.Result {
		t.Helper()
		p, err := c.Prepare(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		r, err := p.Execute()
		if err = errors.Join(err, p.Close()); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return r
	}
	for text, want := range map[string]uint16{
		"SELECT CAST('abc' AS SIGNED), 1/0": 2, "SELECT 1": 0, "SELECT SUM(t) FROM w": 1, "SELECT t + 0 FROM w": 1,
		"SELECT t + 0 FROM w WHERE id = 7": 0, "DROP TABLE IF EXISTS none, never": 2, "SELECT id FROM w WHERE t = 0": 1,
	} {
		for _, r := range []*mysql.Result{execute(text), prepared(text)} {
			if r.Warnings != want {
				t.Errorf("%s: %d warnings, want %d", text, r.Warnings, want)
			}
		}
		if r := execute("SHOW WARNINGS"); len(r.Values) != int(want) {
			t.Errorf("SHOW WARNINGS after %s: %d, want %d", text, len(r.Values), want)
		}
	}
	if r := execute("SELECT ? + 1", "3x"); r.Warnings != 1 {
		t.Errorf("a parameter: %d warnings, want 1", r.Warnings)
	}
	r := execute("SHOW WARNINGS")
	if code, _ := r.GetInt(0, 1); code != 1292 {
		t.Errorf("code %d, want 1292", code)
	}
}

// The shell's client says it of what it gives.
func TestClientsKnowHowManyWarnings(t *testing.T) {
	_, address := serve(t, Options{})
	c, err := Dial(t.Context(), Target{Network: "tcp", Address: address, User: "root"})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for text, want := range map[string]int{"SELECT CAST('abc' AS SIGNED), 1/0": 2, "SELECT 1": 0, "DROP TABLE IF EXISTS none": 1} {
		r, err := c.Query(t.Context(), text)
		if err != nil || r.Warnings != want {
			t.Errorf("%s: %v, %v; want %d warnings", text, r, err, want)
		}
		if r, err = c.Stream(t.Context(), text); err != nil || r.Warnings != want {
			t.Errorf("%s as a stream: %v, %v; want %d warnings", text, r, err, want)
		}
	}
}
