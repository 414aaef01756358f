CREATE TABLE parents (id INT PRIMARY KEY, u INT UNIQUE, a INT, b INT, c INT, UNIQUE KEY ab (a, b), KEY kc (c))
CREATE TABLE children (id INT PRIMARY KEY, a INT, b INT, u INT, FOREIGN KEY (a, b) REFERENCES parents (a, b), FOREIGN KEY (u) REFERENCES parents (u), CONSTRAINT zz FOREIGN KEY (u) REFERENCES parents (id), FOREIGN KEY (b) REFERENCES parents (c))
MySQL: SHOW INDEX FROM children
MySQL: SELECT * FROM information_schema.referential_constraints WHERE constraint_schema = 'z' AND table_name = 'children'
MySQL: SELECT * FROM information_schema.key_column_usage WHERE table_schema = 'z' AND table_name = 'children' AND referenced_table_name IS NOT NULL ORDER BY constraint_name, ordinal_position
MySQL: SELECT * FROM information_schema.table_constraints WHERE table_schema = 'z' AND table_name IN ('children', 'parents')
MySQL: CREATE TABLE c2 (a INT, FOREIGN KEY (a) REFERENCES parents (b))
MySQL: CREATE TABLE c2 (a INT, b INT, FOREIGN KEY (a, b) REFERENCES parents (b, a))
MySQL: CREATE TABLE c2 (a BIGINT, FOREIGN KEY (a) REFERENCES parents (u))
MySQL: CREATE TABLE c2 (a VARCHAR(9), FOREIGN KEY (a) REFERENCES parents (id))
MySQL: CREATE TABLE c2 (a INT, FOREIGN KEY (a) REFERENCES nop (u))
MySQL: CREATE TABLE c2 (a INT, b INT, CONSTRAINT f FOREIGN KEY (a, b) REFERENCES parents (u))
MySQL: CREATE TABLE c2 (a INT, CONSTRAINT f FOREIGN KEY (a) REFERENCES parents (u), CONSTRAINT f FOREIGN KEY (a) REFERENCES parents (id))
MySQL: CREATE TABLE c2 (a INT, CONSTRAINT f FOREIGN KEY (a) REFERENCES parents (nocol))
CREATE TABLE c2 (a INT, FOREIGN KEY (a) REFERENCES parents (a))
DROP TABLE c2
SET foreign_key_checks = 0
MySQL: CREATE TABLE c2 (a BIGINT, FOREIGN KEY (a) REFERENCES parents (u))
MySQL: CREATE TABLE c3 (a INT, FOREIGN KEY (a) REFERENCES parents (b))
CREATE TABLE c4 (a INT, FOREIGN KEY (a) REFERENCES nop (u))
MySQL: SELECT * FROM information_schema.referential_constraints WHERE constraint_schema = 'z' AND table_name = 'c4'
INSERT INTO c4 VALUES (1)
SET foreign_key_checks = 1
INSERT INTO c4 VALUES (1)
UPDATE c4 SET a = 2
INSERT INTO c4 VALUES (NULL)
MySQL: CREATE TABLE nop (u BIGINT PRIMARY KEY)
MySQL: CREATE TABLE nop (u INT)
CREATE TABLE nop (u INT PRIMARY KEY)
INSERT INTO c4 VALUES (1)
INSERT INTO nop VALUES (3)
INSERT INTO c4 VALUES (3)
INSERT INTO c4 VALUES (1)
UPDATE nop SET u = 4
DELETE FROM c4 WHERE a = 1
DELETE FROM nop
DELETE FROM c4
DELETE FROM nop
INSERT INTO children VALUES (1, 1, 1, NULL), (2, NULL, 1, 1)
INSERT INTO parents VALUES (1, 1, 1, 1, 1), (2, 2, 2, 2, 2)
INSERT INTO children VALUES (1, 1, 1, 1), (2, NULL, 1, 1), (3, 1, NULL, NULL)
INSERT INTO children VALUES (4, 1, 2, 1)
UPDATE children SET u = 7
UPDATE children SET u = 2 WHERE id = 2
UPDATE parents SET a = 9 WHERE id = 1
UPDATE parents SET u = 9 WHERE id = 1
UPDATE parents SET id = 9 WHERE id = 1
UPDATE parents SET c = 9 WHERE id = 2
DELETE FROM parents WHERE id = 1
DELETE FROM parents WHERE id = 2
TRUNCATE parents
MySQL: DROP TABLE parents
MySQL: ALTER TABLE parents DROP COLUMN u
MySQL: ALTER TABLE parents DROP INDEX u
MySQL: ALTER TABLE parents DROP INDEX ab
MySQL: ALTER TABLE parents DROP INDEX kc
MySQL: ALTER TABLE parents MODIFY u BIGINT
ALTER TABLE parents RENAME COLUMN u TO uu
MySQL: SELECT * FROM information_schema.key_column_usage WHERE table_schema = 'z' AND table_name = 'children' AND referenced_table_name IS NOT NULL ORDER BY constraint_name, ordinal_position
MySQL: ALTER TABLE children DROP COLUMN a
MySQL: ALTER TABLE children DROP COLUMN u
MySQL: ALTER TABLE children MODIFY u BIGINT
ALTER TABLE children RENAME COLUMN u TO vv
MySQL: SELECT * FROM information_schema.key_column_usage WHERE table_schema = 'z' AND table_name = 'children' AND referenced_table_name IS NOT NULL ORDER BY constraint_name, ordinal_position
ALTER TABLE children ADD CONSTRAINT f9 FOREIGN KEY (id) REFERENCES parents (uu)
RENAME TABLE parents TO folks
RENAME TABLE children TO kids
MySQL: SELECT * FROM information_schema.key_column_usage WHERE table_schema = 'z' AND table_name = 'kids' AND referenced_table_name IS NOT NULL ORDER BY constraint_name, ordinal_position
MySQL: ALTER TABLE kids DROP FOREIGN KEY kids_ibfk_1
ALTER TABLE kids DROP FOREIGN KEY nofk
ALTER TABLE kids ADD FOREIGN KEY (id) REFERENCES folks (uu)
DELETE FROM kids WHERE id = 3
CREATE TABLE more (id INT PRIMARY KEY, a INT, FOREIGN KEY (a) REFERENCES folks (uu))
ALTER TABLE more ADD FOREIGN KEY (id) REFERENCES folks (uu)
ALTER TABLE more ADD CONSTRAINT f11 FOREIGN KEY (id) REFERENCES folks (id)
MySQL: SELECT constraint_name, column_name, referenced_column_name FROM information_schema.key_column_usage WHERE table_schema = 'z' AND table_name = 'more' AND referenced_table_name IS NOT NULL ORDER BY constraint_name, ordinal_position
INSERT INTO more VALUES (1, 5)
INSERT INTO more VALUES (5, NULL)
INSERT INTO more VALUES (1, NULL), (2, 2)
MySQL: ALTER TABLE more DROP FOREIGN KEY more_ibfk_2
MySQL: SELECT constraint_name, column_name, referenced_column_name FROM information_schema.key_column_usage WHERE table_schema = 'z' AND table_name = 'more' AND referenced_table_name IS NOT NULL ORDER BY constraint_name, ordinal_position
DROP TABLE more
DELETE FROM folks WHERE id = 2
ALTER TABLE kids DROP FOREIGN KEY zz
SET foreign_key_checks = 0
DELETE FROM folks
MySQL: DROP TABLE folks
INSERT INTO kids VALUES (7, 7, 7, 7)
SET foreign_key_checks = 1
INSERT INTO kids VALUES (8, 8, 8, 8)
DELETE FROM kids WHERE id = 1
DROP TABLE kids
CREATE TABLE category (id INT PRIMARY KEY, parent_id INT, FOREIGN KEY (parent_id) REFERENCES category (id))
MySQL: SHOW INDEX FROM category
INSERT INTO category VALUES (1, NULL), (2, 1), (3, 3)
INSERT INTO category VALUES (4, 9)
DELETE FROM category WHERE id = 1
UPDATE category SET id = 5 WHERE id = 1
UPDATE category SET parent_id = 6 WHERE id = 2
UPDATE category SET parent_id = 3 WHERE id = 2
DELETE FROM category WHERE id = 1
INSERT INTO category VALUES (2, 7) ON DUPLICATE KEY UPDATE parent_id = 9
INSERT INTO category VALUES (2, 7) ON DUPLICATE KEY UPDATE parent_id = NULL
ALTER TABLE category RENAME COLUMN id TO ident
MySQL: SELECT column_name, referenced_table_name, referenced_column_name FROM information_schema.key_column_usage WHERE table_schema = 'z' AND table_name = 'category' AND constraint_name <> 'PRIMARY' ORDER BY constraint_name
ALTER TABLE category RENAME TO cats
MySQL: SELECT constraint_name, column_name, referenced_table_name, referenced_column_name FROM information_schema.key_column_usage WHERE table_schema = 'z' AND table_name = 'cats' AND constraint_name <> 'PRIMARY' ORDER BY constraint_name
INSERT INTO cats VALUES (8, 77)
INSERT INTO cats VALUES (9, 3)
TRUNCATE cats
INSERT INTO cats VALUES (8, 8)
DROP TABLE cats
CREATE TABLE staff (id INT AUTO_INCREMENT PRIMARY KEY, branch INT)
CREATE TABLE branch (id INT AUTO_INCREMENT PRIMARY KEY, head INT, FOREIGN KEY (head) REFERENCES staff (id))
ALTER TABLE staff ADD FOREIGN KEY (branch) REFERENCES branch (id)
INSERT INTO staff VALUES (1, 1)
INSERT INTO branch VALUES (1, NULL)
INSERT INTO staff VALUES (1, 1)
DELETE FROM branch
MySQL: DROP TABLE branch
MySQL: DROP TABLE branch, staff
CREATE TABLE pairs (a VARCHAR(10), b DECIMAL(9,2), c DATE, PRIMARY KEY (a, b), UNIQUE KEY (c))
CREATE TABLE uses (a VARCHAR(20), b DECIMAL(9,2), c DATE, d INT, CONSTRAINT two FOREIGN KEY (a, b) REFERENCES pairs (a, b), CONSTRAINT one FOREIGN KEY (c) REFERENCES pairs (c))
INSERT INTO pairs VALUES ('x', 1.5, '2024-01-01'), ('y', 2.5, NULL)
INSERT INTO uses VALUES ('x', 1.5, '2024-01-01', 1), ('y', NULL, NULL, 2), ('nowhere', NULL, NULL, 3)
INSERT INTO uses VALUES ('x', 2.5, NULL, 4)
INSERT INTO uses VALUES ('x', 1.5, '2024-01-02', 4)
INSERT INTO pairs VALUES ('z', 9, '2024-01-02')
INSERT INTO uses VALUES ('x', 1.5, '2024-01-02', 4)
DELETE u FROM uses u WHERE d = 4
DELETE FROM pairs WHERE a = 'z'
UPDATE pairs SET b = b + 1 WHERE a = 'y'
UPDATE pairs SET b = b + 1 WHERE a = 'x'
SELECT * FROM uses ORDER BY d
MySQL: ALTER TABLE pairs DROP PRIMARY KEY
ALTER TABLE uses DROP FOREIGN KEY two, DROP FOREIGN KEY one
DROP TABLE pairs
DROP TABLE uses
