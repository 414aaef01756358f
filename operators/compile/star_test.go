package compile_test

import (
	"fmt"
	"strings"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// star is a small Star Schema Benchmark: dimensions in hierarchy order, foreign keys
// as row numbers.
type star struct {
	lineorder, date, part, supplier, customer *memoryTable
}

var nationsOf = map[string][]string{
	"AFRICA": {"ALGERIA", "ETHIOPIA", "KENYA", "MOROCCO", "MOZAMBIQUE"}, "AMERICA": {"ARGENTINA", "BRAZIL", "CANADA", "PERU", "UNITED STATES"},
	"ASIA": {"CHINA", "INDIA", "INDONESIA", "JAPAN", "VIETNAM"}, "EUROPE": {"FRANCE", "GERMANY", "ROMANIA", "RUSSIA", "UNITED KINGDOM"},
	"MIDDLE EAST": {"EGYPT", "IRAN", "IRAQ", "JORDAN", "SAUDI ARABIA"},
}

var regions = []string{"AFRICA", "AMERICA", "ASIA", "EUROPE", "MIDDLE EAST"}

func newStar(perCity, perBrand, orders int) *star {
	s := &star{date: starDates(), part: starParts(perBrand)}
	s.customer, s.supplier = starPeople("customer", "c_custkey", "c_", perCity), starPeople("supplier", "s_suppkey", "s_", perCity)
	var rows [][]plan.Value
	for i := range orders {
		date := (i * 7919) % s.date.Rows
		rows = append(rows, []plan.Value{
			s.date.cells[0][date], s.part.cells[0][(i*104729)%s.part.Rows],
			s.supplier.cells[0][(i*1299709)%s.supplier.Rows], s.customer.cells[0][(i*15485863)%s.customer.Rows],
			value.OfInt(int64(i%50) + 1), value.OfInt(int64(i % 11)), value.OfInt(int64(i*7919%10000000) + 90000),
			value.OfInt(int64(i*104729%9000000) + 81000), value.OfInt(int64(i*7919%80000) + 50000),
		})
	}
	s.lineorder = makeTable("lineorder", []columnDef{{"lo_orderdate", intType, s.date}, {"lo_partkey", intType, s.part},
		{"lo_suppkey", intType, s.supplier}, {"lo_custkey", intType, s.customer}, {"lo_quantity", intType, nil},
		{"lo_discount", intType, nil}, {"lo_extendedprice", intType, nil}, {"lo_revenue", intType, nil}, {"lo_supplycost", intType, nil}}, rows)
	return s
}

func starDates() *memoryTable {
	var rows [][]plan.Value
	for day := value.Days(1992, 1, 1); day <= value.Days(1998, 12, 31); day++ {
		y, m, d := value.Civil(day)
		month := []string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"}[m-1]
		week := (day-value.Days(y, 1, 1))/7 + 1
		rows = append(rows, []plan.Value{value.OfInt(int64(y*10000 + m*100 + d)), value.OfInt(int64(y)), value.OfInt(int64(y*100 + m)),
			value.OfString(fmt.Sprint(month, y)), value.OfInt(week)})
	}
	return makeTable("date", []columnDef{{"d_datekey", intType, nil}, {"d_year", intType, nil}, {"d_yearmonthnum", intType, nil},
		{"d_yearmonth", textType, nil}, {"d_weeknuminyear", intType, nil}}, rows)
}

// starPeople makes rows in the order region, nation, city; their keys are scattered.
func starPeople(name, key, prefix string, perCity int) *memoryTable {
	var rows [][]plan.Value
	for _, region := range regions {
		for _, nation := range nationsOf[region] {
			for c := range 10 * perCity {
				city := fmt.Sprintf("%-9.9s%d", nation, c/perCity)
				rows = append(rows, []plan.Value{value.OfInt(int64(len(rows)*7919%(250*perCity)) + 1), value.OfString(city), value.OfString(nation), value.OfString(region)})
			}
		}
	}
	return makeTable(name, []columnDef{{key, intType, nil}, {prefix + "city", textType, nil}, {prefix + "nation", textType, nil}, {prefix + "region", textType, nil}}, rows)
}

func starParts(perBrand int) *memoryTable {
	var rows [][]plan.Value
	for mfgr := 1; mfgr <= 5; mfgr++ {
		for category := 1; category <= 5; category++ {
			for i := range 40 {
				brand := (i*9)%40 + 1 // brands sort as texts, not as numbers
				for range perBrand {
					rows = append(rows, []plan.Value{value.OfInt(int64(len(rows)*7919%(1000*perBrand)) + 1), value.OfString(fmt.Sprintf("MFGR#%d%d%d", mfgr, category, brand)),
						value.OfString(fmt.Sprintf("MFGR#%d%d", mfgr, category)), value.OfString(fmt.Sprintf("MFGR#%d", mfgr))})
				}
			}
		}
	}
	return makeTable("part", []columnDef{{"p_partkey", intType, nil}, {"p_brand1", textType, nil}, {"p_category", textType, nil}, {"p_mfgr", textType, nil}}, rows)
}

// starQuery builds a network over the star from a short form.
type starQuery struct {
	s *star
	n *plan.Pipeline
}

func (s *star) query(joins ...*memoryTable) *starQuery {
	q := &starQuery{s: s, n: &plan.Pipeline{Text: "star"}}
	q.n.Tables = append(q.n.Tables, &plan.TableRef{Alias: "lineorder", Table: s.lineorder.Table})
	for _, m := range joins {
		from := 0
		for s.lineorder.Columns[from].Ref.Table != m.Table {
			from++
		}
		q.n.Tables = append(q.n.Tables, &plan.TableRef{Alias: m.Name, Table: m.Table})
		q.n.Ops = append(q.n.Ops, plan.KeyProbe{Table: len(q.n.Tables) - 1, From: plan.ColumnRef{Column: from, Of: q.n.Tables[0]}})
	}
	return q
}

// column finds a column by name.
func (q *starQuery) column(name string) plan.Expr {
	for t, ref := range q.n.Tables {
		for i, c := range ref.Table.Columns {
			if c.Name == name {
				return plan.ColumnRef{Table: t, Column: i, Of: ref}
			}
		}
	}
	panic("no column " + name)
}

func literalOf(v any) plan.Expr {
	switch v := v.(type) {
	case int:
		return plan.Literal(value.OfInt(int64(v)))
	case string:
		return plan.Literal(value.OfString(v))
	}
	panic("no literal")
}

// term is a comparison of a column with a constant.
func (q *starQuery) term(column string, op plan.Op, v any) plan.Expr {
	e, err := typing.Build(op, q.column(column), literalOf(v))
	if err != nil {
		panic(err)
	}
	return e
}

// where adds a filter: a comparison.
func (q *starQuery) where(column string, op plan.Op, v any) *starQuery {
	q.n.Ops = append(q.n.Ops, plan.Filter{Pred: q.term(column, op, v)})
	return q
}

// between adds the two filters of BETWEEN.
func (q *starQuery) between(column string, lo, hi any) *starQuery {
	return q.where(column, plan.Ge, lo).where(column, plan.Le, hi)
}

// either adds a filter that a column has one of two values.
func (q *starQuery) either(column string, a, b any) *starQuery {
	e := plan.Call{Op: plan.Or, Args: []plan.Expr{q.term(column, plan.Eq, a), q.term(column, plan.Eq, b)}, Of: boolType}
	q.n.Ops = append(q.n.Ops, plan.Filter{Pred: e})
	return q
}

// sum ends the query with a sum of a column, or of two with an operator between, in
// groups.
func (q *starQuery) sum(of string, keys ...string) *plan.Pipeline {
	parts := strings.Fields(of)
	arg := q.column(parts[0])
	if len(parts) == 3 {
		e, err := typing.Build(plan.Op(parts[1]), arg, q.column(parts[2]))
		if err != nil {
			panic(err)
		}
		arg = e
	}
	agg, err := typing.NewAgg(plan.Sum, arg)
	if err != nil {
		panic(err)
	}
	op := plan.Aggregate{Aggs: []plan.Agg{agg}}
	for _, k := range keys {
		op.Keys = append(op.Keys, q.column(k))
	}
	q.n.Ops = append(q.n.Ops, op)
	return q.n
}

// queries are the 13 of the benchmark, by number.
func (s *star) queries() map[string]*plan.Pipeline {
	flight1 := func() *starQuery { return s.query(s.date) }
	flight2 := func() *starQuery { return s.query(s.date, s.part, s.supplier) }
	flight3 := func() *starQuery { return s.query(s.customer, s.supplier, s.date) }
	flight4 := func() *starQuery { return s.query(s.date, s.customer, s.supplier, s.part) }
	const price, profit = "lo_extendedprice * lo_discount", "lo_revenue - lo_supplycost"
	return map[string]*plan.Pipeline{
		"1.1": flight1().where("d_year", plan.Eq, 1993).between("lo_discount", 1, 3).where("lo_quantity", plan.Lt, 25).sum(price),
		"1.2": flight1().where("d_yearmonthnum", plan.Eq, 199401).between("lo_discount", 4, 6).between("lo_quantity", 26, 35).sum(price),
		"1.3": flight1().where("d_weeknuminyear", plan.Eq, 6).where("d_year", plan.Eq, 1994).between("lo_discount", 5, 7).between("lo_quantity", 26, 35).sum(price),
		"2.1": flight2().where("p_category", plan.Eq, "MFGR#12").where("s_region", plan.Eq, "AMERICA").sum("lo_revenue", "d_year", "p_brand1"),
		"2.2": flight2().between("p_brand1", "MFGR#2221", "MFGR#2228").where("s_region", plan.Eq, "ASIA").sum("lo_revenue", "d_year", "p_brand1"),
		"2.3": flight2().where("p_brand1", plan.Eq, "MFGR#2221").where("s_region", plan.Eq, "EUROPE").sum("lo_revenue", "d_year", "p_brand1"),
		"3.1": flight3().where("c_region", plan.Eq, "ASIA").where("s_region", plan.Eq, "ASIA").between("d_year", 1992, 1997).sum("lo_revenue", "c_nation", "s_nation", "d_year"),
		"3.2": flight3().where("c_nation", plan.Eq, "UNITED STATES").where("s_nation", plan.Eq, "UNITED STATES").between("d_year", 1992, 1997).sum("lo_revenue", "c_city", "s_city", "d_year"),
		"3.3": flight3().either("c_city", "UNITED KI1", "UNITED KI5").either("s_city", "UNITED KI1", "UNITED KI5").between("d_year", 1992, 1997).sum("lo_revenue", "c_city", "s_city", "d_year"),
		"3.4": flight3().either("c_city", "UNITED KI1", "UNITED KI5").either("s_city", "UNITED KI1", "UNITED KI5").where("d_yearmonth", plan.Eq, "Dec1997").sum("lo_revenue", "c_city", "s_city", "d_year"),
		"4.1": flight4().where("c_region", plan.Eq, "AMERICA").where("s_region", plan.Eq, "AMERICA").either("p_mfgr", "MFGR#1", "MFGR#2").sum(profit, "d_year", "c_nation"),
		"4.2": flight4().where("c_region", plan.Eq, "AMERICA").where("s_region", plan.Eq, "AMERICA").either("d_year", 1997, 1998).either("p_mfgr", "MFGR#1", "MFGR#2").sum(profit, "d_year", "s_nation", "p_category"),
		"4.3": flight4().where("c_region", plan.Eq, "AMERICA").where("s_nation", plan.Eq, "UNITED STATES").either("d_year", 1997, 1998).where("p_category", plan.Eq, "MFGR#14").sum(profit, "d_year", "s_city", "p_brand1"),
	}
}
