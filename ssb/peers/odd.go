package main

import (
	"fmt"
	"strings"

	"gsdms/ssb/bench"
	"gsdms/ssb/tpch"
)

// odd are statements over TPC-H's data as nobody means to write them: texts made for each row,
// columns of NULLs, long lists and chains, many keys, windows, levels and unions, empty tables.
func odd(sf float64) (*bench.Suite, error) {
	w, err := tpch.Suite(sf)
	if err != nil {
		return nil, err
	}
	w.Name, w.Title, w.Random, w.Answers = "odd", "Odd statements", nil, nil
	w.Queries = nil
	for _, some := range [][]bench.Query{
		madeTexts(), nothings(), longLists(), looks(), choices(), wideRows(), deepLevels(), oddWindows(), oddJoins(), oddGroups(), twoLevels(), parsed(),
	} {
		w.Queries = append(w.Queries, some...)
	}
	return w, nil
}

// moments gives the lines with a moment each, of which every second occurs.
const (
	moments     = "(SELECT TIMESTAMPADD(SECOND, (l_orderkey * 7919 + l_linenumber * 104729) MOD 144000000, TIMESTAMP '2020-01-01 00:00:00') AS ts, l_quantity FROM lineitem) m"
	duckMoments = "(SELECT TIMESTAMP '2020-01-01 00:00:00' + to_seconds((l_orderkey * 7919 + l_linenumber * 104729) % 144000000) AS ts, l_quantity FROM lineitem) m"
)

// madeTexts are texts that no dictionary has.
func madeTexts() []bench.Query {
	minutes := func(what, behind string) bench.Query {
		ours := strings.ReplaceAll(what, "KEY", "DATE_FORMAT(ts, '%Y-%m-%d %H:%i')")
		duck := strings.ReplaceAll(what, "KEY", "strftime(ts, '%Y-%m-%d %H:%M')")
		return bench.Query{Text: "SELECT " + ours + " FROM " + moments + behind, Duck: "SELECT " + duck + " FROM " + duckMoments + behind}
	}
	out := []bench.Query{
		minutes("KEY AS k, COUNT(*) AS c, SUM(l_quantity)", " GROUP BY k ORDER BY c DESC, k LIMIT 10"),
		minutes("COUNT(DISTINCT KEY)", ""),
		minutes("MIN(KEY), MAX(KEY)", ""),
		{Text: "SELECT CONCAT(l_shipmode, '-', l_orderkey) AS k, COUNT(*) AS c FROM lineitem GROUP BY k ORDER BY c DESC, k LIMIT 10"},
		{Text: "SELECT CONCAT(l_shipmode, l_comment) AS k, COUNT(*) AS c FROM lineitem GROUP BY k ORDER BY c DESC, k LIMIT 10"},
		{Text: "SELECT COUNT(DISTINCT CONCAT(c_name, ' ', c_address)), COUNT(DISTINCT CONCAT(c_mktsegment, c_nationkey)) FROM customer"},
		{Text: "SELECT CONCAT(o_clerk, '/', o_orderkey) AS k FROM orders ORDER BY k LIMIT 10"},
		{Text: "SELECT UPPER(SUBSTRING(o_comment, 1, 5)) AS k, COUNT(*) AS c FROM orders GROUP BY k ORDER BY c DESC, k LIMIT 20"},
		{Text: "SELECT REVERSE(o_comment) AS k, o_orderkey FROM orders ORDER BY k, o_orderkey LIMIT 10"},
		{Text: "SELECT SUBSTRING(c_comment, 1 + c_custkey % 5, 6) AS k, COUNT(*) AS c FROM customer GROUP BY k ORDER BY c DESC, k LIMIT 10"},
		{Text: "SELECT MAX(CONCAT(o_comment, o_orderkey)), MIN(CONCAT(o_clerk, o_comment)) FROM orders"},
		{Text: "SELECT o_custkey, MIN(CONCAT(o_clerk, '-', o_orderkey)) AS m FROM orders GROUP BY o_custkey ORDER BY m, o_custkey LIMIT 5"},
		{Text: "SELECT o_orderkey FROM orders ORDER BY SUBSTRING(o_comment, 1 + o_custkey % 5, 6), o_orderkey LIMIT 10"},
		{Text: "SELECT LENGTH(REPEAT(c_comment, 50)) AS k, COUNT(*) FROM customer GROUP BY k ORDER BY k", Order: []int{0}},
		{Text: "SELECT CAST(o_orderkey AS CHAR) AS k FROM orders ORDER BY k LIMIT 10 OFFSET 10000", Duck: "SELECT CAST(o_orderkey AS VARCHAR) AS k FROM orders ORDER BY k LIMIT 10 OFFSET 10000"},
	}
	return numbered("text", out)
}

// looks compare, measure and search texts that are made for each row, make texts of few rows, and
// choose and convert numbers.
func looks() []bench.Query {
	return numbered("look", []bench.Query{
		{Text: "SELECT UPPER(CONCAT(o_comment, 'x')) FROM orders ORDER BY o_orderkey LIMIT 10", Order: []int{0}},
		{Text: "SELECT COUNT(x), MAX(x) FROM (SELECT REVERSE(l_comment) AS x FROM lineitem WHERE l_orderkey < 0 LIMIT 100) t"},
		{Text: "SELECT COUNT(*) FROM orders WHERE CONCAT(o_orderpriority, o_comment) LIKE '%URGENT%fur%'"},
		{Text: "SELECT COUNT(*) FROM orders WHERE CONCAT(o_clerk, '-', o_orderkey) LIKE '%-77%'"},
		{Text: "SELECT COUNT(*) FROM orders WHERE SUBSTRING(o_comment, 1 + o_custkey % 5, 3) = 'fur'"},
		{Text: "SELECT SUM(LENGTH(CONCAT(o_clerk, '/', o_comment))) FROM orders", Duck: "SELECT SUM(STRLEN(CONCAT(o_clerk, '/', o_comment))) FROM orders"},
		{Text: "SELECT COUNT(*) FROM orders WHERE CONCAT(o_clerk, o_comment) > CONCAT('Clerk', o_comment)"},
		{Text: "SELECT COUNT(*) FROM orders WHERE UPPER(o_comment) < o_clerk"},
		{Text: "SELECT SUM(COALESCE(" + series(10, ", ", func(i int) string { return fmt.Sprintf("NULLIF(l_suppkey, %d)", i) }) + ", 0)) FROM lineitem"},
		{Text: "SELECT SUM(GREATEST(" + series(8, ", ", func(i int) string { return fmt.Sprintf("l_partkey * %d - l_orderkey", i+3) }) + ")) FROM lineitem"},
		{Text: "SELECT SUM(CAST(l_quantity * 1.1e0 AS DECIMAL(12,2))) FROM lineitem"},
	})
}

// nothings have NULLs, or no rows.
func nothings() []bench.Query {
	const none = "(SELECT l_orderkey, NULLIF(l_partkey, l_partkey) AS nil, NULLIF(l_suppkey % 10, 3) AS few FROM lineitem) n"
	return numbered("null", []bench.Query{
		{Text: "SELECT nil, COUNT(*), COUNT(nil), SUM(nil), MIN(nil) FROM " + none + " GROUP BY nil"},
		{Text: "SELECT COUNT(*) FROM " + none + " JOIN orders ON n.nil = o_orderkey"},
		{Text: "SELECT COUNT(*), COUNT(nil) FROM orders LEFT JOIN " + none + " ON n.nil = o_orderkey"},
		{Text: "SELECT COUNT(*) FROM orders WHERE o_orderkey IN (SELECT nil FROM " + none + ")"},
		{Text: "SELECT COUNT(*) FROM orders WHERE o_orderkey NOT IN (SELECT NULLIF(c_custkey, 5) FROM customer)"},
		{Text: "SELECT COUNT(*) FROM lineitem WHERE l_partkey NOT IN (SELECT NULLIF(ps_partkey, 5) FROM partsupp WHERE ps_availqty < 5000)"},
		{Text: "SELECT COUNT(*) FROM lineitem WHERE l_partkey NOT IN (SELECT ps_partkey + 1 FROM partsupp WHERE ps_availqty < 5000)"},
		{Text: "SELECT COALESCE(nil, few, 99) AS k, COUNT(*) FROM " + none + " GROUP BY k ORDER BY k", Order: []int{0}},
		{Text: "SELECT CASE WHEN few IS NULL THEN 1 ELSE 0 END AS k, SUM(few), COUNT(DISTINCT few) FROM " + none + " GROUP BY k ORDER BY k", Order: []int{0}},
		{Text: "SELECT COUNT(*), SUM(o_totalprice), MAX(o_comment) FROM orders WHERE o_orderkey < 0"},
		{Text: "SELECT o_custkey, COUNT(*) FROM orders WHERE o_orderkey < 0 GROUP BY o_custkey"},
		{Text: "SELECT COUNT(*) FROM (SELECT o_orderkey FROM orders WHERE o_orderkey < 0) x JOIN lineitem ON l_orderkey = x.o_orderkey"},
		{Text: "SELECT COUNT(*) FROM lineitem WHERE (NULLIF(l_partkey, 5), l_quantity) NOT IN (SELECT p_partkey, p_size FROM part)"},
	})
}

// series joins so many texts.
func series(n int, with string, of func(i int) string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = of(i)
	}
	return strings.Join(parts, with)
}

// longLists are lists and chains.
func longLists() []bench.Query {
	chain := func(n int, when string) string {
		return "SELECT SUM(CASE " + series(n, " ", func(i int) string { return fmt.Sprintf("WHEN "+when+" THEN %d", i*7, i) }) + " ELSE -1 END) FROM lineitem WHERE l_orderkey < 30000"
	}
	return numbered("long", []bench.Query{
		{Text: chain(500, "l_partkey = %d")},
		{Text: chain(500, "l_partkey + l_suppkey = %d")},
		{Text: chain(100, "l_partkey > %d AND l_suppkey %% 2 = 0 AND l_quantity < 3")},
		{Text: "SELECT COUNT(*) FROM lineitem WHERE l_orderkey IN (" + series(20000, ", ", func(i int) string { return fmt.Sprint(i * 97) }) + ")"},
		{Text: "SELECT COUNT(*) FROM lineitem WHERE l_comment IN (" + series(5000, ", ", func(i int) string { return fmt.Sprintf("'text %d'", i) }) + ")"},
		{Text: "SELECT COUNT(*) FROM orders WHERE " + series(300, " OR ", func(i int) string { return fmt.Sprintf("(o_orderkey = %d AND o_custkey > %d)", i*101, i) })},
		{Text: "SELECT COUNT(*) FROM orders WHERE (o_orderkey, o_shippriority) IN (" + series(1000, ", ", func(i int) string { return fmt.Sprintf("(%d, 0)", i*33) }) + ")"},
	})
}

// choices are chains of choices in each other, and sums of doubles.
func choices() []bench.Query {
	nested, deep := "l_suppkey", "l_partkey"
	for i := range 20 {
		nested = fmt.Sprintf("IF(l_partkey > %d, l_linenumber + %d, %s)", 38000+i*8000, 19-i, nested)
		deep = fmt.Sprintf("GREATEST(%s, l_suppkey * %d - l_orderkey)", deep, i+2)
	}
	const doubles = "(SELECT l_extendedprice * 1e0 AS a, l_discount * 1e0 AS b, l_tax * 1e0 AS c, l_quantity * 1.1e0 AS d FROM lineitem) t"
	return numbered("choice", []bench.Query{
		{Text: "SELECT SUM(COALESCE(" + series(10, ", ", func(i int) string { return fmt.Sprintf("NULLIF(l_partkey %% %d, 1)", i+3) }) + ", 0)) FROM lineitem"},
		{Text: "SELECT SUM(LEAST(" + series(8, ", ", func(i int) string { return fmt.Sprintf("l_partkey * %d - l_orderkey", i+3) }) + ")) FROM lineitem"},
		{Text: "SELECT SUM(" + deep + ") FROM lineitem"},
		{Text: "SELECT SUM(" + nested + ") FROM lineitem"},
		{Text: "SELECT " + series(3, ", ", func(i int) string {
			return series(3, ", ", func(k int) string { return fmt.Sprintf("SUM(%c * %c)", 'a'+i, "abd"[k]) })
		}) + " FROM " + doubles},
	})
}

// wideRows have many columns, or rows.
func wideRows() []bench.Query {
	return numbered("wide", []bench.Query{
		{Text: "SELECT " + series(100, ", ", func(i int) string { return fmt.Sprintf("SUM(l_quantity + %d)", i) }) + " FROM lineitem"},
		{Text: "SELECT " + series(50, ", ", func(i int) string {
			return fmt.Sprintf("SUM(CASE WHEN l_suppkey %% 50 = %d THEN l_extendedprice ELSE 0 END)", i)
		}) + " FROM lineitem"},
		{Text: "SELECT * FROM lineitem WHERE l_orderkey < 30000"},
		{Text: "SELECT DISTINCT l_returnflag, l_linestatus, l_shipmode, l_shipinstruct, l_linenumber, l_discount, l_tax FROM lineitem WHERE l_orderkey < 60000"},
		{Text: "SELECT COUNT(*) FROM (SELECT DISTINCT l_orderkey, l_partkey, l_suppkey, l_linenumber, l_quantity FROM lineitem) t"},
		{Text: "SELECT l_orderkey, l_linenumber FROM lineitem ORDER BY l_extendedprice, l_orderkey, l_linenumber LIMIT 10 OFFSET 50000"},
		{Text: "SELECT l_orderkey, l_linenumber FROM lineitem ORDER BY l_comment, l_orderkey, l_linenumber LIMIT 10 OFFSET 20000"},
		{Text: "SELECT COUNT(*) FROM (SELECT l_orderkey, l_partkey FROM lineitem LIMIT 10 OFFSET 5000000) t"},
		{Text: "SELECT l_shipmode, " + series(36, ", ", func(i int) string {
			return fmt.Sprintf("SUM(CASE WHEN YEAR(l_shipdate) = %d AND MONTH(l_shipdate) = %d THEN l_quantity ELSE 0 END)", 1993+i/12, 1+i%12)
		}) + " FROM lineitem GROUP BY l_shipmode ORDER BY l_shipmode", Order: []int{0}},
	})
}

// deepLevels have many levels, names and unions.
func deepLevels() []bench.Query {
	nested := "SELECT o_orderkey, o_totalprice FROM orders"
	for i := range 20 {
		nested = fmt.Sprintf("SELECT o_orderkey, o_totalprice + %d AS o_totalprice FROM (%s) t%d WHERE o_orderkey %% %d <> 1", i, nested, i, i+50)
	}
	return numbered("deep", []bench.Query{
		{Text: "SELECT COUNT(*), SUM(o_totalprice) FROM (" + nested + ") t"},
		{Text: "WITH " + series(20, ", ", func(i int) string {
			return fmt.Sprintf("c%d AS (SELECT o_custkey, SUM(o_totalprice) AS s FROM orders WHERE o_orderkey %% 20 = %d GROUP BY o_custkey)", i, i)
		}) + " SELECT SUM(s) FROM (" + series(20, " UNION ALL ", func(i int) string { return fmt.Sprintf("SELECT s FROM c%d", i) }) + ") t"},
		{Text: "SELECT COUNT(*), SUM(x) FROM (" + series(14, " UNION ALL ", func(i int) string {
			return fmt.Sprintf("SELECT l_partkey + %d AS x FROM lineitem WHERE l_linenumber = %d", i, i%7+1)
		}) + ") t"},
		{Text: "SELECT COUNT(*) FROM (" + series(8, " UNION ", func(i int) string { return fmt.Sprintf("SELECT l_partkey %% %d AS x FROM lineitem", i+1000) }) + ") t"},
		{Text: "SELECT COUNT(*) FROM (SELECT l_orderkey FROM lineitem INTERSECT SELECT o_orderkey FROM orders WHERE o_orderpriority = '1-URGENT') t"},
		{Text: "SELECT COUNT(*) FROM (SELECT o_custkey FROM orders EXCEPT SELECT c_custkey FROM customer WHERE c_nationkey = 3) t"},
		{Text: "WITH a AS (SELECT o_custkey, o_orderdate, o_totalprice FROM orders WHERE o_orderpriority = '1-URGENT'), b AS (SELECT o_custkey, MIN(o_orderdate) AS f FROM a GROUP BY o_custkey) SELECT COUNT(*), SUM(a.o_totalprice) FROM a JOIN b ON a.o_custkey = b.o_custkey WHERE a.o_orderdate < b.f + INTERVAL 180 DAY"},
	})
}

// oddWindows order and number many rows.
func oddWindows() []bench.Query {
	sum := func(window string) bench.Query {
		return bench.Query{Text: "SELECT SUM(x) FROM (SELECT " + window + " AS x FROM lineitem) t"}
	}
	return numbered("window", []bench.Query{
		sum("ROW_NUMBER() OVER ()"),
		sum("ROW_NUMBER() OVER (PARTITION BY l_orderkey ORDER BY l_linenumber)"),
		sum("RANK() OVER (PARTITION BY l_suppkey ORDER BY l_extendedprice)"),
		sum("LAG(l_quantity, 3) OVER (ORDER BY l_orderkey, l_linenumber)"),
		sum("SUM(l_quantity) OVER (PARTITION BY l_suppkey)"),
		sum("COUNT(*) OVER (PARTITION BY l_comment)"),
		sum("MIN(l_extendedprice) OVER (ORDER BY l_orderkey, l_linenumber ROWS BETWEEN 100 PRECEDING AND 100 FOLLOWING)"),
		sum("SUM(l_quantity) OVER (PARTITION BY l_shipmode ORDER BY l_orderkey, l_linenumber ROWS BETWEEN 9 PRECEDING AND CURRENT ROW)"),
		sum("MAX(l_extendedprice) OVER (PARTITION BY l_partkey)"),
		sum("SUM(l_quantity) OVER (PARTITION BY NULLIF(l_linenumber, 3)) + COUNT(*) OVER ()"),
		sum("NTILE(100) OVER (ORDER BY l_extendedprice, l_orderkey, l_linenumber)"),
		{Text: "SELECT SUM(x) FROM (SELECT COUNT(*) OVER (PARTITION BY o_custkey ORDER BY o_totalprice RANGE BETWEEN 10000 PRECEDING AND 10000 FOLLOWING) AS x FROM orders) t"},
		{Text: "SELECT o_orderkey FROM (SELECT o_orderkey, ROW_NUMBER() OVER (PARTITION BY o_custkey ORDER BY o_totalprice DESC, o_orderkey) AS r FROM orders) t WHERE r = 1"},
	})
}

// oddJoins are joins by sums, by less than equality, by texts that are made, and with themselves.
func oddJoins() []bench.Query {
	return numbered("join", []bench.Query{
		{Text: "SELECT COUNT(*) FROM nation JOIN supplier ON n_nationkey + s_suppkey = 100"},
		{Text: "SELECT COUNT(*), SUM(a.s_acctbal) FROM supplier a JOIN supplier b ON a.s_suppkey + b.s_suppkey = 900"},
		{Text: "SELECT COUNT(*) FROM nation a, nation b, nation c WHERE a.n_nationkey + b.n_nationkey + c.n_nationkey = 30"},
		{Text: "SELECT COUNT(*) FROM supplier a JOIN supplier b ON a.s_acctbal BETWEEN b.s_acctbal - 1 AND b.s_acctbal + 1"},
		{Text: "SELECT COUNT(*) FROM supplier a JOIN supplier b ON ABS(a.s_suppkey - b.s_suppkey) < 5"},
		{Text: "SELECT COUNT(*) FROM orders a JOIN orders b ON a.o_orderkey = b.o_orderkey + 1"},
		{Text: "SELECT COUNT(*) FROM lineitem a JOIN lineitem b ON a.l_comment = b.l_comment WHERE a.l_orderkey < 2000"},
		{Text: "SELECT COUNT(*) FROM customer a JOIN customer b ON LOWER(a.c_phone) = UPPER(b.c_phone)"},
		{Text: "SELECT COUNT(*) FROM orders a WHERE o_totalprice > (SELECT AVG(o_totalprice) FROM orders b WHERE b.o_custkey = a.o_custkey)"},
		{Text: "SELECT COUNT(*) FROM orders a WHERE EXISTS (SELECT 1 FROM orders b WHERE b.o_custkey = a.o_custkey AND b.o_orderkey > a.o_orderkey)"},
		{Text: "SELECT COUNT(*) FROM customer a JOIN supplier b ON CONCAT(a.c_nationkey, '-', a.c_custkey) = CONCAT(b.s_nationkey, '-', b.s_suppkey)"},
		{Text: "SELECT COUNT(*) FROM lineitem l WHERE l_orderkey < 400000 AND EXISTS (SELECT 1 FROM lineitem m WHERE m.l_partkey = l.l_partkey AND m.l_suppkey <> l.l_suppkey AND m.l_orderkey <> l.l_orderkey)"},
		{Text: "SELECT o_orderstatus, COUNT(l_orderkey), COUNT(*) FROM orders LEFT JOIN lineitem ON l_orderkey = o_orderkey AND l_discount = 0.10 AND l_tax = 0 GROUP BY o_orderstatus ORDER BY o_orderstatus", Order: []int{0}},
		{Text: "SELECT COUNT(*) FROM lineitem JOIN partsupp ON l_partkey = ps_partkey AND l_suppkey <> ps_suppkey WHERE l_extendedprice > ps_supplycost * 100"},
		{Text: "SELECT COUNT(*) FROM lineitem WHERE l_orderkey IN (SELECT o_orderkey FROM orders WHERE o_orderpriority = '1-URGENT') OR l_partkey IN (SELECT p_partkey FROM part WHERE p_size = 1) OR l_suppkey IN (SELECT s_suppkey FROM supplier WHERE s_nationkey = 3)"},
		{Text: "SELECT COUNT(*) FROM lineitem WHERE l_orderkey IN (SELECT o_orderkey FROM orders WHERE o_totalprice > 100000) OR l_partkey NOT IN (SELECT ps_partkey FROM partsupp WHERE ps_availqty < 5000)"},
		{Text: "SELECT SUM(l_quantity) FROM lineitem WHERE l_quantity < 3 OR EXISTS (SELECT 1 FROM part WHERE p_partkey = l_partkey AND p_brand = 'Brand#13')"},
	})
}

// oddGroups have many keys, or keys that are computed.
func oddGroups() []bench.Query {
	const keys, rest = "l_shipmode, l_returnflag, l_linestatus, l_shipinstruct", " FROM lineitem GROUP BY "
	return numbered("group", []bench.Query{
		{Text: "SELECT " + keys + ", l_linenumber, l_discount, l_tax, l_quantity, COUNT(*)" + strings.Replace(rest, " GROUP", " WHERE l_orderkey < 20000 GROUP", 1) + keys + ", l_linenumber, l_discount, l_tax, l_quantity"},
		{Text: "SELECT " + keys + ", COUNT(*), SUM(l_quantity)" + rest + keys + " WITH ROLLUP", Duck: "SELECT " + keys + ", COUNT(*), SUM(l_quantity)" + rest + "ROLLUP (" + keys + ")"},
		{Text: "SELECT l_orderkey % 1000003 AS k, COUNT(*) AS c FROM lineitem GROUP BY k ORDER BY c DESC, k LIMIT 10"},
		{Text: "SELECT FLOOR(l_extendedprice / 100) AS k, COUNT(*) FROM lineitem GROUP BY k ORDER BY k", Order: []int{0}},
		{Text: "SELECT l_extendedprice AS k, COUNT(*) AS c, SUM(l_quantity) FROM lineitem GROUP BY k ORDER BY c DESC, k LIMIT 10"},
		{Text: "SELECT l_linenumber, COUNT(DISTINCT l_comment), COUNT(DISTINCT l_partkey), COUNT(DISTINCT l_shipdate) FROM lineitem GROUP BY l_linenumber ORDER BY l_linenumber", Order: []int{0}},
		{Text: "SELECT l_shipmode, STDDEV_SAMP(l_extendedprice), VAR_POP(l_quantity) FROM lineitem GROUP BY l_shipmode ORDER BY l_shipmode", Order: []int{0}},
	})
}

// twoLevels are subqueries in subqueries that read the rows around both.
func twoLevels() []bench.Query {
	return numbered("levels", []bench.Query{
		{Text: "SELECT COUNT(*) FROM orders a WHERE o_orderkey < 40000 AND EXISTS (SELECT 1 FROM lineitem l WHERE l.l_orderkey = a.o_orderkey AND EXISTS (SELECT 1 FROM lineitem m WHERE m.l_partkey = l.l_partkey AND m.l_suppkey <> l.l_suppkey AND m.l_orderkey <> a.o_orderkey))"},
		{Text: "SELECT COUNT(*), SUM(x.p) FROM customer c, LATERAL (SELECT o_orderkey, y.p FROM orders o, LATERAL (SELECT SUM(l_extendedprice) AS p FROM lineitem l WHERE l.l_orderkey = o.o_orderkey AND l.l_suppkey > c.c_nationkey) y WHERE o.o_custkey = c.c_custkey ORDER BY o_totalprice DESC, o_orderkey LIMIT 2) x WHERE c.c_nationkey = 5"},
		{Text: "SELECT COUNT(*), SUM(x.p) FROM customer c, LATERAL (SELECT y.p FROM orders o, LATERAL (SELECT l_extendedprice AS p FROM lineitem l WHERE l.l_orderkey = o.o_orderkey ORDER BY l_extendedprice DESC, l_linenumber LIMIT 1) y WHERE o.o_custkey = c.c_custkey) x"},
		{Text: "SELECT COUNT(*) FROM supplier s WHERE EXISTS (SELECT 1 FROM partsupp p WHERE p.ps_suppkey = s.s_suppkey AND NOT EXISTS (SELECT 1 FROM lineitem l WHERE l.l_partkey = p.ps_partkey AND l.l_suppkey <> s.s_suppkey AND l.l_suppkey <> p.ps_suppkey))"},
	})
}

// parsed are texts that are gone through by patterns and paths.
func parsed() []bench.Query {
	const documents = `CONCAT('{"key": ', o_orderkey, ', "clerk": "', o_clerk, '", "lines": [1, {"tax": ', o_custkey, '}]}') AS j FROM orders`
	json := func(ours, duck string) bench.Query {
		return bench.Query{Text: "SELECT " + ours + " FROM (SELECT " + documents + ") t", Duck: "SELECT " + duck + " FROM (SELECT " + documents + ") t"}
	}
	return numbered("parsed", []bench.Query{
		{Text: "SELECT COUNT(DISTINCT k), MIN(k), MAX(k) FROM (SELECT REGEXP_REPLACE(o_comment, '[aeiou]+', '*') AS k FROM orders WHERE o_orderkey < 400000) t", Duck: "SELECT COUNT(DISTINCT k), MIN(k), MAX(k) FROM (SELECT REGEXP_REPLACE(o_comment, '[aeiou]+', '*', 'g') AS k FROM orders WHERE o_orderkey < 400000) t"},
		{Text: "SELECT COUNT(DISTINCT REGEXP_REPLACE(CONCAT(c_name, c_phone), '[^0-9]', '')) FROM customer", Duck: "SELECT COUNT(DISTINCT REGEXP_REPLACE(CONCAT(c_name, c_phone), '[^0-9]', '', 'g')) FROM customer"},
		{Text: "SELECT LENGTH(l_comment) AS n, MIN(l_comment), MAX(l_comment) FROM lineitem GROUP BY n ORDER BY n", Duck: "SELECT STRLEN(l_comment) AS n, MIN(l_comment), MAX(l_comment) FROM lineitem GROUP BY n ORDER BY n", Order: []int{0}},
		json("SUM(JSON_VALUE(j, '$.key')), COUNT(DISTINCT JSON_VALUE(j, '$.clerk'))", "SUM(CAST(json_extract_string(j, '$.key') AS DOUBLE)), COUNT(DISTINCT json_extract_string(j, '$.clerk'))"),
		json("COUNT(DISTINCT JSON_UNQUOTE(JSON_EXTRACT(j, '$.lines[1].tax')))", "COUNT(DISTINCT json_extract_string(j, '$.lines[1].tax'))"),
	})
}

// numbered names queries.
func numbered(name string, queries []bench.Query) []bench.Query {
	for i := range queries {
		queries[i].Name = fmt.Sprintf("%s-%d", name, i+1)
	}
	return queries
}
