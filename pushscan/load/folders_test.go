package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gsdms/plan"
	"gsdms/pushscan/store"
)

// below writes files into folders of the working folder.
func below(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for path, text := range files {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// Two stars are folders, any number of them.
func TestMatchFolders(t *testing.T) {
	below(t, map[string]string{"a.csv": "", "x/b.csv": "", "x/y/c.csv": "", "x/y/z/d.csv": "", "x/y/z/d.txt": "", "w/y/e.csv": ""})
	for pattern, want := range map[string]string{
		"**/*.csv": "a.csv w/y/e.csv x/b.csv x/y/c.csv x/y/z/d.csv", "x/**/*.csv": "x/b.csv x/y/c.csv x/y/z/d.csv",
		"x/**/z/*": "x/y/z/d.csv x/y/z/d.txt", "**/y/*.csv": "w/y/e.csv x/y/c.csv", "?/**/c.csv": "x/y/c.csv", "**/**/b.csv": "x/b.csv",
		"x/**": "x/b.csv x/y/c.csv x/y/z/d.csv x/y/z/d.txt",
	} {
		stamps, err := Match(pattern, []string{"."})
		var got []string
		for _, s := range stamps {
			got = append(got, s.Path)
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: %q, %v, want %s", pattern, got, err, want)
		}
	}
	if _, err := Match("**/*.tsv", nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if _, err := Match("../**/*.csv", []string{"."}); err == nil || !strings.Contains(err.Error(), "outside") {
		t.Errorf("outside of the roots: %v", err)
	}
	if _, err := Match("**/[.csv", nil); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a wrong pattern: %v", err)
	}
}

// folderTypes spells the columns that folders are proposed for.
func folderTypes(def store.Definition) string {
	var out []string
	for _, c := range def.Columns {
		out = append(out, c.Name+" "+c.Type.Name)
	}
	return strings.Join(out, ", ")
}

func TestWithFolders(t *testing.T) {
	own := store.Definition{Columns: []plan.Column{{Name: "id", Type: plan.Type{Kind: plan.Int, Name: "BIGINT"}}}}
	for _, c := range []struct{ paths, want string }{
		{"d/x.csv e=1.csv", "id BIGINT"},
		{"d/year=2024/month=01/x.csv d/year=2025/month=12/x.csv", "id BIGINT, year BIGINT, month BIGINT"},
		{"day=2024-01-02/x.csv day=" + nullFolder + "/x.csv", "id BIGINT, day DATE"},
		{"at=2024-01-02%2010%3A00%3A00/x.csv", "id BIGINT, at DATETIME"},
		{"k=1/x.csv k=a/x.csv", "id BIGINT, k VARCHAR"},
		{"plz=01234/x.csv", "id BIGINT, plz VARCHAR"},
		{"k=" + nullFolder + "/x.csv k=/x.csv", "id BIGINT, k VARCHAR"},
		{"ID=7/a=1/A=2/x.csv b=1/x.csv =1/@c=1/x.csv", "id BIGINT, A BIGINT, b BIGINT"},
	} {
		def, _ := WithFolders(own, strings.Fields(c.paths), Options{})
		if got := folderTypes(def); got != c.want {
			t.Errorf("%s: %s, want %s", c.paths, got, c.want)
		}
	}
}

// cellsOf reads files into a table, each row as the codes of texts or numbers that its columns have.
func cellsOf(t *testing.T, paths []string, def store.Definition, o Options) (string, error) {
	t.Helper()
	r, err := Open(context.Background(), paths, def, o)
	if err != nil {
		return "", err
	}
	defer r.Close()
	var out []string
	for {
		b, err := r.Next(context.Background())
		if err == io.EOF {
			return strings.Join(out, "|"), nil
		}
		if err != nil {
			return "", err
		}
		for row := range b.Rows {
			var cells []string
			for i := range b.Columns {
				c := &b.Columns[i]
				switch {
				case c.Nulls != nil && c.Nulls[row]:
					cells = append(cells, "NULL")
				case def.Columns[i].Type.Kind == plan.String:
					cells = append(cells, c.Text(c.Codes[row]))
				default:
					cells = append(cells, fmt.Sprint(c.Ints[row]))
				}
			}
			out = append(out, strings.Join(cells, " "))
		}
	}
}

// What the names of folders say is in all rows below them, but in columns that the file has itself.
func TestFoldersOfFiles(t *testing.T) {
	below(t, map[string]string{
		"csv/k=1/r=eu%20west/a.csv": "id,name\n1,x\n2,y\n", "csv/k=2/r=" + nullFolder + "/b.csv": "name,id\nz,3\n",
		"bare/k=1/a.csv": "1,2\n3,4\n", "bare/k=2/b.csv": "5,6\n",
		"own/k=9/a.csv": "id,k\n1,7\n", "json/k=3/a.ndjson": "{\"id\":1}\n{\"id\":2}\n", "wrong/k=a/a.csv": "id\n1\n",
	})
	for pattern, want := range map[string]string{
		"csv/**/*.csv": "1 x 1 eu west|2 y 1 eu west|3 z 2 NULL", "bare/*/*.csv": "1 2 1|3 4 1|5 6 2", "own/*/*.csv": "1 7", "json/*/*.ndjson": "1 3|2 3",
	} {
		paths, err := MatchAll([]string{pattern}, nil)
		if err != nil {
			t.Fatal(err)
		}
		def, _, o, err := Describe(context.Background(), paths[0], Options{})
		if err != nil {
			t.Fatal(err)
		}
		def, o = WithFolders(def, paths, o)
		if got, err := cellsOf(t, paths, def, o); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", pattern, got, err, want)
		}
	}
	integer := func(name string) plan.Column {
		return plan.Column{Name: name, Type: plan.Type{Kind: plan.Int, Name: "INT", Min: -1 << 31, Max: 1<<31 - 1}}
	}
	def := store.Definition{Name: "t", Columns: []plan.Column{integer("K"), integer("id")}}
	if got, err := cellsOf(t, []string{"json/k=3/a.ndjson"}, def, Options{}); err != nil || got != "3 1|3 2" {
		t.Errorf("into a table: %s, %v", got, err)
	}
	if _, err := cellsOf(t, []string{"wrong/k=a/a.csv"}, def, Options{}); err == nil || !strings.Contains(err.Error(), "wrong/k=a/a.csv: its folder k=a: expected an integer from -2147483648 to 2147483647 for column K") {
		t.Errorf("a folder of letters: %v", err)
	}
	if slices.Contains(expected(def, Options{Folders: []string{"K"}}), "K") {
		t.Error("a field is expected where a folder has the value")
	}
}
