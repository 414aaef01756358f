package load

import (
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/load/columns"
	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/load/schema"
	"gsdms/pushscan/store"
)

// nullFolder is what Hive, and those who write as it does, call the folder of the rows that have NULL.
const nullFolder = "__HIVE_DEFAULT_PARTITION__"

// folder is what the name of a folder says of all rows below it, as `year=2024` does.
type folder struct {
	column, text string
	null         bool
}

// foldersOf gives what the names of a path's folders say, the outermost first. Of two of one name the
// inner one counts.
func foldersOf(path string) (out []folder) {
	for part := range strings.SplitSeq(filepath.ToSlash(filepath.Dir(path)), "/") {
		name, text, ok := strings.Cut(part, "=")
		if !ok || layout.Skips(name) || malformed.Text([]byte(name), 64) != "" {
			continue
		}
		if plain, err := url.PathUnescape(text); err == nil {
			text = plain
		}
		same := func(f folder) bool { return strings.EqualFold(f.column, name) }
		out = append(slices.DeleteFunc(out, same), folder{name, text, text == nullFolder})
	}
	return out
}

// isInFolders reports whether a folder of a path says what a column has.
func isInFolders(path, column string) bool {
	return slices.ContainsFunc(foldersOf(path), func(f folder) bool { return strings.EqualFold(f.column, column) })
}

// WithFolders proposes columns for what the folders of files say of their rows, behind those that Infer or
// Describe has proposed, and gives the options to open the files with. A column that the files have
// themselves is theirs. Values are whole numbers, days or moments where all are, of all files, else texts.
func WithFolders(def store.Definition, paths []string, opts Options) (store.Definition, Options) {
	var names []string
	texts := map[string][]string{}
	for _, path := range paths {
		for _, f := range foldersOf(path) {
			name := strings.ToLower(f.column)
			if texts[name] == nil && layout.Find(def, name) < 0 {
				names = append(names, f.column)
			}
			if texts[name] = append(texts[name], f.text); f.null {
				texts[name] = texts[name][:len(texts[name])-1]
			}
		}
	}
	if opts.Folders = nil; names == nil {
		return def, opts
	}
	def.Columns = slices.Clone(def.Columns)
	for _, name := range names {
		if layout.Find(def, name) < 0 {
			def.Columns = append(def.Columns, plan.Column{Name: name, Type: folderType(texts[strings.ToLower(name)]), Nullable: true})
			opts.Folders = append(opts.Folders, name)
		}
	}
	return def, opts
}

// folderType gives the type of values of folders. Months, days and hours have zeros before them and are
// numbers; longer ones, as postal codes are, are texts.
func folderType(texts []string) plan.Type {
	isCode := func(text string) bool { return len(text) > len("01") && isLabel(text) }
	for _, t := range []plan.Type{schema.Integer("BIGINT"), {Kind: plan.Date, Name: "DATE"}, schema.Moment(plan.DateTime, 0)} {
		if len(texts) > 0 && !slices.Contains(texts, "") && !slices.ContainsFunc(texts, isCode) && takesAll(t, texts, dates{}) {
			return t
		}
	}
	return plan.Type{Kind: plan.String, Name: "VARCHAR"}
}

// inFolders is the table that a file's fields go to, of whose names it has some: the columns that none goes
// to have the value that the folders of its path say, where they say one. Where a file does not name its
// fields, these are columns that were proposed for folders.
func (o Options) inFolders(def store.Definition, path string, fields []string) (store.Definition, error) {
	cloned := false
	for _, f := range foldersOf(path) {
		at := layout.Find(def, f.column)
		isThis := func(name string) bool { return strings.EqualFold(name, f.column) }
		if at < 0 || def.Columns[at].Computed() || slices.ContainsFunc(fields, isThis) {
			continue
		}
		c := columns.New(def.Columns[at])
		c.Begin(1)
		if f.null && !c.SetNull(0) || !f.null && !c.SetText(0, []byte(f.text)) {
			return def, fmt.Errorf("its folder %s=%s: expected %s for column %s", f.column, f.text, c.Wanted(), def.Columns[at].Name)
		}
		if !cloned {
			def.Columns, cloned = slices.Clone(def.Columns), true
		}
		if def.Columns[at].Default = nil; !f.null {
			v := value.OfString(f.text)
			def.Columns[at].Default = &v
		}
	}
	return def, nil
}
