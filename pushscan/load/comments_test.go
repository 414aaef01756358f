package load

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"gsdms/pushscan/load/loadtest"
)

// Lines that begin with # before a header, and behind it those that are no rows, are none; backslashes stand before
// quotes where these are not doubled. The rows are those that DuckDB 1.5 gives, but that a
// row may begin with #.
func TestFilesOfOthers(t *testing.T) {
	for _, c := range []struct{ content, names, rows string }{
		{"# exported 2024-05-01\n# source: x\nid,name\n1,a\n# middle\n2,b\n", "id name", "1,a|2,b"},
		{"# only\n# x, y, z\n1,2\n3,4\n", "column1 column2", "1,2|3,4"},
		{"##v=1\n#a\tb\n1\t2\n", "#a b", "1,2"},
		{"#a,b\n1,2\n", "#a b", "1,2"},
		{"id,note\n#1,x\n#2,y\n", "id note", "#1,x|#2,y"},
		{"#x\n#y\n", "#x", "#y"},
		{"sep=;\n# c\na;b\n1;2\n", "a b", "1,2"},
		{`id,name,n` + "\n" + `1,"a \"quoted\" x",5` + "\n" + `2,"b, c",6` + "\n" + `3,"d\\e",7` + "\n", "id name n", `1,a "quoted" x,5|2,b, c,6|3,d\e,7`},
		{`a,b` + "\n" + `1,"C:\dir\"` + "\n" + `2,"D:\"` + "\n", "a b", `1,C:\dir\|2,D:\`},
		{`a,b` + "\n" + `1,"a ""b\"" c"` + "\n", "a b", `1,a "b\" c`},
		{`id,name` + "\n" + `1,"C:\new \"x\", \n"` + "\n" + `2,"plain\t"` + "\n" + `3,un\quoted\` + "\n" + `4,"a ""doubled"" one"` + "\n", "id name",
			`1,C:\new "x", \n|2,plain\t|3,un\quoted\|4,a "doubled" one`},
		{"# c\nid,tag\n1,a\n#2,b\n# d\n", "id tag", "1,a|#2,b"},
	} {
		path := loadtest.Write(t, "t.csv", []byte(c.content))
		def, _, o, err := Describe(context.Background(), Telling([]string{path}, nil), Options{})
		if err != nil {
			t.Errorf("%q: %v", c.content, err)
			continue
		}
		var names []string
		for _, column := range def.Columns {
			names = append(names, column.Name)
		}
		rows, err := rowsOf([]string{path}, def, o)
		if got := strings.Join(names, " "); got != c.names || err != nil {
			t.Errorf("%q: columns %s, %v; want %s", c.content, got, err, c.names)
			continue
		}
		var out []string
		for _, row := range rows {
			out = append(out, strings.Join(row, ","))
		}
		if got := strings.Join(out, "|"); got != c.rows {
			t.Errorf("%q:\n%s\nwant\n%s", c.content, got, c.rows)
		}
	}
}

// Backslashes before quotes hold in all blocks of a file.
func TestEscapedQuotesInBlocks(t *testing.T) {
	var b strings.Builder
	b.WriteString("k,v\n")
	for i := range 5000 {
		fmt.Fprintf(&b, "%d,\"line\n%d, \\\"%d\\\"\"\n", i, i, i%7)
	}
	path := loadtest.Write(t, "t.csv", []byte(b.String()))
	def, _, err := Infer(context.Background(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := rowsOf([]string{path}, def, Options{block: 1000})
	if err != nil || len(rows) != 5000 {
		t.Fatal(len(rows), err)
	}
	for i, row := range rows {
		if want := fmt.Sprintf("line\n%d, \"%d\"", i, i%7); row[1] != want {
			t.Fatalf("row %d: %q, want %q", i, row[1], want)
		}
	}
}
