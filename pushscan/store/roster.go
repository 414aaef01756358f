package store

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
	catalogFile   = "catalog.json"
)

// roster is the body of catalog.json: which tables there are, and the manifest of each.
// Its rename is the one moment at which a change of any number of tables happens.
type roster struct {
	Format    int           `json:"format"`
	Version   uint64        `json:"version"` // of the last change; file names carry it
	Tables    []rosterEntry `json:"tables"`
	Queries   []*Query      `json:"queries,omitempty"`
	Functions []*Function   `json:"functions,omitempty"`
	Databases []string      `json:"databases,omitempty"`
	Log       uint64        `json:"log,omitempty"` // the key of the records that follow; 0: none do
}

// format is the oldest one in which the roster is not misread.
func (r *roster) format() int {
	switch {
	case len(r.Databases) > 0:
		return withDatabases
	case r.Log != 0:
		return withLog
	case len(r.Functions) > 0:
		return withFunctions
	case slices.ContainsFunc(r.Tables, func(t rosterEntry) bool { return t.Folder != manifest.FolderOf(t.Name) }):
		return withRenamed
	case len(r.Queries) > 0:
		return withQueries
	}
	return manifest.Format
}

type rosterEntry struct {
	Name     string `json:"name"`
	Folder   string `json:"folder"`
	Manifest string `json:"manifest"` // file in the folder
	Checksum string `json:"checksum"` // of the manifest's body
}

// parseRoster reads the body of catalog.json.
func parseRoster(body []byte) (*roster, error) {
	r := new(roster)
	if err := manifest.DecodeBody(body, r, withDatabases); err != nil {
		return nil, err
	}
	if err := r.checkDatabases(); err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, t := range r.Tables {
		if r.checkName("table", t.Name) != nil || !tables.MatchString(t.Folder) || seen[t.Name] {
			return nil, fmt.Errorf("table %q in folder %q is not a valid entry", t.Name, t.Folder)
		}
		seen[t.Name] = true
		if t.Manifest == "" || t.Manifest[0] == '.' || filepath.Base(t.Manifest) != t.Manifest {
			return nil, fmt.Errorf("manifest %q of table %q leads out of its folder", t.Manifest, t.Name)
		}
	}
	for _, q := range r.Queries {
		if q == nil || r.checkName("view", q.Name) != nil || seen[q.Name] {
			return nil, errors.New("an entry of its queries is not valid")
		}
		seen[q.Name] = true
	}
	return r, r.checkFunctions()
}

// find gives the place of a table, or -1.
func (r *roster) find(name string) int {
	return slices.IndexFunc(r.Tables, func(t rosterEntry) bool { return t.Name == name })
}

// holds says whether a table lives in the folder.
func (r *roster) holds(folder string) bool {
	return slices.ContainsFunc(r.Tables, func(t rosterEntry) bool { return t.Folder == folder })
}
