package ssb

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/sql"
	"gsdms/sql/result"
)

// TestMixedQueriesTogether asks queries of all kinds, of which no two are equal, one by one and
// all at once: what they share of scans, filters, folds and turns changes no row.
func TestMixedQueriesTogether(t *testing.T) {
	e := openEngine(t, 2)
	if _, err := Load(t.Context(), e, 0.1, LoadOptions{}); err != nil {
		t.Fatal(err)
	}
	var texts []string
	each := 10
	if testing.Short() {
		each = 4 // of each kind are enough to be read by several at once
	}
	for _, k := range mixedKinds(mixer{rand.New(rand.NewPCG(3, 4))}, each) {
		texts = append(texts, k.texts...)
	}
	want := make([]string, len(texts))
	for i, text := range texts {
		r, err := e.NewSession().Query(t.Context(), text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		want[i] = lines(t, r)
	}
	for range 2 {
		compare(t, texts, want, e.NewSession().Together(t.Context(), texts))
	}
}

func compare(t *testing.T, texts, want []string, got []sql.Answer) {
	t.Helper()
	shared := 0
	for i, a := range got {
		if a.Err != nil {
			t.Fatalf("%s: %v", texts[i], a.Err)
		}
		shared = max(shared, a.Result.Report.Scan.Shared)
		if rows := lines(t, a.Result); rows != want[i] {
			t.Errorf("%s\ntogether:\n%.500s\nalone:\n%.500s", texts[i], rows, want[i])
		}
	}
	if shared < len(texts)/2 {
		t.Errorf("at most %d of %d queries shared a chunk", shared, len(texts))
	}
}

// lines is a result as text.
func lines(t *testing.T, r *result.Set) string {
	t.Helper()
	f, err := result.FindFormat("csv")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := f.Write(&b, r, result.Layout{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// mixer draws queries.
type mixer struct{ *rand.Rand }

// kind is queries of one kind.
type kind struct {
	name  string
	texts []string
}

// mixedKinds are n different queries of each kind.
func mixedKinds(d mixer, n int) []kind {
	kinds, draw := []kind{{name: "aggregates"}, {name: "star joins"}, {name: "joins by pairs of keys"}, {name: "joins with groups"},
		{name: "semi joins"}, {name: "groups"}, {name: "distinct values"}, {name: "first rows"}},
		[]func() string{d.aggregate, d.star, d.pairJoin, d.groupJoin, d.semiJoin, d.group, d.distinct, d.top}
	for i := range kinds {
		k := &kinds[i]
		for len(k.texts) < n {
			if text := draw[i](); !slices.Contains(k.texts, text) {
				k.texts = append(k.texts, text)
			}
		}
	}
	return kinds
}

func (d mixer) one(of ...string) string { return of[d.IntN(len(of))] }

func (d mixer) number(lo, hi int) int { return lo + d.IntN(hi-lo+1) }

func (d mixer) measure() string {
	return d.one("lo_revenue", "lo_supplycost", "lo_tax", "lo_extendedprice*lo_discount", "lo_revenue-lo_supplycost", "lo_quantity*lo_supplycost")
}

func (d mixer) fold() string {
	return fmt.Sprintf("%s(%s)", d.one("SUM", "MIN", "MAX", "AVG", "COUNT"), d.measure())
}

// filter is a condition on a line of the table that a prefix names.
func (d mixer) filter(p string) string {
	from := d.number(0, 30)
	return d.one(
		fmt.Sprintf("%slo_quantity BETWEEN %d AND %d", p, from, from+d.number(5, 25)),
		fmt.Sprintf("%slo_discount <= %d", p, d.number(0, 9)),
		fmt.Sprintf("%slo_orderdate > %d0101", p, d.number(1992, 1998)),
		fmt.Sprintf("%slo_shipmode IN ('%s', '%s')", p, d.one("AIR", "RAIL"), d.one("FOB", "MAIL", "TRUCK")),
		fmt.Sprintf("%slo_revenue > %d", p, d.number(500, 6000)*1000),
		"1 = 1")
}

func (d mixer) aggregate() string {
	return fmt.Sprintf("SELECT %s, %s, COUNT(*) FROM lineorder WHERE %s AND %s", d.fold(), d.fold(), d.filter(""), d.filter(""))
}

func (d mixer) star() string {
	key := d.one("d_year", "c_nation", "s_city", "p_brand1", "p_category, d_year", "c_city, s_nation")
	return fmt.Sprintf("SELECT %s, SUM(%s) FROM lineorder, date, customer, supplier, part WHERE lo_orderdate = d_datekey AND lo_custkey = c_custkey "+
		"AND lo_suppkey = s_suppkey AND lo_partkey = p_partkey AND d_year > %d AND c_region <> '%s' AND p_mfgr <> 'MFGR#%d' GROUP BY %s ORDER BY %s",
		key, d.measure(), d.number(1992, 1996), d.one("ASIA", "EUROPE"), d.number(1, 5), key, key)
}

// pairJoin joins by two keys with lines under a condition.
func (d mixer) pairJoin() string {
	return fmt.Sprintf("SELECT COUNT(*), SUM(b.%s) FROM lineorder a JOIN lineorder b ON a.lo_orderkey = b.lo_orderkey AND a.lo_linenumber = b.lo_linenumber + %d WHERE %s AND %s",
		d.one("lo_revenue", "lo_supplycost"), d.number(1, 3), d.filter("a."), d.filter("b."))
}

// groupJoin joins with groups, by one key or two.
func (d mixer) groupJoin() string {
	if d.IntN(2) == 0 {
		return fmt.Sprintf("SELECT a.lo_shipmode, COUNT(*), SUM(a.lo_revenue) FROM lineorder a JOIN (SELECT lo_orderkey AS k, COUNT(*) AS n FROM lineorder WHERE %s GROUP BY lo_orderkey) t "+
			"ON a.lo_orderkey = t.k WHERE t.n > 1 AND %s GROUP BY a.lo_shipmode ORDER BY 1", d.filter(""), d.filter("a."))
	}
	return fmt.Sprintf("SELECT COUNT(*), SUM(a.lo_tax) FROM lineorder a JOIN (SELECT lo_suppkey AS k, lo_quantity AS q, MAX(lo_revenue) AS m FROM lineorder WHERE %s GROUP BY lo_suppkey, lo_quantity) t "+
		"ON a.lo_suppkey = t.k AND a.lo_quantity = t.q WHERE a.lo_revenue * %d >= t.m AND %s", d.filter(""), d.number(2, 5), d.filter("a."))
}

func (d mixer) semiJoin() string {
	return fmt.Sprintf("SELECT COUNT(*), SUM(lo_revenue) FROM lineorder a WHERE %s AND %s (SELECT 1 FROM lineorder b WHERE b.lo_partkey = a.lo_partkey AND b.lo_suppkey = a.lo_suppkey AND b.lo_discount = %d AND b.lo_tax > %d)",
		d.filter("a."), d.one("EXISTS", "NOT EXISTS"), d.number(0, 10), d.number(0, 7))
}

func (d mixer) group() string {
	key := d.one("lo_suppkey", "lo_custkey", "lo_orderdate", "lo_partkey", "lo_orderkey", "lo_quantity, lo_discount", "lo_suppkey, lo_tax", "lo_custkey, lo_tax", "lo_orderdate, lo_shipmode")
	return fmt.Sprintf("SELECT %s, COUNT(*), %s, %s FROM lineorder WHERE %s GROUP BY %s ORDER BY %s LIMIT 500", key, d.fold(), d.fold(), d.filter(""), key, key)
}

func (d mixer) distinct() string {
	of := d.one("lo_custkey", "lo_suppkey", "lo_partkey", "lo_orderkey", "lo_revenue", "lo_supplycost")
	by := d.one("lo_shipmode", "lo_discount", "lo_quantity", "lo_quantity, lo_tax")
	return d.one(
		fmt.Sprintf("SELECT %s, COUNT(DISTINCT %s), SUM(DISTINCT %s) FROM lineorder WHERE %s GROUP BY %s ORDER BY %s", by, of, d.one("lo_tax", of), d.filter(""), by, by),
		fmt.Sprintf("SELECT COUNT(DISTINCT %s), %s FROM lineorder WHERE %s", of, d.fold(), d.filter("")),
		fmt.Sprintf("SELECT COUNT(*), SUM(x) FROM (SELECT DISTINCT %s AS x, %s FROM lineorder WHERE %s) t", of, by, d.filter("")))
}

func (d mixer) top() string {
	if d.IntN(2) == 0 {
		key := d.one("lo_custkey", "lo_partkey", "lo_orderdate")
		return fmt.Sprintf("SELECT %s, SUM(%s) AS x FROM lineorder WHERE %s GROUP BY %s ORDER BY x DESC, %s LIMIT %d", key, d.measure(), d.filter(""), key, key, d.number(5, 50))
	}
	return fmt.Sprintf("SELECT lo_orderkey, lo_linenumber, %s AS x FROM lineorder WHERE %s ORDER BY x %s, lo_orderkey, lo_linenumber LIMIT %d", d.measure(), d.filter(""), d.one("", "DESC"), d.number(5, 100))
}
