// Package bindtest has catalogs without data and statements for the tests of what binds and
// prints statements.
package bindtest

import (
	"sort"
	"strings"
	"testing"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/sql/parse"
)

// Catalog holds tables without data.
type Catalog map[string]*plan.Table

func (c Catalog) Table(name string) (*plan.Table, error) {
	if t, ok := c[name]; ok {
		return t, nil
	}
	return nil, fault.Errorf(parse.CodeUnknownTable, "no table %s", name)
}

func (c Catalog) Tables() []string {
	var names []string
	for n := range c {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

// Add makes a table of columns "name type [null] [key] [-> table]": ints, dec2
// (DECIMAL(12,2)), double, date, bool and text.
func (c Catalog) Add(t testing.TB, name string, rows int, columns ...string) {
	t.Helper()
	table := &plan.Table{Name: name, Rows: rows}
	for i, spec := range columns {
		words := strings.Fields(spec)
		col := plan.Column{Name: words[0], Type: fakeTypes[words[1]]}
		for k, w := range words[2:] {
			switch w {
			case "null":
				col.Nullable = true
			case "key":
				table.PrimaryKey = append(table.PrimaryKey, i)
			case "->":
				to := c[words[k+3]]
				col.Ref = &plan.Ref{Table: to, Column: to.PrimaryKey[0]}
				table.ForeignKeys = append(table.ForeignKeys, plan.ForeignKey{Column: i, Table: to.Name, RefColumn: to.Columns[to.PrimaryKey[0]].Name})
			}
		}
		table.Columns = append(table.Columns, col)
	}
	c[name] = table
}

var fakeTypes = map[string]plan.Type{
	"int":    {Kind: plan.Int, Name: "INT", Min: -1 << 31, Max: 1<<31 - 1},
	"bigint": {Kind: plan.Int, Name: "BIGINT", Min: -1 << 63, Max: 1<<63 - 1},
	"dec2":   {Kind: plan.Decimal, Precision: 12, Scale: 2, Name: "DECIMAL(12,2)", Min: -999999999999, Max: 999999999999},
	"double": {Kind: plan.Double, Name: "DOUBLE"},
	"date":   {Kind: plan.Date, Name: "DATE"},
	"bool":   {Kind: plan.Bool, Name: "BOOL"},
	"text":   {Kind: plan.String, Precision: 25, Name: "VARCHAR(25)"},
}

// SSB is the Star Schema Benchmark's schema at scale factor 1.
func SSB(t testing.TB) Catalog {
	c := Catalog{}
	c.Add(t, "part", 200000, "p_partkey int key", "p_name text", "p_mfgr text", "p_category text", "p_brand1 text",
		"p_color text", "p_type text", "p_size int", "p_container text")
	c.Add(t, "supplier", 2000, "s_suppkey int key", "s_name text", "s_address text", "s_city text", "s_nation text",
		"s_region text", "s_phone text")
	c.Add(t, "customer", 30000, "c_custkey int key", "c_name text", "c_address text", "c_city text", "c_nation text",
		"c_region text", "c_phone text", "c_mktsegment text")
	c.Add(t, "date", 2556, "d_datekey int key", "d_date text", "d_dayofweek text", "d_month text", "d_year int",
		"d_yearmonthnum int", "d_yearmonth text", "d_daynuminweek int", "d_daynuminmonth int", "d_daynuminyear int",
		"d_monthnuminyear int", "d_weeknuminyear int", "d_sellingseason text", "d_lastdayinweekfl int",
		"d_lastdayinmonthfl int", "d_holidayfl int", "d_weekdayfl int")
	c.Add(t, "lineorder", 6001171, "lo_orderkey int key", "lo_linenumber int key", "lo_custkey int -> customer",
		"lo_partkey int -> part", "lo_suppkey int -> supplier", "lo_orderdate int -> date", "lo_orderpriority text",
		"lo_shippriority int", "lo_quantity int", "lo_extendedprice int", "lo_ordtotalprice int", "lo_discount int",
		"lo_revenue int", "lo_supplycost int", "lo_tax int", "lo_commitdate int -> date", "lo_shipmode text")
	return c
}

// Shop is a snowflake (sale -> shop -> town -> land, sale -> item) with NULLs and
// all types, and two tables without keys.
func Shop(t testing.TB) Catalog {
	c := Catalog{}
	c.Add(t, "land", 5, "id int key", "name text")
	c.Add(t, "town", 50, "id int key", "name text", "land int null -> land")
	c.Add(t, "shop", 500, "id int key", "name text null", "town int -> town", "opened date null")
	c.Add(t, "item", 1000, "id int key", "name text", "price dec2", "weight double null", "sold bool")
	c.Add(t, "sale", 100000, "id int key", "shop int null -> shop", "item int -> item", "day date", "amount int null",
		"paid dec2", "note text null", "big bigint")
	c.Add(t, "a", 10, "x int null", "y int", "s text", "d dec2")
	c.Add(t, "b", 20, "x int", "z int null", "s text null", "f double")
	return c
}
