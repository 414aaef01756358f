package plan

import (
	"context"
	"fmt"
	"strings"

	"github.com/apache/arrow/go/v15/arrow"

	"gsdms/plan/value"
)

// SegmentRows is the number of rows of a segment: the unit of zone maps, of
// checksums and of a CPU worker's morsel.
const SegmentRows = 65536

// Catalog finds tables by name. A Catalog is one consistent view: every call for
// the same name returns the same *Table. Whoever made the view releases it.
type Catalog interface {
	// Table returns the table, or an error with code 1146 that offers a near name.
	Table(name string) (*Table, error)
	// Tables lists the names, sorted.
	Tables() []string
}

// Table is an immutable snapshot of one table. Two snapshots of equal data are
// equal as pointers; any change of the table makes a new one.
type Table struct {
	Name        string // with that of its database before it, where that has one
	Database    string // "": the one without a name
	Version     uint64 // grows with every change of the table
	Rows        int    // those that are dead are among them
	Dead        int    // rows that are deleted: no query sees them
	Columns     []Column
	Hidden      int   // so many of the last columns cannot be named: see Shown
	Inside      int   // so many of a query's or a file's last columns likewise: see Column.Inside and Column.Part
	PrimaryKey  []int // ordinals, empty for none
	ForeignKeys []ForeignKey
	Rules       []Rule
	References  []Reference
	Indexes     []Index
	Comment     string
	Order       []int     // ordinals the rows are sorted by, coarse to fine; empty: as loaded
	NextNumber  uint64    // what a column that numbers its rows gives the next one; 0: there is none
	Passing     bool      // the rows are those that a pipeline has left, and gone with its query
	Omitted     []Omitted // columns that are there in what the table was made of, and not here
	Remarks     []string  // what else is to be said of that, as sentences
	Data        Data
}

// Rule is what holds for all rows of a table: that no two of them have the same values in some
// columns, rows with a NULL there apart, or that a condition is not false.
type Rule struct {
	Name    string `json:"name"`
	Check   string `json:"check,omitempty"` // the condition as SQL; "": UNIQUE
	Idle    bool   `json:"idle,omitempty"`  // the condition is NOT ENFORCED
	Columns []int  `json:"columns"`         // ordinals: those that are different, or that the condition reads
}

// Reference is a foreign key that is no row number: of several columns, to a key that is not the primary one,
// to the table itself, or a second one of a column. Each row that has no NULL in its columns has a partner in
// the other table. It is held as rules are.
type Reference struct {
	Name    string   `json:"name,omitempty"`   // "": none was declared
	Number  int      `json:"number,omitempty"` // in the name that it is shown by then
	Columns []int    `json:"columns"`          // ordinals
	Table   string   `json:"table"`            // which may not be there, where foreign_key_checks was off
	Others  []string `json:"others"`           // the columns of that table

	Database string `json:"-"` // of Table, "": the one without a name
}

// Own is the name of the other table within its database.
func (r *Reference) Own() string {
	return strings.TrimPrefix(r.Table, strings.TrimPrefix(r.Database+".", "."))
}

// Index is an index that is declared. None is made: it is kept for who asks for it, renames or drops it.
type Index struct {
	Name      string      `json:"name"`
	Kind      string      `json:"kind,omitempty"`  // FULLTEXT or SPATIAL; "": one of the others
	Using     string      `json:"using,omitempty"` // BTREE where that was said
	Comment   string      `json:"comment,omitempty"`
	Invisible bool        `json:"invisible,omitempty"`
	Implied   bool        `json:"implied,omitempty"` // by a foreign key; another one that begins with its column takes its place
	Parts     []IndexPart `json:"parts"`
}

// IndexPart is a column of an index, or an expression.
type IndexPart struct {
	Column int    `json:"column"`           // the ordinal, -1 for an expression
	Expr   string `json:"expr,omitempty"`   // the expression as SQL
	Length int    `json:"length,omitempty"` // characters of the column; 0: all
	Desc   bool   `json:"desc,omitempty"`
}

// Omitted is a column of a type that no table has.
type Omitted struct{ Name, Type string }

// Shown are the columns that statements can name. Behind them a stored table has the
// numbers of its rows, and before these, where rows are dead, which ones are.
func (t *Table) Shown() []Column { return t.Columns[:len(t.Columns)-t.Hidden-t.Inside] }

// Own is the table's name within its database.
func (t *Table) Own() string {
	if t.Database == "" {
		return t.Name
	}
	return t.Name[len(t.Database)+1:]
}

// Count is the number of rows that queries see.
func (t *Table) Count() int { return t.Rows - t.Dead }

// DeadColumn is the ordinal of the column that is 1 for dead rows and 0 for others, -1 where
// no row is dead.
func (t *Table) DeadColumn() int {
	if t.Hidden < 2 {
		return -1
	}
	return len(t.Columns) - 2
}

// NumberColumn is the ordinal of the column with the numbers of the rows, -1 for a table
// that is not stored.
func (t *Table) NumberColumn() int {
	if t.Hidden == 0 {
		return -1
	}
	return len(t.Columns) - 1
}

// Segments is the number of segments the rows take.
func (t *Table) Segments() int { return (t.Rows + SegmentRows - 1) / SegmentRows }

// Column describes one column of a snapshot.
type Column struct {
	Name     string
	Type     Type
	Nullable bool   // as declared
	Default  *Value // nil: none declared
	Own      Own    // values that it makes itself
	Formula  *Formula
	Comment  string
	Inside   int     // the ordinal of the column with all digits of this one, which shows fewer; 0: it has them
	Part     *Part   // what this column is of another one; nil: it is a column of its own
	Declared string  // the type's name where Type has that of another one: longtext is stored as TEXT
	Storage  Storage // how its numbers are stored; Storage.Nullable is false where no NULL is present

	// Min and Max bound the numbers present that are not NULL (inclusive, Min > Max
	// when there are none). Unused for Double.
	Min, Max int64
	Dict     *Dictionary // String: code -> text, sorted by bytes; of numbers, if 64 bits do not hold them all: code -> NumberKey; nil otherwise

	// Unsorted, if not nil, has the texts of the column in place of Dict, whose codes its numbers
	// are: for predicates and functions of the column, and for rows that leave a program.
	Unsorted *Unsorted

	// Ref, if not nil, says that the column is a declared foreign key and that its
	// stored numbers are ROW NUMBERS of Ref.Table, not key values: the value is
	// column Ref.Column of that row. Min, Max then bound row numbers, and Dict is nil.
	Ref *Ref
}

// Part says what a column is of what JSON_EXTRACT finds in a column of JSON values, by a path of members and of
// elements from the front.
type Part struct {
	Column, Path string
	As           PartForm
}

// PartForm is what a part of a JSON value is as a column.
type PartForm uint8

// The forms.
const (
	PartJSON   PartForm = iota // the value
	PartText                   // what JSON_UNQUOTE gives of it
	PartValue                  // likewise, NULL where it is null
	PartNumber                 // the number that it is, NULL where it is none
	PartOther                  // the value where it is no number, else NULL
	PartLength                 // its JSON_LENGTH
)

// partNames are what columns of parts are called, by the form.
var partNames = [...]string{"%s->'%s'", "%s->>'%s'", "JSON_VALUE(%s, '%s')", "%s->'%s' as number", "%s->'%s' as no number", "JSON_LENGTH(%s, '%s')"}

// Name is what a column of such a part is called.
func (p Part) Name() string { return fmt.Sprintf(partNames[p.As], p.Column, p.Path) }

// Absent is what the column has where a row gives it nothing: its default, NULL, or the first member
// of an ENUM; false says that it has to be given a value. A column that is Computed has NULL until it is.
func (c *Column) Absent() (v Value, ok bool) {
	switch {
	case c.Default != nil:
		return *c.Default, true
	case c.Nullable || c.Computed():
		return v, true
	}
	if members := c.Type.Members(); c.Type.Enum() && len(members) > 0 {
		return value.OfString(members[0]), true
	}
	return v, false
}

// Own says which values a column makes itself, where a statement gives it none.
type Own uint8

const (
	Numbered      Own = 1 << iota // AUTO_INCREMENT
	DefaultsToNow                 // DEFAULT CURRENT_TIMESTAMP
	UpdatesToNow                  // ON UPDATE CURRENT_TIMESTAMP
)

// Has says whether a column makes values of a kind.
func (o Own) Has(kind Own) bool { return o&kind != 0 }

// Ref is the target of a foreign key column.
type Ref struct {
	Table  *Table // the snapshot whose row numbers are stored
	Column int    // the key column of it
}

// ForeignKey is a declared constraint of one column.
type ForeignKey struct {
	Name      string // "": none was declared
	Column    int
	Table     string
	RefColumn string
}

// Data gives a snapshot's stored numbers. All methods are safe for concurrent use
// and valid until the view that the snapshot came from is released.
type Data interface {
	// Rows returns rows [lo, hi) of a column as an Arrow array (Uint8, Uint16,
	// Uint32, Uint64 or Float64 by Storage) that aliases the column file, or memory
	// that all readers share, without a copy. The segments touched are checked
	// against their checksums once; a mismatch or an I/O error names file, column
	// and segment. The caller releases the array. lo must be a multiple of 64.
	Rows(ctx context.Context, column, lo, hi int) (arrow.Array, error)
	// Zone bounds the STORED numbers of one segment, NULL (0) included; of a float column the
	// ranks of its doubles, as RankStorage stores them. Where nothing is known these are 0 and
	// the largest uint64.
	Zone(column, segment int) (lo, hi uint64)
	// Prefetch asks the system to have rows [lo, hi) of a column in memory soon.
	Prefetch(column, lo, hi int)
	// Passed says that rows [lo, hi) of a column have been read and will not be soon again:
	// the process need not have them in its memory.
	Passed(column, lo, hi int)
}

// Deferred is a Data some of whose rows are read from elsewhere when they are asked for. Its Rows
// has all of them read that it gives.
type Deferred interface {
	Data
	// Need has the rows of segments read, of some columns. They may be forgotten until There gives them.
	Need(ctx context.Context, columns, segments []int) error
	// Least is the least stored number of a segment that is not NULL, where Zone may have NULL as its
	// bound; above that of Zone where all are NULL.
	Least(column, segment int) uint64
	// Lacks reports whether some rows of a column are not read yet.
	Lacks(column int) bool
	// There is Rows of which those of other segments may be any.
	There(ctx context.Context, column, lo, hi int, segments []int) (arrow.Array, error)
}

// Picker is a Deferred that can read a column in some rows without the others.
type Picker interface {
	// Pick gives them, texts as Texts. Where ok is false they are read by Need.
	Pick(ctx context.Context, column int, rows []int64) (v Vector, ok bool, err error)
}
