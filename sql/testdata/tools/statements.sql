-- What programs send on connecting and browsing, one statement a line; the lines of a
-- program are one session. "1146: " in front is the error that MySQL gives, too; "!1235: "
-- is one that MySQL does not give: what gsdms refuses, or the parser does not read.

-- mysql, MySQL's shell
select @@version_comment limit 1
SELECT DATABASE()
select USER()
show databases
show tables
SELECT @@session.sql_mode
SET NAMES utf8mb4
select connection_id()
SELECT CURRENT_USER(), DATABASE(), CONNECTION_ID(), VERSION()
show variables like "%version%"
show variables like 'max_allowed_packet'
SHOW VARIABLES LIKE 'character_set_client'
show session status like 'Ssl_cipher'
SHOW STATUS LIKE 'Ssl_version'
show global status like 'Uptime'
SHOW GLOBAL VARIABLES LIKE 'hostname'
show engines
show warnings
SHOW COUNT(*) ERRORS
SHOW ERRORS LIMIT 10
show create table city
desc city
describe sale
explain city
show full columns from city
show index from sale
show processlist
SHOW FULL PROCESSLIST
use shop
!1235: help 'contents'
select concat(@@version, ' ', @@version_comment)
SELECT UNIX_TIMESTAMP()
SELECT NOW(), CURDATE(), CURTIME(), UTC_TIMESTAMP()
SELECT 1
SELECT 1 FROM DUAL
DO 1

-- mariadb
SELECT @@version_comment limit 1
SHOW VARIABLES LIKE 'version%'
SELECT @@max_allowed_packet,@@system_time_zone,@@time_zone,@@auto_increment_increment
1193: SELECT @@in_transaction
show collation like 'utf8mb4%'
SHOW CHARACTER SET LIKE 'utf8%'
SHOW PLUGINS
SELECT @@global.version
SET sql_mode='STRICT_TRANS_TABLES'
SELECT @@sql_mode

-- MySQL Connector/J
/* mysql-connector-j-8.3.0 (Revision: 805f872a57875f311cb82487efcfb070411a3fa0) */SELECT  @@session.auto_increment_increment AS auto_increment_increment, @@character_set_client AS character_set_client, @@character_set_connection AS character_set_connection, @@character_set_results AS character_set_results, @@character_set_server AS character_set_server, @@collation_server AS collation_server, @@collation_connection AS collation_connection, @@init_connect AS init_connect, @@interactive_timeout AS interactive_timeout, @@license AS license, @@lower_case_table_names AS lower_case_table_names, @@max_allowed_packet AS max_allowed_packet, @@net_write_timeout AS net_write_timeout, @@performance_schema AS performance_schema, @@sql_mode AS sql_mode, @@system_time_zone AS system_time_zone, @@time_zone AS time_zone, @@transaction_isolation AS transaction_isolation, @@wait_timeout AS wait_timeout
/* mysql-connector-java-5.1.49 ( Revision: ad86f36e100e104cd926c6b81c8cab9565750116 ) */SELECT  @@session.auto_increment_increment AS auto_increment_increment, @@character_set_client AS character_set_client, @@character_set_connection AS character_set_connection, @@character_set_results AS character_set_results, @@character_set_server AS character_set_server, @@collation_server AS collation_server, @@collation_connection AS collation_connection, @@init_connect AS init_connect, @@interactive_timeout AS interactive_timeout, @@license AS license, @@lower_case_table_names AS lower_case_table_names, @@max_allowed_packet AS max_allowed_packet, @@net_buffer_length AS net_buffer_length, @@net_write_timeout AS net_write_timeout, @@sql_mode AS sql_mode, @@system_time_zone AS system_time_zone, @@time_zone AS time_zone, @@tx_isolation AS transaction_isolation, @@wait_timeout AS wait_timeout
SHOW VARIABLES WHERE Variable_name ='language' OR Variable_name = 'net_write_timeout' OR Variable_name = 'interactive_timeout' OR Variable_name = 'wait_timeout' OR Variable_name = 'character_set_client' OR Variable_name = 'character_set_connection' OR Variable_name = 'character_set' OR Variable_name = 'character_set_server' OR Variable_name = 'tx_isolation' OR Variable_name = 'transaction_isolation' OR Variable_name = 'character_set_results' OR Variable_name = 'timezone' OR Variable_name = 'time_zone' OR Variable_name = 'system_time_zone' OR Variable_name = 'lower_case_table_names' OR Variable_name = 'max_allowed_packet' OR Variable_name = 'net_buffer_length' OR Variable_name = 'sql_mode' OR Variable_name = 'query_cache_type' OR Variable_name = 'query_cache_size' OR Variable_name = 'license' OR Variable_name = 'init_connect'
SET character_set_results = NULL
SET NAMES utf8mb4
SET NAMES utf8mb4 COLLATE utf8mb4_bin
SET autocommit=1
SET sql_mode='STRICT_TRANS_TABLES'
SELECT @@session.transaction_read_only
select @@session.tx_read_only
SET SESSION TRANSACTION READ ONLY
SET SESSION TRANSACTION READ WRITE
SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED
SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ
SELECT @@session.transaction_isolation
SELECT @@session.autocommit
/* ping */ SELECT 1
/* ping */
SET SESSION NET_WRITE_TIMEOUT=600
SET net_write_timeout=600
SET SQL_SELECT_LIMIT=DEFAULT
SET SESSION max_execution_time=10000
SHOW VARIABLES LIKE 'aurora\_server\_id'
1094: KILL QUERY 999999999
SHOW FULL TABLES FROM `shop` LIKE '%'
SHOW FULL TABLES FROM `shop`
SHOW FULL COLUMNS FROM `city` FROM `shop` LIKE '%'
SHOW KEYS FROM `sale` FROM `shop`
SHOW CREATE TABLE `shop`.`sale`
SHOW PROCEDURE STATUS LIKE '%'
SHOW FUNCTION STATUS LIKE '%'
SELECT SCHEMA_NAME AS TABLE_CAT, CATALOG_NAME AS TABLE_CATALOG FROM INFORMATION_SCHEMA.SCHEMATA ORDER BY SCHEMA_NAME
SELECT TABLE_SCHEMA AS TABLE_CAT, NULL AS TABLE_SCHEM, TABLE_NAME, CASE WHEN TABLE_TYPE='BASE TABLE' THEN CASE WHEN TABLE_SCHEMA = 'mysql' OR TABLE_SCHEMA = 'performance_schema' THEN 'SYSTEM TABLE' ELSE 'TABLE' END WHEN TABLE_TYPE='TEMPORARY' THEN 'LOCAL_TEMPORARY' ELSE TABLE_TYPE END AS TABLE_TYPE, TABLE_COMMENT AS REMARKS, NULL AS TYPE_CAT, NULL AS TYPE_SCHEM, NULL AS TYPE_NAME, NULL AS SELF_REFERENCING_COL_NAME, NULL AS REF_GENERATION FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = 'shop' AND TABLE_NAME LIKE '%' HAVING TABLE_TYPE IN ('TABLE','VIEW','SYSTEM TABLE','SYSTEM VIEW') ORDER BY TABLE_TYPE, TABLE_SCHEMA, TABLE_NAME
SELECT TABLE_SCHEMA AS TABLE_CAT, NULL AS TABLE_SCHEM, TABLE_NAME, COLUMN_NAME, CASE WHEN UPPER(DATA_TYPE)='DECIMAL' THEN 3 WHEN UPPER(DATA_TYPE)='INT' THEN 4 WHEN UPPER(DATA_TYPE)='VARCHAR' THEN 12 ELSE 1111 END AS DATA_TYPE, UPPER(CASE WHEN UPPER(DATA_TYPE)='POINT' THEN 'GEOMETRY' ELSE DATA_TYPE END) AS TYPE_NAME, UPPER(CASE WHEN UPPER(DATA_TYPE)='DATE' THEN 10 WHEN CHARACTER_MAXIMUM_LENGTH IS NULL THEN NUMERIC_PRECISION WHEN CHARACTER_MAXIMUM_LENGTH > 2147483647 THEN 2147483647 ELSE CHARACTER_MAXIMUM_LENGTH END) AS COLUMN_SIZE, 65535 AS BUFFER_LENGTH, UPPER(CASE WHEN DATA_TYPE = 'decimal' THEN NUMERIC_SCALE WHEN DATA_TYPE = 'double' THEN NULL ELSE NUMERIC_SCALE END) AS DECIMAL_DIGITS, 10 AS NUM_PREC_RADIX, CASE WHEN IS_NULLABLE='NO' THEN 0 ELSE 1 END AS NULLABLE, COLUMN_COMMENT AS REMARKS, COLUMN_DEFAULT AS COLUMN_DEF, 0 AS SQL_DATA_TYPE, 0 AS SQL_DATETIME_SUB, CHARACTER_OCTET_LENGTH AS CHAR_OCTET_LENGTH, ORDINAL_POSITION, IS_NULLABLE, NULL AS SCOPE_CATALOG, IF(EXTRA LIKE '%auto_increment%','YES','NO') AS IS_AUTOINCREMENT, IF(EXTRA LIKE '%GENERATED%','YES','NO') AS IS_GENERATEDCOLUMN FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_SCHEMA = 'shop' AND TABLE_NAME = 'city' ORDER BY TABLE_SCHEMA, TABLE_NAME, ORDINAL_POSITION
SELECT TABLE_SCHEMA AS TABLE_CAT, NULL AS TABLE_SCHEM, TABLE_NAME, COLUMN_NAME, SEQ_IN_INDEX AS KEY_SEQ, 'PRIMARY' AS PK_NAME FROM INFORMATION_SCHEMA.STATISTICS WHERE TABLE_SCHEMA = 'shop' AND TABLE_NAME = 'city' AND INDEX_NAME='PRIMARY' ORDER BY TABLE_SCHEMA, TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX
SELECT DISTINCT A.REFERENCED_TABLE_SCHEMA AS PKTABLE_CAT, NULL AS PKTABLE_SCHEM, A.REFERENCED_TABLE_NAME AS PKTABLE_NAME, A.REFERENCED_COLUMN_NAME AS PKCOLUMN_NAME, A.TABLE_SCHEMA AS FKTABLE_CAT, NULL AS FKTABLE_SCHEM, A.TABLE_NAME AS FKTABLE_NAME, A.COLUMN_NAME AS FKCOLUMN_NAME, A.ORDINAL_POSITION AS KEY_SEQ, CASE WHEN R.UPDATE_RULE = 'CASCADE' THEN 0 WHEN R.UPDATE_RULE = 'SET NULL' THEN 2 WHEN R.UPDATE_RULE = 'SET DEFAULT' THEN 4 WHEN R.UPDATE_RULE = 'RESTRICT' THEN 1 WHEN R.UPDATE_RULE = 'NO ACTION' THEN 1 ELSE 1 END AS UPDATE_RULE, CASE WHEN R.DELETE_RULE = 'CASCADE' THEN 0 ELSE 1 END AS DELETE_RULE, A.CONSTRAINT_NAME AS FK_NAME, R.UNIQUE_CONSTRAINT_NAME AS PK_NAME, 7 AS DEFERRABILITY FROM INFORMATION_SCHEMA.KEY_COLUMN_USAGE A JOIN INFORMATION_SCHEMA.TABLE_CONSTRAINTS B USING (CONSTRAINT_NAME, TABLE_NAME) JOIN INFORMATION_SCHEMA.REFERENTIAL_CONSTRAINTS R ON (R.CONSTRAINT_NAME = B.CONSTRAINT_NAME AND R.TABLE_NAME = B.TABLE_NAME AND R.CONSTRAINT_SCHEMA = B.TABLE_SCHEMA) WHERE B.CONSTRAINT_TYPE = 'FOREIGN KEY' AND A.TABLE_SCHEMA = 'shop' AND A.TABLE_NAME='sale' AND A.REFERENCED_TABLE_SCHEMA IS NOT NULL ORDER BY A.REFERENCED_TABLE_SCHEMA, A.REFERENCED_TABLE_NAME, A.ORDINAL_POSITION
SELECT TABLE_SCHEMA AS TABLE_CAT, NULL AS TABLE_SCHEM, TABLE_NAME, NON_UNIQUE, NULL AS INDEX_QUALIFIER, INDEX_NAME, 3 AS TYPE, SEQ_IN_INDEX AS ORDINAL_POSITION, COLUMN_NAME, COLLATION AS ASC_OR_DESC, CARDINALITY, 0 AS PAGES, NULL AS FILTER_CONDITION FROM INFORMATION_SCHEMA.STATISTICS WHERE TABLE_SCHEMA = 'shop' AND TABLE_NAME = 'sale' ORDER BY NON_UNIQUE, INDEX_NAME, SEQ_IN_INDEX
SELECT ROUTINE_SCHEMA AS PROCEDURE_CAT, NULL AS PROCEDURE_SCHEM, ROUTINE_NAME AS PROCEDURE_NAME, NULL AS RESERVED_1, NULL AS RESERVED_2, NULL AS RESERVED_3, ROUTINE_COMMENT AS REMARKS, CASE WHEN ROUTINE_TYPE = 'PROCEDURE' THEN 1 WHEN ROUTINE_TYPE='FUNCTION' THEN 2 ELSE 0 END AS PROCEDURE_TYPE, ROUTINE_NAME AS SPECIFIC_NAME FROM INFORMATION_SCHEMA.ROUTINES WHERE ROUTINE_SCHEMA = 'shop' ORDER BY ROUTINE_SCHEMA, ROUTINE_NAME, ROUTINE_TYPE
SELECT SPECIFIC_SCHEMA AS PROCEDURE_CAT, NULL AS `PROCEDURE_SCHEM`, SPECIFIC_NAME AS `PROCEDURE_NAME`, IFNULL(PARAMETER_NAME, '') AS `COLUMN_NAME`, CASE WHEN PARAMETER_MODE = 'IN' THEN 1 ELSE 0 END AS `COLUMN_TYPE`, NUMERIC_SCALE, DTD_IDENTIFIER, ORDINAL_POSITION FROM INFORMATION_SCHEMA.PARAMETERS WHERE SPECIFIC_SCHEMA = 'shop' ORDER BY SPECIFIC_SCHEMA, SPECIFIC_NAME, ROUTINE_TYPE, ORDINAL_POSITION
SELECT WORD FROM INFORMATION_SCHEMA.KEYWORDS WHERE RESERVED=1 ORDER BY WORD
SELECT host, user, table_name, grantor, table_priv FROM mysql.tables_priv LIMIT 1
COMMIT
ROLLBACK
SHOW WARNINGS
SELECT LAST_INSERT_ID()
SELECT ROW_COUNT()
SELECT FOUND_ROWS()

-- MariaDB Connector/J
set autocommit=1, sql_mode = concat(@@sql_mode,',STRICT_TRANS_TABLES')
SELECT @@max_allowed_packet,@@wait_timeout
SELECT @@max_allowed_packet, @@system_time_zone, @@time_zone, @@sql_mode
set session_track_schema=1
set autocommit=1, session_track_schema=1
SET session_track_system_variables='autocommit'
SELECT IF(@@global.read_only OR @@super_read_only, 1, 0)
SELECT TABLE_SCHEMA TABLE_CAT, NULL TABLE_SCHEM, TABLE_NAME, IF(TABLE_TYPE='BASE TABLE' or TABLE_TYPE='SYSTEM VERSIONED', 'TABLE', TABLE_TYPE) as TABLE_TYPE, TABLE_COMMENT REMARKS FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = 'shop' AND (TABLE_NAME LIKE '%') AND TABLE_TYPE IN ('BASE TABLE','VIEW') ORDER BY TABLE_TYPE, TABLE_SCHEMA, TABLE_NAME
SELECT TABLE_SCHEMA TABLE_CAT, COLUMN_NAME, IF(COLUMN_TYPE like 'tinyint(1)%', -7, 4) DATA_TYPE, UPPER(DATA_TYPE) TYPE_NAME, CASE DATA_TYPE WHEN 'time' THEN IF(DATETIME_PRECISION = 0, 10, CAST(11 + DATETIME_PRECISION as signed integer)) WHEN 'date' THEN 10 ELSE IF(NUMERIC_PRECISION IS NULL, LEAST(CHARACTER_MAXIMUM_LENGTH,2147483647), NUMERIC_PRECISION) END COLUMN_SIZE FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_SCHEMA = 'shop' AND TABLE_NAME LIKE 'city' ORDER BY TABLE_SCHEMA, TABLE_NAME, ORDINAL_POSITION

-- go-sql-driver/mysql
SET NAMES utf8mb4
SELECT @@max_allowed_packet
SET time_zone = '+00:00'
SET sql_mode = 'TRADITIONAL'
SET SESSION TRANSACTION ISOLATION LEVEL SERIALIZABLE
START TRANSACTION
START TRANSACTION READ ONLY
COMMIT
SELECT VERSION()

-- PyMySQL, mysqlclient, MySQL Connector/Python
SET AUTOCOMMIT = 0
SET AUTOCOMMIT = 1
SET autocommit=0
SET @@session.autocommit = OFF
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_general_ci'
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_0900_ai_ci'
SET character_set_client=utf8mb4, character_set_results=utf8mb4
SELECT @@session.autocommit
SHOW WARNINGS
SELECT @@tx_isolation
SET @@session.time_zone = '+00:00'
SET sql_mode='STRICT_TRANS_TABLES,NO_ZERO_DATE'
SHOW COLLATION
SHOW VARIABLES LIKE 'sql_mode'
SELECT @@GLOBAL.read_only
SET SESSION wait_timeout = 28800
SET @@local.wait_timeout = 28800
SET LOCAL wait_timeout = 100
SET innodb_lock_wait_timeout = 5

-- mysql2 of Ruby and of Node, mysqljs
SET NAMES utf8, @@SESSION.sql_auto_is_null = 0, @@SESSION.wait_timeout = 2147483, @@SESSION.sql_mode = 'STRICT_ALL_TABLES'
SET SESSION sql_mode='NO_ENGINE_SUBSTITUTION'
SELECT 1 + 1 AS solution
SELECT CONNECTION_ID() AS connectionId
SET @a := 1, @b := 'x'
SELECT @a, @b
SET @c = (SELECT COUNT(*) FROM city)
SELECT @c

-- mysqli, PDO, Laravel
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_ci'
set names 'utf8mb4' collate 'utf8mb4_unicode_ci'
use `shop`
set session sql_mode='ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'
set time_zone='+00:00'
SET SESSION TRANSACTION ISOLATION LEVEL READ UNCOMMITTED
select * from information_schema.tables where table_schema = 'shop' and table_name = 'migrations' and table_type = 'BASE TABLE'
select exists (select 1 from information_schema.tables where table_schema = schema() and table_name = 'migrations' and table_type in ('BASE TABLE', 'SYSTEM VERSIONED')) as `exists`
select column_name as `name`, data_type as `type_name`, column_type as `type`, collation_name as `collation`, is_nullable as `nullable`, column_default as `default`, column_comment as `comment`, generation_expression as `expression`, extra as `extra` from information_schema.columns where table_schema = 'shop' and table_name = 'city' order by ordinal_position asc
select index_name as `name`, group_concat(column_name order by seq_in_index) as `columns`, index_type as `type`, not non_unique as `unique` from information_schema.statistics where table_schema = 'shop' and table_name = 'sale' group by index_name, index_type, non_unique
select kc.constraint_name as `name`, group_concat(kc.column_name order by kc.ordinal_position) as `columns`, kc.referenced_table_schema as `foreign_schema`, kc.referenced_table_name as `foreign_table`, group_concat(kc.referenced_column_name order by kc.ordinal_position) as `foreign_columns`, rc.update_rule as `on_update`, rc.delete_rule as `on_delete` from information_schema.key_column_usage kc join information_schema.referential_constraints rc on kc.constraint_schema = rc.constraint_schema and kc.constraint_name = rc.constraint_name where kc.table_schema = 'shop' and kc.table_name = 'sale' and kc.referenced_table_name is not null group by kc.constraint_name, kc.referenced_table_schema, kc.referenced_table_name, rc.update_rule, rc.delete_rule
select table_name as `name`, table_schema as `schema`, (data_length + index_length) as `size`, table_comment as `comment`, engine as `engine`, table_collation as `collation` from information_schema.tables where table_type in ('BASE TABLE', 'SYSTEM VERSIONED') and table_schema = 'shop' order by table_name
select table_name as `name`, view_definition as `definition` from information_schema.views where table_schema = 'shop' order by table_name
SET FOREIGN_KEY_CHECKS=0
SET FOREIGN_KEY_CHECKS=1
SHOW STATUS WHERE variable_name='Threads_connected'
1305: SELECT nosuchfunction(1)

-- Connector/ODBC, MariaDB ODBC
SET NAMES utf8
SET character_set_results = NULL
SET SQL_AUTO_IS_NULL = 0
set @@sql_select_limit=DEFAULT
select database()
SELECT @@sql_mode
SHOW VARIABLES LIKE 'lower_case_table_names'
SHOW DATABASES LIKE '%'
SHOW TABLE STATUS FROM `shop` LIKE '%'
SHOW TABLE STATUS FROM `shop` WHERE Engine IS NOT NULL
SHOW KEYS FROM `city`
SHOW INDEXES IN `city` IN `shop`
SELECT TABLE_NAME,TABLE_COMMENT,TABLE_TYPE,TABLE_SCHEMA FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA LIKE 'shop' AND ( TABLE_TYPE='BASE TABLE' OR TABLE_TYPE='VIEW' ) AND TABLE_NAME LIKE '%'
SELECT * FROM `city` LIMIT 0
SELECT * FROM `shop`.`city` WHERE 1=0
SET @@session.net_buffer_length=DEFAULT

-- SQLAlchemy
SELECT DATABASE()
SELECT @@sql_mode
SELECT @@lower_case_table_names
SELECT CAST('test plain returns' AS CHAR(60)) AS anon_1
SELECT CAST('test unicode returns' AS CHAR(60)) AS anon_1
SELECT CAST('test collated returns' AS CHAR CHARACTER SET utf8mb4) COLLATE utf8mb4_bin AS anon_1
show variables like 'character_set_client'
SHOW VARIABLES LIKE 'lower_case_table_names'
SHOW FULL TABLES FROM `shop`
SHOW CREATE TABLE `sale`
SHOW CREATE TABLE `dear`
DESCRIBE `shop`.`city`
SELECT VERSION()
SELECT @@transaction_isolation
SELECT @@tx_isolation
show collation where `Charset` = 'utf8mb4' and `Collation` = 'utf8mb4_bin'
SELECT table_name FROM information_schema.tables WHERE table_schema = 'shop' AND table_name = 'city'
SELECT schema_name FROM information_schema.schemata
SELECT SCHEMA_NAME FROM INFORMATION_SCHEMA.SCHEMATA ORDER BY SCHEMA_NAME
SHOW schemas
ROLLBACK
1146: DESCRIBE `shop`.`nosuchtable`
1146: SHOW CREATE TABLE `nosuchtable`
1146: SHOW FULL COLUMNS FROM `nosuchtable` FROM `shop`

-- Django
SELECT VERSION(), @@sql_mode, @@default_storage_engine, @@sql_auto_is_null, @@lower_case_table_names, CONVERT_TZ('2001-01-01 01:00:00', 'UTC', 'UTC') IS NOT NULL
SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED
SET SQL_AUTO_IS_NULL = 0
SELECT @@SQL_AUTO_IS_NULL
SELECT table_name, table_type, table_comment FROM information_schema.tables WHERE table_schema = DATABASE()
SHOW FULL TABLES
SELECT column_name, data_type, character_maximum_length, numeric_precision, numeric_scale, extra, column_default, CASE WHEN column_type LIKE '%unsigned' THEN 1 ELSE 0 END AS is_unsigned, column_comment FROM information_schema.columns WHERE table_name = 'city' AND table_schema = DATABASE()
SELECT column_name, referenced_column_name, referenced_table_name FROM information_schema.key_column_usage WHERE table_name = 'sale' AND table_schema = DATABASE() AND referenced_table_schema = DATABASE() AND referenced_table_name IS NOT NULL AND referenced_column_name IS NOT NULL
SELECT kc.`constraint_name`, kc.`column_name`, kc.`referenced_table_name`, kc.`referenced_column_name`, c.`constraint_type` FROM information_schema.key_column_usage AS kc, information_schema.table_constraints AS c WHERE kc.table_schema = DATABASE() AND (kc.referenced_table_schema = DATABASE() OR kc.referenced_table_schema IS NULL) AND c.table_schema = kc.table_schema AND c.constraint_name = kc.constraint_name AND c.constraint_type != 'CHECK' AND kc.table_name = 'sale' ORDER BY kc.`ordinal_position`
SELECT cc.constraint_name, cc.check_clause FROM information_schema.check_constraints AS cc, information_schema.table_constraints AS tc WHERE cc.constraint_schema = DATABASE() AND tc.table_schema = cc.constraint_schema AND cc.constraint_name = tc.constraint_name AND tc.constraint_type = 'CHECK' AND tc.table_name = 'sale'
SHOW INDEX FROM `sale`
SELECT engine FROM information_schema.tables WHERE table_name = 'city' AND table_schema = DATABASE()
SELECT table_collation FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = 'city'
SELECT @@default_storage_engine
SELECT 1 AS `a` LIMIT 1
SELECT (1) AS `a` FROM `city` LIMIT 1
SELECT * FROM `city` LIMIT 1
SELECT CONVERT_TZ('2001-01-01 01:00:00', 'UTC', 'Europe/Paris')
SELECT default_collation_name FROM information_schema.schemata WHERE schema_name = DATABASE()

-- Rails, ActiveRecord
SET  @@SESSION.sql_mode = CONCAT(@@sql_mode, ',STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO'),  @@SESSION.sql_auto_is_null = 0, @@SESSION.wait_timeout = 2147483
SET NAMES utf8mb4,  @@SESSION.sql_mode = CONCAT(CONCAT(@@sql_mode, ',STRICT_ALL_TABLES'), ',NO_AUTO_VALUE_ON_ZERO'),  @@SESSION.sql_auto_is_null = 0, @@SESSION.wait_timeout = 2147483
SELECT @@max_allowed_packet
SELECT @@global.sql_mode
SELECT VERSION()
SHOW VARIABLES LIKE 'collation_database'
SHOW FULL FIELDS FROM `city`
SHOW KEYS FROM `city`
SHOW TABLES LIKE 'schema_migrations'
SELECT table_name FROM information_schema.tables WHERE table_schema = database() AND table_name = 'schema_migrations' AND table_type IN ('BASE TABLE','VIEW')
SELECT table_name FROM (SELECT * FROM information_schema.tables WHERE table_schema = database()) _subquery WHERE _subquery.table_type = 'BASE TABLE'
SELECT column_name FROM information_schema.statistics WHERE index_name = 'PRIMARY' AND table_schema = database() AND table_name = 'city' ORDER BY seq_in_index
SELECT fk.referenced_table_name AS 'to_table', fk.referenced_column_name AS 'primary_key', fk.column_name AS 'column', fk.constraint_name AS 'name', fk.ordinal_position AS 'position', rc.update_rule AS 'on_update', rc.delete_rule AS 'on_delete' FROM information_schema.referential_constraints rc JOIN information_schema.key_column_usage fk USING (constraint_schema, constraint_name) WHERE fk.referenced_column_name IS NOT NULL AND fk.table_schema = database() AND fk.table_name = 'sale' AND rc.constraint_schema = database() AND rc.table_name = 'sale'
SELECT cc.constraint_name AS 'name', cc.check_clause AS 'expression' FROM information_schema.check_constraints cc JOIN information_schema.table_constraints tc USING (constraint_schema, constraint_name) WHERE tc.table_schema = database() AND tc.table_name = 'sale' AND cc.constraint_schema = database()
SELECT table_comment FROM information_schema.tables WHERE table_schema = database() AND table_name = 'city'
SELECT GET_LOCK('3364480812399385225', 0)
SELECT RELEASE_LOCK('3364480812399385225')
SELECT IS_FREE_LOCK('a'), IS_USED_LOCK('a')
SELECT RELEASE_ALL_LOCKS()
SELECT `city`.* FROM `city` ORDER BY `city`.`id` ASC LIMIT 1
SELECT 1 AS one FROM `city` WHERE `city`.`id` = 1 LIMIT 1
BEGIN
SAVEPOINT active_record_1
RELEASE SAVEPOINT active_record_1
SAVEPOINT active_record_1
ROLLBACK TO SAVEPOINT active_record_1
COMMIT
SELECT @@optimizer_switch

-- Hibernate, Spring, HikariCP, Flyway, Liquibase
SELECT @@SESSION.tx_isolation
select @@session.transaction_isolation
SELECT 1
select current_timestamp()
select version(), database()
SHOW VARIABLES LIKE 'pxc_strict_mode'
SELECT @@foreign_key_checks
SELECT @@SQL_SAFE_UPDATES
select SUBSTRING_INDEX(USER(), '@', 1)
SELECT COUNT(1) FROM information_schema.schemata WHERE schema_name='shop' LIMIT 1
SELECT (SELECT 1 FROM information_schema.tables WHERE table_schema='shop' LIMIT 1) IS NOT NULL
SELECT EXISTS(SELECT 1 FROM information_schema.tables WHERE table_schema = 'shop' AND table_name = 'flyway_schema_history')
SELECT event_name FROM information_schema.events WHERE event_schema='shop'
SELECT routine_name as 'N', routine_type as 'T' FROM information_schema.routines WHERE routine_schema='shop'
SELECT table_name FROM information_schema.views WHERE table_schema='shop'
SELECT t.table_name FROM information_schema.tables t WHERE table_schema='shop' AND table_type='SEQUENCE'
SET SQL_LOG_BIN = 1
select GET_LOCK('Flyway--12345', 10)
SELECT RELEASE_LOCK('Flyway--12345')
SELECT COUNT(*) FROM information_schema.tables WHERE TABLE_SCHEMA = 'shop' AND TABLE_NAME = 'DATABASECHANGELOGLOCK'
SELECT @@version_comment, @@version
select SCHEMA()
select tab.table_name from information_schema.tables as tab where tab.table_schema=schema()

-- Prisma, TypeORM, Sequelize, Knex
SELECT @@version, @@GLOBAL.version
SELECT @@GLOBAL.lower_case_table_names
select schema_name from information_schema.schemata where schema_name = 'shop'
SELECT table_info.table_name AS table_name, table_info.create_options AS create_options, table_info.table_comment AS table_comment FROM information_schema.tables AS table_info JOIN information_schema.columns AS column_info ON column_info.table_name = table_info.table_name AND column_info.table_schema = table_info.table_schema WHERE table_info.table_schema = 'shop' AND column_info.table_schema = 'shop' AND table_info.table_type = 'BASE TABLE' ORDER BY BINARY table_info.table_name
SELECT column_name column_name, data_type data_type, column_type full_data_type, character_maximum_length character_maximum_length, numeric_precision numeric_precision, numeric_scale numeric_scale, datetime_precision datetime_precision, column_default column_default, is_nullable is_nullable, extra extra, table_name table_name, IF(column_comment = '', NULL, column_comment) AS column_comment FROM information_schema.columns WHERE table_schema = 'shop' ORDER BY ordinal_position
SELECT DISTINCT BINARY index_name AS index_name, non_unique AS non_unique, BINARY column_name AS column_name, seq_in_index AS seq_in_index, BINARY table_name AS table_name, sub_part AS partial, BINARY collation AS column_order, CASE index_type WHEN 'FULLTEXT' THEN 'FULLTEXT' ELSE 'NORMAL' END AS index_type FROM information_schema.statistics WHERE table_schema = 'shop' ORDER BY BINARY table_name, BINARY index_name, seq_in_index
SELECT kcu.constraint_name constraint_name, kcu.column_name column_name, kcu.referenced_table_name referenced_table_name, kcu.referenced_column_name referenced_column_name, kcu.ordinal_position ordinal_position, kcu.table_name table_name, rc.delete_rule delete_rule, rc.update_rule update_rule FROM information_schema.key_column_usage AS kcu INNER JOIN information_schema.referential_constraints AS rc ON BINARY kcu.constraint_name = BINARY rc.constraint_name WHERE BINARY kcu.table_schema = 'shop' AND BINARY rc.constraint_schema = 'shop' AND kcu.referenced_column_name IS NOT NULL ORDER BY BINARY kcu.table_schema, BINARY kcu.table_name, BINARY kcu.constraint_name, kcu.ordinal_position
SELECT DATABASE() AS `db_name`
SELECT VERSION() AS `version`
SELECT * FROM `INFORMATION_SCHEMA`.`COLUMNS` WHERE `TABLE_SCHEMA` = 'shop' AND `TABLE_NAME` = 'typeorm_metadata'
SELECT `TABLE_SCHEMA`, `TABLE_NAME` FROM `INFORMATION_SCHEMA`.`TABLES` WHERE `TABLE_SCHEMA` = 'shop' AND `TABLE_NAME` = 'city'
SELECT `SCHEMA_NAME`, `DEFAULT_CHARACTER_SET_NAME` as `CHARSET`, `DEFAULT_COLLATION_NAME` AS `COLLATION` FROM `INFORMATION_SCHEMA`.`SCHEMATA`
SELECT VERSION() as `version`
SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_TYPE = 'BASE TABLE' AND TABLE_NAME = 'city' AND TABLE_SCHEMA = 'shop'
SHOW FULL COLUMNS FROM `sale`
SHOW INDEX FROM `city` FROM `shop`
SELECT CONSTRAINT_NAME as constraint_name,CONSTRAINT_NAME as constraintName,CONSTRAINT_SCHEMA as constraintSchema,CONSTRAINT_SCHEMA as constraintCatalog,TABLE_NAME as tableName,TABLE_SCHEMA as tableSchema,TABLE_SCHEMA as tableCatalog,COLUMN_NAME as columnName,REFERENCED_TABLE_SCHEMA as referencedTableSchema,REFERENCED_TABLE_SCHEMA as referencedTableCatalog,REFERENCED_TABLE_NAME as referencedTableName,REFERENCED_COLUMN_NAME as referencedColumnName FROM INFORMATION_SCHEMA.KEY_COLUMN_USAGE where TABLE_NAME = 'sale' AND CONSTRAINT_NAME!='PRIMARY' AND CONSTRAINT_SCHEMA='shop' AND REFERENCED_TABLE_NAME IS NOT NULL
SELECT @@hostname, @@port
select * from information_schema.columns where table_name = 'city' and table_schema = 'shop'
SHOW TABLES FROM `shop`

-- Superset
SELECT 1
SHOW FULL TABLES FROM `shop`
SHOW SCHEMAS
SHOW CREATE TABLE `city`
SHOW KEYS FROM `city` WHERE Key_name = 'PRIMARY'
SELECT COUNT(*) FROM `city`
EXPLAIN FORMAT=JSON SELECT * FROM city
SELECT DATE(NOW()) AS __timestamp, COUNT(*) AS `count` FROM city GROUP BY DATE(NOW()) ORDER BY `count` DESC LIMIT 10000
SELECT CONNECTION_ID()
1094: KILL CONNECTION 999999999
EXPLAIN SELECT * FROM city

-- Metabase
SET SESSION TRANSACTION ISOLATION LEVEL READ UNCOMMITTED
SELECT @@GLOBAL.time_zone AS global_tz, @@system_time_zone AS system_tz, time_format(timediff(now(), convert_tz(now(), @@session.time_zone, '+00:00')), '%H:%i') AS 'offset'
SET @@session.time_zone = 'UTC'
show grants for current_user()
SHOW GRANTS FOR CURRENT_USER
SHOW GRANTS
SELECT count(*) FROM `city`
SELECT TRUE AS `_` FROM `shop`.`city` WHERE 1 <> 1 LIMIT 0
SELECT `shop`.`city`.`name` AS `name` FROM `shop`.`city` LIMIT 10000
SELECT SUBSTRING(`city`.`name`, 1, 1234) AS `substring1` FROM `city` LIMIT 10
select `c`.`column_name` AS `name`, `c`.`ordinal_position` - 1 AS `database-position`, `c`.`table_name` AS `table-name`, UPPER(`c`.`data_type`) AS `database-type`, (`c`.`extra` = 'auto_increment') AS `database-is-auto-increment`, ((`column_default` IS NULL OR LOWER(`column_default`) = 'null') AND `is_nullable` = 'NO' AND NOT (`c`.`extra` = 'auto_increment')) AS `database-required`, (`c`.`column_key` = 'PRI') AS `pk?`, NULLIF(`c`.`column_comment`, '') AS `field-comment` FROM `information_schema`.`columns` AS `c` WHERE ((`c`.`table_schema` NOT IN ('information_schema','performance_schema','sys','mysql')) AND `c`.`table_name` IN ('city')) ORDER BY `table-name` ASC, `database-position` ASC

-- Grafana
SELECT table_name FROM information_schema.tables WHERE table_schema = database() ORDER BY table_name
SELECT DISTINCT TABLE_SCHEMA from information_schema.TABLES where TABLE_TYPE != 'SYSTEM VIEW' ORDER BY TABLE_SCHEMA
SELECT quote(table_name) FROM information_schema.tables WHERE table_schema = 'shop'
SELECT column_name, data_type FROM information_schema.columns WHERE table_schema = 'shop' AND table_name = 'city' ORDER BY column_name
SELECT column_name FROM information_schema.columns WHERE table_schema = database() AND table_name = 'city' AND data_type IN ('date','datetime','timestamp')
SELECT UNIX_TIMESTAMP(NOW()) DIV 60 * 60 AS time, COUNT(*) AS value FROM city GROUP BY 1 ORDER BY 1
SET time_zone='+00:00'

-- DBeaver
/* ApplicationName=DBeaver 24.0.0 - Main */ SET SQL_SELECT_LIMIT=DEFAULT
/* mysql-connector-j */SHOW ENGINES
SELECT DATABASE()
SHOW CHARSET
SHOW CHARACTER SET
SHOW COLLATION
SHOW PLUGINS
SHOW VARIABLES LIKE 'lower_case_table_names'
SHOW VARIABLES LIKE 'version_comment'
SELECT @@GLOBAL.character_set_server,@@GLOBAL.collation_server
show databases
SELECT * FROM information_schema.SCHEMATA
SELECT * FROM information_schema.TABLES t WHERE t.TABLE_SCHEMA = 'information_schema' AND t.TABLE_NAME = 'CHECK_CONSTRAINTS'
SHOW FULL TABLES FROM `shop`
SHOW TABLE STATUS FROM `shop`
SHOW FULL COLUMNS FROM `shop`.`city`
SELECT * FROM information_schema.TABLES WHERE TABLE_SCHEMA='shop'
SELECT * FROM information_schema.COLUMNS WHERE TABLE_SCHEMA='shop' AND TABLE_NAME='city' ORDER BY ORDINAL_POSITION
SELECT * FROM INFORMATION_SCHEMA.STATISTICS WHERE TABLE_SCHEMA='shop' AND TABLE_NAME='city' ORDER BY TABLE_NAME,INDEX_NAME,SEQ_IN_INDEX
SELECT kc.CONSTRAINT_NAME,kc.TABLE_NAME,kc.COLUMN_NAME,kc.ORDINAL_POSITION FROM INFORMATION_SCHEMA.KEY_COLUMN_USAGE kc WHERE kc.TABLE_SCHEMA='shop' AND kc.REFERENCED_TABLE_NAME IS NULL AND kc.TABLE_NAME='city' ORDER BY kc.CONSTRAINT_NAME,kc.ORDINAL_POSITION
SELECT cc.CONSTRAINT_NAME, cc.CHECK_CLAUSE, tc.TABLE_NAME FROM (SELECT CONSTRAINT_NAME, CHECK_CLAUSE FROM INFORMATION_SCHEMA.CHECK_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = 'shop' ORDER BY CONSTRAINT_NAME) cc, (SELECT TABLE_NAME, CONSTRAINT_NAME FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS WHERE TABLE_SCHEMA='shop') tc WHERE cc.CONSTRAINT_NAME = tc.CONSTRAINT_NAME ORDER BY cc.CONSTRAINT_NAME
SELECT * FROM INFORMATION_SCHEMA.PARTITIONS WHERE TABLE_SCHEMA='shop' AND TABLE_NAME='city' ORDER BY PARTITION_ORDINAL_POSITION,SUBPARTITION_ORDINAL_POSITION
SELECT * FROM information_schema.TRIGGERS WHERE EVENT_OBJECT_SCHEMA='shop' AND EVENT_OBJECT_TABLE='city' ORDER BY TRIGGER_NAME
SELECT * FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA='shop' ORDER BY ROUTINE_NAME
SELECT * FROM information_schema.EVENTS WHERE EVENT_SCHEMA='shop' ORDER BY EVENT_NAME
SELECT * FROM information_schema.VIEWS WHERE TABLE_SCHEMA='shop' AND TABLE_NAME='dear'
SHOW CREATE VIEW `shop`.`dear`
SHOW CREATE DATABASE `shop`
SHOW PRIVILEGES
SHOW TRIGGERS FROM `shop`
SHOW EVENTS FROM `shop`
SHOW GLOBAL STATUS
SHOW STATUS
SHOW GLOBAL VARIABLES
SHOW VARIABLES
SELECT * FROM mysql.user ORDER BY user
!1227: SHOW GRANTS FOR 'ann'@'%'
EXPLAIN FORMAT=JSON SELECT * FROM city
EXPLAIN SELECT name FROM city WHERE id = 1
SELECT TABLE_NAME, VIEW_DEFINITION FROM information_schema.VIEWS WHERE TABLE_SCHEMA='shop'
SELECT x.* FROM `shop`.`city` x LIMIT 0, 200

-- Tableau
SET NAMES utf8mb4
SELECT CONNECTION_ID()
SELECT @@tx_isolation
SELECT TABLE_NAME, TABLE_COMMENT, IF(TABLE_TYPE='BASE TABLE', 'TABLE', IF(TABLE_TYPE='SYSTEM VIEW', 'SYSTEM TABLE', TABLE_TYPE)), TABLE_SCHEMA FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA LIKE 'shop' AND ( TABLE_TYPE='BASE TABLE' OR TABLE_TYPE='VIEW' ) ORDER BY TABLE_SCHEMA, TABLE_NAME
CREATE TEMPORARY TABLE `#Tableau_9_1_Connect` (`COL` INTEGER)
DROP TABLE IF EXISTS `#Tableau_9_1_Connect`
SELECT `city`.`name` AS `name`, SUM(1) AS `sum_Number_of_Records_ok` FROM `city` GROUP BY 1
SELECT `city`.`name` AS `name` FROM `city` GROUP BY 1 ORDER BY `name` ASC
SELECT 1 AS `x` FROM `city` HAVING COUNT(1) > 0
SELECT SUM(`sale`.`price`) AS `sum_price_ok`, YEAR(NOW()) AS `yr` FROM `sale` INNER JOIN `city` ON (`sale`.`city` = `city`.`id`) GROUP BY 2
SELECT A.REFERENCED_TABLE_SCHEMA AS PKTABLE_CAT, NULL AS PKTABLE_SCHEM, A.REFERENCED_TABLE_NAME AS PKTABLE_NAME, A.REFERENCED_COLUMN_NAME AS PKCOLUMN_NAME, A.TABLE_SCHEMA AS FKTABLE_CAT, A.TABLE_NAME AS FKTABLE_NAME, A.COLUMN_NAME AS FKCOLUMN_NAME, A.ORDINAL_POSITION AS KEY_SEQ, A.CONSTRAINT_NAME AS FK_NAME FROM INFORMATION_SCHEMA.KEY_COLUMN_USAGE A, INFORMATION_SCHEMA.KEY_COLUMN_USAGE D, INFORMATION_SCHEMA.TABLE_CONSTRAINTS C WHERE D.CONSTRAINT_NAME = C.CONSTRAINT_NAME AND A.TABLE_SCHEMA = 'shop' AND A.TABLE_NAME = 'sale' AND C.CONSTRAINT_TYPE = 'PRIMARY KEY' AND D.TABLE_NAME = A.REFERENCED_TABLE_NAME

-- Power BI, Power Query
SHOW VARIABLES
SHOW COLLATION
SET character_set_results=NULL
SET SQL_SAFE_UPDATES=0
select TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE, TABLE_COMMENT from INFORMATION_SCHEMA.TABLES where table_schema = 'shop'
select TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, ORDINAL_POSITION, IS_NULLABLE, DATA_TYPE from INFORMATION_SCHEMA.COLUMNS where table_schema = 'shop'
SELECT t.CONSTRAINT_CATALOG, t.CONSTRAINT_NAME, t.TABLE_NAME, k.COLUMN_NAME, k.REFERENCED_TABLE_NAME, k.REFERENCED_COLUMN_NAME, k.ORDINAL_POSITION FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS t JOIN INFORMATION_SCHEMA.KEY_COLUMN_USAGE k ON t.CONSTRAINT_NAME = k.CONSTRAINT_NAME AND t.TABLE_SCHEMA = k.TABLE_SCHEMA AND t.TABLE_NAME = k.TABLE_NAME WHERE t.CONSTRAINT_TYPE = 'FOREIGN KEY' AND t.TABLE_SCHEMA = 'shop'
select `$Table`.`id` as `id`, `$Table`.`name` as `name` from `shop`.`city` as `$Table` limit 1000
select sum(`rows`.`price`) as `C1` from (select `price`, `city` from `shop`.`sale`) as `rows` where `rows`.`city` = 2
SET SESSION group_concat_max_len = 1000000

-- MySQL Workbench
SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ
SET CHARACTER SET utf8
SET NAMES utf8
SET SQL_SAFE_UPDATES=1
SHOW SESSION VARIABLES LIKE 'sql_mode'
SHOW SESSION VARIABLES LIKE 'lower_case_table_names'
SHOW SESSION STATUS LIKE 'Ssl_cipher'
SELECT current_user()
SHOW GLOBAL STATUS LIKE 'Threads_connected'
SHOW DATABASES
SHOW FULL TABLES FROM `shop`
SHOW COLUMNS FROM `shop`.`city`
SHOW PROCEDURE STATUS WHERE Db='shop'
SHOW FUNCTION STATUS WHERE Db='shop'
SHOW INDEXES FROM `shop`.`city`
SHOW TRIGGERS FROM `shop` WHERE `Table` = 'city'
SELECT st.* FROM performance_schema.events_statements_current st JOIN performance_schema.threads thr ON thr.thread_id = st.thread_id WHERE thr.processlist_id = CONNECTION_ID()
SELECT * FROM performance_schema.setup_actors LIMIT 1
SHOW STATUS LIKE 'Com_%'
SHOW MASTER STATUS
!1064: SHOW BINARY LOGS
SHOW SLAVE STATUS
SHOW REPLICA STATUS
SELECT * FROM performance_schema.global_variables WHERE VARIABLE_NAME = 'version'
SELECT VARIABLE_VALUE FROM performance_schema.session_status WHERE VARIABLE_NAME = 'Ssl_cipher'
SELECT word FROM information_schema.keywords LIMIT 5
PREPARE stmt FROM 'SELECT * FROM city WHERE id = ?'
SET @id = 1
EXECUTE stmt USING @id
DEALLOCATE PREPARE stmt
SHOW OPEN TABLES WHERE In_use > 0
!1064: SHOW ENGINE INNODB STATUS
SHOW TABLE STATUS LIKE 'city'
CHECK TABLE city
ANALYZE TABLE city

-- HeidiSQL
SELECT CONNECTION_ID()
SHOW VARIABLES
SHOW /*!50002 GLOBAL */ STATUS
SELECT NOW()
/*!40101 SET NAMES utf8mb4 */
SHOW VARIABLES LIKE 'skip_name_resolve'
SHOW DATABASES
SHOW TABLE STATUS FROM `shop`
SHOW FUNCTION STATUS WHERE `Db`='shop'
SHOW TRIGGERS FROM `shop`
SELECT `DEFAULT_COLLATION_NAME` FROM `information_schema`.`SCHEMATA` WHERE `SCHEMA_NAME`='shop'
SELECT *, EVENT_SCHEMA AS `Db`, EVENT_NAME AS `Name` FROM information_schema.`EVENTS` WHERE `EVENT_SCHEMA`='shop'
SELECT * FROM `information_schema`.`COLUMNS` WHERE TABLE_SCHEMA='shop' AND TABLE_NAME='city' ORDER BY ORDINAL_POSITION
SHOW INDEXES FROM `city` FROM `shop`
SELECT * FROM information_schema.REFERENTIAL_CONSTRAINTS WHERE CONSTRAINT_SCHEMA='shop' AND TABLE_NAME='sale' AND REFERENCED_TABLE_NAME IS NOT NULL
SELECT * FROM information_schema.KEY_COLUMN_USAGE WHERE TABLE_SCHEMA='shop' AND TABLE_NAME='sale' AND REFERENCED_TABLE_NAME IS NOT NULL
SELECT tc.CONSTRAINT_NAME, cc.CHECK_CLAUSE FROM `information_schema`.`CHECK_CONSTRAINTS` AS cc, `information_schema`.`TABLE_CONSTRAINTS` AS tc WHERE tc.CONSTRAINT_SCHEMA='shop' AND tc.TABLE_NAME='sale' AND tc.CONSTRAINT_TYPE='CHECK' AND tc.CONSTRAINT_SCHEMA=cc.CONSTRAINT_SCHEMA AND tc.CONSTRAINT_NAME=cc.CONSTRAINT_NAME
SELECT  `id`,  `name` FROM `shop`.`city` LIMIT 1000
SHOW CREATE TABLE `shop`.`city`
SHOW PROCESSLIST
/*!40000 SHOW ENGINES */
SET SQL_MODE=IFNULL(@@SQL_MODE,'')
SELECT ID, USER, HOST, DB, COMMAND, TIME, STATE, LEFT(INFO, 51200) AS Info FROM `information_schema`.`PROCESSLIST`

-- phpMyAdmin
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_general_ci'
SELECT @@version, @@version_comment
SET collation_connection = 'utf8mb4_unicode_ci'
SET lc_messages = 'en_US'
SELECT CURRENT_USER()
SELECT USER()
SHOW GRANTS
SHOW VARIABLES LIKE 'language'
SELECT @@lower_case_table_names
SELECT `SCHEMA_NAME` FROM `INFORMATION_SCHEMA`.`SCHEMATA`
SELECT `SCHEMA_NAME` FROM `INFORMATION_SCHEMA`.`SCHEMATA`, (SELECT DB_first_level FROM ( SELECT DISTINCT SUBSTRING_INDEX(SCHEMA_NAME, '_', 1) DB_first_level FROM INFORMATION_SCHEMA.SCHEMATA WHERE TRUE ) t ORDER BY DB_first_level ASC LIMIT 0, 100) t2 WHERE TRUE AND 1 = LOCATE(CONCAT(DB_first_level, '_'), CONCAT(SCHEMA_NAME, '_')) ORDER BY SCHEMA_NAME ASC
SELECT CHARACTER_SET_NAME AS `Charset`, DEFAULT_COLLATE_NAME AS `Default collation`, DESCRIPTION AS `Description`, MAXLEN AS `Maxlen` FROM information_schema.CHARACTER_SETS
SELECT COLLATION_NAME AS `Collation`, CHARACTER_SET_NAME AS `Charset`, ID AS `Id`, IS_DEFAULT AS `Default`, IS_COMPILED AS `Compiled`, SORTLEN AS `Sortlen` FROM information_schema.COLLATIONS
SELECT *, `TABLE_SCHEMA` AS `Db`, `TABLE_NAME` AS `Name`, `TABLE_TYPE` AS `TABLE_TYPE`, `ENGINE` AS `Engine`, `VERSION` AS `Version`, `ROW_FORMAT` AS `Row_format`, `TABLE_ROWS` AS `Rows`, `DATA_LENGTH` AS `Data_length`, `CREATE_TIME` AS `Create_time`, `TABLE_COLLATION` AS `Collation`, `CHECKSUM` AS `Checksum`, `CREATE_OPTIONS` AS `Create_options`, `TABLE_COMMENT` AS `Comment` FROM `information_schema`.`TABLES` t WHERE `TABLE_SCHEMA` IN ('shop') ORDER BY Name ASC
SELECT COUNT(*) FROM `shop`.`city`
SHOW FULL COLUMNS FROM `shop`.`city`
SELECT `COLUMN_NAME` AS `Field`, `COLUMN_TYPE` AS `Type`, `COLLATION_NAME` AS `Collation`, `IS_NULLABLE` AS `Null`, `COLUMN_KEY` AS `Key`, `COLUMN_DEFAULT` AS `Default`, `EXTRA` AS `Extra`, `PRIVILEGES` AS `Privileges`, `COLUMN_COMMENT` AS `Comment` FROM `information_schema`.`COLUMNS` WHERE `TABLE_SCHEMA` = 'shop' AND `TABLE_NAME` = 'city'
SHOW INDEXES FROM `shop`.`city`
SELECT 1 FROM (SELECT GRANTEE, IS_GRANTABLE FROM INFORMATION_SCHEMA.COLUMN_PRIVILEGES UNION SELECT GRANTEE, IS_GRANTABLE FROM INFORMATION_SCHEMA.TABLE_PRIVILEGES UNION SELECT GRANTEE, IS_GRANTABLE FROM INFORMATION_SCHEMA.SCHEMA_PRIVILEGES UNION SELECT GRANTEE, IS_GRANTABLE FROM INFORMATION_SCHEMA.USER_PRIVILEGES) t WHERE IS_GRANTABLE = 'YES' LIMIT 1
SELECT `PRIVILEGE_TYPE` FROM `INFORMATION_SCHEMA`.`USER_PRIVILEGES` WHERE GRANTEE='''ann''@''10.1.2.3''' AND PRIVILEGE_TYPE='TRIGGER'
SELECT * FROM `city` LIMIT 0, 25
1193: SELECT @@have_partitioning
SELECT @@innodb_file_per_table
SHOW TABLES FROM `shop` LIKE 'pma\_\_%'
!1064: SHOW BINLOG EVENTS LIMIT 1
!1193: SELECT @@datadir
SELECT @@basedir
SHOW PROFILES
SET profiling = 0
SELECT SQL_CALC_FOUND_ROWS * FROM city LIMIT 1
SELECT FOUND_ROWS()

-- dbt, Airbyte, Fivetran, Singer
select distinct schema_name from information_schema.schemata
select null as "database", table_name as name, table_schema as "schema", case when table_type = 'BASE TABLE' then 'table' when table_type = 'VIEW' then 'view' else table_type end as table_type from information_schema.tables where table_schema = 'shop'
create view `shop`.`my_model__dbt_tmp` as (select 1 as id)
drop view if exists `shop`.`my_model__dbt_tmp`
create table `shop`.`my_model` as (select 1 as id)
drop table if exists `shop`.`my_model`
show columns from city in shop
select count(*) from information_schema.schemata where schema_name = 'shop'
SELECT TABLE_SCHEMA, TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_TYPE IN ('BASE TABLE','VIEW') AND TABLE_SCHEMA NOT IN ('information_schema','mysql','performance_schema','sys')
SELECT table_schema, table_name, column_name, data_type, column_type, column_key FROM information_schema.columns WHERE table_schema NOT IN ('information_schema','performance_schema','mysql','sys') ORDER BY table_schema, table_name, ordinal_position
SELECT max(id) FROM `shop`.`city`
SELECT `id`, `name` FROM `shop`.`city` WHERE `id` > 0 ORDER BY `id` ASC LIMIT 50000
SET @@session.time_zone="+0:00"
SET @@session.wait_timeout=2700
SET @@session.net_read_timeout=3600
SET @@session.innodb_lock_wait_timeout=2700
SELECT @@innodb_read_only
SELECT (data_length + index_length) AS size FROM information_schema.tables WHERE table_schema = 'shop' AND table_name = 'city'

-- Debezium, Maxwell, Canal
SHOW VARIABLES LIKE 'gtid_mode'
SHOW GLOBAL VARIABLES LIKE 'GTID_MODE'
SHOW GLOBAL VARIABLES LIKE 'log_bin'
SHOW GLOBAL VARIABLES LIKE 'binlog_format'
SHOW GLOBAL VARIABLES LIKE 'binlog_row_image'
SELECT @@binlog_format, @@server_id
SHOW VARIABLES WHERE Variable_name IN ('character_set_server','collation_server')
SHOW VARIABLES LIKE 'server_uuid'
!1193: SELECT @@server_uuid
SELECT @@gtid_mode
FLUSH TABLES
FLUSH PRIVILEGES
FLUSH NO_WRITE_TO_BINLOG LOGS
FLUSH HOSTS
!1235: FLUSH STATUS
SELECT CURRENT_ROLE()
LOCK TABLES city READ
UNLOCK TABLES
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ
START TRANSACTION WITH CONSISTENT SNAPSHOT
SHOW SESSION VARIABLES LIKE 'lower_case_table_names'
SHOW CREATE TABLE `shop`.`sale`
SELECT * FROM `shop`.`sale`
select @@global.binlog_checksum
!1064: SHOW SLAVE HOSTS

-- mysqldump, mydumper
/*!40100 SET @@SQL_MODE='' */
/*!40103 SET TIME_ZONE='+00:00' */
/*!80000 SET SESSION information_schema_stats_expiry=0 */
SET SESSION NET_READ_TIMEOUT= 86400, SESSION NET_WRITE_TIMEOUT= 86400
SHOW STATUS LIKE 'binlog_snapshot_%'
SELECT LOGFILE_GROUP_NAME, FILE_NAME, TOTAL_EXTENTS, INITIAL_SIZE, ENGINE, EXTRA FROM INFORMATION_SCHEMA.FILES WHERE FILE_TYPE = 'UNDO LOG' AND FILE_NAME IS NOT NULL AND LOGFILE_GROUP_NAME IS NOT NULL
SELECT DISTINCT TABLESPACE_NAME, FILE_NAME, LOGFILE_GROUP_NAME, EXTENT_SIZE, INITIAL_SIZE, ENGINE FROM INFORMATION_SCHEMA.FILES WHERE FILE_TYPE = 'DATAFILE' ORDER BY TABLESPACE_NAME, LOGFILE_GROUP_NAME
SHOW VARIABLES LIKE 'ndbinfo\_version'
SHOW CREATE DATABASE IF NOT EXISTS `shop`
START TRANSACTION /*!40100 WITH CONSISTENT SNAPSHOT */
SAVEPOINT sp
show table status like 'city'
SET SQL_QUOTE_SHOW_CREATE=1
SET SESSION character_set_results = 'binary'
show create table `city`
SET SESSION character_set_results = 'utf8mb4'
show fields from `city`
SELECT /*!40001 SQL_NO_CACHE */ * FROM `city`
SELECT COLUMN_NAME, JSON_EXTRACT(HISTOGRAM, '$."number-of-buckets-specified"') FROM information_schema.COLUMN_STATISTICS WHERE SCHEMA_NAME = 'shop' AND TABLE_NAME = 'city'
ROLLBACK TO SAVEPOINT sp
RELEASE SAVEPOINT sp
SET @MYSQLDUMP_TEMP_LOG_BIN = @@SESSION.SQL_LOG_BIN
SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT
SET @OLD_UNIQUE_CHECKS=@@UNIQUE_CHECKS, UNIQUE_CHECKS=0
SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_AUTO_VALUE_ON_ZERO'
SET SQL_MODE=@OLD_SQL_MODE
SET UNIQUE_CHECKS=@OLD_UNIQUE_CHECKS

-- mysqld_exporter, Zabbix, Datadog, ProxySQL, health checks
SHOW GLOBAL STATUS LIKE 'Threads_running'
SHOW GLOBAL STATUS LIKE 'Queries'
SHOW GLOBAL STATUS LIKE 'Questions'
SHOW GLOBAL STATUS LIKE 'Bytes_received'
SELECT @@global.read_only, @@hostname
SHOW GLOBAL VARIABLES LIKE 'max_connections'
SHOW VARIABLES LIKE 'read_only'
SELECT COUNT(*) FROM information_schema.processlist
SELECT COALESCE(command,''), COALESCE(state,''), COUNT(*), SUM(time) FROM information_schema.processlist WHERE ID != connection_id() GROUP BY command, state
SELECT table_schema, table_name, table_type, IFNULL(engine, 'NONE') AS engine, IFNULL(version, '0') AS version, IFNULL(row_format, 'NONE') AS row_format, IFNULL(table_rows, '0') AS table_rows, IFNULL(data_length, '0') AS data_length, IFNULL(index_length, '0') AS index_length, IFNULL(data_free, '0') AS data_free, IFNULL(create_options, 'NONE') AS create_options FROM information_schema.tables WHERE TABLE_SCHEMA = 'shop'
SELECT VARIABLE_NAME, VARIABLE_VALUE FROM performance_schema.global_status
SELECT VARIABLE_VALUE FROM performance_schema.session_variables WHERE VARIABLE_NAME = 'wait_timeout'
SELECT schema_name, digest_text, count_star, sum_timer_wait FROM performance_schema.events_statements_summary_by_digest LIMIT 10
SELECT * FROM sys.version
SELECT PLUGIN_NAME, PLUGIN_STATUS FROM information_schema.PLUGINS
SELECT table_schema 'DB', ROUND(SUM(data_length + index_length) / 1024 / 1024, 1) 'Size in MB' FROM information_schema.tables GROUP BY table_schema
!1064: SHOW REPLICAS
SELECT trx_id FROM information_schema.INNODB_TRX

-- MariaDB's Spider
set session time_zone = '+00:00'
set @`spider_lc_./shop/dear` = '-02fc00000001-52a1-./gsdms/dear-'
SET NAMES utf8mb4
show table status from `shop` like 'dear'
show index from `shop`.`dear`
set session transaction isolation level repeatable read
set session autocommit = 1
set session wait_timeout = 604800
set session sql_mode = 'strict_trans_tables,error_for_division_by_zero,no_auto_create_user,no_engine_substitution'
start transaction
select count(0),sum((`price` * 2)),min(`price`) from `shop`.`dear` where ((`price` > 1) and (`price` between 1 and 300))
select sum(t0.`price`) `SUM(price)` from `shop`.`dear` t0 where (t0.`price` in( 3 , 4))
select count(0),min(`price`) from `shop`.`dear` where ((ucase('a')) = 'A') group by (`price` * 2)
select distinct `price` from `shop`.`dear`
select `price` from `shop`.`dear` order by `price` desc limit 5
commit

-- MariaDB's ODBC, for SQLColumns
SELECT TABLE_SCHEMA AS TABLE_CAT, NULL AS TABLE_SCHEM, TABLE_NAME, COLUMN_NAME, CASE DATA_TYPE WHEN 'bit' THEN @dt:= IF(NUMERIC_PRECISION=1,(-7), (-2)) WHEN 'tinyint' THEN @dt:=(-6) WHEN 'smallint' THEN @dt:=5 WHEN 'year' THEN @dt:= 5 WHEN 'mediumint' THEN @dt:=4 WHEN 'int' THEN @dt:=4 WHEN 'bigint' THEN @dt:=(-5) WHEN 'blob' THEN @dt:=(-4) WHEN 'tinyblob' THEN @dt:=(-4) WHEN 'mediumblob' THEN @dt:=(-4) WHEN 'longblob' THEN @dt:=(-4) WHEN 'decimal' THEN @dt:=3 WHEN 'float' THEN @dt:=IF(NUMERIC_SCALE IS NULL,7, 3) WHEN 'double' THEN @dt:=IF(NUMERIC_SCALE IS NULL,8, 3) WHEN 'binary' THEN @dt:=(-2) WHEN 'varbinary' THEN @dt:=(-3) WHEN 'text' THEN @dt:=(-10) WHEN 'tinytext' THEN @dt:=(-10) WHEN 'mediumtext' THEN @dt:=(-10) WHEN 'longtext' THEN @dt:=(-10) WHEN 'char' THEN @dt:=(-8) WHEN 'enum' THEN @dt:=(-8) WHEN 'set' THEN @dt:=(-8) WHEN 'varchar' THEN @dt:=(-9) WHEN 'date' THEN @dt:=91 WHEN 'time' THEN @dt:=92 WHEN 'datetime' THEN @dt:=93 WHEN 'timestamp' THEN @dt:=93 ELSE @dt:=(-4)END AS DATA_TYPE,DATA_TYPE TYPE_NAME,NUMERIC_SCALE DECIMAL_DIGITS, CAST(CASE WHEN DATA_TYPE = 'date' THEN 9 ELSE @dt END AS SIGNED) SQL_DATA_TYPE FROM INFORMATION_SCHEMA.COLUMNS WHERE 1 AND TABLE_SCHEMA=DATABASE() AND TABLE_NAME = BINARY 'sale' AND COLUMN_KEY IN ('PRI', 'UNI') ORDER BY TABLE_SCHEMA, TABLE_NAME, COLUMN_KEY

-- DataGrip
select database()
select schema_name, default_character_set_name, default_collation_name from information_schema.schemata
select table_name, table_type, table_comment, engine, table_collation, create_options from information_schema.tables where table_schema = 'shop'
select ordinal_position, column_name, column_type, column_default, generation_expression, table_name, column_comment, is_nullable, extra, collation_name from information_schema.columns where table_schema = 'shop' order by table_name, ordinal_position
select table_name, auto_increment from information_schema.tables where table_schema = 'shop' and auto_increment is not null
select table_name, index_name, index_comment, index_type, non_unique, column_name, sub_part, collation, null expression from information_schema.statistics where table_schema = 'shop' and index_schema = 'shop' order by index_schema, table_name, index_name, index_type, seq_in_index
select c.constraint_name, c.constraint_schema, c.table_name, c.constraint_type, c.enforced = 'NO' invalid from information_schema.table_constraints c where c.table_schema = 'shop'
select constraint_name, table_name, column_name, referenced_table_schema, referenced_table_name, referenced_column_name from information_schema.key_column_usage where table_schema = 'shop' and referenced_column_name is not null order by table_name, constraint_name, ordinal_position
select table_name, view_definition, definer from information_schema.views where table_schema = 'shop'
select routine_name, routine_type, routine_definition, routine_comment, dtd_identifier, definer, is_deterministic = 'YES' is_deterministic, sql_data_access, security_type from information_schema.routines where routine_schema = 'shop'
select Host, User from mysql.user
select partition_name, partition_method, partition_expression, partition_description from information_schema.partitions where table_schema = 'shop' and partition_name is not null
select version(), @@version_comment, database()
set session transaction read only
/* ApplicationName=DataGrip 2024.1 */ SELECT t.* FROM shop.city t LIMIT 501
/* ApplicationName=DataGrip 2024.1 */ SET SQL_SELECT_LIMIT=501
/* ApplicationName=DataGrip 2024.1 */ SELECT @@session.transaction_read_only
/* ApplicationName=DataGrip 2024.1 */ set session transaction read write

-- Adminer, TablePlus, Beekeeper, Sequel Ace, Navicat
SELECT SUM(DATA_LENGTH), SUM(INDEX_LENGTH), SUM(DATA_FREE), COUNT(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'shop'
SELECT TABLE_NAME AS Name, ENGINE AS Engine, TABLE_COMMENT AS Comment FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() ORDER BY Name
SHOW TRIGGERS LIKE 'city'
SHOW FULL COLUMNS FROM `sale`
SHOW COLLATION WHERE Charset = 'utf8mb4'
SHOW VARIABLES LIKE 'character_set_database'
SELECT * FROM information_schema.PROCESSLIST WHERE ID = CONNECTION_ID()
SELECT TABLE_NAME, TABLE_ROWS, ROUND((DATA_LENGTH + INDEX_LENGTH) / 1024, 2) kb FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'shop' ORDER BY kb DESC, TABLE_NAME
SELECT @@version AS 'version', @@version_comment AS 'comment', @@hostname AS 'host', @@port AS 'port'
SHOW VARIABLES LIKE 'lower_case_%'
SHOW CREATE VIEW `dear`
SHOW CREATE SCHEMA `shop`
SHOW TABLE STATUS FROM `shop` WHERE Engine IS NOT NULL
SHOW FULL TABLES FROM `shop` WHERE Table_type = 'BASE TABLE'
SHOW FULL TABLES WHERE table_type != 'VIEW'
SHOW EVENTS FROM `shop`
SELECT SCHEMA_NAME, DEFAULT_CHARACTER_SET_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME NOT LIKE 'mysql%'
SELECT UNIX_TIMESTAMP(NOW()) - UNIX_TIMESTAMP(UTC_TIMESTAMP())
EXPLAIN SELECT * FROM city
EXPLAIN FORMAT=JSON SELECT * FROM city
1094: KILL QUERY 999999

-- Looker
SELECT COUNT(*) AS count FROM shop.sale AS sale LEFT JOIN shop.city AS city ON sale.city = city.id LIMIT 500
SELECT DATE(CONVERT_TZ(NOW(),'UTC','UTC')) AS d
SET @@session.time_zone = 'UTC'
SELECT COALESCE(SUM(sale.price), 0) AS `sale.total` FROM shop.sale AS sale WHERE ((( sale.price ) >= 1)) LIMIT 500
CREATE TABLE shop.looker_tmp (id INT)
DROP TABLE shop.looker_tmp
SELECT table_name, table_schema FROM information_schema.tables WHERE table_type NOT LIKE '%SYSTEM%' AND table_schema = 'shop' ORDER BY table_name

-- Drizzle, Kysely, TypeORM, Sequelize, Atlas, GORM, Ent, Diesel
select * from information_schema.columns where table_schema = 'shop' and table_name != '__drizzle_migrations' order by table_name, ordinal_position
SELECT kcu.TABLE_NAME, kcu.CONSTRAINT_NAME, kcu.COLUMN_NAME, kcu.REFERENCED_TABLE_SCHEMA, kcu.REFERENCED_TABLE_NAME, kcu.REFERENCED_COLUMN_NAME, rc.UPDATE_RULE, rc.DELETE_RULE FROM INFORMATION_SCHEMA.KEY_COLUMN_USAGE kcu LEFT JOIN information_schema.referential_constraints rc ON kcu.CONSTRAINT_NAME = rc.CONSTRAINT_NAME WHERE kcu.TABLE_SCHEMA = 'shop' AND kcu.CONSTRAINT_NAME != 'PRIMARY' AND kcu.REFERENCED_TABLE_NAME IS NOT NULL
select * from INFORMATION_SCHEMA.STATISTICS WHERE INFORMATION_SCHEMA.STATISTICS.TABLE_SCHEMA = 'shop' and INFORMATION_SCHEMA.STATISTICS.INDEX_NAME != 'PRIMARY'
SELECT table_name, column_name, ordinal_position FROM information_schema.table_constraints t LEFT JOIN information_schema.key_column_usage k USING(constraint_name,table_schema,table_name) WHERE t.constraint_type = 'PRIMARY KEY' and table_schema = 'shop' ORDER BY ordinal_position
select COLUMN_NAME as `columnName`, COLUMN_DEFAULT as `columnDefault`, TABLE_NAME as `table`, TABLE_SCHEMA as `schema`, IS_NULLABLE as `isNullable`, DATA_TYPE as `dataType`, EXTRA as `extra` from `information_schema`.`columns` where `table_schema` = database() order by `table_name`, `ordinal_position`
SELECT TABLE_NAME as table_name, TABLE_SCHEMA as table_schema FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_TYPE = 'BASE TABLE' AND TABLE_SCHEMA = 'shop' AND TABLE_NAME != 'SequelizeMeta'
SELECT CONSTRAINT_NAME as constraint_name, REFERENCED_TABLE_NAME as referenced_table, REFERENCED_COLUMN_NAME as referenced_column FROM INFORMATION_SCHEMA.KEY_COLUMN_USAGE where (REFERENCED_TABLE_NAME = 'city' AND REFERENCED_TABLE_SCHEMA = 'shop') OR (TABLE_NAME = 'sale' AND TABLE_SCHEMA = 'shop' AND REFERENCED_TABLE_NAME IS NOT NULL)
SELECT `t1`.`TABLE_SCHEMA`, `t1`.`TABLE_NAME`, `t2`.`CHARACTER_SET_NAME`, `t1`.`TABLE_COLLATION`, `t1`.`AUTO_INCREMENT`, `t1`.`TABLE_COMMENT`, `t1`.`CREATE_OPTIONS`, `t1`.`ENGINE` FROM `INFORMATION_SCHEMA`.`TABLES` AS `t1` LEFT JOIN `INFORMATION_SCHEMA`.`COLLATIONS` AS `t2` ON `t1`.`TABLE_COLLATION` = `t2`.`COLLATION_NAME` WHERE `TABLE_SCHEMA` IN ('shop') AND `TABLE_TYPE` = 'BASE TABLE' ORDER BY `TABLE_SCHEMA`, `TABLE_NAME`
SELECT @@version, @@collation_server, @@character_set_server, @@lower_case_table_names
SELECT count(*) FROM information_schema.tables WHERE table_schema = 'shop' AND table_name = 'city' AND table_type = 'BASE TABLE'
SELECT column_name, column_default, is_nullable = 'YES', data_type, character_maximum_length, column_type, column_key, extra, column_comment, numeric_precision, numeric_scale , datetime_precision FROM information_schema.columns WHERE table_schema = 'shop' AND table_name = 'city' ORDER BY ORDINAL_POSITION
SELECT TABLE_NAME, COLUMN_NAME, INDEX_NAME, NON_UNIQUE FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = 'shop' AND TABLE_NAME = 'city' ORDER BY INDEX_NAME, SEQ_IN_INDEX
SELECT table_name, index_name, GROUP_CONCAT(column_name ORDER BY seq_in_index) AS columns FROM information_schema.statistics WHERE table_name = 'city' AND index_name != 'PRIMARY' GROUP BY table_name, index_name
SELECT column_name AS columnName, CASE WHEN column_key = 'PRI' THEN 1 ELSE 0 END AS isPrimaryKey, CASE WHEN extra LIKE '%auto_increment%' THEN 1 ELSE 0 END AS isIdentity FROM information_schema.columns WHERE table_schema = (SELECT DATABASE()) AND table_name IN ('city')
SELECT index_name indexName, IF(non_unique, 0, 1) isUnique, index_name = 'PRIMARY' as isPrimaryKey FROM information_schema.STATISTICS WHERE table_schema = (SELECT database ()) AND table_name = 'city' ORDER BY index_name asc, SEQ_IN_INDEX asc
SELECT GET_LOCK('atlas_migrate', 10), RELEASE_LOCK('atlas_migrate')
SELECT VERSION() AS `version`
START TRANSACTION
SET TRANSACTION ISOLATION LEVEL READ COMMITTED
COMMIT

-- Spark, Trino, Presto, Kafka Connect over JDBC
SELECT * FROM shop.city WHERE 1=0
SELECT 1 FROM shop.city WHERE 1=0
SELECT "id","name" FROM city
SELECT `id`,`name` FROM (SELECT * FROM shop.city) SPARK_GEN_SUBQ_0 WHERE (`id` IS NOT NULL) AND (`id` >= 1)
SELECT * FROM (SELECT * FROM shop.city) __q WHERE id >= 1 AND id < 100 OR id IS NULL
SELECT CURRENT_TIMESTAMP
select CURRENT_TIMESTAMP;
SELECT * FROM `shop`.`city` WHERE `shop`.`city`.`id` > -1 ORDER BY `shop`.`city`.`id` ASC
SHOW TABLES FROM shop LIKE 'city'
/* ping */ SELECT 1

-- pt-table-checksum, pt-archiver, pt-query-digest
SET SESSION innodb_lock_wait_timeout=1
SET SESSION wait_timeout=10000
SHOW VARIABLES LIKE 'version_comment'
/*!40101 SET @OLD_SQL_MODE := @@SQL_MODE, @@SQL_MODE := '', @OLD_QUOTE := @@SQL_QUOTE_SHOW_CREATE, @@SQL_QUOTE_SHOW_CREATE := 1 */
USE `shop`
SHOW CREATE TABLE `shop`.`sale`
/*!40101 SET @@SQL_MODE := @OLD_SQL_MODE, @@SQL_QUOTE_SHOW_CREATE := @OLD_QUOTE */
EXPLAIN SELECT * FROM `shop`.`city` WHERE 1=1
SELECT /*!40001 SQL_NO_CACHE */ `id` FROM `shop`.`city` FORCE INDEX(`PRIMARY`) ORDER BY `id` LIMIT 1 /*first lower boundary*/
SELECT /*!40001 SQL_NO_CACHE */ `id` FROM `shop`.`city` FORCE INDEX (`PRIMARY`) WHERE `id` IS NOT NULL ORDER BY `id` LIMIT 1 /*key_len*/
SELECT COUNT(*) AS cnt, COALESCE(LOWER(CONV(BIT_XOR(CAST(CRC32(CONCAT_WS('#', `id`, convert(`name` using utf8mb4), CONCAT(ISNULL(`name`)))) AS UNSIGNED)), 10, 16)), 0) AS crc FROM `shop`.`city` FORCE INDEX(`PRIMARY`) WHERE ((`id` >= '1')) AND ((`id` <= '3')) /*checksum chunk*/
SELECT /*!40001 SQL_NO_CACHE */ MIN(id), MAX(id) FROM `shop`.`city`
SHOW STATUS LIKE 'wsrep_on'
SHOW GRANTS FOR CURRENT_USER()
SELECT CONCAT(@@hostname, @@port)
SELECT @@SERVER_ID
SHOW SLAVE STATUS

-- R, Julia, Excel, KNIME, Qlik, Alteryx, SAS
SELECT * FROM `city` LIMIT 0
SELECT table_name FROM INFORMATION_SCHEMA.tables WHERE (table_schema = DATABASE()) AND (table_name = 'city')
SET time_zone = '+00:00'
SET autocommit = 0
SET autocommit = 1
SELECT * FROM `city` AS `q01` WHERE (0 = 1)
SELECT COUNT(*) AS `n` FROM (SELECT * FROM `city`) `q01`
SELECT `city`, SUM(`price`) AS `s` FROM `sale` GROUP BY `city` ORDER BY `s` DESC LIMIT 11
SELECT CAST(`id` AS CHAR(10)) FROM `city`
SET character_set_results = utf8
SHOW SESSION VARIABLES LIKE 'sql_select_limit'

-- Superset, Metabase, Grafana, newer
SELECT TABLE_SCHEMA, TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA NOT IN ('information_schema', 'performance_schema', 'sys', 'mysql') ORDER BY TABLE_SCHEMA, TABLE_NAME
SELECT `source`.`name` AS `name`, COUNT(*) AS `count` FROM (SELECT `city`.`name` AS `name` FROM `city`) AS `source` GROUP BY `source`.`name` ORDER BY `count` DESC, `source`.`name` ASC LIMIT 2000
SELECT STR_TO_DATE(CONCAT(DATE_FORMAT(NOW(), '%Y-%m'), '-01'), '%Y-%m-%d') AS m
SELECT DATE_ADD(MAKEDATE(YEAR(NOW()), 1), INTERVAL (1 * QUARTER(NOW()) - 3) MONTH) AS q
SELECT GROUP_CONCAT(TABLE_NAME) FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'shop'
SELECT UNIX_TIMESTAMP(NOW()) DIV 60 * 60 AS time, price AS value FROM sale ORDER BY 1
SELECT DISTINCT quote(TABLE_NAME) AS text FROM information_schema.tables WHERE table_schema = IF(DATABASE() IS NOT NULL, DATABASE(), 'shop') ORDER BY 1
SELECT quote(column_name) as text, quote(data_type) as type FROM information_schema.columns WHERE table_schema = 'shop' AND table_name = 'city' ORDER BY column_name
select coalesce(table_comment, '') from information_schema.tables where table_name = 'city'
SELECT now() as 'time', COUNT(*) FROM sale WHERE price BETWEEN FROM_UNIXTIME(0) AND FROM_UNIXTIME(1)
SHOW FULL PROCESSLIST
SELECT `COLUMN_NAME`, `DATA_TYPE` FROM `INFORMATION_SCHEMA`.`COLUMNS` WHERE `TABLE_SCHEMA`='shop' AND `TABLE_NAME`='city' AND `DATA_TYPE` NOT IN ('JSON', 'GEOMETRY')

-- Doctrine, CodeIgniter, WordPress, Symfony
SELECT DEFAULT_CHARACTER_SET_NAME, DEFAULT_COLLATION_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = 'shop'
SELECT c.TABLE_NAME, c.COLUMN_NAME AS field, IF( c.COLUMN_TYPE = 'json' AND NOT ISNULL(c.COLUMN_TYPE), 'json', c.COLUMN_TYPE ) AS type, c.IS_NULLABLE AS `null`, c.COLUMN_KEY AS `key`, c.COLUMN_DEFAULT AS `default`, c.EXTRA, c.COLUMN_COMMENT AS comment, c.CHARACTER_SET_NAME AS characterset, c.COLLATION_NAME AS collation FROM information_schema.COLUMNS c INNER JOIN information_schema.TABLES t ON t.TABLE_NAME = c.TABLE_NAME WHERE c.TABLE_SCHEMA = 'shop' AND t.TABLE_SCHEMA = 'shop' AND t.TABLE_TYPE = 'BASE TABLE' ORDER BY ORDINAL_POSITION
SELECT TABLE_NAME, NON_UNIQUE AS Non_Unique, INDEX_NAME AS Key_name, COLUMN_NAME AS Column_Name, SUB_PART AS Sub_Part, INDEX_TYPE AS Index_Type FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = 'shop' ORDER BY SEQ_IN_INDEX
SELECT DISTINCT k.TABLE_NAME, k.CONSTRAINT_NAME, k.COLUMN_NAME, k.REFERENCED_TABLE_NAME, k.REFERENCED_COLUMN_NAME, k.ORDINAL_POSITION, c.UPDATE_RULE, c.DELETE_RULE FROM information_schema.key_column_usage k INNER JOIN information_schema.referential_constraints c ON c.CONSTRAINT_NAME = k.CONSTRAINT_NAME AND c.TABLE_NAME = k.TABLE_NAME WHERE k.TABLE_SCHEMA = 'shop' AND c.CONSTRAINT_SCHEMA = 'shop' AND k.REFERENCED_COLUMN_NAME IS NOT NULL ORDER BY k.ORDINAL_POSITION
SELECT t.ENGINE, t.AUTO_INCREMENT, t.TABLE_COMMENT, t.CREATE_OPTIONS, t.TABLE_COLLATION, ccsa.CHARACTER_SET_NAME FROM information_schema.TABLES t INNER JOIN information_schema.COLLATION_CHARACTER_SET_APPLICABILITY ccsa ON ccsa.COLLATION_NAME = t.TABLE_COLLATION WHERE TABLE_SCHEMA = 'shop' AND TABLE_TYPE = 'BASE TABLE' AND TABLE_NAME = 'city'
SET SESSION sql_mode = 'NO_ENGINE_SUBSTITUTION'
SELECT @@SESSION.sql_mode
SHOW FULL COLUMNS FROM `city`
SHOW TABLES LIKE 'city'
DESCRIBE `city`
SELECT SQL_CALC_FOUND_ROWS id FROM city LIMIT 0, 1
SHOW VARIABLES LIKE 'sql_mode'
