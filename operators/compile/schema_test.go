package compile_test

import (
	"context"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"gsdms/plan"
	"gsdms/plan/value"
)

// memoryTable is a table made of values, and the values it was made of.
type memoryTable struct {
	*plan.Table
	cells [][]plan.Value // by column; of a foreign key, the key's value
}

// memoryData serves columns of numbers.
type memoryData struct {
	types []arrow.DataType
	bytes [][]byte
	width []int
	zones [][2]uint64
}

func (d *memoryData) Rows(_ context.Context, column, lo, hi int) (arrow.Array, error) {
	w := d.width[column]
	buffer := memory.NewBufferBytes(d.bytes[column][lo*w : hi*w])
	data := array.NewData(d.types[column], hi-lo, []*memory.Buffer{nil, buffer}, nil, 0, 0)
	return array.MakeFromData(data), nil
}

func (d *memoryData) Zone(column, _ int) (lo, hi uint64) {
	return d.zones[column][0], d.zones[column][1]
}
func (d *memoryData) Prefetch(_, _, _ int) {}

func (d *memoryData) Passed(_, _, _ int) {}

var arrowTypes = map[int]arrow.DataType{
	1: arrow.PrimitiveTypes.Uint8, 2: arrow.PrimitiveTypes.Uint16,
	4: arrow.PrimitiveTypes.Uint32, 8: arrow.PrimitiveTypes.Uint64,
}

// columnDef declares a column of a test table.
type columnDef struct {
	name string
	kind plan.Type
	ref  *memoryTable // a foreign key of column 0 of it
}

// makeTable stores values as narrowly as they fit.
func makeTable(name string, defs []columnDef, rows [][]plan.Value) *memoryTable {
	m := &memoryTable{Table: &plan.Table{Name: name, Rows: len(rows), PrimaryKey: []int{0}}}
	data := &memoryData{}
	for i, d := range defs {
		cells := make([]plan.Value, len(rows))
		for r := range rows {
			cells[r] = rows[r][i]
		}
		m.cells = append(m.cells, cells)
		m.Columns = append(m.Columns, plan.Column{Name: d.name, Type: d.kind})
		data.add(&m.Columns[i], d, cells)
	}
	m.Data = data
	return m
}

// add stores one column.
func (d *memoryData) add(c *plan.Column, def columnDef, cells []plan.Value) {
	nullable := slices.ContainsFunc(cells, plan.Value.IsNull)
	c.Nullable, c.Storage.Nullable = nullable, nullable
	if def.kind.Kind == plan.Double {
		d.addFloats(c, cells)
		return
	}
	number := numberOf(c, def, cells)
	c.Min, c.Max = math.MaxInt64, math.MinInt64
	for _, v := range cells {
		if !v.IsNull() {
			c.Min, c.Max = min(c.Min, number(v)), max(c.Max, number(v))
		}
	}
	bias, top := c.Min, uint64(0)
	if c.Min > c.Max {
		c.Min, c.Max, bias = 0, -1, 0
	} else {
		if nullable {
			bias--
		}
		top = uint64(c.Max - bias)
	}
	c.Storage.Bias, c.Storage.Width = bias, 8
	for _, w := range []int{4, 2, 1} {
		if top < 1<<(8*w) {
			c.Storage.Width = w
		}
	}
	var raw []byte
	for _, v := range cells {
		var b [8]byte
		if !v.IsNull() {
			binary.LittleEndian.PutUint64(b[:], uint64(number(v)-bias))
		}
		raw = append(raw, b[:c.Storage.Width]...)
	}
	d.push(arrowTypes[c.Storage.Width], raw, c.Storage.Width, [2]uint64{0, top})
}

func (d *memoryData) addFloats(c *plan.Column, cells []plan.Value) {
	c.Storage.Float, c.Storage.Width = true, 8
	var raw []byte
	for _, v := range cells {
		bits := math.Float64bits(v.Float)
		if v.IsNull() {
			bits = plan.NullBits
		}
		raw = binary.LittleEndian.AppendUint64(raw, bits)
	}
	d.push(arrow.PrimitiveTypes.Float64, raw, 8, [2]uint64{0, math.MaxUint64})
}

func (d *memoryData) push(t arrow.DataType, raw []byte, width int, zone [2]uint64) {
	d.types, d.bytes = append(d.types, t), append(d.bytes, raw)
	d.width, d.zones = append(d.width, width), append(d.zones, zone)
}

// numberOf gives how a column's values become numbers.
func numberOf(c *plan.Column, def columnDef, cells []plan.Value) func(plan.Value) int64 {
	switch {
	case def.ref != nil:
		c.Ref = &plan.Ref{Table: def.ref.Table, Column: 0}
		rows := map[int64]int64{}
		for i, v := range def.ref.cells[0] {
			rows[v.Int] = int64(i)
		}
		return func(v plan.Value) int64 { return rows[v.Int] }
	case def.kind.Kind == plan.String:
		var texts []string
		for _, v := range cells {
			if !v.IsNull() {
				texts = append(texts, v.Text)
			}
		}
		slices.Sort(texts)
		texts = slices.Compact(texts)
		offsets := []uint32{0}
		for _, s := range texts {
			offsets = append(offsets, offsets[len(offsets)-1]+uint32(len(s)))
		}
		c.Dict = plan.NewDictionary(offsets, []byte(strings.Join(texts, "")))
		return func(v plan.Value) int64 { n, _ := slices.BinarySearch(texts, v.Text); return int64(n) }
	}
	return func(v plan.Value) int64 { n, _ := v.Number(); return n }
}

var (
	intType  = plan.Type{Kind: plan.Int}
	textType = plan.Type{Kind: plan.String}
	dateType = plan.Type{Kind: plan.Date}
	whenType = plan.Type{Kind: plan.DateTime, Scale: 3}
	atType   = plan.Type{Kind: plan.DateTime}
	spanType = plan.Type{Kind: plan.Time, Scale: 1}
	dblType  = plan.Type{Kind: plan.Double}
	boolType = plan.Type{Kind: plan.Bool}
	dec2     = plan.Type{Kind: plan.Decimal, Precision: 12, Scale: 2}
	dec1     = plan.Type{Kind: plan.Decimal, Precision: 8, Scale: 1}
)

// schema is a small star with a snowflake and a table without declared keys.
type schema struct {
	nation, customer, dates, other, fact *memoryTable
	byTable                              map[*plan.Table]*memoryTable
}

func orNull(r *rand.Rand, share float64, v plan.Value) plan.Value {
	if r.Float64() < share {
		return plan.Value{}
	}
	return v
}

func pick[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

// newSchema makes the tables; factRows may be 0.
func newSchema(seed uint64, factRows int) *schema {
	r := rand.New(rand.NewPCG(seed, 1))
	s := &schema{}
	s.nation = makeNation()
	s.customer = makeCustomer(r, s.nation, seed)
	s.dates = makeDates()
	s.other = makeOther(r, s.customer)
	s.fact = makeFact(r, s, factRows)
	s.byTable = map[*plan.Table]*memoryTable{}
	for _, m := range []*memoryTable{s.nation, s.customer, s.dates, s.other, s.fact} {
		s.byTable[m.Table] = m
	}
	return s
}

func makeNation() *memoryTable {
	names := []string{"ALGERIA", "EGYPT", "CANADA", "PERU", "CHINA", "INDIA", "FRANCE", "SPAIN"}
	regions := []string{"AFRICA", "AFRICA", "AMERICA", "AMERICA", "ASIA", "ASIA", "EUROPE", "EUROPE"}
	var rows [][]plan.Value
	for i := range names {
		rows = append(rows, []plan.Value{value.OfInt(int64(100 - 7*i)), value.OfString(names[i]), value.OfString(regions[i])})
	}
	return makeTable("nation", []columnDef{{"n_id", intType, nil}, {"n_name", textType, nil}, {"n_region", textType, nil}}, rows)
}

func makeCustomer(r *rand.Rand, nation *memoryTable, seed uint64) *memoryTable {
	var rows [][]plan.Value
	for i := range 40 {
		key := nation.cells[0][i/5]
		if seed%2 == 1 {
			key = orNull(r, 0.1, nation.cells[0][r.IntN(8)])
		}
		rows = append(rows, []plan.Value{
			value.OfInt(int64(-1000 + 37*i)), key, value.OfString("city" + string(rune('A'+i/3))),
			orNull(r, 0.2, value.OfDecimal(int64(r.IntN(100000)-50000), 2)), value.OfInt(int64(r.IntN(5))),
		})
	}
	return makeTable("customer", []columnDef{{"c_id", intType, nil}, {"c_nation", intType, nation},
		{"c_city", textType, nil}, {"c_balance", dec2, nil}, {"c_size", intType, nil}}, rows)
}

func makeDates() *memoryTable {
	var rows [][]plan.Value
	start := value.Days(1993, 11, 20)
	for i := range int64(90) {
		y, m, d := value.Civil(start + i)
		month := []string{"Jan", "Feb", "", "", "", "", "", "", "", "", "Nov", "Dec"}[m-1]
		rows = append(rows, []plan.Value{value.OfInt(int64(y*10000 + m*100 + d)), value.OfDate(start + i), value.OfInt(int64(y)), value.OfString(month)})
	}
	return makeTable("dates", []columnDef{{"d_key", intType, nil}, {"d_date", dateType, nil}, {"d_year", intType, nil}, {"d_month", textType, nil}}, rows)
}

func makeOther(r *rand.Rand, customer *memoryTable) *memoryTable {
	times := rand.New(rand.NewPCG(2, 2))
	var rows [][]plan.Value
	for range 25 {
		rows = append(rows, []plan.Value{
			orNull(r, 0.1, value.OfInt(int64(r.IntN(12)-2))),
			orNull(r, 0.1, value.OfString(pick(r, "AIR", "SHIP", "RAIL", "MOON"))),
			value.OfDecimal(int64(r.IntN(120)-20), 1),
			orNull(r, 0.1, value.OfFloat(float64(r.IntN(20))/2-1)),
			value.OfDate(value.Days(1994, 1, 1+r.IntN(10))),
			orNull(r, 0.1, customer.cells[0][r.IntN(40)]),
			value.OfDateTime(value.Days(1970, 1, times.IntN(10))*86400+times.Int64N(3)*3600, 0),
		})
	}
	return makeTable("other", []columnDef{{"o_a", intType, nil}, {"o_mode", textType, nil}, {"o_dec", dec1, nil},
		{"o_dbl", dblType, nil}, {"o_date", dateType, nil}, {"o_cust", intType, customer}, {"o_at", atType, nil}}, rows)
}

func makeFact(r *rand.Rand, s *schema, n int) *memoryTable {
	times := rand.New(rand.NewPCG(uint64(n), 2))
	var rows [][]plan.Value
	for i := range n {
		rows = append(rows, []plan.Value{
			value.OfInt(int64(i)),
			orNull(r, 0.1, s.customer.cells[0][r.IntN(40)]),
			s.dates.cells[0][r.IntN(90)],
			value.OfInt(int64(1 + r.IntN(10))),
			value.OfDecimal(int64(r.IntN(200000)-1000), 2),
			pick(r, value.OfInt(math.MaxInt64), value.OfInt(math.MinInt64), value.OfInt(0), value.OfInt(-1), value.OfInt(1<<40)),
			orNull(r, 0.3, value.OfInt(int64(r.IntN(11)-5))),
			orNull(r, 0.2, value.OfFloat(float64(r.IntN(40))/4-3)),
			orNull(r, 0.2, value.OfDate(value.Days(1994, 1, 1+r.IntN(40)))),
			orNull(r, 0.2, value.OfString(pick(r, "AIR", "AIRMAIL", "RAIL", "SHIP", "TRUCK", ""))),
			value.OfBool(r.IntN(2) == 0),
			orNull(times, 0.2, value.OfDateTime((value.Days(1969, 12, 28+times.IntN(20))*86400+times.Int64N(3)*3600)*1000+times.Int64N(2)*times.Int64N(5000), 3)),
			orNull(times, 0.2, value.OfTime(times.Int64N(2000000)-1000000, 1)),
		})
	}
	return makeTable("fact", []columnDef{{"f_id", intType, nil}, {"f_cust", intType, s.customer}, {"f_date", intType, s.dates},
		{"f_qty", intType, nil}, {"f_price", dec2, nil}, {"f_big", intType, nil}, {"f_disc", intType, nil}, {"f_dbl", dblType, nil},
		{"f_ship", dateType, nil}, {"f_mode", textType, nil}, {"f_flag", boolType, nil},
		{"f_when", whenType, nil}, {"f_span", spanType, nil}}, rows)
}
