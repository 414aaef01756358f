package roster

import (
	"reflect"
	"testing"

	"gsdms/pushscan/store/manifest"
)

// Under a name all that is the folder's own has it, what is of its other databases has theirs, and
// the files are those that it has without one.
func TestMount(t *testing.T) {
	for _, m := range []Mount{"", "shop"} {
		read := full()
		if err := m.Name(read); err != nil {
			t.Fatal(err)
		}
		want := map[Mount]string{"": "a", "shop": "shop.a"}[m]
		if read.Tables[0].Name != want || read.Tables[1].Name != "d.t" {
			t.Errorf("as %q the tables are %v", m, read.Tables)
		}
		if read.Query(Join(string(m), "v")) == nil || read.Query("d.v") == nil || read.Function(Join(string(m), "F")) == nil || read.Function("d.g") == nil {
			t.Errorf("as %q there are not the queries and functions", m)
		}
		before := encoded(t, read)
		if got := m.WrittenRoster(read); !reflect.DeepEqual(got, full()) {
			t.Errorf("as %q it is written as %+v", m, got)
		}
		if after := encoded(t, read); string(after) != string(before) {
			t.Errorf("as %q writing has changed %s to %s", m, before, after)
		}
	}
	if err := Mount("d").Name(full()); err == nil {
		t.Error("a folder with a database d is opened as d")
	}
}

func TestMountEmpty(t *testing.T) {
	if got := Mount("").Empty(); len(got.Databases) != 0 {
		t.Errorf("databases %q", got.Databases)
	}
	got := Mount("shop").Empty()
	if !reflect.DeepEqual(got.Databases, []string{"shop"}) {
		t.Errorf("databases %q", got.Databases)
	}
	if written := Mount("shop").WrittenRoster(got); len(written.Databases) != 0 || written.Format != manifest.Format {
		t.Errorf("it is written as %+v", written)
	}
}

// A manifest's sums stay bound to the name that its file has.
func TestMountManifest(t *testing.T) {
	m := Mount("shop")
	r := full()
	if err := m.Name(r); err != nil {
		t.Fatal(err)
	}
	of := &manifest.Manifest{Format: manifest.Format, Table: "a", Foreign: []manifest.ForeignKey{{Table: "d.t"}, {Table: "b"}}}
	m.NameManifest(r, of)
	if of.Table != "shop.a" || of.BoundTo() != "a" || of.Foreign[0].Table != "d.t" || of.Foreign[1].Table != "shop.b" {
		t.Errorf("it is named %+v", of)
	}
	written := m.WrittenManifest(of)
	if written.Table != "a" || written.Bound != "" || written.Foreign[0].Table != "d.t" || written.Foreign[1].Table != "b" {
		t.Errorf("it is written %+v", written)
	}
	if of.Table != "shop.a" || of.Foreign[1].Table != "shop.b" {
		t.Errorf("writing has changed it to %+v", of)
	}
}
