package web

import (
	"context"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
)

// The editor is told of the tables of all databases, and of no one's but those that the user
// may see.
func TestDatabases(t *testing.T) {
	s := newSite(t)
	s.owner("CREATE TABLE t (a INT)", "CREATE DATABASE other", "CREATE TABLE other.t (b INT, c DATE)", "CREATE VIEW other.v AS SELECT b FROM other.t", "CREATE DATABASE none")
	ask := func() (out []table) {
		var answer struct{ Tables []table }
		_, text := status(s.ask(context.Background(), "/api/catalog", nil))
		if err := json.Unmarshal([]byte(text), &answer); err != nil {
			t.Fatal(err)
		}
		return answer.Tables
	}
	list := func(all []table) string {
		var lines []string
		for _, x := range all {
			line := x.Schema + "." + x.Name
			for _, c := range x.Columns {
				line += " " + c.Name
			}
			if x.View {
				line += " view"
			}
			lines = append(lines, line)
		}
		return strings.Join(lines, "; ")
	}
	if got, want := list(ask()), ".t a; other.t b c; other.v b view"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
	if _, all := s.run("SELECT b FROM other.t", false); all[len(all)-1].Error != nil {
		t.Errorf("%v", all)
	}
	s.owner("CREATE USER ann IDENTIFIED BY 'apple'", "GRANT SELECT ON other.v TO ann")
	if got := s.ask(context.Background(), "/api/login", map[string]string{"user": "ann", "password": "apple"}).StatusCode; got != 200 {
		t.Fatal(got)
	}
	if got := list(ask()); got != "other.v b view" {
		t.Errorf("ann sees %s", got)
	}
}

// What completes at ^, of tables of two databases.
func TestCompletion(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node: apt-get install nodejs")
	}
	const script = `
import { complete } from "./assets/complete.js";
const columns = n => [{name: n, type: "int"}];
const catalog = {keywords: ["SELECT", "FROM", "AS"], functions: [], tables: [
  {schema: "", name: "t", columns: columns("alpha")}, {schema: "other", name: "t", columns: columns("beta")}, {schema: "other", name: "odd name", columns: columns("gamma")}]};
for (const text of process.argv.slice(1)) {
  const at = text.indexOf("^");
  console.log(complete(text.replace("^", ""), at, catalog, false).words.map(w => w.text).join(" "));
}`
	cases := [][2]string{
		{"SELECT * FROM ^", "t other.t other.`odd name`"},
		{"SELECT * FROM ot^", "other.t other.`odd name`"},
		{"SELECT * FROM other.^", "t `odd name`"},
		{"SELECT * FROM other.o^", "`odd name`"},
		{"SELECT x.^ FROM other.t x", "beta"},
		{"SELECT x.^ FROM t AS x", "alpha"},
		{"SELECT t.^ FROM other.t", "beta"},
		{"SELECT b^ FROM other.t", "beta"},
		{"SELECT b^ FROM t", ""},
		{"SELECT g^ FROM other.`odd name`", "gamma"},
	}
	arguments := []string{"--input-type=module", "-e", script}
	for _, c := range cases {
		arguments = append(arguments, c[0])
	}
	out, err := exec.Command(node, arguments...).Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(out), "\n")
	for i, c := range cases {
		if lines[i] != c[1] {
			t.Errorf("%s: %q, not %q", c[0], lines[i], c[1])
		}
	}
}
