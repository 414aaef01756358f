package roster

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"gsdms/pushscan/store/manifest"
)

// What newer programs write into catalog.json has a format of its own.
const (
	withQueries   = 2 // one that has queries, which older programs would lose
	withRenamed   = 3 // one with tables in folders of other names
	withFunctions = 4 // one with functions
	withLog       = 5 // one with a log, whose rows older programs would lose
	withDatabases = 6 // one with databases, which older programs would take for parts of names
)

// Roster is the body of catalog.json: which tables there are, and the manifest of each.
// Its rename is the one moment at which a change of any number of tables happens.
type Roster struct {
	Format    int         `json:"format"`
	Version   uint64      `json:"version"` // of the last change; file names carry it
	Tables    []Entry     `json:"tables"`
	Queries   []*Query    `json:"queries,omitempty"`
	Functions []*Function `json:"functions,omitempty"`
	Databases []string    `json:"databases,omitempty"`
	Log       uint64      `json:"log,omitempty"` // the key of the records that follow; 0: none do
}

// Entry is a table of a roster.
type Entry struct {
	Name     string `json:"name"`
	Folder   string `json:"folder"`
	Manifest string `json:"manifest"` // file in the folder
	Checksum string `json:"checksum"` // of the manifest's body
}

// Query is a query with a name, what CREATE VIEW makes. The store keeps its text and reads
// nothing in it. Immutable: a changed one has another pointer.
type Query struct {
	Name    string   `json:"name"`
	Columns []string `json:"columns,omitempty"` // names for its columns; none: its own
	Text    string   `json:"text"`
}

// Function is a function with a name, what CREATE FUNCTION makes. The store keeps its text and
// reads nothing in it. Names of functions are their own, apart from those of tables, and are the
// same in any case. Immutable: a changed one has another pointer.
type Function struct {
	Name string `json:"name"`
	Text string `json:"text"` // what stands behind the name
}

// format is the oldest one in which the roster is not misread.
func (r *Roster) format() int {
	switch {
	case len(r.Databases) > 0:
		return withDatabases
	case r.Log != 0:
		return withLog
	case len(r.Functions) > 0:
		return withFunctions
	case slices.ContainsFunc(r.Tables, func(t Entry) bool { return t.Folder != manifest.FolderOf(t.Name) }):
		return withRenamed
	case len(r.Queries) > 0:
		return withQueries
	}
	return manifest.Format
}

// Parse reads the body of catalog.json. It fails for entries that a roster cannot have, and with a
// *manifest.FormatError for one of a newer program.
func Parse(body []byte) (*Roster, error) {
	r := new(Roster)
	if err := manifest.DecodeBody(body, r, &r.Format, withDatabases); err != nil {
		return nil, err
	}
	if err := r.checkDatabases(); err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, t := range r.Tables {
		if r.CheckName("table", t.Name) != nil || !manifest.IsFolder(t.Folder) || seen[t.Name] {
			return nil, fmt.Errorf("table %q in folder %q is not a valid entry", t.Name, t.Folder)
		}
		seen[t.Name] = true
		if t.Manifest == "" || t.Manifest[0] == '.' || filepath.Base(t.Manifest) != t.Manifest {
			return nil, fmt.Errorf("manifest %q of table %q leads out of its folder", t.Manifest, t.Name)
		}
	}
	for _, q := range r.Queries {
		if q == nil || r.CheckName("view", q.Name) != nil || seen[q.Name] {
			return nil, errors.New("an entry of its queries is not valid")
		}
		seen[q.Name] = true
	}
	return r, r.checkFunctions()
}

// checkFunctions refuses entries that are none.
func (r *Roster) checkFunctions() error {
	for i, f := range r.Functions {
		if f == nil || r.CheckName("function", f.Name) != nil || r.Function(f.Name) != r.Functions[i] {
			return errors.New("an entry of its functions is not valid")
		}
	}
	return nil
}
