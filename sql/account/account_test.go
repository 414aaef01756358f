package account

import (
	"os"
	"path/filepath"
	"testing"

	"gsdms/sql/parse"
)

// Users are read as they were written; a file from before there were privileges gives all, and
// one with privileges that are none is an error.
func TestUsersAreKept(t *testing.T) {
	dir := t.TempDir()
	u, err := Open(dir)
	if err != nil || u.Any() {
		t.Fatal("a folder without users has some:", err)
	}
	err = u.Change(func(all map[string]User) error {
		all["ann"] = User{Secret: NewSecret("a"), Grants: &Grants{Global: Process, Tables: map[string]Privileges{"t": Select | GrantOption}}, Limits: Limits{Rows: 7}}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if u, err = Open(dir); err != nil {
		t.Fatal(err)
	}
	ann, ok := u.Find("ann")
	if !ok || ann.Limits.Rows != 7 || ann.Grants.Tables["t"] != Select|GrantOption || string(ann.Native) != string(NewSecret("a").Native) {
		t.Errorf("read back: %+v", ann)
	}
	r := u.Rights("ann", "h", nil)
	for _, c := range []struct {
		err  error
		want int
	}{
		{r.Need(Select, "t"), 0}, {r.Need(Insert, "t"), 1142}, {r.Need(Select, "u"), 1142}, {r.NeedGlobal(Process), 0}, {r.NeedGlobal(File), 1227},
		{r.NeedAny("t"), 0}, {r.NeedAny("u"), 1142}, {r.NeedRoutine(Execute, "f"), 1370}, {r.NeedTemporary("t"), 1044}, {u.Rights("nobody", "h", nil).Need(Select, "t"), 1142},
	} {
		if c.want == 0 && c.err != nil || c.want != 0 && !parse.IsCode(c.err, c.want) {
			t.Errorf("%v, want error %d", c.err, c.want)
		}
	}
	for text, all := range map[string]bool{`{"old": {"Native": "AA==", "Caching": "AA=="}}`: true, `{"x": {"Grants": {"Global": ["NOTHING"]}}}`: false} {
		if err := os.WriteFile(filepath.Join(dir, usersFile), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		u, err := Open(dir)
		if (err == nil) != all || all && !u.Rights("old", "h", nil).All() {
			t.Errorf("%s: %v", text, err)
		}
	}
}
