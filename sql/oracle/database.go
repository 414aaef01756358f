package oracle

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
)

// column is a column of a table in both systems.
type column struct {
	typ
	name     string
	declared string // the type in MySQL's words
	nullable bool
	size     float64 // bound of its numbers, scaled
	refers   *table  // foreign key
}

// value is one cell: a number (scaled decimals, booleans, days or seconds from 1970), a double
// or a text by the column's kind.
type value struct {
	null   bool
	number int64
	float  float64
	text   string
}

// table is a random table. The first column is the primary key if keyed.
type table struct {
	name    string
	keyed   bool
	columns []column
	rows    [][]value
}

// database is tables, each after those that it refers to.
type database struct{ tables []*table }

// newDatabase makes a snowflake (fact, dims, a dimension's dimension) and a table
// without keys; some are empty. large is the rows of a large fact table.
func newDatabase(r *rand.Rand, large int) *database {
	m := maker{r}
	far := m.table("far", max(0, r.IntN(16)-1), true)
	near := m.table("near", max(0, r.IntN(40)-2), true, far)
	side := m.table("side", max(0, r.IntN(24)-1), true)
	rows := []int{0, 1, 7, 64, 100, 100, 200, 300, 300, 500, large, large}[r.IntN(12)]
	fact := m.table("fact", rows, false, near, side)
	return &database{[]*table{far, near, side, fact, m.table("loose", max(0, r.IntN(40)-2), false)}}
}

type maker struct{ *rand.Rand }

// table has a key if keyed, a foreign key to each of refers, and columns of all kinds.
func (m maker) table(name string, rows int, keyed bool, refers ...*table) *table {
	t := &table{name: name, keyed: keyed}
	if keyed {
		t.columns = append(t.columns, column{typ: typ{kind: integer}, name: name + "_key", declared: "INT", size: 1000})
	}
	for _, to := range refers {
		nullable := len(to.rows) == 0 || m.IntN(2) == 0
		t.columns = append(t.columns, column{typ: typ{kind: integer}, name: name + "_" + to.name, declared: "INT",
			nullable: nullable, size: 1000, refers: to})
	}
	for k := range kinds {
		for i := range 1 + m.IntN(2) {
			t.columns = append(t.columns, m.column(name+"_"+[]string{"b", "i", "n", "d", "t", "m", "s"}[k]+strconv.Itoa(i), k))
		}
	}
	m.fill(t, rows)
	return t
}

// column has a random type of a kind. Unsigned numbers are left out: SQLite has none, and what
// leaves them below 0 is an error.
func (m maker) column(name string, k kind) column {
	c := column{typ: typ{kind: k}, name: name, nullable: m.IntN(3) > 0, size: 1}
	switch k {
	case boolean:
		c.declared = []string{"BOOL", "BOOLEAN"}[m.IntN(2)]
	case integer:
		c.declared = []string{"TINYINT", "SMALLINT", "INT", "MEDIUMINT", "BIGINT"}[m.IntN(5)]
		c.size = []float64{3, 50, 120, 120, 100}[m.IntN(5)]
		if c.declared == "BIGINT" && m.IntN(2) == 0 {
			c.size = 9e18
		}
	case decimal:
		c.scale = 1 + m.IntN(3)
		c.declared = fmt.Sprintf("DECIMAL(%d,%d)", 5+m.IntN(10), c.scale)
		c.size = []float64{20, 99999}[m.IntN(2)]
	case double:
		c.declared, c.size = "DOUBLE", 64
	case date:
		c.declared = "DATE"
	case moment:
		c.declared = "DATETIME"
	default:
		c.declared = []string{"VARCHAR(20)", "CHAR(8)", "VARCHAR(255)"}[m.IntN(3)]
	}
	return c
}

func (m maker) fill(t *table, rows int) {
	for i := range rows {
		row := make([]value, len(t.columns))
		for c := range t.columns {
			row[c] = m.value(&t.columns[c])
		}
		if t.keyed {
			row[0].number = int64(i*7 - 20)
		}
		t.rows = append(t.rows, row)
	}
	m.Shuffle(len(t.rows), func(i, j int) { t.rows[i], t.rows[j] = t.rows[j], t.rows[i] })
}

func (m maker) value(c *column) value {
	if c.nullable && (m.IntN(5) == 0 || c.refers != nil && len(c.refers.rows) == 0) {
		return value{null: true}
	}
	if c.refers != nil {
		return c.refers.rows[m.IntN(len(c.refers.rows))][0]
	}
	switch c.kind {
	case double:
		return value{float: float64(m.IntN(1025)-512) / 8}
	case text:
		return value{text: words[m.IntN(len(words))]}
	case date:
		return value{number: epoch.Unix()/86400 + int64(m.IntN(801)-400)}
	case moment:
		return value{number: epoch.Unix() + int64(m.IntN(2e7)-1e7)/3600*int64(1800+m.IntN(2)*1799)}
	case boolean:
		return value{number: int64(m.IntN(2))}
	default:
		n := m.Int64N(int64(c.size) + 1)
		if m.IntN(2) == 0 {
			n = -n
		}
		return value{number: n}
	}
}

// create is the CREATE TABLE statement in MySQL's words.
func (t *table) create() string {
	var parts []string
	for i, c := range t.columns {
		part := c.name + " " + c.declared
		if !c.nullable {
			part += " NOT NULL"
		}
		if t.keyed && i == 0 {
			part += " PRIMARY KEY"
		}
		parts = append(parts, part)
	}
	for _, c := range t.columns {
		if c.refers != nil {
			parts = append(parts, fmt.Sprintf("FOREIGN KEY (%s) REFERENCES %s (%s)", c.name, c.refers.name, c.refers.columns[0].name))
		}
	}
	return "CREATE TABLE " + t.name + " (" + strings.Join(parts, ", ") + ")"
}

// insert is an INSERT statement of the rows, "" if there are none.
func (t *table) insert() string {
	if len(t.rows) == 0 {
		return ""
	}
	var rows []string
	for _, row := range t.rows {
		var cells []string
		for i, v := range row {
			cells = append(cells, v.literal(t.columns[i].typ))
		}
		rows = append(rows, "("+strings.Join(cells, ", ")+")")
	}
	return "INSERT INTO " + t.name + " VALUES " + strings.Join(rows, ", ")
}

// literal writes the value for MySQL.
func (v value) literal(t typ) string {
	switch {
	case v.null:
		return "NULL"
	case t.kind == double:
		return strconv.FormatFloat(v.float, 'f', 3, 64) + "e0"
	case t.kind == text:
		return quoted(v.text)
	case t.kind == date:
		return quoted(v.day())
	case t.kind == moment:
		return quoted(v.moment())
	default:
		return scaledText(v.number, t.scale)
	}
}

func (v value) day() string { return time.Unix(v.number*86400, 0).UTC().Format(time.DateOnly) }

func (v value) moment() string { return time.Unix(v.number, 0).UTC().Format(time.DateTime) }

// cell is the value for SQLite.
func (v value) cell(t typ) any {
	switch {
	case v.null:
		return nil
	case t.kind == double:
		return v.float
	case t.kind == text:
		return v.text
	case t.kind == date:
		return v.day()
	case t.kind == moment:
		return v.moment()
	default:
		return v.number
	}
}
