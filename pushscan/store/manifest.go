package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/cockroachdb/apd/v3"

	"gsdms/plan"
)

const (
	format        = 1 // of all files of a folder: a change that older programs misread raises it
	withDead      = 2 // of a manifest with dead rows, or of a table that was renamed, which older programs misread
	withGrowing   = 3 // of one with files that grow, packed dictionaries or columns that make values themselves, which older programs misread
	withQueries   = 2 // of a catalog.json that has queries, which older programs would lose
	withRenamed   = 3 // of one with tables in folders of other names
	withFunctions = 4 // of one with functions
	catalogFile   = "catalog.json"
	maxColumns    = 4096      // as MySQL
	maxRows       = 1 << 40   // keeps sizes in bytes far from overflow
	maxDictionary = 32 << 30  // bytes of a dictionary: texts and their offsets are 4 GiB and 16 at most
	filePadding   = 64        // bytes of zeros, at least, behind the last value of a file
	maxKeyRows    = 1<<32 - 1 // rows of a table that foreign keys can count
)

// roster is the body of catalog.json: which tables there are, and the manifest of each.
// Its rename is the one moment at which a change of any number of tables happens.
type roster struct {
	Format    int           `json:"format"`
	Version   uint64        `json:"version"` // of the last change; file names carry it
	Tables    []rosterEntry `json:"tables"`
	Queries   []*Query      `json:"queries,omitempty"`
	Functions []*Function   `json:"functions,omitempty"`
}

// format is the oldest one in which the roster is not misread.
func (r *roster) format() int {
	switch {
	case len(r.Functions) > 0:
		return withFunctions
	case slices.ContainsFunc(r.Tables, func(t rosterEntry) bool { return t.Folder != folderOf(t.Name) }):
		return withRenamed
	case len(r.Queries) > 0:
		return withQueries
	}
	return format
}

type rosterEntry struct {
	Name     string `json:"name"`
	Folder   string `json:"folder"`
	Manifest string `json:"manifest"` // file in the folder
	Checksum string `json:"checksum"` // of the manifest's body
}

// manifest describes one version of a table.
type manifest struct {
	Format     int            `json:"format"`
	Table      string         `json:"table"`
	Version    uint64         `json:"version"`
	Rows       int            `json:"rows"`
	PrimaryKey []int          `json:"primary_key,omitempty"`
	Foreign    []foreignEntry `json:"foreign_keys,omitempty"`
	Declared   []int          `json:"declared_order,omitempty"` // Definition.Order
	Order      []int          `json:"order,omitempty"`          // the rows are sorted by
	Columns    []columnEntry  `json:"columns"`
	Bound      string         `json:"bound,omitempty"` // the name that checksums are bound to, where it is another one

	NextNumber uint64 `json:"next_number,omitempty"` // of a column that numbers its rows; 0: 1

	DeadRows int          `json:"dead_rows,omitempty"` // of Rows
	Dead     *columnEntry `json:"dead,omitempty"`      // 1 for dead rows, 0 for others; nil: none is
}

type foreignEntry struct {
	Column    int    `json:"column"`
	Table     string `json:"table"`
	RefColumn int    `json:"ref_column"`
}

// columnEntry describes a column; File is nil while there are no rows.
type columnEntry struct {
	Name     string        `json:"name"`
	Type     typeEntry     `json:"type"`
	Nullable bool          `json:"nullable,omitempty"`
	Default  *defaultEntry `json:"default,omitempty"`
	Own      plan.Own      `json:"own,omitempty"`

	Width int   `json:"width"`
	Float bool  `json:"float,omitempty"`
	Nulls bool  `json:"nulls,omitempty"`
	Bias  int64 `json:"bias"`
	Min   int64 `json:"min"`
	Max   int64 `json:"max"`
	File  *file `json:"file,omitempty"`
	Dict  *file `json:"dictionary,omitempty"`
	Texts int   `json:"texts,omitempty"` // entries of Dict

	Zones []uint64 `json:"zones,omitempty"` // lo and hi of each segment's stored numbers
	Sums  []uint64 `json:"sums,omitempty"`  // of each segment, bound to table, file and position
}

// file is a file in the table's folder; Sum is over all its bytes, bound like Sums.
//
// The file of a column that grows is appended to: rows that come later are written behind
// those that it has, and every version of the table knows how many of them are its own. So
// the sums of its segments are over the values alone and know nothing of the number of rows,
// Sum is 0, and the file on disk may be longer than Size: what is behind the rows of the last
// version is of no one, a change that failed among others.
type file struct {
	Name  string `json:"name"`
	Size  int    `json:"size"`
	Sum   uint64 `json:"sum"`
	Grows bool   `json:"grows,omitempty"`
	Plain int    `json:"plain,omitempty"` // of a packed dictionary: its size unpacked
}

// defaultEntry is a declared default; Kind is "" for NULL.
type defaultEntry struct {
	Kind  string       `json:"kind,omitempty"`
	Scale uint8        `json:"scale,omitempty"`
	Int   int64        `json:"int,omitempty"`
	Float float64      `json:"float,omitempty"`
	Text  string       `json:"text,omitempty"`
	Dec   *apd.Decimal `json:"decimal,omitempty"`
}

func defaultOf(v *plan.Value) *defaultEntry {
	if v == nil {
		return nil
	}
	return &defaultEntry{kindNames[v.Kind], v.Scale, v.Int, v.Float, v.Text, v.Dec}
}

func (d *defaultEntry) plan() *plan.Value {
	if d == nil {
		return nil
	}
	kind, _ := kindOf(d.Kind) // checked when the manifest was read; NULL has none
	return &plan.Value{Kind: kind, Scale: d.Scale, Int: d.Int, Float: d.Float, Text: d.Text, Dec: d.Dec}
}

// check refuses a default that is no value.
func (d *defaultEntry) check() error {
	if d == nil || d.Kind == "" {
		return nil
	}
	kind, err := kindOf(d.Kind)
	if err == nil && (kind == plan.Decimal) != (d.Dec != nil) {
		err = errors.New("a default that is no value")
	}
	return err
}

type typeEntry struct {
	Kind      string `json:"kind"`
	Name      string `json:"name,omitempty"`
	Precision int    `json:"precision,omitempty"`
	Scale     int    `json:"scale,omitempty"`
	Min       int64  `json:"min"`
	Max       int64  `json:"max"`
}

// kindNames are the kinds a column may have, as manifests spell them.
var kindNames = [...]string{
	plan.Bool: "bool", plan.Int: "int", plan.Unsigned: "unsigned", plan.Decimal: "decimal",
	plan.Double: "double", plan.Date: "date", plan.DateTime: "datetime", plan.Time: "time", plan.String: "string",
}

func typeOf(t plan.Type) typeEntry {
	return typeEntry{kindNames[t.Kind], t.Name, t.Precision, t.Scale, t.Min, t.Max}
}

func kindOf(name string) (plan.Kind, error) {
	for k, known := range kindNames {
		if name == known && name != "" {
			return plan.Kind(k), nil
		}
	}
	return plan.Null, fmt.Errorf("unknown kind %q", name)
}

func (t typeEntry) kind() (plan.Kind, error) { return kindOf(t.Kind) }

func (t typeEntry) plan() plan.Type {
	kind, _ := t.kind() // checked when the manifest was read
	return plan.Type{Kind: kind, Name: t.Name, Precision: t.Precision, Scale: t.Scale, Min: t.Min, Max: t.Max}
}

func (c *columnEntry) storage() plan.Storage {
	return plan.Storage{Width: c.Width, Float: c.Float, Nullable: c.Nulls, Bias: c.Bias}
}

func (m *manifest) segments() int { return segmentsOf(m.Rows) }

func segmentsOf(rows int) int { return (rows + plan.SegmentRows - 1) / plan.SegmentRows }

// foreign gives the foreign key that column c is, or nil.
func (m *manifest) foreign(c int) *foreignEntry {
	for i := range m.Foreign {
		if m.Foreign[i].Column == c {
			return &m.Foreign[i]
		}
	}
	return nil
}

// fileSize is the size of a column's file: the values, then padding to a multiple of
// 64 bytes with at least filePadding of it.
func fileSize(bytes int) int { return (bytes + filePadding + 63) / 64 * 64 }

// parseManifest reads the body of a manifest and checks everything that later code
// takes for granted: the body may come from anybody.
func parseManifest(body []byte) (*manifest, error) {
	m := new(manifest)
	if err := decodeBody(body, m, withGrowing); err != nil {
		return nil, err
	}
	if m.Rows < 0 || m.Rows > maxRows || len(m.Columns) == 0 || len(m.Columns) > maxColumns {
		return nil, fmt.Errorf("%d rows and %d columns are out of bounds", m.Rows, len(m.Columns))
	}
	if err := errors.Join(m.checkOrdinals(), m.checkOwn()); err != nil {
		return nil, err
	}
	if err := m.checkDead(); err != nil {
		return nil, err
	}
	for i := range m.stored() {
		if err := m.checkColumn(i); err != nil {
			return nil, fmt.Errorf("column %q: %w", m.entry(i).Name, err)
		}
	}
	return m, nil
}

func (m *manifest) checkOrdinals() error {
	all := append(append(append([]int(nil), m.PrimaryKey...), m.Declared...), m.Order...)
	for _, f := range m.Foreign {
		all = append(all, f.Column)
	}
	for _, o := range all {
		if o < 0 || o >= len(m.Columns) {
			return fmt.Errorf("there is no column %d", o)
		}
	}
	return nil
}

func (m *manifest) checkColumn(i int) error {
	c := m.entry(i)
	kind, err := c.Type.kind()
	if err != nil {
		return err
	}
	if err := errors.Join(m.checkStorage(c, kind), c.Default.check()); err != nil {
		return err
	}
	if m.Rows == 0 {
		if c.File != nil || c.Dict != nil || c.Texts != 0 || len(c.Zones) != 0 || len(c.Sums) != 0 {
			return errors.New("files of a table without rows")
		}
		return nil
	}
	if err := c.File.check(fileSize(m.Rows * c.Width)); err != nil {
		return err
	}
	if err := c.checkZones(); err != nil {
		return err
	}
	return m.checkDict(i, kind)
}

func (m *manifest) checkStorage(c *columnEntry, kind plan.Kind) error {
	if c.Width != 1 && c.Width != 2 && c.Width != 4 && c.Width != 8 {
		return fmt.Errorf("width %d", c.Width)
	}
	if c.Float != (kind == plan.Double) || c.Float && (c.Width != 8 || c.Bias != 0) {
		return errors.New("storage and kind contradict each other")
	}
	zones := 2 * m.segments()
	if c.Float {
		zones = 0
	}
	if len(c.Zones) != zones || len(c.Sums) != m.segments() {
		return fmt.Errorf("%d zone bounds and %d checksums for %d segments", len(c.Zones), len(c.Sums), m.segments())
	}
	return nil
}

// checkDict checks the dictionary of a string column that is no foreign key.
func (m *manifest) checkDict(i int, kind plan.Kind) error {
	c := m.entry(i)
	if kind != plan.String && m.foreign(i) == nil && c.Dict == nil {
		if c.Texts != 0 {
			return errors.New("the dictionary's file is not named")
		}
		return nil
	}
	if kind == plan.Double || m.foreign(i) != nil {
		if c.Dict != nil || c.Texts != 0 {
			return errors.New("a dictionary for a column without text")
		}
		return nil
	}
	if c.Dict == nil {
		if c.Texts != 0 || c.Min <= c.Max {
			return errors.New("the dictionary's file is not named")
		}
		return nil
	}
	plain := c.Dict.Size
	if c.Dict.Plain != 0 {
		plain = c.Dict.Plain
	}
	if c.Texts <= 0 || c.Texts > maxTexts || plain < fileSize(4*(c.Texts+1)) || plain > maxDictionary || plain/mostPacked > c.Dict.Size {
		return fmt.Errorf("a dictionary of %d texts in %d bytes", c.Texts, c.Dict.Size)
	}
	if c.Min <= c.Max && (c.Min < 0 || c.Max >= int64(c.Texts)) {
		return fmt.Errorf("codes %d to %d for %d texts", c.Min, c.Max, c.Texts)
	}
	return c.Dict.check(c.Dict.Size)
}

// checkZones checks that the zones hold numbers from Min to Max, and NULL, only, and
// that the width holds them.
func (c *columnEntry) checkZones() error {
	s := c.storage()
	lo, hi := s.Store(c.Min), s.Store(c.Max)
	if c.Min > c.Max {
		lo, hi = 0, 0
	}
	if lo > hi || widthOf(hi) > c.Width || c.Nulls && c.Min <= c.Max && lo == 0 {
		return fmt.Errorf("numbers from %d to %d do not fit %d bytes with bias %d", c.Min, c.Max, c.Width, c.Bias)
	}
	for i := 0; i < len(c.Zones); i += 2 {
		null := c.Nulls && c.Zones[i] == 0
		if c.Zones[i] > c.Zones[i+1] || c.Zones[i+1] > hi || c.Zones[i] < lo && !null {
			return fmt.Errorf("the zone of segment %d, %d to %d, is outside of the column's", i/2, c.Zones[i], c.Zones[i+1])
		}
	}
	return nil
}

func (f *file) check(size int) error {
	switch {
	case f == nil:
		return errors.New("its file is not named")
	case f.Size != size:
		return fmt.Errorf("file %s of %d bytes should have %d", f.Name, f.Size, size)
	case f.Name == "" || f.Name[0] == '.' || filepath.Base(f.Name) != f.Name:
		return fmt.Errorf("file name %q leads out of the folder", f.Name)
	}
	return nil
}

// decodeBody reads a body of a format up to the newest. The format is looked at first: the
// rest of another one may be of any shape.
func decodeBody(body []byte, into any, newest int) error {
	var head struct {
		Format int `json:"format"`
	}
	if err := json.Unmarshal(body, &head); err != nil {
		return err
	}
	if head.Format < format || head.Format > newest {
		return &FormatError{Format: head.Format}
	}
	return json.Unmarshal(body, into)
}

// parseRoster reads the body of catalog.json.
func parseRoster(body []byte) (*roster, error) {
	r := new(roster)
	if err := decodeBody(body, r, withFunctions); err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, t := range r.Tables {
		if checkName("table", t.Name) != nil || !tables.MatchString(t.Folder) || seen[t.Name] {
			return nil, fmt.Errorf("table %q in folder %q is not a valid entry", t.Name, t.Folder)
		}
		seen[t.Name] = true
		if t.Manifest == "" || t.Manifest[0] == '.' || filepath.Base(t.Manifest) != t.Manifest {
			return nil, fmt.Errorf("manifest %q of table %q leads out of its folder", t.Manifest, t.Name)
		}
	}
	for _, q := range r.Queries {
		if q == nil || checkName("view", q.Name) != nil || seen[q.Name] {
			return nil, errors.New("an entry of its queries is not valid")
		}
		seen[q.Name] = true
	}
	return r, r.checkFunctions()
}
