package roster

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"gsdms/pushscan/store/manifest"
)

// full has something of everything, some of it in a database.
func full() *Roster {
	return &Roster{
		Format: withDatabases, Version: 7, Log: 3,
		Tables:    []Entry{{"a", "a", "manifest.v1.json", "x"}, {"d.t", "d%2Et", "manifest.v7.json", "y"}},
		Queries:   []*Query{{Name: "d.v", Text: "SELECT 1"}, {Name: "v", Columns: []string{"c"}, Text: "SELECT 2"}},
		Functions: []*Function{{"F", "()"}, {"d.g", "(x)"}},
		Databases: []string{"d"},
	}
}

func encoded(t *testing.T, r *Roster) []byte {
	t.Helper()
	body, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func TestParse(t *testing.T) {
	got, err := Parse(encoded(t, full()))
	if err != nil || !reflect.DeepEqual(got, full()) {
		t.Errorf("%+v, error %v", got, err)
	}
	var other *manifest.FormatError
	if _, err := Parse([]byte(`{"format": 7, "tables": "moved"}`)); !errors.As(err, &other) {
		t.Errorf("of a newer program: %v", err)
	}
	for what, spoil := range map[string]func(r *Roster){
		"no name":                       func(r *Roster) { r.Tables[0].Name = "" },
		"one name twice":                func(r *Roster) { r.Tables[1].Name = "a" },
		"no folder":                     func(r *Roster) { r.Tables[0].Folder = "" },
		"a folder beside":               func(r *Roster) { r.Tables[0].Folder = "../a" },
		"no manifest":                   func(r *Roster) { r.Tables[0].Manifest = "" },
		"a manifest beside":             func(r *Roster) { r.Tables[0].Manifest = "../b/manifest.v1.json" },
		"the folder for a manifest":     func(r *Roster) { r.Tables[0].Manifest = "." },
		"no query":                      func(r *Roster) { r.Queries[0] = nil },
		"a query with a table's name":   func(r *Roster) { r.Queries[0].Name = "a" },
		"a query twice":                 func(r *Roster) { r.Queries[0].Name = "v" },
		"a query without a name":        func(r *Roster) { r.Queries[0].Name = "d." },
		"no function":                   func(r *Roster) { r.Functions[1] = nil },
		"a function twice":              func(r *Roster) { r.Functions[1].Name = "f" },
		"a database twice":              func(r *Roster) { r.Databases = []string{"d", "d"} },
		"a database of another":         func(r *Roster) { r.Databases = []string{"d", "d.e"} },
		"a database without a name":     func(r *Roster) { r.Databases = []string{""} },
		"a name that is not UTF-8":      func(r *Roster) { r.Tables[0].Name = "\x00" },
		"a format before the first one": func(r *Roster) { r.Format = manifest.Format - 1 },
	} {
		r := full()
		spoil(r)
		if got, err := Parse(encoded(t, r)); err == nil {
			t.Errorf("%s: %+v", what, got)
		}
	}
}

// What an older program would misread has a format that it refuses.
func TestFormat(t *testing.T) {
	one := []Entry{{Name: "t", Folder: "t"}}
	for _, test := range []struct {
		r    Roster
		want int
	}{
		{Roster{Tables: one}, manifest.Format},
		{Roster{Tables: one, Queries: []*Query{{Name: "v"}}}, 2},
		{Roster{Tables: []Entry{{Name: "u", Folder: "t"}}, Queries: []*Query{{Name: "v"}}}, 3},
		{Roster{Functions: []*Function{{Name: "f"}}, Queries: []*Query{{Name: "v"}}}, 4},
		{Roster{Log: 1, Functions: []*Function{{Name: "f"}}}, 5},
		{Roster{Log: 1, Databases: []string{"d"}}, 6},
	} {
		if got := Mount("").WrittenRoster(&test.r).Format; got != test.want {
			t.Errorf("%+v is of format %d, want %d", test.r, got, test.want)
		}
	}
}

func TestSplitAndJoin(t *testing.T) {
	known := []string{"d", "e"}
	for _, test := range []struct{ name, database, own string }{
		{"t", "", "t"}, {"d.t", "d", "t"}, {"d.t.u", "d", "t.u"}, {"x.t", "", "x.t"}, {".t", "", ".t"}, {"d", "", "d"}, {"D.t", "", "D.t"},
	} {
		database, own := Split(test.name, known)
		if database != test.database || own != test.own {
			t.Errorf("%s is %q in %q", test.name, own, database)
		}
		if got := Join(database, own); got != test.name {
			t.Errorf("%s split and joined is %s", test.name, got)
		}
	}
}

func TestFinding(t *testing.T) {
	r := full()
	if r.Find("d.t") != 1 || r.Find("A") != -1 {
		t.Error("tables are not found by their names")
	}
	if !r.Holds("d%2Et") || r.Holds("t") {
		t.Error("folders are not found by their names")
	}
	if r.Query("v") != r.Queries[1] || r.Query("V") != nil {
		t.Error("queries are not found by their names")
	}
	if r.Function("f") != r.Functions[0] || r.Function("D.G") != r.Functions[1] || r.Function("g") != nil {
		t.Error("functions are not found by their names")
	}
	if got := r.Within("d"); !reflect.DeepEqual(got, []string{"d.t", "d.v", "d.g"}) {
		t.Errorf("of the database there are %q", got)
	}
	if got := r.Within("a"); len(got) != 0 {
		t.Errorf("of no database there are %q", got)
	}
}

func TestCheckName(t *testing.T) {
	r := full()
	for name, want := range map[string]bool{"x": true, "d.x": true, "d.": false, "": false, "e.": true} {
		if err := r.CheckName("table", name); (err == nil) != want {
			t.Errorf("%q: %v", name, err)
		}
	}
	for name, want := range map[string]bool{"x": true, "d.x": false, "": false} {
		if err := CheckDatabase(name); (err == nil) != want {
			t.Errorf("database %q: %v", name, err)
		}
	}
}
