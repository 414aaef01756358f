SELECT ID FROM emp ORDER BY ID LIMIT 1
CREATE VIEW vx AS SELECT id AS Ident, name FROM emp
SELECT ident, NAME FROM vx ORDER BY 1 LIMIT 1
SELECT x.ID FROM (SELECT id FROM emp) x ORDER BY 1 LIMIT 1
MySQL: SELECT TABLE_name FROM information_schema.tables WHERE table_schema = 'z' ORDER BY 1 LIMIT 1
SELECT table_name AS tn FROM information_schema.tables WHERE table_schema = 'z' ORDER BY 1 LIMIT 1
SELECT SQL_CALC_FOUND_ROWS id FROM emp ORDER BY id LIMIT 2
CREATE TABLE au (id INT AUTO_INCREMENT PRIMARY KEY, u VARCHAR(10) UNIQUE, n INT DEFAULT 0)
INSERT INTO au (u) VALUES ('a'), ('b')
INSERT INTO au (u) VALUES ('a') ON DUPLICATE KEY UPDATE n = n + 1
INSERT INTO au (u) VALUES ('a') ON DUPLICATE KEY UPDATE n = n
SELECT LAST_INSERT_ID()
INSERT INTO au (u) VALUES ('b') ON DUPLICATE KEY UPDATE id = LAST_INSERT_ID(id)
SELECT LAST_INSERT_ID()
INSERT IGNORE INTO au (u) VALUES ('a')
INSERT INTO au (id, u) VALUES (50, 'z')
REPLACE INTO au (u) VALUES ('a')
SELECT LAST_INSERT_ID()
UPDATE au SET n = LAST_INSERT_ID(n + 1) WHERE u = 'b'
SELECT LAST_INSERT_ID()
CREATE TABLE de2 (id INT PRIMARY KEY, j JSON DEFAULT (JSON_ARRAY()))
CREATE TABLE de3 (id INT PRIMARY KEY, j INT DEFAULT (5))
CREATE TABLE de5 (id INT PRIMARY KEY, j DATETIME DEFAULT NOW(), k TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP() ON UPDATE CURRENT_TIMESTAMP())
CREATE TABLE de6 (id INT PRIMARY KEY, j TEXT DEFAULT ('abc'))
CREATE TABLE de7 (id INT PRIMARY KEY, j VARCHAR(20) DEFAULT (CONCAT('a', 'b')))
CREATE TABLE pc (a INT, b INT, CONSTRAINT pk PRIMARY KEY (a, b), KEY (b))
INSERT INTO pc VALUES (1, 1), (1, 2)
INSERT INTO pc VALUES (1, 2)
INSERT INTO pc VALUES (1, NULL)
CREATE TABLE fkn (id INT PRIMARY KEY, e INT, CONSTRAINT myfk FOREIGN KEY (e) REFERENCES emp (id))
ALTER TABLE fkn DROP FOREIGN KEY nosuch
DROP TABLE fkn
CREATE TABLE ix (a INT, b INT, KEY ka (a))
CREATE INDEX kb ON ix (b)
SELECT e.name, d.name FROM emp e LEFT JOIN dept d ON e.dept = d.id WHERE d.id IS NULL ORDER BY e.id
SELECT d.name, COUNT(e.id) n FROM dept d LEFT JOIN emp e ON e.dept = d.id GROUP BY d.id, d.name ORDER BY n DESC, d.id
MySQL: SELECT d.name, COUNT(e.id) n FROM dept d LEFT JOIN emp e ON e.dept = d.id GROUP BY d.id ORDER BY n DESC, d.id
SELECT e.name, b.name AS boss FROM emp e LEFT JOIN emp b ON b.id = e.boss ORDER BY e.name
MySQL: SELECT e.id, e.name, d.name, d.city FROM emp e LEFT JOIN dept d ON d.id = e.dept GROUP BY e.id ORDER BY e.id
MySQL: SELECT e.dept, d.name FROM emp e JOIN dept d ON d.id = e.dept GROUP BY e.dept ORDER BY 1
MySQL: SELECT d.id, e.dept FROM emp e JOIN dept d ON d.id = e.dept GROUP BY d.id ORDER BY 1
MySQL: SELECT id + 1, name FROM emp GROUP BY id ORDER BY id
MySQL: SELECT a, b FROM t WHERE a = 1 GROUP BY b ORDER BY b
SELECT CONCAT(name, '-', dept) k, COUNT(*) FROM emp GROUP BY k ORDER BY k
SELECT dept d, dept FROM emp GROUP BY d ORDER BY d
SELECT name AS dept, COUNT(*) FROM emp GROUP BY dept ORDER BY 1
SELECT pay AS id FROM emp ORDER BY id
SELECT pay AS id FROM emp ORDER BY emp.id
SELECT -id AS id FROM emp ORDER BY id
SELECT -id AS id FROM emp ORDER BY id + 0
SELECT -id AS id FROM emp WHERE id > 3 ORDER BY id
SELECT -id AS id, COUNT(*) FROM emp GROUP BY id HAVING id < -3 ORDER BY id
SELECT DATE_FORMAT(hired, '%Y-%m') AS month, SUM(pay) total, ROUND(AVG(pay), 2) FROM emp GROUP BY month ORDER BY month
SELECT DATE_FORMAT(hired, '%Y-%m') month, COUNT(*) FROM emp GROUP BY DATE_FORMAT(hired, '%Y-%m') ORDER BY DATE_FORMAT(hired, '%Y-%m')
SELECT SUM(CASE WHEN dept = 1 THEN pay ELSE 0 END) AS d1, SUM(dept = 2) AS c2, SUM(IF(dept IS NULL, 1, 0)) FROM emp
SELECT COUNT(*) * 100.0 / (SELECT COUNT(*) FROM emp) AS pct FROM emp WHERE dept = 1
SELECT dept, GROUP_CONCAT(name ORDER BY name DESC SEPARATOR '; ') FROM emp GROUP BY dept ORDER BY dept
MySQL: SELECT dept, JSON_ARRAYAGG(name) FROM emp WHERE dept = 1 GROUP BY dept
MySQL: SELECT dept, JSON_OBJECTAGG(id, name) FROM emp WHERE dept = 1 GROUP BY dept
SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY dept ORDER BY pay DESC, id) rn FROM emp) x WHERE rn = 1 ORDER BY id
SELECT yr, SUM(profit) p, SUM(SUM(profit)) OVER (ORDER BY yr) run, SUM(profit) / SUM(SUM(profit)) OVER () share FROM sales GROUP BY yr ORDER BY yr
SELECT yr, country, SUM(profit) p, LAG(SUM(profit)) OVER (PARTITION BY country ORDER BY yr) prev FROM sales GROUP BY yr, country ORDER BY country, yr
SELECT * FROM sales ORDER BY profit DESC, country, product, yr LIMIT 3
SELECT country FROM sales GROUP BY country HAVING SUM(profit) > 1500 AND COUNT(*) > 2 ORDER BY country
MySQL: SELECT COUNT(*), COUNT(pay), COUNT(DISTINCT pay), MIN(pay), MAX(pay), SUM(pay), AVG(pay), STD(pay), VARIANCE(pay) FROM emp
SELECT SUM(id), AVG(id), SUM(d), AVG(d), SUM(f), AVG(f), MAX(e), MIN(k), SUM(h) FROM emp, t WHERE emp.id = 1
SELECT MAX(pay) FROM emp WHERE id > 100
SELECT COUNT(*), SUM(pay) FROM emp WHERE id > 100
SELECT dept, COUNT(*) FROM emp WHERE id > 100 GROUP BY dept
SELECT COUNT(*) FROM emp WHERE name = 'ann'
SELECT name FROM emp WHERE name LIKE 'a%'
SELECT name FROM emp WHERE note = ''
SELECT name FROM emp WHERE hired = '2021-02-03' ORDER BY id
SELECT name FROM emp WHERE hired BETWEEN '2020-01-01' AND '2021-12-31' ORDER BY id
MySQL: SELECT name FROM emp WHERE hired > '2021' ORDER BY id
MySQL: SELECT name FROM emp WHERE hired = 'abc'
SELECT name FROM emp WHERE id = 'abc'
SELECT name FROM emp WHERE id = '1abc'
SELECT name FROM emp WHERE name = 0
SELECT name FROM emp WHERE FIND_IN_SET('a', note) ORDER BY id
SELECT name FROM emp WHERE YEAR(hired) = 2021 ORDER BY id
SELECT name FROM emp ORDER BY FIELD(name, 'Cid', 'Ann'), name
SELECT name FROM emp ORDER BY pay IS NULL, pay DESC, name
SELECT name FROM emp ORDER BY CASE WHEN dept = 2 THEN 0 ELSE 1 END, name
SELECT name FROM emp ORDER BY NULL LIMIT 1
SELECT name FROM emp ORDER BY (SELECT city FROM dept WHERE id = dept), name
SELECT name FROM emp ORDER BY -pay, name
SELECT name FROM emp ORDER BY 1 + 1 LIMIT 1
SELECT name, pay FROM emp ORDER BY 2 DESC, 1
SELECT name FROM emp e WHERE e.pay = (SELECT MAX(pay) FROM emp WHERE dept = e.dept) ORDER BY 1
SELECT name FROM emp WHERE (SELECT COUNT(*) FROM dept) = 4 AND id < 3 ORDER BY 1
SELECT d.* FROM dept d WHERE d.id IN (SELECT dept FROM emp GROUP BY dept HAVING COUNT(*) > 1) ORDER BY 1
SELECT * FROM dept WHERE NOT EXISTS (SELECT 1 FROM emp WHERE dept = dept.id) ORDER BY 1
SELECT * FROM emp e JOIN (SELECT dept, MAX(pay) mp FROM emp GROUP BY dept) m ON m.dept = e.dept AND m.mp = e.pay ORDER BY e.id
SELECT * FROM emp a LEFT JOIN (emp b JOIN dept d ON b.dept = d.id) ON a.boss = b.id ORDER BY a.id
SELECT * FROM emp a NATURAL LEFT JOIN dept ORDER BY 1
SELECT a.id, b.id FROM emp a, emp b WHERE a.id < b.id AND a.pay = b.pay
SELECT a.id FROM emp a, emp a
SELECT id FROM emp a JOIN emp b USING (id) ORDER BY 1 LIMIT 1
SELECT a.id FROM emp a JOIN dept b USING (nosuch)
SELECT * FROM emp a JOIN dept b USING (id) JOIN sales c USING (id)
SELECT * FROM emp, dept JOIN sales ON emp.id = sales.yr
SELECT * FROM JSON_TABLE('[1,2]', '$[*]' COLUMNS (x INT PATH '$')) AS jt
SELECT t.a, jt.v FROM t, JSON_TABLE(t.j, '$[*]' COLUMNS (v INT PATH '$')) jt ORDER BY 1, 2
SELECT IF(1, 'a', 2), IFNULL(NULL, 1.5), COALESCE(NULL, 'x', 1), NULLIF(1, 1), GREATEST(1, 2.5), LEAST('a', 'b'), 1 + '1', '1' + '1', 1 + 1.0, 1 + 1e0, 1.0 * 2.00, 2 * '3'
SELECT ROUND(2.5), ROUND(-2.5), ROUND(2.5e0), ROUND(1.235, 2), ROUND(1234, -2), TRUNCATE(1.999, 1), CEIL(1.1), FLOOR(-1.1), MOD(7, 3), POW(2, 3), SQRT(4), ABS(-1.5), SIGN(-3)
SELECT 1 FROM emp GROUP BY 1
SELECT 'x' AS lit, COUNT(*) FROM emp GROUP BY lit
SELECT NULL AS n, COUNT(*) FROM emp GROUP BY n
SELECT COUNT(*) AS `Total Count`, MAX(id) `max` FROM emp
SELECT emp.id, `emp`.`name`, z.emp.dept FROM emp ORDER BY 1 LIMIT 1
SELECT e . id FROM emp e ORDER BY 1 LIMIT 1
SELECT id as "Employee's Id" FROM emp ORDER BY 1 LIMIT 1
SELECT    id  ,  pay   *   2   FROM emp ORDER BY 1 LIMIT 1
SELECT (SELECT MAX(id) FROM emp) , (  SELECT  1 ) FROM dual
SELECT id /* c */ + 1 /* d */ FROM emp ORDER BY 1 LIMIT 1
SELECT /* lead */ id FROM emp ORDER BY 1 LIMIT 1
 FROM emp ORDER BY 1 LIMIT 1
   1 FROM emp ORDER BY 1 LIMIT 1
SELECT 'a very long literal that goes on and on and on and on and on and on and on and on and on and on', CONCAT('a very long literal that goes on and on and on and on and on and on and on and on and on and on', 'x')
SELECT 1.50, 1.5e2, 0.5, 00012, 1e-2, 123456789012345678901234567890, -0, -0.0, 0e0
MySQL: SELECT TRUE, true, NOT TRUE, True AND false, CURRENT_DATE() = curdate(), now() = NOW()
SELECT INTERVAL(2, 1, 3), MOD(5,2), 5 mod 2, 5%2, CHAR_LENGTH('a'), `name` FROM emp ORDER BY id LIMIT 1
SELECT id, SUM(pay) OVER (PARTITION BY dept ORDER BY id) FROM emp ORDER BY id LIMIT 1
SELECT * FROM emp WHERE id = 1 AND (dept = 1 OR dept IS NULL) AND NOT (pay < 5) LIMIT 1
SELECT id FROM emp WHERE id = 1 UNION ALL SELECT id FROM emp WHERE id = 2 UNION ALL SELECT 3 ORDER BY 1 DESC LIMIT 2 OFFSET 1
SELECT 'a' AS k UNION SELECT 'b' UNION SELECT NULL ORDER BY k IS NULL, k
(SELECT id FROM emp ORDER BY pay DESC, id LIMIT 2) UNION (SELECT id FROM emp ORDER BY pay, id LIMIT 2) ORDER BY id
SELECT * FROM (SELECT id FROM emp UNION SELECT id FROM dept) u ORDER BY id LIMIT 3
SELECT * FROM ((SELECT 1 a) UNION (SELECT 2)) u ORDER BY a
SELECT * FROM emp WHERE id IN (SELECT 1 UNION SELECT 2) ORDER BY id
SELECT COUNT(*) FROM (SELECT DISTINCT dept, pay FROM emp) x
SELECT COUNT(DISTINCT dept) c, COUNT(DISTINCT dept, pay) FROM emp
INSERT INTO dept SELECT MAX(id) + 1, 'New', 'X' FROM dept
MySQL: INSERT INTO dept (id, name) TABLE nosuch
MySQL: INSERT INTO dept (id, name) VALUES ROW(50, 'row'), ROW(51, 'row2')
INSERT INTO dept WITH x AS (SELECT 60 i) SELECT i, 'cte', NULL FROM x
INSERT INTO dept (id) VALUES (70), (70)
INSERT INTO dept VALUES (80, 'a', 'b'), (81, 'a')
INSERT INTO dept (id, name, city) VALUES (82, UPPER('abc'), (SELECT MAX(city) FROM (SELECT * FROM dept) q))
INSERT INTO dept (id, name) VALUES ('84', 85)
INSERT INTO dept (name) VALUES ('noid')
INSERT dept VALUES (90, 'short', DEFAULT)
INSERT LOW_PRIORITY INTO dept VALUES (91, 'x', 'y')
MySQL: INSERT DELAYED INTO dept VALUES (92, 'x', 'y')
INSERT HIGH_PRIORITY INTO dept VALUES (93, 'x', 'y')
DELETE FROM dept WHERE id >= 50 ORDER BY id LIMIT 2
UPDATE LOW_PRIORITY dept SET city = NULL WHERE id = 1
UPDATE dept d JOIN (SELECT dept, COUNT(*) n FROM emp GROUP BY dept) x ON x.dept = d.id SET d.city = x.n
UPDATE dept d, emp e SET d.city = 'A', e.note = 'B' WHERE d.id = e.dept
UPDATE dept SET city = CASE WHEN id = 1 THEN 'one' ELSE city END, name = COALESCE(name, 'none')
UPDATE dept SET dept.city = 'q' WHERE dept.id = 2
UPDATE z.dept SET z.dept.city = 'q2' WHERE id = 2
UPDATE emp SET pay = pay * 1.1 WHERE pay IS NOT NULL
UPDATE emp SET hired = hired + INTERVAL 1 YEAR WHERE id = 1
UPDATE emp SET hired = NULL, note = DEFAULT WHERE id = 2
SELECT * FROM emp ORDER BY id
MySQL: SELECT * FROM dept ORDER BY id
DELETE e FROM emp e LEFT JOIN dept d ON e.dept = d.id WHERE d.id IS NULL
DELETE FROM emp WHERE EXISTS (SELECT 1 FROM dept WHERE dept.id = emp.dept AND dept.id = 2)
SELECT COUNT(*) FROM emp
CREATE TABLE seq (id INT NOT NULL)
INSERT INTO seq VALUES (10)
UPDATE seq SET id = LAST_INSERT_ID(id + 1)
SELECT LAST_INSERT_ID()
UPDATE seq SET id = LAST_INSERT_ID(id + 5) WHERE id = 99
SELECT LAST_INSERT_ID()
CREATE TABLE au (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, u VARCHAR(10) UNIQUE, n INT DEFAULT 0)
INSERT INTO au VALUES (18446744073709551610, 'x', 1)
INSERT INTO au (u) VALUES ('x') ON DUPLICATE KEY UPDATE id = LAST_INSERT_ID(id), n = n + 1
SELECT LAST_INSERT_ID(), n FROM au
CREATE TABLE au2 (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, u VARCHAR(10) UNIQUE, n INT DEFAULT 0)
INSERT INTO au2 (u) VALUES ('x'), ('y') ON DUPLICATE KEY UPDATE id = LAST_INSERT_ID(id), n = n + 1
INSERT INTO au2 (u) VALUES ('y'), ('x') ON DUPLICATE KEY UPDATE id = LAST_INSERT_ID(id), n = n + 1
INSERT INTO au2 (u) VALUES ('y'), ('x') ON DUPLICATE KEY UPDATE id = LAST_INSERT_ID(id)
INSERT INTO au2 (id, u) VALUES (70, 'p'), (71, 'q')
INSERT INTO au2 (id, u) VALUES (80, 'r'), (NULL, 's')
REPLACE INTO au2 (id, u) VALUES (80, 'rr')
SELECT * FROM au2 ORDER BY id
