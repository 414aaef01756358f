CREATE TABLE pm (`id` int(11) NOT NULL, `user` varchar(64) COLLATE utf8mb4_bin NOT NULL COMMENT 'it''s', `at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP, `v` float DEFAULT NULL, `m` mediumtext, `b` bigint(20) unsigned DEFAULT '7') ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin COMMENT='of phpMyAdmin'
ALTER TABLE `pm` ADD PRIMARY KEY (`id`), ADD KEY `user_at` (`user`,`at`), ADD UNIQUE KEY `b` (`b`,`id`)
ALTER TABLE `pm` MODIFY `id` int(11) NOT NULL AUTO_INCREMENT, AUTO_INCREMENT=5
ALTER TABLE `pm` ADD FULLTEXT KEY `m` (`m`)
ALTER TABLE `pm` ADD INDEX(`v`)
ALTER TABLE `pm` DROP INDEX `v`
ALTER TABLE `pm` ADD `new` INT NOT NULL COMMENT 'behind' AFTER `user`
ALTER TABLE `pm` CHANGE `new` `newer` SMALLINT NULL DEFAULT NULL COMMENT 'again'
ALTER TABLE `pm` CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
ALTER TABLE `pm` DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
ALTER TABLE `pm` CHARACTER SET = utf8mb4
ALTER TABLE `pm` COMMENT 'changed'
ALTER TABLE `pm` DISABLE KEYS
ALTER TABLE `pm` ENABLE KEYS
INSERT INTO `pm` (`user`, `b`) VALUES ('c', 1)
ALTER TABLE `pm` DROP INDEX `m`
ALTER TABLE `pm` RENAME INDEX `user_at` TO `at_user`
DROP INDEX `at_user` ON `pm`
SELECT * FROM `pm` WHERE `at` IS NULL
SELECT `TABLE_COMMENT` FROM `information_schema`.`TABLES` WHERE `TABLE_SCHEMA` = 'z' AND `TABLE_NAME` = 'pm'
MySQL: SELECT `COLUMN_NAME`, `COLUMN_COMMENT`, `COLUMN_KEY`, `EXTRA`, `COLUMN_DEFAULT` FROM `information_schema`.`COLUMNS` WHERE `TABLE_SCHEMA` = 'z' AND `TABLE_NAME` = 'pm' ORDER BY `ORDINAL_POSITION`
MySQL: SHOW INDEXES FROM `pm` WHERE Key_name = 'nowhere'
SHOW TABLES LIKE 'pm'
MySQL: SHOW TABLE STATUS WHERE Name = 'nowhere'
SHOW FULL TABLES WHERE Table_type = 'VIEW'
SHOW CREATE DATABASE nowhere
SHOW CREATE TABLE nowhere
SHOW CREATE VIEW pm
SHOW TRIGGERS LIKE 'pm%'
SHOW FUNCTION STATUS WHERE Db = 'z'
SHOW PROCEDURE STATUS WHERE Db = 'z'
SHOW EVENTS FROM z
SHOW VARIABLES LIKE 'lower_case_table_names'
SHOW SESSION VARIABLES LIKE 'sql_safe_updates'
SHOW GLOBAL VARIABLES LIKE 'nowhere%'
MySQL: SHOW COLLATION LIKE 'nowhere%'
SHOW FULL COLUMNS FROM nowhere
MySQL: SHOW FIELDS FROM emp
MySQL: SHOW COLUMNS IN emp LIKE 'd%'
MySQL: DESCRIBE emp
DESC emp name
MySQL: EXPLAIN emp
CREATE OR REPLACE VIEW big AS SELECT id, name FROM emp WHERE pay > 60 WITH CHECK OPTION
CREATE OR REPLACE ALGORITHM=MERGE SQL SECURITY INVOKER VIEW big2 (a, b) AS SELECT id, name FROM emp WITH LOCAL CHECK OPTION
SELECT * FROM big ORDER BY id
SHOW FULL TABLES LIKE 'big%'
MySQL: SELECT table_name, table_type, table_comment FROM information_schema.tables WHERE table_schema = 'z' AND table_name LIKE 'big%' ORDER BY table_name
DROP VIEW IF EXISTS big, big2
CREATE TABLE dbt_model__dbt_tmp AS SELECT id, name FROM emp
RENAME TABLE dbt_model__dbt_tmp TO dbt_model
ALTER TABLE dbt_model RENAME TO dbt_model__dbt_backup
ALTER TABLE dbt_model__dbt_backup RENAME AS dbt_model
DROP TABLE IF EXISTS dbt_model CASCADE
CREATE TABLE IF NOT EXISTS ser (id SERIAL, x INT ZEROFILL, c CHAR(3) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin, t TINYTEXT, mb MEDIUMBLOB, r REAL, n NUMERIC(5), PRIMARY KEY (id))
CREATE TABLE uq (a INT, b VARCHAR(10), UNIQUE (a), UNIQUE KEY two (a, b), UNIQUE INDEX (b))
MySQL: SELECT index_name, column_name, seq_in_index FROM information_schema.statistics WHERE table_schema = 'z' AND table_name = 'uq' ORDER BY index_name, seq_in_index
MySQL: DESC uq
ALTER TABLE uq ADD PRIMARY KEY (a), DROP INDEX a
MySQL: DESC uq
ALTER TABLE uq DROP PRIMARY KEY, ADD PRIMARY KEY (a, b)
ALTER TABLE uq ADD COLUMN (c INT, d VARCHAR(5) NOT NULL DEFAULT 'x')
ALTER TABLE uq ADD COLUMN e INT FIRST, ADD INDEX (e), ADD COLUMN f INT AFTER e
ALTER TABLE uq DROP COLUMN nowhere
ALTER TABLE uq ADD COLUMN c INT
ALTER TABLE uq RENAME COLUMN nowhere TO x
ALTER TABLE uq MODIFY nowhere INT
ALTER TABLE uq ALTER COLUMN nowhere SET DEFAULT 1
ALTER TABLE uq DROP FOREIGN KEY nowhere
MySQL: ALTER TABLE uq DROP CONSTRAINT nowhere
ALTER TABLE uq RENAME INDEX nowhere TO x
ALTER TABLE nowhere ADD x INT
CREATE INDEX i ON nowhere (a)
CREATE INDEX i ON uq (nowhere)
DROP INDEX nowhere ON uq
DROP TABLE nowhere
MySQL: DROP VIEW nowhere
TRUNCATE TABLE nowhere
RENAME TABLE nowhere TO x
RENAME TABLE uq TO emp
CREATE TABLE emp (a INT)
CREATE TABLE IF NOT EXISTS emp (a INT)
CREATE TABLE x AS SELECT * FROM nowhere
CREATE TABLE x (a INT, a INT)
CREATE TABLE x (a INT, PRIMARY KEY (a), PRIMARY KEY (a))
CREATE TABLE x (a INT, KEY k (a), KEY k (a))
CREATE TABLE x (a INT, KEY (b))
CREATE TABLE x (a INT PRIMARY KEY, b INT PRIMARY KEY)
CREATE TABLE x (a VARCHAR(10) DEFAULT 5, b INT DEFAULT 'x')
CREATE TABLE x (a INT AUTO_INCREMENT)
MySQL: CREATE TABLE x (a INT, FOREIGN KEY (a) REFERENCES nowhere (id))
CREATE TABLE x (a INT, FOREIGN KEY (b) REFERENCES emp (id))
CREATE DATABASE z
DROP DATABASE nowhere
DROP DATABASE IF EXISTS nowhere
LOCK TABLES `uq` WRITE
UNLOCK TABLES
MySQL: SELECT schema_name FROM information_schema.schemata WHERE schema_name = 'z'
MySQL: SELECT constraint_name, constraint_type, enforced FROM information_schema.table_constraints WHERE table_schema = 'z' AND table_name = 'uq' ORDER BY BINARY constraint_name
MySQL: SELECT table_schema, table_name, column_name, data_type, numeric_precision, numeric_scale, character_maximum_length, character_octet_length, datetime_precision FROM information_schema.columns WHERE table_schema = 'z' AND table_name = 't' ORDER BY ordinal_position
SELECT COUNT(*) FROM information_schema.views WHERE table_schema = 'z'
SELECT COUNT(*) FROM information_schema.triggers WHERE trigger_schema = 'z'
SELECT COUNT(*) FROM information_schema.routines WHERE routine_schema = 'z'
SELECT COUNT(*) FROM information_schema.events WHERE event_schema = 'z'
SELECT COUNT(*) FROM information_schema.partitions WHERE table_schema = 'z' AND partition_name IS NOT NULL
MySQL: SELECT DISTINCT table_schema FROM information_schema.tables WHERE table_schema IN ('z', 'information_schema') ORDER BY 1
SELECT `table_name` AS `table_name`, `column_name` AS `column_name` FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = 'dept' ORDER BY `table_name`, `ordinal_position`
SELECT @@lower_case_table_names, @@sql_notes, @@autocommit, @@character_set_results
SELECT @@GLOBAL.innodb_lock_wait_timeout > 0
MySQL: SELECT CONNECTION_ID() > 0, USER() IS NOT NULL, CURRENT_USER() IS NOT NULL, VERSION() LIKE '8.%', DATABASE(), SCHEMA()
SELECT 'x' FROM DUAL
SET NAMES utf8mb4
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_bin'
SET @OLD_FOREIGN_KEY_CHECKS=@@FOREIGN_KEY_CHECKS, FOREIGN_KEY_CHECKS=0
SET FOREIGN_KEY_CHECKS=@OLD_FOREIGN_KEY_CHECKS
SET SESSION sql_mode='STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'
SET SESSION group_concat_max_len = 1000000
SET autocommit=0
COMMIT
SET autocommit=1
START TRANSACTION WITH CONSISTENT SNAPSHOT
SAVEPOINT sp
RELEASE SAVEPOINT sp
ROLLBACK
SET TRANSACTION ISOLATION LEVEL READ COMMITTED
KILL QUERY 999999
FLUSH TABLES
DO 1
DO SLEEP(0), 2
MySQL: WITH RECURSIVE c AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c LIMIT 5) SELECT * FROM c
MySQL: WITH RECURSIVE c AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c LIMIT 3 OFFSET 2) SELECT * FROM c
MySQL: WITH RECURSIVE c AS (SELECT 1 AS n UNION SELECT n % 7 + 1 FROM c LIMIT 5) SELECT COUNT(*) FROM c
MySQL: WITH RECURSIVE c AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c LIMIT 0) SELECT * FROM c
MySQL: WITH RECURSIVE c AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c LIMIT 2000) SELECT COUNT(*), MAX(n) FROM c
SELECT name FROM emp WHERE name SOUNDS LIKE 'an' OR name NOT LIKE '%a%' AND (id) SOUNDS LIKE 1 ORDER BY id
SELECT 'robert' SOUNDS LIKE 'rupert', 'a' SOUNDS LIKE 'b', NULL SOUNDS LIKE 'a', NOT 'a' SOUNDS LIKE 'a'
SELECT CAST('abcdef' AS NCHAR(3)), CAST(12 AS NCHAR), 1 AS nchar
SELECT 1 / 0
SHOW WARNINGS LIMIT 1
SHOW COUNT(*) WARNINGS
SHOW ERRORS LIMIT 0, 3
CREATE TABLE long_texts (a TINYTEXT, b TEXT, c MEDIUMTEXT COMMENT 'some', d LONGTEXT NOT NULL, e TINYBLOB, f BLOB, g MEDIUMBLOB, h LONGBLOB, i VARCHAR(20), j VARBINARY(9), k CHAR(3))
MySQL: SELECT column_name, data_type, character_maximum_length, character_octet_length, column_type, column_comment FROM information_schema.columns WHERE table_schema = 'z' AND table_name = 'long_texts' ORDER BY ordinal_position
DESC long_texts
ALTER TABLE long_texts MODIFY b LONGTEXT, MODIFY c TEXT, ADD COLUMN z MEDIUMTEXT FIRST, RENAME COLUMN d TO y, MODIFY h VARBINARY(100)
CREATE TABLE long_texts2 LIKE long_texts
SHOW COLUMNS FROM long_texts2
DROP TRIGGER IF EXISTS tr
SHOW WARNINGS
DROP PROCEDURE IF EXISTS pr
SHOW WARNINGS
DROP EVENT IF EXISTS ev
SHOW WARNINGS
/*!50003 DROP PROCEDURE IF EXISTS `pr` */
DROP TRIGGER tr
DROP PROCEDURE z.pr
DROP EVENT ev
MySQL: CREATE TABLE enc (a INT, UNIQUE KEY u (a)) ENCRYPTION='N'
MySQL: ALTER TABLE enc ALTER INDEX u VISIBLE
CREATE VIEW altered AS SELECT id FROM emp
ALTER VIEW altered AS SELECT name AS x, pay + 1 AS y FROM emp WHERE dept = 1
SELECT * FROM altered ORDER BY x
MySQL: ALTER ALGORITHM=MERGE SQL SECURITY INVOKER VIEW `z`.`altered` (`p`, `as`) AS SELECT id, name FROM emp WHERE id > 4 WITH CASCADED CHECK OPTION
MySQL: SELECT * FROM altered ORDER BY p
ALTER VIEW nowhere AS SELECT 1
ALTER VIEW emp AS SELECT 1
ALTER VIEW altered AS SELECT nowhere FROM emp
ALTER VIEW altered
DROP VIEW altered
