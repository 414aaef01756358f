package manifest

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"

	"github.com/cockroachdb/apd/v3"

	"gsdms/plan"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/dictionary"
	"gsdms/pushscan/store/disk"
)

const (
	Format        = 1         // of all files of a folder: a change that older programs misread raises it
	withDead      = 2         // of a manifest with dead rows, or of a table that was renamed, which older programs misread
	WithGrowing   = 3         // of one with files that grow, packed dictionaries or columns that make values themselves, which older programs misread
	WithTails     = 4         // of one with texts behind a dictionary
	WithPacked    = 5         // of one with packed segments
	WithRules     = 6         // of one with rules, which older programs do not hold
	WithRefs      = 7         // of one with foreign keys that are rules, likewise
	WithFormulas  = 8         // of one with columns that are computed, which older programs would leave empty, or rules that are not held
	MaxColumns    = 4096      // as MySQL
	MaxRows       = 1 << 40   // keeps sizes in bytes far from overflow
	maxDictionary = 1 << 42   // bytes of a dictionary: more is taken for damage
	MaxKeyRows    = 1<<32 - 1 // rows of a table that foreign keys can count
)

// Manifest describes one version of a table.
type Manifest struct {
	Format     int              `json:"format"`
	Table      string           `json:"table"`
	Version    uint64           `json:"version"`
	Rows       int              `json:"rows"`
	PrimaryKey []int            `json:"primary_key,omitempty"`
	Foreign    []ForeignKey     `json:"foreign_keys,omitempty"`
	Rules      []plan.Rule      `json:"rules,omitempty"`
	References []plan.Reference `json:"references,omitempty"`
	Indexes    []plan.Index     `json:"indexes,omitempty"`
	Comment    string           `json:"comment,omitempty"`
	Declared   []int            `json:"declared_order,omitempty"` // Definition.Order
	Order      []int            `json:"order,omitempty"`          // the rows are sorted by
	Columns    []Column         `json:"columns"`
	Bound      string           `json:"bound,omitempty"` // the name that checksums are bound to, where it is another one

	NextNumber uint64 `json:"next_number,omitempty"` // of a column that numbers its rows; 0: 1

	DeadRows int     `json:"dead_rows,omitempty"` // of Rows
	Dead     *Column `json:"dead,omitempty"`      // 1 for dead rows, 0 for others; nil: none is
}

// ForeignKey says that a column has the row numbers of another table, whose key RefColumn is.
type ForeignKey struct {
	Name      string `json:"name,omitempty"`
	Column    int    `json:"column"`
	Table     string `json:"table"`
	RefColumn int    `json:"ref_column"`
}

// Column describes a column; File is nil while there are no rows.
type Column struct {
	Name     string        `json:"name"`
	Type     Type          `json:"type"`
	Nullable bool          `json:"nullable,omitempty"`
	Default  *Default      `json:"default,omitempty"`
	Own      plan.Own      `json:"own,omitempty"`
	Formula  *plan.Formula `json:"formula,omitempty"`
	Comment  string        `json:"comment,omitempty"`
	Declared string        `json:"declared,omitempty"` // the type's name where Type has that of another one

	Width int   `json:"width"`
	Float bool  `json:"float,omitempty"`
	Nulls bool  `json:"nulls,omitempty"`
	Bias  int64 `json:"bias"`
	Min   int64 `json:"min"`
	Max   int64 `json:"max"`
	File  *File `json:"file,omitempty"`
	Dict  *File `json:"dictionary,omitempty"`
	Texts int   `json:"texts,omitempty"` // entries of Dict
	Tail  *File `json:"tail,omitempty"`  // texts that came later, whose codes go on behind those of Dict
	Late  int   `json:"late,omitempty"`  // texts of Tail

	Zones []uint64 `json:"zones,omitempty"` // lo and hi of each segment's stored numbers
	Sums  []uint64 `json:"sums,omitempty"`  // of each segment, bound to table, file and position

	Packed []int `json:"packed,omitempty"` // sizes of the segments that are packed, from the first one on
}

// File is a file in the table's folder; Sum is over all its bytes, bound like Sums.
//
// The file of a column that grows is appended to: rows that come later are written behind
// those that it has, and every version of the table knows how many of them are its own. So
// the sums of its segments are over the values alone and know nothing of the number of rows,
// Sum is 0, and the file on disk may be longer than Size: what is behind the rows of the last
// version is of no one, a change that failed among others.
type File struct {
	Name  string `json:"name"`
	Size  int    `json:"size"`
	Sum   uint64 `json:"sum"`
	Grows bool   `json:"grows,omitempty"`
	Plain int    `json:"plain,omitempty"` // of a packed dictionary: its size unpacked
	Head  uint64 `json:"head,omitempty"`  // of a packed dictionary: the checksum of its head, 0 where it is not known
}

// Default is a declared default; Kind is "" for NULL.
type Default struct {
	Kind  string       `json:"kind,omitempty"`
	Scale uint8        `json:"scale,omitempty"`
	Int   int64        `json:"int,omitempty"`
	Float float64      `json:"float,omitempty"`
	Text  string       `json:"text,omitempty"`
	Dec   *apd.Decimal `json:"decimal,omitempty"`
}

func defaultOf(v *plan.Value) *Default {
	if v == nil {
		return nil
	}
	return &Default{KindNames[v.Kind], v.Scale, v.Int, v.Float, v.Text, v.Dec}
}

// Plan gives the value that is declared, nil for none.
func (d *Default) Plan() *plan.Value {
	if d == nil {
		return nil
	}
	kind, _ := kindOf(d.Kind) // checked when the manifest was read; NULL has none
	return &plan.Value{Kind: kind, Scale: d.Scale, Int: d.Int, Float: d.Float, Text: d.Text, Dec: d.Dec}
}

// check refuses a default that is no value.
func (d *Default) check() error {
	if d == nil || d.Kind == "" {
		return nil
	}
	kind, err := kindOf(d.Kind)
	if err == nil && (kind == plan.Decimal) != (d.Dec != nil) {
		err = errors.New("a default that is no value")
	}
	return err
}

// Type is a plan.Type as manifests spell it.
type Type struct {
	Kind      string `json:"kind"`
	Name      string `json:"name,omitempty"`
	Precision int    `json:"precision,omitempty"`
	Scale     int    `json:"scale,omitempty"`
	Min       int64  `json:"min"`
	Max       int64  `json:"max"`
}

// KindNames are the kinds a column may have, as manifests spell them.
var KindNames = [...]string{
	plan.Bool: "bool", plan.Int: "int", plan.Unsigned: "unsigned", plan.Decimal: "decimal",
	plan.Double: "double", plan.Date: "date", plan.DateTime: "datetime", plan.Time: "time", plan.String: "string",
}

// TypeOf spells a type.
func TypeOf(t plan.Type) Type {
	return Type{KindNames[t.Kind], t.Name, t.Precision, t.Scale, t.Min, t.Max}
}

func kindOf(name string) (plan.Kind, error) {
	for k, known := range KindNames {
		if name == known && name != "" {
			return plan.Kind(k), nil
		}
	}
	return plan.Null, fmt.Errorf("unknown kind %q", name)
}

// ParseKind reads the kind; of a manifest that was read it does not fail.
func (t Type) ParseKind() (plan.Kind, error) { return kindOf(t.Kind) }

// Plan gives the type, of a manifest that was read.
func (t Type) Plan() plan.Type {
	kind, _ := t.ParseKind() // checked when the manifest was read
	return plan.Type{Kind: kind, Name: t.Name, Precision: t.Precision, Scale: t.Scale, Min: t.Min, Max: t.Max}
}

// Storage is the form of the column's numbers.
func (c *Column) Storage() plan.Storage {
	return plan.Storage{Width: c.Width, Float: c.Float, Nullable: c.Nulls, Bias: c.Bias}
}

// Segments is how many segments the table has.
func (m *Manifest) Segments() int { return coding.SegmentsOf(m.Rows) }

// ForeignOf gives the foreign key that column c is, or nil.
func (m *Manifest) ForeignOf(c int) *ForeignKey {
	for i := range m.Foreign {
		if m.Foreign[i].Column == c {
			return &m.Foreign[i]
		}
	}
	return nil
}

// Parse reads the body of a manifest and checks everything that later code
// takes for granted: the body may come from anybody.
func Parse(body []byte) (*Manifest, error) {
	m := new(Manifest)
	if err := DecodeBody(body, m, &m.Format, WithFormulas); err != nil {
		return nil, err
	}
	if m.Rows < 0 || m.Rows > MaxRows || len(m.Columns) == 0 || len(m.Columns) > MaxColumns {
		return nil, fmt.Errorf("%d rows and %d columns are out of bounds", m.Rows, len(m.Columns))
	}
	if err := errors.Join(m.CheckRules(), m.CheckReferences(), m.CheckIndexes(), m.CheckOwn()); err != nil {
		return nil, err
	}
	if err := m.checkDead(); err != nil {
		return nil, err
	}
	for i := range m.Stored() {
		if err := m.checkColumn(i); err != nil {
			return nil, fmt.Errorf("column %q: %w", m.Entry(i).Name, err)
		}
	}
	return m, nil
}

func (m *Manifest) checkOrdinals() error {
	all := append(append(append([]int(nil), m.PrimaryKey...), m.Declared...), m.Order...)
	for _, f := range m.Foreign {
		all = append(all, f.Column)
	}
	for _, r := range m.Rules {
		all = append(all, r.Columns...)
	}
	for _, r := range m.References {
		all = append(all, r.Columns...)
	}
	for _, o := range all {
		if o < 0 || o >= len(m.Columns) {
			return fmt.Errorf("there is no column %d", o)
		}
	}
	return nil
}

func (m *Manifest) checkColumn(i int) error {
	c := m.Entry(i)
	kind, err := c.Type.ParseKind()
	if err != nil {
		return err
	}
	if err := errors.Join(m.checkStorage(c, kind), c.Default.check()); err != nil {
		return err
	}
	if m.Rows == 0 {
		if c.File != nil || c.Dict != nil || c.Texts != 0 || c.Tail != nil || c.Late != 0 || len(c.Zones) != 0 || len(c.Sums) != 0 || len(c.Packed) != 0 {
			return errors.New("files of a table without rows")
		}
		return nil
	}
	if err := m.CheckPacked(c); err != nil {
		return err
	}
	if err := c.File.check(disk.FileSize(c.Place(m.Rows))); err != nil {
		return err
	}
	if err := c.checkZones(); err != nil {
		return err
	}
	return m.checkDict(i, kind)
}

func (m *Manifest) checkStorage(c *Column, kind plan.Kind) error {
	if c.Width != 1 && c.Width != 2 && c.Width != 4 && c.Width != 8 {
		return fmt.Errorf("width %d", c.Width)
	}
	if c.Float != (kind == plan.Double) || c.Float && (c.Width != 8 || c.Bias != 0) {
		return errors.New("storage and kind contradict each other")
	}
	zones := 2 * m.Segments()
	if c.Float {
		zones = 0
	}
	if len(c.Zones) != zones || len(c.Sums) != m.Segments() {
		return fmt.Errorf("%d zone bounds and %d checksums for %d segments", len(c.Zones), len(c.Sums), m.Segments())
	}
	return nil
}

// checkDict checks the dictionary of a string column that is no foreign key.
func (m *Manifest) checkDict(i int, kind plan.Kind) error {
	c := m.Entry(i)
	if kind != plan.String && m.ForeignOf(i) == nil && c.Dict == nil {
		if c.Texts != 0 || c.Tail != nil || c.Late != 0 {
			return errors.New("the dictionary's file is not named")
		}
		return nil
	}
	if kind == plan.Double || m.ForeignOf(i) != nil {
		if c.Dict != nil || c.Texts != 0 || c.Tail != nil || c.Late != 0 {
			return errors.New("a dictionary for a column without text")
		}
		return nil
	}
	if c.Dict == nil {
		if c.Texts != 0 || c.Min <= c.Max || c.Tail != nil || c.Late != 0 {
			return errors.New("the dictionary's file is not named")
		}
		return nil
	}
	plain := c.Dict.Size
	if c.Dict.Plain != 0 {
		plain = c.Dict.Plain
	}
	if c.Texts <= 0 || c.Texts > dictionary.MaxTexts || plain < disk.FileSize(4*(c.Texts+1)) || plain > maxDictionary || plain/dictionary.MostPacked > c.Dict.Size {
		return fmt.Errorf("a dictionary of %d texts in %d bytes", c.Texts, c.Dict.Size)
	}
	if c.Min <= c.Max && (c.Min < 0 || c.Max >= int64(c.AllTexts())) {
		return fmt.Errorf("codes %d to %d for %d texts", c.Min, c.Max, c.AllTexts())
	}
	return errors.Join(c.Dict.check(c.Dict.Size), c.checkTail(kind))
}

// AllTexts is how many texts the column's codes are of.
func (c *Column) AllTexts() int { return c.Texts + c.Late }

// PlainCodes says whether a column's stored numbers are codes, or one more where 0 is NULL.
func (c *Column) PlainCodes() bool {
	return !c.Float && c.Width <= 4 && (c.Bias == 0 && !c.Nulls || c.Bias == -1 && c.Nulls)
}

// checkTail checks what is said of the texts behind the dictionary.
func (c *Column) checkTail(kind plan.Kind) error {
	switch {
	case c.Tail == nil && c.Late == 0:
		return nil
	case c.Tail == nil || c.Late <= 0 || c.Late > c.Tail.Size || c.Tail.Size > math.MaxUint32 || !c.Tail.Grows || c.AllTexts() > dictionary.MaxTexts || kind != plan.String || !c.PlainCodes():
		return fmt.Errorf("%d texts behind the dictionary", c.Late)
	}
	return c.Tail.check(c.Tail.Size)
}

// checkZones checks that the zones hold numbers from Min to Max, and NULL, only, and
// that the width holds them.
func (c *Column) checkZones() error {
	s := c.Storage()
	lo, hi := s.Store(c.Min), s.Store(c.Max)
	if c.Min > c.Max {
		lo, hi = 0, 0
	}
	if lo > hi || coding.Width(hi) > c.Width || c.Nulls && c.Min <= c.Max && lo == 0 {
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

func (f *File) check(size int) error {
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

// Sized says whether a file of a table may have so many bytes.
func (f *File) Sized(bytes int64) bool {
	return bytes == int64(f.Size) || f.Grows && bytes > int64(f.Size)
}
