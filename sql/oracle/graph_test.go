package oracle

import (
	"database/sql"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gsdms/sql/result"
)

// graphTables are two tables with few different values, repeated rows and many NULLs.
func graphTables(r *rand.Rand) *database {
	columns := func() []column {
		return []column{
			{typ: typ{kind: integer}, name: "id", declared: "INT", size: 1000},
			{typ: typ{kind: integer}, name: "a", declared: "INT", nullable: true, size: 4},
			{typ: typ{kind: integer}, name: "b", declared: "INT", nullable: true, size: 9},
			{typ: typ{kind: integer}, name: "c", declared: "INT", size: 3},
			{typ: typ{kind: double}, name: "f", declared: "DOUBLE", nullable: true, size: 64},
			{typ: typ{kind: text}, name: "s", declared: "VARCHAR(20)", nullable: true},
		}
	}
	t, u := &table{name: "t", columns: columns()}, &table{name: "u", columns: columns()}
	for _, one := range []*table{t, u} {
		maker{r}.fill(one, []int{0, 1, 5, 30, 80}[r.IntN(5)])
		for i, row := range one.rows {
			row[0] = value{number: int64(i)}
		}
	}
	return &database{[]*table{t, u}}
}

// graphQueries are templates: $k is a key, $n a number, $x any column, $d a digit, $o ASC or
// DESC; capitals are the same wherever they stand. Behind | stands what SQLite is asked where it spells it otherwise.
var graphQueries = map[string][]string{
	"windows": {
		"SELECT id, SUM($n) OVER (PARTITION BY $k ORDER BY $k $o, id) FROM t",
		"SELECT id, ROW_NUMBER() OVER w, RANK() OVER (w2), COUNT(*) OVER (PARTITION BY $k) FROM t WINDOW w AS (PARTITION BY $k ORDER BY $n, id), w2 AS (PARTITION BY $k ORDER BY $x $o)",
		"SELECT id, AVG($n) OVER (PARTITION BY $k), MIN($x) OVER (ORDER BY $n $o, id ROWS BETWEEN $d PRECEDING AND $d FOLLOWING) FROM t WHERE $n > $d",
		"SELECT $K k, SUM(SUM($n)) OVER (ORDER BY $K), COUNT(*) c, MAX(COUNT(*)) OVER () FROM t GROUP BY 1",
		"SELECT id, a + LAG(b, $d, $d) OVER (PARTITION BY c ORDER BY id $o) AS x FROM t ORDER BY x, id",
		"SELECT id FROM t ORDER BY ROW_NUMBER() OVER (PARTITION BY $k ORDER BY $x $o, id), id",
		"SELECT t.id, u.id, COUNT(u.b) OVER (PARTITION BY t.$k ORDER BY u.$n, t.id, u.id) FROM t LEFT JOIN u ON t.$K = u.$K",
		"SELECT * FROM (SELECT $k k, id, DENSE_RANK() OVER (PARTITION BY $k ORDER BY $n $o) r FROM t) x WHERE r <= $d",
		"SELECT DISTINCT $k, COUNT(*) OVER (PARTITION BY $k) FROM t",
		"SELECT id, (SELECT COUNT(*) FROM u WHERE u.c = t.c) + SUM(b) OVER (PARTITION BY a) FROM t",
		"SELECT id, SUM((SELECT COUNT(*) FROM u WHERE u.c = t.c)) OVER (PARTITION BY a ORDER BY id) FROM t",
		"SELECT id, EXISTS (SELECT * FROM (SELECT b, ROW_NUMBER() OVER (ORDER BY id) r FROM u WHERE u.a = t.a) x WHERE r = $d AND x.b > 0) FROM t",
		"SELECT id, EXISTS (SELECT * FROM (SELECT b, ROW_NUMBER() OVER (ORDER BY id) r FROM u WHERE u.a < t.a) x WHERE r = $d AND x.b > 0) FROM t",
		"SELECT $K k, SUM($n) s, RANK() OVER (ORDER BY SUM($N) $o), SUM($N) FROM t GROUP BY $K HAVING COUNT(*) > 1",
	},
	"partitions": {
		"SELECT id, SUM($n) OVER (PARTITION BY $k) FROM t",
		"SELECT id, SUM($n) OVER (PARTITION BY $k, $k), AVG($n) OVER (PARTITION BY $k), COUNT(*) OVER (), MIN($x) OVER (PARTITION BY $k) FROM t",
		"SELECT SUM(x), COUNT(y), MIN(z) FROM (SELECT COUNT($x) OVER (PARTITION BY $x) x, MAX($x) OVER (PARTITION BY $K, $x) y, SUM($N) OVER () z FROM t) v",
		"SELECT id, SUM(f) OVER (PARTITION BY $x), COUNT(*) OVER (PARTITION BY f, $k) FROM t WHERE $n > $d",
		"SELECT id FROM (SELECT id, $N n, MAX($N) OVER (PARTITION BY $k) m FROM t) v WHERE n = m",
		"SELECT * FROM (SELECT id, a k, AVG($N) OVER (PARTITION BY a) m FROM t) v WHERE k = $d",
		"SELECT id, RANK() OVER (PARTITION BY $k ORDER BY $x $o), SUM($n) OVER (PARTITION BY $k), SUM($n) OVER (PARTITION BY $k ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) FROM t",
		"SELECT * FROM (SELECT id, ROW_NUMBER() OVER (PARTITION BY $k ORDER BY $n $o, id) r, COUNT($x) OVER (PARTITION BY $k) n FROM t) v WHERE r = 1",
		"SELECT t.id, u.id, SUM(u.b) OVER (PARTITION BY t.$k), COUNT(*) OVER (PARTITION BY u.$k) FROM t JOIN u ON t.$K = u.$K",
		"SELECT t.id, u.id, SUM(u.b) OVER (PARTITION BY u.$k), MIN(u.$x) OVER (PARTITION BY t.c) FROM t LEFT JOIN u ON t.$K = u.$K",
		"SELECT id, (SELECT MAX(x) FROM (SELECT COUNT(*) OVER (PARTITION BY $k) x FROM u WHERE u.c = t.c) v) FROM t",
		"WITH v AS (SELECT id, c, SUM($n) OVER (PARTITION BY c) n, MAX(b) OVER (PARTITION BY $k) m FROM t) SELECT x.id, y.id, x.n, y.m FROM v x JOIN v y ON x.id = y.id + 1",
		"SELECT $K, SUM(n), COUNT(*) FROM (SELECT $K, COUNT(*) OVER (PARTITION BY $K, c) n FROM t) v GROUP BY $K",
		"SELECT id, SUM($n) OVER (PARTITION BY a + b), COUNT(*) OVER (PARTITION BY CASE WHEN b > $d THEN $k END), MAX($k) OVER (PARTITION BY NULL) FROM t",
		"SELECT DISTINCT $K, SUM(b) OVER (PARTITION BY $K), COUNT(*) OVER (PARTITION BY s) FROM t ORDER BY 1, 2, 3 LIMIT 7",
		"SELECT id, COUNT(*) OVER (PARTITION BY $k) x FROM t UNION ALL SELECT id, SUM(a) OVER () FROM u",
	},
	"aggregates": {
		"SELECT $K, COUNT(DISTINCT $n), SUM(DISTINCT $n), AVG(DISTINCT $n), SUM($n), COUNT(*), MIN($x), MAX($x) FROM t GROUP BY $K",
		"SELECT SUM(DISTINCT $n), COUNT(*), MIN($x), MAX($x), AVG($n) FROM t WHERE id < $d",
		"SELECT t.$K, (SELECT COUNT(*) FROM u WHERE u.b > AVG(t.b)), (SELECT MAX(u.id) FROM u WHERE u.c = COUNT(t.c)) FROM t GROUP BY t.$K",
		"SELECT t.$K FROM t GROUP BY t.$K HAVING EXISTS (SELECT 1 FROM u WHERE u.$K = t.$K AND u.id > COUNT(t.id) + $D)|SELECT v.k FROM (SELECT $K k, COUNT(id) n FROM t GROUP BY $K) v WHERE EXISTS (SELECT 1 FROM u WHERE u.$K = v.k AND u.id > v.n + $D)",
		"SELECT (SELECT SUM(t.a)), (SELECT COUNT(*) FROM u WHERE u.id < MAX(t.id)) FROM t|SELECT (SELECT SUM(a) FROM t), (SELECT COUNT(*) FROM u WHERE u.id < (SELECT MAX(id) FROM t))",
		"SELECT $K, COUNT(DISTINCT a, s) FROM t GROUP BY $K|SELECT $K, COUNT(DISTINCT a || '/' || s) FROM t GROUP BY $K",
		"SELECT $K, GROUP_CONCAT(b ORDER BY id $O SEPARATOR '+'), COUNT($X) FROM t GROUP BY $K|SELECT $K, GROUP_CONCAT(b, '+' ORDER BY id $O), COUNT($X) FROM t GROUP BY $K",
		"SELECT $K, GROUP_CONCAT(DISTINCT s ORDER BY s $O) FROM t GROUP BY $K|SELECT $K, GROUP_CONCAT(DISTINCT s ORDER BY s $O) FROM t GROUP BY $K",
		"SELECT id, (SELECT GROUP_CONCAT(b ORDER BY id) FROM u WHERE u.c = t.c), (SELECT COUNT(DISTINCT a, b) FROM u WHERE u.c < t.c) FROM t|SELECT id, (SELECT GROUP_CONCAT(b, ',' ORDER BY id) FROM u WHERE u.c = t.c), (SELECT COUNT(DISTINCT a || '/' || b) FROM u WHERE u.c < t.c) FROM t",
		"SELECT $K, VAR_POP(b), VAR_SAMP(f), STDDEV(b), STDDEV_SAMP(f) FROM t GROUP BY $K|WITH m AS (SELECT $K k, AVG(b) mb, AVG(f) mf FROM t GROUP BY $K) SELECT $K, AVG((b - mb) * (b - mb)), SUM((f - mf) * (f - mf)) / NULLIF(COUNT(f) - 1, 0), SQRT(AVG((b - mb) * (b - mb))), SQRT(SUM((f - mf) * (f - mf)) / NULLIF(COUNT(f) - 1, 0)) FROM t JOIN m ON m.k IS $K GROUP BY $K",
		"SELECT $K, MEDIAN($N), PERCENTILE_CONT($N, 0.25) FROM t GROUP BY $K|WITH r AS (SELECT $K k, $N x, ROW_NUMBER() OVER (PARTITION BY $K ORDER BY $N) - 1 i, (COUNT(*) OVER (PARTITION BY $K) - 1) * 0.5 p, (COUNT(*) OVER (PARTITION BY $K) - 1) * 0.25 q FROM t WHERE $N IS NOT NULL) SELECT $K, (SELECT SUM(x * MAX(0, 1 - ABS(i - p))) FROM r WHERE k IS $K), (SELECT SUM(x * MAX(0, 1 - ABS(i - q))) FROM r WHERE k IS $K) FROM t GROUP BY $K",
		"SELECT $K, BIT_OR(id), BIT_XOR(id), BIT_AND(id), ANY_VALUE($K), APPROX_COUNT_DISTINCT(b) FROM t GROUP BY $K|SELECT $K, SUM(DISTINCT id & 1) + SUM(DISTINCT id & 2) + SUM(DISTINCT id & 4) + SUM(DISTINCT id & 8) + SUM(DISTINCT id & 16) + SUM(DISTINCT id & 32) + SUM(DISTINCT id & 64), SUM(id & 1) % 2 + SUM(id >> 1 & 1) % 2 * 2 + SUM(id >> 2 & 1) % 2 * 4 + SUM(id >> 3 & 1) % 2 * 8 + SUM(id >> 4 & 1) % 2 * 16 + SUM(id >> 5 & 1) % 2 * 32 + SUM(id >> 6 & 1) % 2 * 64, MIN(id & 1) + MIN(id & 2) + MIN(id & 4) + MIN(id & 8) + MIN(id & 16) + MIN(id & 32) + MIN(id & 64), $K, COUNT(DISTINCT b) FROM t GROUP BY $K",
		"SELECT * FROM (SELECT a, SUM(DISTINCT b) x, MEDIAN(c) m FROM t GROUP BY a HAVING SUM(DISTINCT b) > $D) v JOIN u ON u.a = v.a|SELECT v.a, v.x, v.m, u.* FROM (SELECT a, SUM(DISTINCT b) x, (SELECT AVG(c) FROM (SELECT c, ROW_NUMBER() OVER (ORDER BY c) i, COUNT(*) OVER () n FROM t o WHERE o.a = t.a) WHERE i * 2 BETWEEN n AND n + 2) m FROM t GROUP BY a HAVING SUM(DISTINCT b) > $D) v JOIN u ON u.a = v.a",
	},
	"rollup": { // no rows have no groups, so not that of all rows either: WITH ROLLUP is no GROUPING SETS in MySQL
		"SELECT $K k, id % 3 m, COUNT(*), SUM($N), MIN($X), AVG(b), GROUPING($K), GROUPING(id % 3) FROM t GROUP BY k, m WITH ROLLUP|" +
			"SELECT $K, id % 3, COUNT(*), SUM($N), MIN($X), AVG(b), 0, 0 FROM t GROUP BY $K, id % 3 UNION ALL SELECT $K, NULL, COUNT(*), SUM($N), MIN($X), AVG(b), 0, 1 FROM t GROUP BY $K UNION ALL SELECT NULL, NULL, COUNT(*), SUM($N), MIN($X), AVG(b), 1, 1 FROM t HAVING COUNT(*) > 0",
		"SELECT COALESCE(c, 99) k, SUM(a), COUNT(*) FROM t GROUP BY c WITH ROLLUP HAVING COUNT(*) > $D|" +
			"SELECT c, SUM(a), COUNT(*) FROM t GROUP BY c HAVING COUNT(*) > $D UNION ALL SELECT 99, SUM(a), COUNT(*) FROM t HAVING COUNT(*) > $D AND COUNT(*) > 0",
		"SELECT c, COUNT(DISTINCT $N), GROUP_CONCAT(b ORDER BY id), RANK() OVER (ORDER BY COUNT(*) DESC) FROM t GROUP BY c WITH ROLLUP|" +
			"SELECT c, d, g, RANK() OVER (ORDER BY n DESC) FROM (SELECT c, COUNT(DISTINCT $N) d, GROUP_CONCAT(b, ',' ORDER BY id) g, COUNT(*) n FROM t GROUP BY c UNION ALL SELECT NULL, COUNT(DISTINCT $N), GROUP_CONCAT(b, ',' ORDER BY id), COUNT(*) FROM t HAVING COUNT(*) > 0)",
		"SELECT t.id, (SELECT MAX(n) FROM (SELECT COUNT(*) n FROM u WHERE u.c = t.c GROUP BY u.b WITH ROLLUP) x) FROM t|SELECT t.id, (SELECT NULLIF(COUNT(*), 0) FROM u WHERE u.c = t.c) FROM t",
	},
	"full joins": {
		"SELECT t.id, u.id, t.$x, u.$x FROM t FULL JOIN u ON t.$K = u.$K",
		"SELECT * FROM t x FULL OUTER JOIN u y ON x.$K = y.$K AND x.b > $d WHERE x.id IS NULL OR y.id IS NULL",
		"SELECT $K, t.id, u.id, t.$K, u.$K FROM t FULL JOIN u USING ($K)",
		"SELECT id, COUNT(*), SUM(t.b), SUM(u.b) FROM t FULL JOIN u USING (id, $K) GROUP BY id",
		"SELECT id, $K, x, y FROM (SELECT id, $K, $n x FROM t) p NATURAL FULL JOIN (SELECT id, $K, $n y FROM u WHERE b > $d) q",
		"SELECT id, x.b, y.b, z.b FROM t x FULL JOIN u y USING (id) FULL JOIN (SELECT id + 2 AS id, b FROM t) z USING (id)",
		"SELECT t.$K, COUNT(*), COUNT(u.id), SUM(u.b) FROM t FULL JOIN u ON t.$K = u.$K GROUP BY t.$K",
		"SELECT x.id, y.id, z.id FROM t x FULL JOIN u y ON x.id = y.id FULL JOIN t z ON z.id = y.id + 2",
		"SELECT x.id, y.id, z.id FROM t x LEFT JOIN u y ON x.$K = y.$K FULL JOIN (SELECT id, b FROM u WHERE b > $d) z ON z.id = y.id",
		"SELECT x.id, y.id, z.id FROM u z LEFT JOIN (t x FULL JOIN u y ON x.id = y.id + 1) ON z.id = x.id",
		"SELECT id, (SELECT COUNT(*) FROM t x FULL JOIN u y ON x.id = y.id WHERE y.c = t.c OR x.c = t.c) FROM t",
		"SELECT x.id, y.id FROM t x FULL JOIN u y ON x.$K < y.$K AND x.b = $d",
	},
	"rows": {
		"SELECT id, (a, b) = (c, $D), (a, c) <> (b, 1), (a, b) < (c, $D), (b, c, a) >= (a, 2, $D), (a, (b, c)) = (1, (2, 3)) FROM t|SELECT id, a = c AND b = $D, a <> b OR c <> 1, a < c OR (a = c AND b < $D), b > a OR (b = a AND (c > 2 OR (c = 2 AND a >= $D))), a = 1 AND b = 2 AND c = 3 FROM t",
		"SELECT id FROM t WHERE (a, c) IN ((1, $D), (2, 1), (NULL, 3))|SELECT id FROM t WHERE (a = 1 AND c = $D) OR (a = 2 AND c = 1)",
		"SELECT id FROM t WHERE (a, c) NOT IN ((1, $D), (2, 1), (b, 3))|SELECT id FROM t WHERE NOT ((a = 1 AND c = $D) OR (a = 2 AND c = 1) OR (a = b AND c = 3))",
		"SELECT id, (a, b) = (SELECT a, b FROM u WHERE u.id = t.id) FROM t|SELECT id, a = (SELECT a FROM u WHERE u.id = t.id) AND b = (SELECT b FROM u WHERE u.id = t.id) FROM t",
		"SELECT id FROM t WHERE (SELECT MIN(a), MAX(b) FROM u WHERE u.c <= t.c) <= (c, $D)|SELECT id FROM t WHERE (SELECT MIN(a) FROM u WHERE u.c <= t.c) < c OR ((SELECT MIN(a) FROM u WHERE u.c <= t.c) = c AND (SELECT MAX(b) FROM u WHERE u.c <= t.c) <= $D)",
		"SELECT id, (SELECT COUNT(*) FROM u WHERE u.c < t.c) n FROM t WHERE (SELECT MIN(b) FROM u WHERE u.c < t.c) BETWEEN -5 AND $d ORDER BY n, id",
		"SELECT c, (SELECT COUNT(*) FROM u WHERE u.c < t.c) n FROM t GROUP BY c HAVING n > $d ORDER BY n",
		"SELECT t.id, u.id FROM t JOIN u ON (t.a, t.c) = (u.a, u.c)",
		"SELECT id FROM t WHERE (c, id) IN (SELECT c, id FROM u WHERE b > $D)",
		"SELECT id FROM t WHERE ($K, b) NOT IN (SELECT $K, b FROM u WHERE id > $d)",
		"SELECT id FROM t WHERE (a, id % 3) NOT IN (SELECT c, b FROM u WHERE u.c <= t.c) OR b = $d",
		"SELECT id FROM t WHERE (s, id % 3, c) NOT IN (SELECT s, id % 3, a FROM u)",
		"SELECT id, (a, b, $K) IN (SELECT b, c, $K FROM u WHERE id > $d), (id % 5, c) NOT IN (SELECT a, c FROM u WHERE u.id <= t.id) FROM t",
		"SELECT id FROM t WHERE ((a, s) IN (SELECT b, s FROM u WHERE a < $d)) IS NULL",
		"SELECT id FROM t WHERE (a, b) NOT IN (SELECT a, b FROM u WHERE b > 99)",
		"SELECT c FROM t GROUP BY c HAVING (c, COUNT(*)) NOT IN (SELECT a, COUNT(*) FROM u GROUP BY a)",
		"SELECT c, id % 2 FROM t GROUP BY 1, 2 HAVING (c, COUNT(*)) > (1, $D)|SELECT c, id % 2 FROM t GROUP BY 1, 2 HAVING c > 1 OR (c = 1 AND COUNT(*) > $D)",
	},
	"joined unions": {
		"SELECT x.k, COUNT(*), SUM(x.n), SUM(x.m) FROM (SELECT $K k, b n, 0 m, c FROM t UNION ALL SELECT $K, 0, b, c FROM u) x, u y WHERE x.c = y.c AND y.b > $d GROUP BY x.k",
		"SELECT x.id, y.id, x.$x FROM (SELECT * FROM t WHERE b > $d UNION ALL SELECT * FROM u UNION ALL SELECT * FROM t WHERE $k IS NULL) x JOIN t y ON x.$K = y.$K",
		"SELECT y.l, y.r FROM (SELECT x.b l, x.a r, x.c FROM (SELECT c, b, a FROM t UNION ALL SELECT a, c, b FROM u WHERE b > $d) x UNION ALL SELECT NULL, id, 3 FROM t UNION ALL SELECT a, NULL, b FROM u) y",
		"WITH w AS (SELECT id, $K k FROM t UNION ALL SELECT id, $K FROM u) SELECT k, id FROM w UNION ALL SELECT NULL, id FROM w WHERE id > $D UNION ALL SELECT NULL, 7",
		"SELECT l FROM (SELECT a l, b FROM t UNION ALL SELECT c, a FROM u) x UNION SELECT b FROM (SELECT a, b FROM u UNION ALL SELECT b, c FROM t) y",
		"SELECT x.id, y.id FROM (SELECT id, $K k FROM t UNION ALL SELECT id, $K FROM u) x LEFT JOIN u y ON x.k = y.$K AND y.b > $d",
		"SELECT x.id, y.id, z.id FROM (SELECT id, $K k FROM t UNION ALL SELECT u.id, t.$K FROM u LEFT JOIN t ON t.c = u.c) x JOIN t y ON x.k = y.$K LEFT JOIN u z ON z.id = x.id WHERE y.b > $d OR z.b IS NULL",
		"SELECT id FROM (SELECT id, $K k FROM t UNION ALL SELECT id, $K FROM u) x WHERE EXISTS (SELECT 1 FROM u WHERE u.$K = x.k AND u.b > $d)",
		"SELECT id FROM (SELECT id, $K k FROM t UNION ALL SELECT id, $K FROM u) x WHERE k NOT IN (SELECT $K FROM u WHERE b > $d) OR id = $d",
		"SELECT id, (SELECT MAX(u.b) FROM u WHERE u.$K = x.k) FROM (SELECT id, $K k FROM t UNION ALL SELECT id, $K FROM u) x",
		"SELECT x.id, y.id FROM (SELECT id, c FROM t UNION ALL SELECT id, c FROM u) x, (SELECT id, c FROM u UNION ALL SELECT id + 1, c FROM t) y WHERE x.c = y.c AND x.id = y.id",
		"WITH v AS (SELECT $K k, COUNT(*) n FROM u GROUP BY 1) SELECT x.s, COUNT(*), SUM(v.n), MIN(x.f) FROM (SELECT s, f, $K k FROM t UNION ALL SELECT s, f, $K FROM u) x JOIN v ON v.k = x.k JOIN v w ON w.n = v.n GROUP BY x.s",
		"SELECT COUNT(*) FROM (SELECT $K k FROM t UNION ALL SELECT $K FROM u) x, (SELECT DISTINCT $K k FROM u) y WHERE x.k = y.k",
		"SELECT y.c, SUM(CASE WHEN y.s > 'g' THEN x.b END), SUM(CASE y.a WHEN 1 THEN x.b ELSE 0 END) FROM (SELECT b, c FROM t UNION ALL SELECT b, c FROM u) x, t y WHERE x.c = y.c GROUP BY y.c",
		"SELECT x.n, y.id FROM (SELECT COUNT(*) n, c FROM t GROUP BY c UNION ALL SELECT id, c FROM u) x JOIN u y ON x.c = y.c",
		"SELECT y.$K, y.b FROM t x, u y WHERE x.c = y.c UNION SELECT x.$K, x.c FROM t x, u y WHERE x.c = y.c UNION SELECT $K, a FROM t",
		"SELECT y.$K, y.b FROM t x, u y WHERE x.c = y.c INTERSECT SELECT x.$K, x.b FROM t x, u y WHERE x.c = y.c",
		"SELECT y.$K, y.b FROM t x LEFT JOIN u y ON x.c = y.c AND x.id = y.id EXCEPT SELECT x.$K, y.b FROM t x, u y WHERE x.c = y.c",
	},
	"shared steps": {
		"WITH v AS (SELECT $K k, c, COUNT(*) n, SUM(b) s FROM t GROUP BY 1, 2) SELECT x.k, x.n, y.s FROM v x, v y WHERE x.k = y.k AND x.c = 1 AND y.c = $d",
		"WITH v AS (SELECT 'p' w, $K k, c, SUM(b) n FROM t GROUP BY 2, 3 UNION ALL SELECT 'q', $K, c, SUM(b) FROM u GROUP BY 2, 3) SELECT x.k, x.c, y.c, x.n, y.n FROM v x, v y WHERE x.k = y.k AND x.w = 'p' AND y.w = 'q' AND x.c < 3 AND y.c IN (0, $d)",
		"WITH v AS (SELECT $K k, c, SUM(b) n FROM t GROUP BY 1, 2) SELECT x.k, y.c, y.n FROM v x LEFT JOIN v y ON x.k = y.k AND y.c = $d WHERE x.c = $d AND (y.n > $d OR y.n IS NULL)",
		"WITH v AS (SELECT $K k, c, SUM(b) n FROM t GROUP BY 1, 2) SELECT x.k, x.n FROM v x WHERE x.c > $d AND NOT EXISTS (SELECT 1 FROM v y WHERE y.k = x.k AND y.c = $d)",
		"WITH v AS (SELECT DISTINCT $K k, c FROM t) SELECT k, c, (SELECT COUNT(*) FROM v y WHERE y.c = $d) FROM v x WHERE x.c > $d AND x.k IN (SELECT z.k FROM v z WHERE z.c < 2)",
		"WITH v AS (SELECT id, $K k, c, COUNT(*) OVER (PARTITION BY c) n, MAX(b) OVER (PARTITION BY c, $K) m FROM t) SELECT x.id, y.id, x.n, y.m FROM v x JOIN v y ON x.id = y.id + 1 WHERE x.c = $d AND y.c IN ($d, 2)",
		"WITH v AS (SELECT id, $K k, c FROM t WHERE b > $d), w AS (SELECT k, c, COUNT(*) n FROM v GROUP BY 1, 2) SELECT v.id, w.n, z.n FROM v, w, w z WHERE v.c = w.c AND w.c = $d AND z.c = $d AND v.k = w.k AND z.k = v.k",
		"WITH v AS (SELECT $K k, c, COUNT(*) n FROM t GROUP BY 1, 2 HAVING COUNT(*) > $D) SELECT 1, k, n FROM v WHERE c = 1 OR c IS NULL UNION ALL SELECT 2, k, n FROM v WHERE c = $D INTERSECT SELECT 2, k, n FROM v WHERE c < $D|WITH v AS (SELECT $K k, c, COUNT(*) n FROM t GROUP BY 1, 2 HAVING COUNT(*) > $D) SELECT 1, k, n FROM v WHERE c = 1 OR c IS NULL UNION ALL SELECT * FROM (SELECT 2, k, n FROM v WHERE c = $D INTERSECT SELECT 2, k, n FROM v WHERE c < $D)",
		"SELECT x.id, y.a, y.m FROM t x LEFT JOIN (SELECT a, c, MAX(b) m FROM u GROUP BY a, c) y ON x.a = y.a AND x.a = y.c WHERE y.a IS NULL OR y.m = $d",
		"SELECT x.id, y.a FROM t x LEFT JOIN (SELECT a, c, MAX(b) m FROM u GROUP BY a, c) y ON x.a = y.a AND x.a = y.c WHERE y.c IS NULL",
	},
	"computed parameters": {
		"SELECT id, (SELECT COUNT(*) + t.id FROM u WHERE u.$n = t.c + 1) FROM t",
		"SELECT id, (SELECT SUM(u.b) - t.c FROM u WHERE u.a + 1 = t.b - t.c AND u.b > $d) FROM t",
		"SELECT id FROM t WHERE b = (SELECT MAX(u.b) FROM u WHERE u.c % 2 = t.id % 2 AND u.id <> t.id)",
		"SELECT id, (SELECT MAX(u.b) FROM u WHERE u.$N = t.$N * 2 AND u.c < t.c) FROM t",
		"SELECT id FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.c = t.c + $d AND u.id < t.id * 2)",
		"SELECT id FROM t WHERE NOT EXISTS (SELECT 1 FROM u, u v WHERE u.c = v.c AND u.a = t.b - 1 AND v.b = t.b - 1)",
		"SELECT id FROM t WHERE c NOT IN (SELECT u.b FROM u WHERE u.a = t.a + 0)",
		"SELECT id, (SELECT COUNT(*) FROM u WHERE u.c = t.c + 1 AND EXISTS (SELECT 1 FROM t v WHERE v.id = u.id + t.c)) FROM t",
		"SELECT id, (SELECT x.n FROM (SELECT COUNT(*) n, MIN(b) m FROM u WHERE u.c = 3 - t.c) x WHERE x.m < t.id) FROM t",
		"SELECT id, (SELECT SUM(n) FROM (SELECT b n FROM u WHERE u.c = t.c + 1 UNION ALL SELECT c FROM u WHERE u.a = t.a * 1) x) FROM t",
		"SELECT id, (SELECT b FROM u WHERE u.c = t.c + 1 ORDER BY u.id LIMIT 1), (SELECT COUNT(DISTINCT u.s) FROM u WHERE UPPER(u.s) = UPPER(t.s)) FROM t",
	},
	"firsts of partitions": {
		"SELECT * FROM (SELECT $K k, id, $n n, RANK() OVER (PARTITION BY $K ORDER BY $N $o) r FROM t) x WHERE r = 1",
		"SELECT * FROM (SELECT id, $x x, DENSE_RANK() OVER (PARTITION BY $K ORDER BY $N $o) r FROM t WHERE b > $d) x WHERE r < 2",
		"SELECT * FROM (SELECT id, $x x, ROW_NUMBER() OVER (PARTITION BY $K ORDER BY $N $o, id $o) r, RANK() OVER (PARTITION BY $K ORDER BY $N $o, id $o) q FROM t) x WHERE r <= 1",
		"SELECT * FROM (SELECT id, $x x, ROW_NUMBER() OVER (PARTITION BY $K, c ORDER BY $n $o, id) r FROM t) x WHERE 1 >= r",
		"SELECT * FROM (SELECT id, $x x, RANK() OVER (PARTITION BY c ORDER BY s $o) r, COUNT(*) OVER (PARTITION BY c) n FROM t) x WHERE r = 1",
		"SELECT * FROM (SELECT id, RANK() OVER (PARTITION BY c ORDER BY s $o) r, RANK() OVER (PARTITION BY c ORDER BY b DESC) q FROM t) x WHERE r = 1 AND q < 3",
		"SELECT * FROM (SELECT id, $x x, RANK() OVER (ORDER BY $n $o) r FROM t) x WHERE r = 1 AND id > $d",
		"SELECT * FROM (SELECT id, k, RANK() OVER (PARTITION BY k ORDER BY n $o) r FROM (SELECT id, CASE WHEN b > $d THEN $K ELSE c END k, a + b n FROM t) y) x WHERE r = 1",
		"SELECT * FROM (SELECT x.id, y.id z, RANK() OVER (PARTITION BY x.c, y.$K ORDER BY y.$n $o) r FROM t x JOIN u y ON x.c = y.c) x WHERE r = 1 AND z <> $d",
		"SELECT COUNT(*), SUM(id), MIN(x) FROM (SELECT id, $n x, ROW_NUMBER() OVER (PARTITION BY $K ORDER BY $n $o, id) r FROM t) x WHERE r = 1",
	},
	"partners asked for once": {
		"SELECT id FROM t WHERE $K IN (SELECT x.$K FROM u x, u y WHERE x.c = y.c AND x.b <> y.b)",
		"SELECT id FROM u WHERE c IN (SELECT c FROM (SELECT x.c, CONCAT(x.s, y.s) z, y.b + 1 FROM t x, t y WHERE x.c = y.c) v)|SELECT id FROM u WHERE c IN (SELECT c FROM t)",
		"SELECT id FROM t WHERE b NOT IN (SELECT x.b FROM u x, u y WHERE x.c = y.c AND y.a > $d AND x.b IS NOT NULL)",
		"SELECT DISTINCT x.$k FROM t x, u y WHERE x.c = y.c AND y.b > $d",
		"SELECT DISTINCT x.$k, z.$k FROM t x, u y, u z WHERE x.c = y.c AND y.b > $d AND z.id = x.id AND y.a <> z.a",
		"SELECT x.$k FROM t x JOIN u y ON x.c = y.c AND x.b <> y.b GROUP BY 1",
		"SELECT x.$K, COUNT(DISTINCT x.$n), MAX(x.b) FROM t x, u y WHERE x.c = y.c GROUP BY 1",
		"SELECT x.$K, COUNT(DISTINCT x.$n), COUNT(*) FROM t x, u y WHERE x.c = y.c GROUP BY 1",
		"WITH v AS (SELECT x.c, x.b, y.b yb FROM t x, t y WHERE x.c = y.c AND x.b <> y.b) SELECT id FROM u WHERE c IN (SELECT c FROM v) AND c IN (SELECT u.c FROM u, v WHERE u.c = v.c)",
		"WITH v AS (SELECT x.c, x.b, y.b yb FROM t x, t y WHERE x.c = y.c AND x.b <> y.b) SELECT id, (SELECT COUNT(*) FROM v WHERE yb > $d) FROM u WHERE c IN (SELECT c FROM v)",
		"SELECT COUNT(*) FROM (SELECT DISTINCT x.c, x.$k FROM t x, u y WHERE x.c = y.c) z",
		"SELECT x.$K FROM t x, u y WHERE x.c = y.c AND y.b = $d UNION SELECT y.$K FROM t x, u y WHERE x.c = y.c EXCEPT SELECT $K FROM t WHERE b = $d",
		"SELECT id FROM t WHERE EXISTS (SELECT 1 FROM u x, u y WHERE x.c = y.c AND x.b <> y.b AND x.a = t.a)",
		"SELECT id, (SELECT MAX(x.b) FROM u x, u y WHERE x.c = y.c AND y.a = t.a) FROM t",
		"SELECT x.id FROM t x, (SELECT DISTINCT y.c, y.b FROM u y, t z WHERE y.c = z.c AND z.id <> y.id) v WHERE x.c = v.c AND x.b = v.b",
	},
	"limits": {
		"SELECT id, (SELECT b FROM u WHERE u.$K = t.$K ORDER BY u.id $o LIMIT 1) FROM t",
		"SELECT id, (SELECT b FROM u WHERE u.c < t.c ORDER BY u.$n $o, id LIMIT 1 OFFSET $d) FROM t",
		"SELECT id FROM t WHERE b IN (SELECT x.b FROM (SELECT b FROM u WHERE u.a = t.a ORDER BY id LIMIT $d) x)",
		"SELECT id FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.c = t.c LIMIT 1 OFFSET $d)",
		"SELECT id, (SELECT COUNT(*) FROM u WHERE u.c = t.c GROUP BY u.a ORDER BY u.a $o LIMIT 1) FROM t",
		"SELECT id, (SELECT COUNT(*) + 1 FROM u WHERE u.c < t.c), (SELECT COUNT($n) FROM u WHERE u.c < t.c HAVING COUNT(*) < 2) FROM t",
		"SELECT id, (SELECT MAX(b) FROM (SELECT b FROM u WHERE u.c <= t.c ORDER BY id LIMIT $d) x) FROM t",
	},
}

// fillIn puts random columns and numbers in the places of a template.
func fillIn(r *rand.Rand, template string) string {
	choices := map[byte][]string{'k': {"a", "b", "c", "s"}, 'n': {"a", "b", "c", "f", "id"}, 'x': {"a", "b", "c", "f", "s"}, 'd': {"0", "1", "2", "3"}, 'o': {"ASC", "DESC"}}
	picked := map[byte]string{}
	for k, of := range choices {
		picked[k-'a'+'A'] = of[r.IntN(len(of))]
	}
	var b strings.Builder
	for i := 0; i < len(template); i++ {
		if template[i] != '$' {
			b.WriteByte(template[i])
			continue
		}
		i++
		if of := choices[template[i]]; of != nil {
			b.WriteString(of[r.IntN(len(of))])
		} else {
			b.WriteString(picked[template[i]])
		}
	}
	return b.String()
}

// TestGraphsEqualSQLite compares queries made of templates, whose rows may come in any order.
func TestGraphsEqualSQLite(t *testing.T) {
	t.Parallel()
	for name, templates := range graphQueries {
		t.Run(name, func(t *testing.T) {
			for turn := range max(3, *seeds/5) {
				r := rand.New(rand.NewPCG(*seed+uint64(turn), 99))
				db := graphTables(r)
				l, err := openLite(t.Context(), db)
				if err != nil {
					t.Fatal(err)
				}
				forced, err := openGrouping(t.Context(), t.TempDir())
				if err != nil {
					t.Fatal(err)
				}
				engines := []*engine{loaded(t, db), forced.with(t, db)}
				for _, template := range templates {
					for range max(1, *queries/20) {
						text := fillIn(r, template)
						for _, e := range engines {
							sameRows(t, e, l, text)
						}
					}
				}
				l.Close()
			}
		})
	}
}

func sameRows(t *testing.T, e *engine, l *lite, text string) {
	t.Helper()
	ours, theirs, ok := strings.Cut(text, "|")
	if !ok {
		theirs = ours
	}
	want, err := l.datums(t, theirs)
	if err != nil {
		t.Fatalf("SQLite: %s: %v", theirs, err)
	}
	r, err := e.NewSession().Query(t.Context(), ours)
	if err != nil {
		t.Errorf("%s: %v", ours, err)
		return
	}
	got := datumsFrom(r)
	slices.SortFunc(got, compareRows)
	slices.SortFunc(want, compareRows)
	if len(got) != len(want) {
		t.Errorf("%s: %d rows, SQLite has %d: %v and %v", ours, len(got), len(want), got, want)
		return
	}
	for i := range got {
		if compareRows(got[i], want[i]) != 0 {
			t.Errorf("%s: row %d of %d in order is %v, SQLite has %v", ours, i+1, len(got), got[i], want[i])
			return
		}
	}
}

// datum is a cell: a number, a text or NULL.
type datum struct {
	null   bool
	number float64
	text   string
}

// datumOf reads numbers to the four digits behind the point that an average has.
func datumOf(text string) datum {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return datum{text: text}
	}
	return datum{number: math.Round(f*1e3+1e-6) / 1e3}
}

func compareRows(a, b []datum) int {
	return slices.CompareFunc(a, b, func(x, y datum) int {
		switch {
		case x.null || y.null:
			return strings.Compare(fmt.Sprint(y.null), fmt.Sprint(x.null))
		case math.Abs(x.number-y.number) > 2e-3:
			return int(math.Copysign(1, x.number-y.number))
		}
		return strings.Compare(x.text, y.text)
	})
}

func datumsFrom(r *result.Set) [][]datum {
	out := make([][]datum, r.Rows.Len)
	for i := range out {
		for c := range r.Columns {
			text, null := r.Text(i, c)
			d := datumOf(text)
			if null {
				d = datum{null: true}
			}
			out[i] = append(out[i], d)
		}
	}
	return out
}

// datums runs a text in SQLite.
func (l *lite) datums(t *testing.T, text string) ([][]datum, error) {
	rows, err := l.db.QueryContext(t.Context(), text)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	var out [][]datum
	for rows.Next() {
		cells, places := make([]sql.NullString, len(columns)), make([]any, len(columns))
		for i := range cells {
			places[i] = &cells[i]
		}
		if err := rows.Scan(places...); err != nil {
			return nil, err
		}
		row := make([]datum, len(cells))
		for i, c := range cells {
			if row[i] = datumOf(c.String); !c.Valid {
				row[i] = datum{null: true}
			}
		}
		out = append(out, row)
	}
	return out, rows.Err()
}
