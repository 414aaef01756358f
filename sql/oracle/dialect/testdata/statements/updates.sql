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
