package manual

import (
	"bytes"
	"context"
	"io"
	"os"
	"strings"
	"testing"

	"gsdms/operators/cpu"
	"gsdms/plan/typing"
	"gsdms/sql"
)

func openSession(t *testing.T) *sql.Session {
	t.Helper()
	backend, err := cpu.New(cpu.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	engine, err := sql.Open(context.Background(), sql.Config{Dir: t.TempDir(), Backend: backend})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { engine.Close(); backend.Close() })
	return engine.NewSession()
}

// first is the first cell that a statement gives.
func first(t *testing.T, s *sql.Session, text string) string {
	t.Helper()
	r, err := s.Query(context.Background(), text)
	if err != nil {
		t.Errorf("%s: %v", text, err)
		return ""
	}
	if r.Rows == nil || r.Rows.Len == 0 {
		t.Errorf("%s gives no rows", text)
		return ""
	}
	cell, null := r.Text(0, 0)
	if null {
		return "NULL"
	}
	return cell
}

// The answers are those of MySQL's manual and worked by hand.
func TestExamplesOfFunctions(t *testing.T) {
	s := openSession(t)
	for _, section := range Sections() {
		for _, f := range section.Functions {
			if got := first(t, s, "SELECT "+f.Example); got != f.Answer {
				t.Errorf("SELECT %s gives %s, and the manual says %s", f.Example, got, f.Answer)
			}
			if !strings.Contains(f.Example, f.Name) {
				t.Errorf("the example of %s has no %s: %s", f.Name, f.Name, f.Example)
			}
		}
	}
}

// Every function that the engine knows has a row, with as many arguments as it takes.
func TestAllFunctionsAreInTheManual(t *testing.T) {
	for _, name := range typing.Functions() {
		f, ok := FindFunction(name)
		if !ok {
			t.Errorf("%s is not in the manual", name)
			continue
		}
		least, most, _ := typing.Arguments(name)
		if strings.ContainsAny(f.Args, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
			continue // its arguments have words between them
		}
		needed, all := countArguments(f.Args)
		any := strings.HasSuffix(f.Args, "...")
		if name == "UNIX_TIMESTAMP" {
			least = 0 // without an argument it is the moment of the statement, which the session knows
		}
		if name == "LTRIM" || name == "RTRIM" {
			most = 1 // the other is that of TRIM
		}
		if any != (most < 0 || most >= 60) || !any && (needed != least || all != most) {
			t.Errorf("%s has %d to %d arguments in the manual, and takes %d to %d", f.Call(), needed, all, least, most)
		}
	}
}

// countArguments counts the arguments that must be there, and all: those in brackets may be
// left out.
func countArguments(args string) (needed, all int) {
	must, depth := "", 0
	for _, r := range args {
		switch {
		case r == '[':
			depth++
		case r == ']':
			depth--
		case depth == 0:
			must += string(r)
		}
	}
	return countNames(must), countNames(strings.NewReplacer("[", "", "]", "").Replace(args))
}

func countNames(list string) (n int) {
	for _, name := range strings.Split(list, ",") {
		if strings.TrimSpace(name) != "" {
			n++
		}
	}
	return n
}

func TestExamplesOfStatements(t *testing.T) {
	s := openSession(t)
	answers := map[string]string{"SELECT": "DE", "UNION": "NULL", "WITH": "10", "SHOW TABLES": "city", "DESCRIBE": "country"}
	for _, statement := range Statements() {
		if statement.Example == "" {
			continue
		}
		if want, ok := answers[statement.Name]; ok {
			if got := first(t, s, statement.Example); got != want {
				t.Errorf("%s gives %s, want %s", statement.Example, got, want)
			}
		} else if _, err := s.Query(context.Background(), statement.Example); err != nil {
			t.Errorf("%s: %v", statement.Example, err)
		}
	}
}

func TestTypesShowTheirValues(t *testing.T) {
	s := openSession(t)
	for _, kind := range Types() {
		for _, text := range []string{"DROP TABLE IF EXISTS t", "CREATE TABLE t (x " + kind.Name + ")", "INSERT INTO t VALUES (" + kind.Value + ")"} {
			if _, err := s.Query(context.Background(), text); err != nil {
				t.Errorf("%s: %v", text, err)
			}
		}
		if got := first(t, s, "SELECT x FROM t"); got != kind.Shown {
			t.Errorf("a %s of %s is shown as %s, and the manual says %s", kind.Name, kind.Value, got, kind.Shown)
		}
	}
}

func TestPagesAreCurrent(t *testing.T) {
	for name, write := range map[string]func(io.Writer) error{"sql.md": WriteSQL, "settings.md": WriteSettings} {
		var want bytes.Buffer
		if err := write(&want); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile("../../docs/" + name); err != nil || !bytes.Equal(got, want.Bytes()) {
			t.Errorf("docs/%s is not what the code says (%v): run make docs", name, err)
		}
	}
}
