CREATE TABLE k1 (id INT PRIMARY KEY, v VARCHAR(20), n INT)
INSERT INTO k1 VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 3), (9, 'z', 9)
UPDATE k1 JOIN emp USING (id) SET v = name WHERE id = 3
UPDATE k1 LEFT JOIN emp ON k1.id = emp.id SET n = 55 WHERE emp.id IS NULL
MySQL: WITH x AS (SELECT 1 a) UPDATE emp, x SET name = 'Annie' WHERE id = a
UPDATE k1 k, emp e SET v = name, note = v, n = pay WHERE k.id = e.id AND e.id < 3
UPDATE k1 k, emp e SET v = 'q', e.note = v WHERE k.id = e.id AND e.id < 3
UPDATE emp e JOIN dept d ON d.id = e.dept SET name = 'x'
UPDATE emp e JOIN dept d ON d.id = e.dept SET nosuch = 'x'
UPDATE emp e JOIN (SELECT 1 i, 2 w) x ON e.id = i SET pay = w
UPDATE z.k1, z.emp SET v = 'db' WHERE k1.id = emp.id AND k1.id = 1
SELECT * FROM k1 ORDER BY id
CREATE TABLE ui (id INT PRIMARY KEY, u INT UNIQUE, n TINYINT NOT NULL, s VARCHAR(3), a INT, b INT, UNIQUE (a, b))
INSERT INTO ui VALUES (1, 10, 1, 'a', 1, 1), (2, 20, 2, 'b', 1, 2), (3, 30, 3, 'c', 2, 1), (4, NULL, 4, 'd', NULL, 1)
UPDATE IGNORE ui SET u = 10 WHERE id IN (2, 3)
UPDATE IGNORE ui SET n = n + 126, s = CONCAT(s, 'xyz'), b = 1
SELECT * FROM ui ORDER BY id
UPDATE IGNORE ui SET id = id + 1 ORDER BY id
UPDATE IGNORE ui SET id = id + 1, a = 1 ORDER BY id DESC
SELECT * FROM ui ORDER BY id
UPDATE IGNORE ui SET id = id * 2, u = u + 10, n = NULL ORDER BY id
SELECT * FROM ui ORDER BY id
UPDATE IGNORE ui x JOIN emp y ON x.id = y.id SET x.u = 7, x.b = y.dept
SELECT * FROM ui ORDER BY id
UPDATE IGNORE ui SET u = 5, s = 'a' ORDER BY id LIMIT 2
SELECT * FROM ui ORDER BY id
