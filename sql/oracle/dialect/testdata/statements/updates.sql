CREATE TABLE emp (id INT PRIMARY KEY, name VARCHAR(20) NOT NULL, dept INT, boss INT, pay DECIMAL(8,2), hired DATE, note TEXT)
CREATE TABLE dept (id INT PRIMARY KEY, name VARCHAR(20), city VARCHAR(20))
CREATE TABLE t (a INT, b INT, c VARCHAR(10), d DOUBLE, e DATETIME, f DECIMAL(6,2), g BIGINT UNSIGNED, h ENUM('x','y','z'), j JSON, k TIME, y YEAR, bl TINYINT(1))
CREATE TABLE sales (yr INT, country VARCHAR(20), product VARCHAR(32), profit INT)
INSERT INTO dept VALUES (1,'Sales','Bonn'),(2,'Dev','Berlin'),(3,'Empty','Bonn'),(4,NULL,NULL)
INSERT INTO emp VALUES (1,'Ann',1,NULL,100.50,'2020-01-01','boss'),(2,'Bob',1,1,50.25,'2021-02-03',NULL),(3,'Cid',2,1,70,'2021-02-03','x'),(4,'Dan',2,3,70,NULL,'y'),(5,'Eve',NULL,3,NULL,'2023-12-31',''),(6,'Fay',9,NULL,10,'2019-05-05','a,b')
INSERT INTO t VALUES (1,1,'one',1.5,'2024-01-01 10:00:00',1.25,1,'x','{"a":1}','10:00:00',2024,1),(1,2,'two',NULL,NULL,NULL,NULL,'y','[1,2]','-01:30:00',2000,0),(2,1,NULL,2.5,'2024-02-01 00:00:00',-3.5,18446744073709551615,NULL,NULL,NULL,NULL,NULL),(NULL,NULL,'one',0,'1999-12-31 23:59:59',0,0,'z','"s"','838:59:59',1901,1),(2,1,NULL,2.5,'2024-02-01 00:00:00',-3.5,18446744073709551615,NULL,NULL,NULL,NULL,NULL)
INSERT INTO sales VALUES (2000,'Finland','Computer',1500),(2000,'Finland','Phone',100),(2001,'Finland','Phone',10),(2000,'India','Calculator',75),(2000,'India','Calculator',75),(2000,'India','Computer',1200),(2000,'USA','Calculator',75),(2000,'USA','Computer',1500),(2001,'USA','Calculator',50),(2001,'USA','Computer',1500),(2001,'USA','Computer',1200),(2001,'USA','TV',150),(2001,'USA','TV',100)
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
