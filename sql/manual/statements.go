package manual

import "slices"

// Statement is a statement of SQL.
type Statement struct {
	Name    string // its first words
	Form    string
	About   string
	Example string // a statement that runs behind those above it
}

// Statements lists the statements, in an order in which their examples run; a new one is a row
// here.
func Statements() []Statement { return slices.Concat(queries(), sessions(), schemas()) }

// queries make tables, fill them and ask for what they have.
func queries() []Statement {
	return []Statement{
		{"CREATE TABLE", "CREATE TABLE [IF NOT EXISTS] name LIKE other | (column type [NOT NULL] [DEFAULT constant | CURRENT_TIMESTAMP | (expression)] [ON UPDATE CURRENT_TIMESTAMP] [[GENERATED ALWAYS] AS (expression) [VIRTUAL | STORED]] [AUTO_INCREMENT] [UNIQUE] [CHECK (condition) [NOT ENFORCED]] [COMMENT text], …, [PRIMARY KEY (columns)], [UNIQUE KEY [name] (columns)], [[CONSTRAINT name] CHECK (condition) [NOT ENFORCED]], [FOREIGN KEY (column) REFERENCES table (column)]) [COMMENT 'ORDER BY columns'] [AUTO_INCREMENT = n]",
			"makes a table. Keys make joins look-ups. UNIQUE keys and conditions hold whichever way rows come: a statement that brings rows, or changes some, looks through the columns of each once, and is error 1062 or 3819 where one is broken. REPLACE, IGNORE and ON DUPLICATE KEY UPDATE go by all of these keys. KEY and INDEX are kept as they are declared, for those who list, rename and drop them, and PARTITION BY is taken; no index or partition is made, as a warning says; COMMENT 'ORDER BY a, b' says how rows are stored. A generated column is computed of others when rows are written, a VIRTUAL one, too, and a DEFAULT that is an expression where a row gives no value. A column of the primary key can number its rows: LAST_INSERT_ID() is what the last INSERT gave a row first, or x of column = LAST_INSERT_ID(x) in ON DUPLICATE KEY UPDATE or UPDATE.",
			"CREATE TABLE city (id INT PRIMARY KEY, name VARCHAR(20) NOT NULL, country CHAR(2))"},
		{"CREATE TABLE … SELECT", "CREATE TABLE name [AS] query", "makes a table of the rows of a query, with their types; texts that it computes are TEXT. `SELECT * FROM` a file is loaded as it is read, and its texts are TEXT.",
			"CREATE TABLE pairs AS SELECT 1 a, 'x' b UNION ALL SELECT 2, NULL"},
		{"CREATE TEMPORARY TABLE", "CREATE TEMPORARY TABLE [IF NOT EXISTS] name (columns) | [AS] query, DROP [TEMPORARY] TABLE name", "makes a table of the session, which hides one of its name and goes with the session.",
			"CREATE TEMPORARY TABLE numbers AS SELECT 1 n UNION ALL SELECT 2"},
		{"INSERT", "INSERT [IGNORE] INTO table [(columns)] VALUES (…), … [AS name [(columns)]] | query | SET column = value, … [ON DUPLICATE KEY UPDATE column = expression, …]", "adds rows, all or none. Where a row has the primary key of one that is there, or a UNIQUE one, that is changed, but for its primary key, in which VALUES(column) and name.column are of the row that comes, or with IGNORE the row is left out, as a warning says. What an INSERT costs does not depend on the rows that there are, but where it brings texts that no row has: many rows at a time cost less for each.",
			"INSERT INTO city VALUES (1, 'Berlin', 'DE'), (2, 'Paris', 'FR'), (3, 'Hamburg', 'DE')"},
		{"INSERT … ON DUPLICATE KEY UPDATE", "INSERT INTO table [(columns)] VALUES (…), … ON DUPLICATE KEY UPDATE column = expression, …", "adds rows, or changes those that have their primary key or a UNIQUE one; all or nothing.",
			"INSERT INTO city VALUES (2, 'Lyon', 'FR') ON DUPLICATE KEY UPDATE name = VALUES(name)"},
		{"REPLACE", "REPLACE INTO table [(columns)] VALUES (…), … | query | SET column = value, …", "adds rows, in the place of those with the same primary key, or a UNIQUE one.",
			"REPLACE INTO city VALUES (3, 'Hamburg', 'DE')"},
		{"UPDATE", "UPDATE [IGNORE] table [JOIN …] SET column = expression, … [WHERE condition] [ORDER BY keys] [LIMIT n]", "changes rows: all that it says, or none. Of tables that are joined it sets columns of one or several, but no primary keys of several; what is written sees the other tables as they were. IGNORE keeps what is nearest to a value that a column does not hold, and leaves a row that would have the key of another one.",
			"UPDATE city SET name = CONCAT(name, '!') WHERE country = 'FR'"},
		{"DELETE", "DELETE FROM table [WHERE condition] [ORDER BY keys] [LIMIT n], DELETE tables FROM joined tables [WHERE …]", "takes rows away.",
			"DELETE FROM city WHERE country = 'FR'"},
		{"LOAD DATA", "LOAD DATA [LOCAL] INFILE 'file' [REPLACE | IGNORE] INTO TABLE name [CHARACTER SET name] [FIELDS TERMINATED BY …] [LINES …] [IGNORE n LINES] [(columns or @variables)] [SET column = expression, …]",
			"adds the rows of a file: CSV, TSV, .tbl, JSON, .gz or .zst of them, Parquet, Arrow IPC. All rows or none. Without FIELDS a text that is not called .csv or .tbl, and one of the client (LOCAL), is as INTO OUTFILE writes it: tabs between fields, backslashes before what is special, no quotes, no header; of rows whose keys are there those that are stay.", ""},
		{"SELECT", "[WITH name AS (query), …] SELECT [DISTINCT] expressions [FROM tables] [WHERE condition] [GROUP BY keys [WITH ROLLUP]] [HAVING condition] [WINDOW …] [ORDER BY keys] [LIMIT n [OFFSET m]]",
			"gives rows. A table may be a file ('x.csv'), a query in parentheses, as name or as name (columns), LATERAL of one, or joined: JOIN … ON, USING, NATURAL, LEFT, RIGHT, FULL.",
			"SELECT country, COUNT(*) cities FROM city GROUP BY country ORDER BY country"},
		{"JSON_TABLE", "… FROM [tables,] JSON_TABLE(json, 'path' COLUMNS (name FOR ORDINALITY, name type [EXISTS] PATH 'path' [NULL | DEFAULT 'value' ON EMPTY] [NULL | DEFAULT 'value' ON ERROR], NESTED PATH 'path' COLUMNS (…), …)) name",
			"gives a row for each value that a path leads to, of a document that may be a column of the tables before it.",
			"SELECT t.n, t.a FROM JSON_TABLE('[{\"a\": 5}, {\"a\": 7}]', '$[*]' COLUMNS (n FOR ORDINALITY, a INT PATH '$.a')) t"},
		{"UNION", "query UNION [ALL] | INTERSECT | EXCEPT query", "puts the rows of queries together.",
			"SELECT name FROM city UNION SELECT b FROM pairs ORDER BY 1"},
		{"VALUES", "VALUES ROW(…), … [ORDER BY keys] [LIMIT n]", "gives rows of values, wherever a query may stand; their columns are column_0, column_1 and so on.",
			"VALUES ROW(1, 'a'), ROW(2, 'b') ORDER BY column_0 DESC"},
		{"TABLE", "TABLE name [ORDER BY keys] [LIMIT n [OFFSET m]]", "gives all rows of a table, wherever a query may stand.", "TABLE city ORDER BY id LIMIT 2"},
		{"WITH", "WITH [RECURSIVE] name [(columns)] AS (query) query", "names queries for the one behind them; RECURSIVE ones read themselves.",
			"WITH RECURSIVE n AS (SELECT 1 i UNION ALL SELECT i + 1 FROM n WHERE i < 4) SELECT SUM(i) FROM n"},
		{"SELECT … INTO @name", "SELECT … INTO @name, …", "gives the one row to variables; none leaves them as they are, with a warning.", "SELECT MAX(id) INTO @last FROM city"},
		{"SELECT … INTO OUTFILE", "SELECT … INTO OUTFILE 'file'", "writes the rows to a new file, packed where its name ends with .gz or .zst.", ""},
		{"CREATE VIEW", "CREATE [OR REPLACE] VIEW name AS query, ALTER VIEW name AS query", "names a query; ALTER gives one that is there another.", "CREATE VIEW german AS SELECT * FROM city WHERE country = 'DE'"},
		{"CREATE FUNCTION", "CREATE [OR REPLACE] FUNCTION [IF NOT EXISTS] name (parameter type, …) RETURNS type [DETERMINISTIC] RETURN expression", "makes a function of an expression, which stands in place of its calls.",
			"CREATE FUNCTION twice (x INT) RETURNS INT RETURN x + x"},
		{"SHOW CREATE FUNCTION", "SHOW CREATE FUNCTION name, SHOW FUNCTION STATUS [LIKE pattern]", "gives the statement that makes a function, or lists functions.", "SHOW CREATE FUNCTION twice"},
		{"DROP FUNCTION", "DROP FUNCTION [IF EXISTS] name", "takes a function away.", "DROP FUNCTION twice"},
		{"CALL", "CALL kmeans('table', 'x, y, …', k [, iterations [, seed]]) | distance_histogram('table', 'x', 'y', 'z', width, buckets) | matrix_product('table', 'x, y, …' [, 'u, v, …']) | knn('table', 'id', 'x, y, …', k, x, y, …)",
			"divides the rows of a table into clusters, counts the distances of all pairs of points, sums the products of columns, or finds the points next to one; on a GPU where that is expected to be sooner.", "CALL kmeans('city', 'id', 1)"},
	}
}

// sessions show what there is, and are about the session.
func sessions() []Statement {
	return []Statement{
		{"SHOW TABLES", "SHOW [FULL] TABLES [FROM database] [LIKE pattern]", "lists tables and views.", "SHOW TABLES FROM gsdms LIKE 'c%'"},
		{"DESCRIBE", "DESCRIBE table [column]", "lists columns, their types and how they are stored. Of a file a note (SHOW WARNINGS) says what it was found to be.", "DESCRIBE city country"},
		{"SHOW CREATE TABLE", "SHOW CREATE TABLE name | SHOW CREATE VIEW name", "gives the statement that makes a table or a view.", "SHOW CREATE TABLE city"},
		{"SHOW VARIABLES", "SHOW VARIABLES [LIKE pattern]", "lists the settings.", "SHOW VARIABLES LIKE 'gsdms%'"},
		{"SHOW PROCESSLIST", "SHOW PROCESSLIST", "lists the sessions: what each runs, how far its scan is, and with whom it shares it.", "SHOW PROCESSLIST"},
		{"SHOW", "SHOW DATABASES | COLUMNS | INDEX | STATUS | TABLE STATUS | ENGINES | COLLATION | CHARACTER SET | WARNINGS | ERRORS | GRANTS | …", "lists what there is, as MySQL does.", "SHOW DATABASES"},
		{"SET", "SET setting = value, @variable = value", "changes a setting of the session, or a variable. In the list of a SELECT, `@v := x` is what columns behind it read of their row; behind the statement the session's variable has what the last row of the result has set where `@v := x` is a column as a whole, and otherwise stays as it is.", "SET gsdms_timeout = '30s', @x = 2"},
		{"PREPARE", "PREPARE name FROM 'statement' | @variable, EXECUTE name [USING @variable, …], DEALLOCATE | DROP PREPARE name", "keeps a statement for the session, whose parameters (?) get the values of variables each time that it runs.",
			"PREPARE cities FROM 'SELECT name FROM city WHERE id < ?'"},
		{"EXECUTE", "EXECUTE name [USING @variable, …]", "runs a statement that PREPARE has made.", "EXECUTE cities USING @x"},
		{"USE", "USE database", "chooses the database that names without one are of.", ""},
		{"EXPLAIN", "EXPLAIN [ANALYZE] [FORMAT = TREE | TRADITIONAL | JSON | SVG | PROGRAM] query, EXPLAIN CUDA query", "shows what a query becomes; with ANALYZE what happened when it ran. Of an INSERT, REPLACE, UPDATE or DELETE, of one table, it shows how the rows are found, and changes nothing.",
			"EXPLAIN SELECT COUNT(*) FROM city"},
		{"TRACE", "TRACE [FORMAT = 'json'] query", "runs a query and gives its whole path as one text, for ui.perfetto.dev or chrome://tracing: parsing, planning, each pipeline, the chunks of its streams.", "TRACE SELECT COUNT(*) FROM city"},
		{"KILL", "KILL [QUERY] id", "ends the statement of a session that SHOW PROCESSLIST lists, or the session.", ""},
	}
}

// schemas change and take away what the first made, and say who may do what.
func schemas() []Statement {
	return []Statement{
		{"ALTER TABLE", "ALTER TABLE name ADD | DROP | MODIFY | CHANGE | RENAME COLUMN …, ALTER COLUMN … SET | DROP DEFAULT, ADD | DROP PRIMARY KEY | UNIQUE | FOREIGN KEY | CHECK …, ALTER CHECK name [NOT] ENFORCED, RENAME INDEX name TO name, RENAME TO name",
			"changes the columns and keys of a table: all that it says, or nothing.", "ALTER TABLE city ADD COLUMN people BIGINT UNSIGNED AFTER name"},
		{"RENAME TABLE", "RENAME TABLE name TO name, …", "gives tables other names, all at once.", "RENAME TABLE pairs TO couples, couples TO pairs"},
		{"OPTIMIZE TABLE", "OPTIMIZE TABLE name", "writes a table anew, in its order, with its texts and numbers packed.", "OPTIMIZE TABLE city"},
		{"CHECK TABLE", "CHECK TABLE names", "reads all files of tables and says of each whether they are as they were written.", "CHECK TABLE city"},
		{"CHECKSUM TABLE", "CHECKSUM TABLE names", "gives a sum of the rows of each table, which is the same for the same rows in any order.", "CHECKSUM TABLE city"},
		{"TRUNCATE", "TRUNCATE [TABLE] name", "takes all rows out of a table.", "TRUNCATE TABLE pairs"},
		{"DROP VIEW", "DROP VIEW [IF EXISTS] names", "takes views away.", "DROP VIEW german"},
		{"CREATE DATABASE", "CREATE DATABASE [IF NOT EXISTS] name", "makes a database, which is a name before those of its tables, views and functions: one folder, one engine and one snapshot have all of them, and a statement reads and changes those of several. Further folders (--db NAME=DIR) are databases, too; a statement reads those of several, and changes one folder.", "CREATE DATABASE archive"},
		{"DROP DATABASE", "DROP DATABASE [IF EXISTS] name", "takes a database away with all that is in it, at once.", "DROP DATABASE archive"},
		{"DROP TABLE", "DROP TABLE [IF EXISTS] names", "takes tables away.", "DROP TABLE pairs"},
		{"CREATE USER", "CREATE USER [IF NOT EXISTS] name IDENTIFIED BY 'password' [WITH MAX_USER_CONNECTIONS n] [ATTRIBUTE '{\"max_running\": n, \"max_rows\": n, \"max_time\": \"30s\", \"max_memory\": \"512M\"}'], ALTER USER …, DROP USER [IF EXISTS] name", "says who may come in over the network, and how much each may use: connections, statements at a time, rows of a query, time of a statement, and memory of all its queries together, behind which their rows go to files and what cannot is refused (error 1226).", ""},
		{"GRANT", "GRANT SELECT | INSERT | UPDATE | DELETE | CREATE | CREATE TEMPORARY TABLES | EXECUTE | ALTER | DROP | FILE | PROCESS | ALL ON table | database.* | *.* TO user [WITH GRANT OPTION]", "says what a user may do, and with the option, who may give others what it has.", ""},
		{"REVOKE", "REVOKE privileges ON what FROM user", "takes back what GRANT gave.", ""},
		{"CREATE INDEX", "CREATE [UNIQUE] INDEX name ON table (columns), DROP INDEX name ON table", "UNIQUE adds a rule that ALTER TABLE knows, too, and DROP INDEX takes it away. One that is not is kept as it is declared and none is made, since rows are found without one, as a warning says: SHOW INDEX and SHOW CREATE TABLE have it, and ALTER TABLE and DROP INDEX rename and drop it.", "CREATE INDEX by_name ON city (name)"},
		{"SELECT … FOR UPDATE", "query FOR UPDATE | FOR SHARE", "gives the rows of the query: a statement reads a snapshot and no row is locked, as a warning says.", "SELECT name FROM city WHERE id = 1 FOR UPDATE"},
		{"LOCK TABLES", "LOCK TABLES name READ | WRITE, …, UNLOCK TABLES", "is taken for the sake of clients: a statement reads a snapshot and no table is locked, as a warning says. GET_LOCK locks.", "LOCK TABLES city READ"},
		{"BEGIN", "BEGIN, COMMIT, ROLLBACK [TO savepoint], SAVEPOINT name, RELEASE SAVEPOINT name", "are taken for the sake of clients: each statement commits itself, and where something was written a warning of ROLLBACK says that it stays.", ""},
	}
}

// Type is a type of columns.
type Type struct {
	Name  string // as it is written
	About string
	Value string // a constant of it, in SQL
	Shown string // as it is shown
}

// Types lists the types of columns; a new one is a row here.
func Types() []Type {
	return []Type{
		{"TINYINT", "a whole number of 8 bits", "-128", "-128"},
		{"SMALLINT", "a whole number of 16 bits", "32767", "32767"},
		{"MEDIUMINT", "a whole number of 24 bits", "8388607", "8388607"},
		{"INT", "a whole number of 32 bits", "2147483647", "2147483647"},
		{"BIGINT", "a whole number of 64 bits", "-9223372036854775807", "-9223372036854775807"},
		{"INT UNSIGNED", "a whole number from 0; also of the other sizes", "4294967295", "4294967295"},
		{"BIGINT UNSIGNED", "a whole number from 0 to 2^64-1", "18446744073709551615", "18446744073709551615"},
		{"BOOL", "TINYINT(1)", "TRUE", "1"},
		{"BIT(8)", "a whole number of so many bits, as BIT(1) is of one; a text that it takes is its bytes, and it is shown as a number", "b'101'", "5"},
		{"DECIMAL(10, 2)", "an exact number: up to 65 digits, 30 of them behind the point; those past 64 bits are stored as texts are", "12.5", "12.50"},
		{"FLOAT", "a number of about 7 digits, of which 6 are shown; FLOAT(7,3), as DOUBLE(7,3), is rounded to 3 digits behind the point and shows them", "0.1", "0.1"},
		{"DOUBLE", "a number of about 16 digits", "0.1", "0.1"},
		{"DATE", "a day of the years 1 to 9999", "'2024-02-29'", "2024-02-29"},
		{"DATETIME(3)", "a moment, with up to 6 digits of the second", "'2024-02-29 12:30:00.5'", "2024-02-29 12:30:00.500"},
		{"TIMESTAMP", "a DATETIME of the years 1970 to 2038", "'2024-02-29 12:30:00'", "2024-02-29 12:30:00"},
		{"TIME", "a time of day, or a span of up to 838 hours", "'-12:30:00'", "-12:30:00"},
		{"YEAR", "a year from 1901 to 2155", "2024", "2024"},
		{"CHAR(3)", "a text of up to so many characters", "'abc'", "abc"},
		{"VARCHAR(20)", "likewise", "'Zoë'", "Zoë"},
		{"TEXT", "a text of any length", "'long'", "long"},
		{"VARBINARY(16)", "up to so many bytes, shown in hexadecimal; BINARY(16) fills up with zeros", "x'00FF'", "0x00ff"},
		{"BLOB", "any number of bytes", "'ab'", "0x6162"},
		{"ENUM('s', 'm', 'l')", "one of the texts that it lists; it is ordered by their places, which it is as a number, and compared with texts as one", "'m'", "m"},
		{"SET('a', 'b', 'c')", "any of the texts that it lists, with commas between; as a number it has a bit for each", "'c,a'", "a,c"},
		{"JSON", "a JSON value, checked and normalised", "'{\"b\": 1, \"a\": [2]}'", "{\"a\": [2], \"b\": 1}"},
	}
}
