SELECT d.name, (SELECT GROUP_CONCAT(e.name ORDER BY e.id) FROM emp e WHERE e.dept = d.id) AS people FROM dept d ORDER BY d.id
SELECT d.name, e.name FROM dept d LEFT JOIN emp e ON e.dept = d.id AND e.pay = (SELECT MAX(pay) FROM emp x WHERE x.dept = d.id) ORDER BY d.id, e.id
SELECT e.name, x.c FROM emp e JOIN (SELECT boss, COUNT(*) c FROM emp GROUP BY boss) x ON x.boss <=> e.id ORDER BY e.id
SELECT name FROM emp e WHERE (SELECT COUNT(*) FROM emp x WHERE x.pay > e.pay) < 2 AND pay IS NOT NULL ORDER BY pay DESC, id
SELECT name, pay, pay - LAG(pay) OVER (ORDER BY id) diff, SUM(pay) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) s2 FROM emp ORDER BY id
SELECT id, FIRST_VALUE(name) OVER w f, LAST_VALUE(name) OVER w l, NTH_VALUE(name, 2) OVER w n FROM emp WINDOW w AS (PARTITION BY dept ORDER BY pay DESC, id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) ORDER BY id
SELECT id, COUNT(*) OVER (PARTITION BY dept, boss) c, AVG(pay) OVER (PARTITION BY dept) a, MAX(hired) OVER () m FROM emp ORDER BY id
SELECT dept, COUNT(*) c, RANK() OVER (ORDER BY COUNT(*) DESC) r FROM emp GROUP BY dept HAVING c > 0 ORDER BY r, dept
SELECT id, SUM(id) OVER (ORDER BY id ROWS BETWEEN 1 FOLLOWING AND 2 FOLLOWING), AVG(id) OVER (ORDER BY id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) FROM emp ORDER BY id
SELECT id, pay, SUM(id) OVER (ORDER BY pay), SUM(id) OVER (ORDER BY pay DESC), SUM(id) OVER (ORDER BY pay RANGE BETWEEN 10 PRECEDING AND 10 FOLLOWING) FROM emp ORDER BY id
SELECT DISTINCT dept, COUNT(*) OVER (PARTITION BY dept) FROM emp ORDER BY dept
SELECT * FROM (SELECT id, name, RANK() OVER (PARTITION BY dept ORDER BY pay DESC) rk FROM emp) q WHERE rk = 1 AND id > 1 ORDER BY id
SELECT country, product, SUM(profit) FROM sales GROUP BY product, country WITH ROLLUP HAVING country IS NULL
MySQL: SELECT country, SUM(profit) AS s FROM sales GROUP BY country WITH ROLLUP ORDER BY s DESC
SELECT YEAR(hired) AS y, MONTH(hired) m, COUNT(*) FROM emp GROUP BY y, m WITH ROLLUP
SELECT country, COUNT(DISTINCT product), GROUP_CONCAT(DISTINCT product ORDER BY product SEPARATOR '|') FROM sales GROUP BY country WITH ROLLUP
SELECT product, SUM(IF(yr = 2000, profit, 0)) AS `2000`, SUM(IF(yr = 2001, profit, 0)) AS `2001` FROM sales GROUP BY product ORDER BY product
SELECT COUNT(*) FROM sales a JOIN sales b ON a.product = b.product AND a.yr < b.yr
SELECT a.country, b.country FROM (SELECT DISTINCT country FROM sales) a, (SELECT DISTINCT country FROM sales) b WHERE a.country < b.country ORDER BY 1, 2
SELECT * FROM emp WHERE dept IN (SELECT id FROM dept WHERE city = 'Bonn') OR boss IN (SELECT id FROM emp WHERE name LIKE 'C%') ORDER BY id
SELECT * FROM emp WHERE id NOT IN (SELECT boss FROM emp WHERE boss IS NOT NULL) AND EXISTS (SELECT 1 FROM dept WHERE dept.id = emp.dept) ORDER BY id
SELECT id, CASE WHEN pay > (SELECT AVG(pay) FROM emp) THEN 'high' WHEN pay IS NULL THEN 'none' ELSE 'low' END AS cls FROM emp ORDER BY id
SELECT cls, COUNT(*) FROM (SELECT CASE WHEN pay > 60 THEN 'high' ELSE 'low' END cls FROM emp) q GROUP BY cls ORDER BY cls
SELECT CASE WHEN pay > 60 THEN 'high' ELSE 'low' END cls, COUNT(*) FROM emp GROUP BY cls ORDER BY cls
SELECT dept, SUM(pay) / (SELECT SUM(pay) FROM emp) AS share FROM emp GROUP BY dept ORDER BY dept
SELECT dept, MAX(pay) - MIN(pay) spread, MAX(hired), MIN(name) FROM emp GROUP BY dept HAVING spread >= 0 ORDER BY spread DESC, dept
SELECT COUNT(*), COUNT(boss), COUNT(DISTINCT boss), SUM(boss IS NULL) FROM emp
SELECT MIN(a), MAX(a), AVG(a), SUM(a), COUNT(a) FROM t WHERE a > 100
MySQL: SELECT BIT_AND(a), BIT_OR(a), BIT_XOR(a), STDDEV_POP(a), VAR_SAMP(a) FROM t
SELECT AVG(DISTINCT pay), SUM(DISTINCT pay), COUNT(DISTINCT dept, boss) FROM emp
SELECT e.*, d.city FROM emp e LEFT JOIN dept d ON d.id = e.dept WHERE d.city IS NULL OR d.city <> 'Bonn' ORDER BY e.id
SELECT * FROM emp e LEFT JOIN dept d USING (name) WHERE d.id IS NOT NULL
SELECT COALESCE(e.dept, d.id) k, e.id, d.name FROM emp e RIGHT JOIN dept d ON d.id = e.dept ORDER BY k, e.id
SELECT a.id, b.id, c.id FROM emp a JOIN emp b ON b.boss = a.id JOIN emp c ON c.boss = b.id ORDER BY 1, 2, 3
SELECT a.name FROM emp a WHERE a.pay BETWEEN (SELECT MIN(pay) FROM emp) AND (SELECT AVG(pay) FROM emp) ORDER BY a.id
SELECT id FROM emp WHERE (dept, pay) IN (SELECT dept, MAX(pay) FROM emp GROUP BY dept) ORDER BY id
SELECT id FROM emp WHERE (dept, pay) NOT IN (SELECT dept, MAX(pay) FROM emp WHERE dept IS NOT NULL GROUP BY dept) ORDER BY id
SELECT id FROM emp ORDER BY dept IS NULL DESC, dept DESC, pay, id LIMIT 4
SELECT id, name FROM emp ORDER BY LENGTH(name), name DESC LIMIT 1, 2
SELECT UPPER(name) n FROM emp ORDER BY n DESC LIMIT 2
SELECT name AS n, COUNT(*) OVER () AS total FROM emp ORDER BY n LIMIT 2 OFFSET 2
SELECT 1 AS a, 2 AS b UNION ALL SELECT b, a FROM t WHERE a IS NOT NULL ORDER BY a, b LIMIT 3
(SELECT 'x' AS k, 1 AS o) UNION ALL (SELECT name, 2 FROM dept WHERE name IS NOT NULL) ORDER BY o, k DESC
SELECT k, SUM(v) FROM (SELECT 'a' k, 1 v UNION ALL SELECT 'b', 2 UNION ALL SELECT 'a', 3) q GROUP BY k ORDER BY k
SELECT id FROM emp UNION SELECT id FROM dept EXCEPT SELECT 3 ORDER BY id DESC
WITH top AS (SELECT dept, MAX(pay) m FROM emp GROUP BY dept), big AS (SELECT * FROM top WHERE m > 60) SELECT d.name, b.m FROM big b JOIN dept d ON d.id = b.dept ORDER BY 1
WITH RECURSIVE s AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM s WHERE n < 4) SELECT s.n, e.name FROM s LEFT JOIN emp e ON e.id = s.n * 2 ORDER BY s.n
WITH RECURSIVE up AS (SELECT id, boss, 0 AS d FROM emp WHERE id = 4 UNION ALL SELECT e.id, e.boss, d + 1 FROM emp e JOIN up ON up.boss = e.id) SELECT * FROM up ORDER BY d
WITH a AS (SELECT 1 x), b AS (WITH c AS (SELECT x + 1 y FROM a) SELECT * FROM c) SELECT * FROM a, b
SELECT e.name, j.tag FROM emp e JOIN JSON_TABLE('["x","y"]', '$[*]' COLUMNS (i FOR ORDINALITY, tag VARCHAR(5) PATH '$')) j ON j.i = e.id ORDER BY 1
MySQL: SELECT j->'$.a', j->>'$[0]', JSON_EXTRACT(j, '$.a'), JSON_TYPE(j), JSON_VALID(c), JSON_LENGTH(j) FROM t WHERE j IS NOT NULL ORDER BY JSON_TYPE(j)
MySQL: SELECT JSON_OBJECT('id', id, 'n', name) FROM emp WHERE id < 3 ORDER BY id
MySQL: SELECT dept, JSON_ARRAYAGG(id) FROM (SELECT * FROM emp ORDER BY id LIMIT 2) q GROUP BY dept
SELECT e, DATE(e), YEAR(e), e + INTERVAL 1 MONTH, DATE_FORMAT(e, '%d.%m.%Y %H:%i'), TIMESTAMPDIFF(DAY, e, '2024-03-01') FROM t WHERE e IS NOT NULL ORDER BY e
SELECT h, h + 0, h = 'x', h > 'x', h IN ('y', 'z') FROM t ORDER BY h, a
SELECT h, COUNT(*) FROM t GROUP BY h ORDER BY h
SELECT MAX(h), MIN(h), MAX(c), MAX(k), MIN(y), MAX(bl), SUM(bl), MAX(g), SUM(g) FROM t
SELECT k, TIME_TO_SEC(k), k + INTERVAL 1 HOUR, HOUR(k), SEC_TO_TIME(SUM(TIME_TO_SEC(k)) OVER ()) FROM t WHERE k IS NOT NULL ORDER BY k
SELECT g, g + 1, g / 2, g > 5, -1 < g, CAST(g AS SIGNED), g % 10 FROM t WHERE g < 10 ORDER BY g
SELECT g + 1 FROM t WHERE g > 100
SELECT a - g FROM t WHERE g = 1
SELECT f * 2, f / 3, f + d, ROUND(f, 1), f DIV 1, ABS(f), -f, f = 1.25, f IN (1.25, 0) FROM t ORDER BY f, a
SELECT d * 2, d / 3, d = 1.5, ROUND(d), FORMAT(d, 2), CAST(d AS SIGNED), CAST(d AS CHAR) FROM t ORDER BY d
SELECT c, c LIKE '%n%', CONCAT_WS('-', c, NULL, a), LENGTH(c), REVERSE(c), c IN ('one', NULL), c < 'p' FROM t ORDER BY c, a, b
SELECT IFNULL(c, 'none') x, COUNT(*) FROM t GROUP BY x ORDER BY COUNT(*) DESC, x
SELECT a, b, COUNT(*) FROM t GROUP BY a, b HAVING COUNT(*) > 1
SELECT DISTINCT a, b FROM t ORDER BY a DESC, b
SELECT COUNT(DISTINCT a) + COUNT(DISTINCT b) FROM t
SELECT t1.a, t2.a FROM t t1 LEFT JOIN t t2 ON t1.a = t2.b AND t2.c IS NOT NULL ORDER BY 1, 2
SELECT x.* FROM (SELECT a, b, c FROM t) x WHERE x.a = 1 ORDER BY b
MySQL: SELECT * FROM t WHERE a = 1 AND b = 2 OR c IS NULL AND d > 2 ORDER BY b
SELECT * FROM t WHERE NOT (a = 1) ORDER BY b
SELECT a FROM t WHERE a <=> NULL
SELECT a FROM t WHERE a = NULL
SELECT a FROM t WHERE a <> 1
SELECT a FROM t WHERE a IS NOT TRUE
SELECT a FROM t WHERE a
SELECT a FROM t WHERE c
SELECT a FROM t WHERE NOT c
SELECT COUNT(*) FROM t WHERE a IN (1, 2) AND b NOT IN (2)
SELECT a, COUNT(*) FROM t WHERE b > 0 GROUP BY a HAVING SUM(b) > 2 ORDER BY SUM(b)
SELECT a+b AS s FROM t ORDER BY s IS NULL, s
SELECT a AS b, b AS a FROM t ORDER BY a, b
SELECT a AS x, COUNT(*) FROM t GROUP BY x HAVING x > 1
SELECT a x, MAX(b) x FROM t GROUP BY a
SELECT MAX(a) a FROM t HAVING a > 1
MySQL: SELECT SUM(a) s FROM t GROUP BY b ORDER BY s * 2
SELECT b, SUM(a) FROM t GROUP BY b ORDER BY SUM(a) + 1 DESC
MySQL: SELECT SUM(a) FROM t ORDER BY b
SELECT a FROM t GROUP BY a ORDER BY MAX(b), a
SELECT a FROM t GROUP BY a + 0
SELECT a + 0 FROM t GROUP BY a ORDER BY a
SELECT a + 1 FROM t GROUP BY a + 1 ORDER BY a + 1
SELECT COUNT(*) FROM t GROUP BY a, 'x' ORDER BY 1
SELECT 'x' FROM t GROUP BY 'x'
SELECT t.a AS id FROM t GROUP BY t.a ORDER BY t.a DESC LIMIT 1
SELECT (SELECT a FROM t WHERE b = 2) + 1, (SELECT COUNT(*) FROM t) > 3, 5 IN (SELECT a FROM t), (1, 2) IN (SELECT a, b FROM t), NULL IN (SELECT a FROM t WHERE 0)
SELECT (SELECT t1.a + MAX(t2.b) FROM t t2) FROM t t1 ORDER BY 1
SELECT a FROM t t1 WHERE b = (SELECT MAX(b) FROM t t2 WHERE t2.a = t1.a) ORDER BY a
SELECT a, (SELECT SUM(b) FROM t t2 WHERE t2.a <= t1.a) run FROM t t1 WHERE a IS NOT NULL ORDER BY a, b
SELECT SUM((SELECT MAX(b) FROM t t2 WHERE t2.a = t1.a)) FROM t t1
SELECT MAX(x) FROM (SELECT SUM(a) x FROM t GROUP BY b) q
SELECT * FROM (SELECT * FROM (SELECT a FROM t) q1 WHERE a = 1) q2
SELECT @n := COUNT(*) FROM t
SELECT IF(a > 1, 'big', 'small') k, GROUP_CONCAT(b ORDER BY b) FROM t GROUP BY k ORDER BY k
SELECT ELT(a, 'p', 'q') FROM t ORDER BY a, b
SELECT LEAST(a, b), GREATEST(a, b, 1) FROM t ORDER BY a, b
SELECT SUBSTRING_INDEX(note, ',', 1), LOCATE(',', note), REPLACE(note, ',', ';'), LPAD(id, 3, '0') FROM emp ORDER BY id
SELECT name, hired, DAYNAME(hired), WEEK(hired), QUARTER(hired), LAST_DAY(hired), DATEDIFF('2024-01-01', hired) FROM emp ORDER BY id
SELECT DATE_FORMAT(hired, '%x-W%v') w, COUNT(*) FROM emp WHERE hired IS NOT NULL GROUP BY w ORDER BY w
SELECT hired, COUNT(*) FROM emp GROUP BY hired HAVING hired >= DATE '2021-01-01' ORDER BY hired DESC
SELECT name FROM emp WHERE hired >= '2021-01-01' AND hired < '2022-01-01' + INTERVAL 1 DAY ORDER BY id
SELECT name FROM emp WHERE hired IN ('2020-01-01', '2023-12-31') ORDER BY id
SELECT name FROM emp WHERE pay IN (70, '50.25', 1e2) ORDER BY id
SELECT name FROM emp WHERE name IN ('Ann', 5) ORDER BY id
SELECT name FROM emp WHERE name > 'B' AND name < 'D' ORDER BY name
SELECT name FROM emp WHERE CONCAT(name, dept) = 'Ann1'
SELECT name FROM emp WHERE name REGEXP '^[A-C]' ORDER BY name
SELECT DISTINCT e.boss, b.name FROM emp e JOIN emp b ON e.boss = b.id ORDER BY b.name
MySQL: SELECT e.boss, COUNT(*), b.name FROM emp e JOIN emp b ON e.boss = b.id GROUP BY e.boss ORDER BY 1
SELECT e.boss, COUNT(*), b.name FROM emp e JOIN emp b ON e.boss = b.id GROUP BY b.name ORDER BY 1
MySQL: SELECT b.id, b.name, SUM(e.pay) FROM emp e JOIN emp b ON e.boss = b.id GROUP BY b.id, e.dept ORDER BY 1, 3
SELECT v.id, v.name FROM (SELECT id, name FROM emp) v GROUP BY v.id
SELECT UNIX_TIMESTAMP(e), FROM_UNIXTIME(0), CONVERT_TZ('2024-01-01 12:00:00', '+00:00', '+02:00') FROM t WHERE a = 1 AND b = 1
CREATE VIEW ve AS SELECT id, name, dept AS dp, pay * 2 AS p2 FROM emp
CREATE TABLE uq (a INT NOT NULL, b INT, c VARCHAR(5), UNIQUE KEY (a), UNIQUE KEY (b))
INSERT INTO uq VALUES (1, 1, 'x'), (2, NULL, 'y'), (3, NULL, 'z')
SELECT v.id, v.name FROM (SELECT id, name FROM emp) v GROUP BY v.id ORDER BY 1
SELECT id, name, p2, COUNT(*) FROM ve GROUP BY id ORDER BY 1
MySQL: SELECT ve.dp, d.name, SUM(p2) FROM ve LEFT JOIN dept d ON d.id = ve.dp GROUP BY ve.dp ORDER BY 1
MySQL: SELECT x.dept, x.n FROM (SELECT dept, COUNT(*) n FROM emp GROUP BY dept) x GROUP BY x.dept ORDER BY 1
SELECT x.n, x.dept FROM (SELECT dept, COUNT(*) n FROM emp GROUP BY dept) x GROUP BY x.n ORDER BY 1
SELECT e.id, x.n FROM emp e LEFT JOIN (SELECT boss, COUNT(*) n FROM emp GROUP BY boss) x ON x.boss = e.id GROUP BY e.id ORDER BY 1
MySQL: SELECT a, c FROM uq GROUP BY a ORDER BY 1
SELECT b, c FROM uq GROUP BY b ORDER BY 1
MySQL: SELECT v.name, v.id FROM (SELECT id, name FROM emp) v GROUP BY v.name
SELECT v.id, v.k FROM (SELECT id, 1 AS k FROM emp) v GROUP BY v.id ORDER BY 1
SELECT v.k, COUNT(*) FROM (SELECT id, 1 AS k FROM emp) v
MySQL: WITH w AS (SELECT id, name, dept FROM emp WHERE pay > 20) SELECT w.id, w.name, d.city FROM w LEFT JOIN dept d ON d.id = w.dept GROUP BY w.id ORDER BY 1
MySQL: SELECT e.id, v.r FROM (SELECT id, COALESCE(name, 'q') r FROM dept) v RIGHT JOIN emp e ON e.dept = v.id GROUP BY e.id ORDER BY 1
SELECT u.id, u.name FROM (SELECT id, name FROM emp UNION SELECT id, name FROM dept) u GROUP BY u.id
SELECT x.boss, x.n FROM emp e LEFT JOIN (SELECT boss, COUNT(*) n FROM emp GROUP BY boss) x ON e.pay > 60 AND x.n > 1 GROUP BY x.boss
MySQL: SELECT x.boss, x.n FROM emp e JOIN (SELECT boss, COUNT(*) n FROM emp GROUP BY boss) x ON e.pay > 60 GROUP BY x.boss ORDER BY 1
MySQL: SELECT 'a' 'b', '   lead', '', ' ', "x" 'y' 'z', 'tab	x', '	tab', N'n', _utf8mb4' u', 'é' 'x', 'trail '
MySQL: SELECT 'a' 'b' UNION SELECT 'c'
MySQL: SELECT * FROM (SELECT 'a' 'b' UNION SELECT 'c') x
CREATE TABLE d1 (id INT, d DATE DEFAULT (CURRENT_DATE))
CREATE TABLE d2 (id INT PRIMARY KEY, d DATE NOT NULL DEFAULT (CURDATE()), e DATE DEFAULT '2020-01-01')
CREATE TABLE d3 (id INT, d DATETIME ON UPDATE CURRENT_TIMESTAMP)
MySQL: CREATE TABLE d5 (id INT, d DATE DEFAULT CURRENT_TIMESTAMP)
