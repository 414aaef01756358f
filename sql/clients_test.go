package sql

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// clientSession is the session of a client, of an engine with two tables.
func clientSession(t *testing.T) *Session {
	t.Helper()
	e := openEngine(t, filepath.Join(t.TempDir(), "shop"), pushscan.Options{})
	s := e.Connect(Client{User: "ann", Host: "10.1.2.3"})
	t.Cleanup(s.Close)
	mustRun(t, s, "CREATE TABLE city (id INT PRIMARY KEY, name VARCHAR(20) NOT NULL); INSERT INTO city VALUES (1, 'Bern'), (2, 'Oslo')")
	mustRun(t, s, "CREATE TABLE sale (id INT PRIMARY KEY, city INT, price DECIMAL(8,2) DEFAULT 1.5, FOREIGN KEY (city) REFERENCES city (id)); INSERT INTO sale VALUES (1, 1, 2), (2, 2, 3), (3, 2, 4)")
	return s
}

// flat is a result as lines of cells.
func flat(r *result.Set) string {
	if r.Rows == nil {
		return r.Message
	}
	var out []string
	for row := range r.Rows.Len {
		var cells []string
		for column := range r.Columns {
			text, null := r.Text(row, column)
			if null {
				text = "NULL"
			}
			cells = append(cells, text)
		}
		out = append(out, strings.Join(cells, "|"))
	}
	return strings.Join(out, "\n")
}

// What clients ask is answered as MySQL's manual says.
func TestClientQuestions(t *testing.T) {
	s := clientSession(t)
	for _, c := range []struct{ ask, want string }{
		{"SELECT @@session.auto_increment_increment AS a, @@autocommit, @@sql_auto_is_null, @@tx_isolation", "1|1|0|SERIALIZABLE"},
		{"SET NAMES utf8mb4; SET autocommit=0; SET SQL_AUTO_IS_NULL = 0; SET character_set_results = NULL; SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED; SELECT @@autocommit, @@tx_isolation", "0|READ-COMMITTED"},
		{"SET sql_mode = CONCAT(@@sql_mode, ',STRICT_ALL_TABLES'); SELECT @@sql_mode LIKE '%,STRICT_ALL_TABLES'", "1"},
		{"SET @x = 3, @y = 'z'; SELECT @x * 2, @Y, @none", "6|z|NULL"},
		{"SELECT DATABASE(), SCHEMA(), USER(), CURRENT_USER(), VERSION() = @@version", "shop|shop|ann@10.1.2.3|ann@10.1.2.3|1"},
		{"SHOW DATABASES LIKE 'SH%'", "shop"},
		{"SHOW TABLES", "city\nsale"},
		{"SHOW FULL TABLES FROM shop WHERE Tables_in_shop LIKE 's%'", "sale|BASE TABLE"},
		{"SHOW TABLES WHERE Tables_in_shop > (SELECT MIN(name) FROM city)", "city\nsale"},
		{"SHOW COLUMNS FROM sale LIKE 'p%'", "price|decimal(8,2)|YES||1.50|"},
		{"SHOW FULL COLUMNS FROM city WHERE `Key` = 'PRI'", "id|int|NULL|NO|PRI|NULL||select,insert,update,references|"},
		{"DESCRIBE sale city", "city|int|YES|MUL|NULL|"},
		{"SHOW KEYS FROM sale WHERE Key_name = 'PRIMARY'", "sale|0|PRIMARY|1|id|A|3|NULL|NULL||BTREE|||YES|NULL"},
		{"SHOW TABLE STATUS LIKE 'city'", "city|GSDMS|10|Fixed|2|2|4|0|0|0|NULL|NULL|NULL|NULL|utf8mb4_bin|NULL||"},
		{"SHOW VARIABLES LIKE 'lower\\_case\\_%'", "lower_case_file_system|OFF\nlower_case_table_names|0"},
		{"SHOW SESSION VARIABLES WHERE Variable_name IN ('wait_timeout', 'version_comment')", "version_comment|gsdms, a scan-sharing analytical SQL engine\nwait_timeout|28800"},
		{"SHOW CHARACTER SET WHERE Charset = 'utf8mb4'", "utf8mb4|UTF-8 Unicode|utf8mb4_bin|4"},
		{"SHOW ENGINES", "GSDMS|DEFAULT|Columns in files, scanned once for all queries|NO|NO|NO"},
		{"SHOW PLUGINS", ""}, {"SHOW TRIGGERS", ""}, {"SHOW PROCEDURE STATUS", ""},
		{"SHOW GRANTS", "GRANT ALL PRIVILEGES ON *.* TO `ann`@`10.1.2.3`"},
		{"SHOW CREATE DATABASE shop", "shop|CREATE DATABASE `shop` /*!40100 DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin */"},
		{"BEGIN; ROLLBACK; SHOW WARNINGS", ""},
		{"SELECT 1; SHOW COUNT(*) WARNINGS", "0"},
		{"SELECT shop.city.name FROM shop.city WHERE gsdms.city.id = 2", "Oslo"},
		{"SELECT TABLE_NAME, TABLE_ROWS FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_ROWS DESC", "sale|3\ncity|2"},
		{"SELECT t.table_name, COUNT(*) FROM INFORMATION_SCHEMA.columns c JOIN information_schema.tables t USING (table_schema, table_name) WHERE table_schema = 'shop' GROUP BY t.table_name HAVING COUNT(*) > 2", "sale|3"},
		{"SELECT column_name, data_type, numeric_precision, numeric_scale, character_maximum_length FROM information_schema.columns WHERE table_schema = 'shop' AND table_name IN ('city', 'sale') AND ordinal_position > 1 ORDER BY column_name", "city|int|10|0|NULL\nname|varchar|NULL|NULL|20\nprice|decimal|8|2|NULL"},
		{"SELECT constraint_name, column_name, referenced_table_name, referenced_column_name FROM information_schema.key_column_usage WHERE table_name = 'sale' ORDER BY 1", "PRIMARY|id|NULL|NULL\nsale_ibfk_1|city|city|id"},
		{"SELECT COUNT(*) FROM information_schema.VIEWS UNION ALL SELECT COUNT(*) FROM information_schema.ROUTINES", "0\n0"},
		{"SELECT schema_name FROM information_schema.schemata WHERE schema_name <> 'information_schema'", "shop"},
		{"SELECT user, db, command FROM information_schema.processlist WHERE id = CONNECTION_ID()", "ann|shop|Query"},
		{"USE information_schema; SELECT COUNT(*), DATABASE() FROM schemata", "2|information_schema"},
	} {
		s.Reset()
		if got := flat(mustRun(t, s, c.ask)); got != c.want {
			t.Errorf("%s\n gives %s\n  not  %s", c.ask, got, c.want)
		}
	}
}

// What depends on the session or the moment is not kept as another's plan.
func TestPersonalPlans(t *testing.T) {
	s := clientSession(t)
	other := s.engine.Connect(Client{User: "bob", Host: "here"})
	defer other.Close()
	for _, text := range []string{"SELECT USER()", "SELECT CONNECTION_ID() AS c", "SELECT @a AS a", "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'shop'"} {
		mustRun(t, s, "SET @a = 1")
		mustRun(t, other, "SET @a = 2; DROP TABLE IF EXISTS more")
		first := flat(mustRun(t, s, text))
		mustRun(t, other, "CREATE TABLE more (x INT)")
		if second := flat(mustRun(t, other, text)); first == second {
			t.Errorf("%s is %s for both", text, first)
		}
	}
}

// A table of the user's own that is called like one of information_schema is not it.
func TestSchemaNames(t *testing.T) {
	s := clientSession(t)
	mustRun(t, s, "CREATE TABLE TABLES (a INT); INSERT INTO TABLES VALUES (7)")
	for range 2 {
		if a, b := flat(mustRun(t, s, "SELECT a FROM TABLES")), flat(mustRun(t, s, "SELECT MAX(table_name) FROM information_schema.TABLES WHERE table_schema = 'shop'")); a != "7" || b != "sale" {
			t.Errorf("the tables give %s and %s", a, b)
		}
	}
}

func TestClientErrors(t *testing.T) {
	s := clientSession(t)
	for text, code := range map[string]int{
		"SELECT @@nope": 1193, "SET nope = 1": 1193, "SET version = 'x'": 1238, "SET sql_mode = 'ANSI_QUOTES'": 1231, "SET sql_select_limit = -5": 1231, "SET GLOBAL wait_timeout = 1": 1235,
		"SELECT * FROM other.city": 1049, "SHOW TABLES FROM other": 1049, "SELECT * FROM information_schema.nope": 1109, "SHOW COLUMNS FROM nope": 1146, "KILL 999": 1094,
		"SHOW TABLES WHERE nope = 1": 1054, "SELECT DATABASE(1)": 1305, "INSERT INTO information_schema.TABLES VALUES (1)": 1049, "DROP TABLE other.city": 1049,
		"LOAD DATA INFILE '/etc/hostname' INTO TABLE city": 1290, "LOAD DATA LOCAL INFILE '/etc/hostname' INTO TABLE city": 1235, "LOAD DATA INFILE 'x' INTO TABLE city": 1235,
	} {
		_, err := s.Query(context.Background(), text)
		var e *parse.Error
		if !errors.As(err, &e) || e.Code != code {
			t.Errorf("%s: %v, want %d", text, err, code)
		}
	}
	if got := flat(mustRun(t, s, "SHOW ERRORS")); !strings.HasPrefix(got, "Error|") {
		t.Errorf("the last error is %q", got)
	}
}

// Parameters are values: they are found wherever they stand, in the order of the text, and
// what is in them is never read as SQL.
func TestPrepared(t *testing.T) {
	s := clientSession(t)
	one := value.OfInt(1)
	for _, c := range []struct {
		text   string
		values []plan.Value
		want   string
	}{
		{"SELECT ?, ?, ?", []plan.Value{one, value.OfString("a'; DROP TABLE city; --"), {}}, "1|a'; DROP TABLE city; --|NULL"},
		{"SELECT name FROM city WHERE id > ? ORDER BY id DESC LIMIT ?, ?", []plan.Value{value.OfInt(0), one, value.OfFloat(1)}, "Bern"},
		{"SELECT COUNT(*) FROM sale WHERE price BETWEEN ? AND ? AND city IN (?, ?) AND id <> (SELECT MIN(id) + ? FROM city)", []plan.Value{value.OfDecimal(25, 1), value.OfString("9"), one, value.OfInt(2), one}, "1"},
		{"SELECT CASE WHEN ? THEN ? ELSE ? END", []plan.Value{value.OfBool(false), one, value.OfFloat(0.5)}, "0.5"},
		{"SELECT '?', `name` /* ? */ FROM city WHERE name = ? -- ?", []plan.Value{value.OfString("Oslo")}, "?|Oslo"},
		{"INSERT INTO city VALUES (?, ?)", []plan.Value{value.OfInt(3), value.OfString("x'y\\")}, "1 row inserted"},
		{"SELECT name FROM city WHERE name = ?", []plan.Value{value.OfString("x'y\\")}, "x'y\\"},
		{"SHOW TABLES LIKE ?", []plan.Value{value.OfString("c%")}, "city"},
	} {
		p, err := s.Prepare(context.Background(), c.text)
		if err != nil || p.Params() != len(c.values) {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		r, err := p.Execute(context.Background(), c.values)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
		} else if got := flat(r); got != c.want {
			t.Errorf("%s gives %s, not %s", c.text, got, c.want)
		}
	}
	p, err := s.Prepare(context.Background(), "SELECT id, price FROM sale WHERE price > ?")
	if err != nil || len(p.Columns()) != 2 || p.Columns()[1].Type.Kind != plan.Decimal {
		t.Fatalf("the columns are %v, %v", p.Columns(), err)
	}
	for i, want := range []string{"3", "2", "3", "0"} { // the third has the plan of the first
		r, err := p.Execute(context.Background(), []plan.Value{value.OfInt(int64([]int{1, 2, 1, 9}[i]))})
		if err != nil || fmt.Sprint(r.Rows.Len) != want || r.Report.Cached != (i == 2) {
			t.Errorf("execution %d: %v, %v rows, cached %v", i+1, err, r.Rows.Len, r.Report.Cached)
		}
	}
	for _, bad := range [][]plan.Value{nil, {one, one}} {
		if _, err := p.Execute(context.Background(), bad); err == nil {
			t.Errorf("%d values are taken for one parameter", len(bad))
		}
	}
	if _, err := s.Query(context.Background(), "SELECT ?"); err == nil {
		t.Error("a parameter without a value is taken")
	}
}
