package sql

import "testing"

// The databases mysql and sys have the tables that tools read; those of users are for who may
// read everything, and have nothing of passwords.
func TestDatabasesOfMySQL(t *testing.T) {
	_, owner, ann := granted(t)
	mustRun(t, owner, "GRANT SELECT ON *.* TO bob; GRANT INSERT, DELETE ON t TO ann; GRANT UPDATE ON gsdms.* TO ann")
	for _, c := range []struct{ ask, want string }{
		{"SELECT Host, User, Select_priv, Insert_priv, Super_priv, authentication_string FROM mysql.user WHERE User IN ('ann', 'bob') ORDER BY User", "%|ann|N|N|N|\n%|bob|Y|N|N|"},
		{"SELECT User, Select_priv, Update_priv FROM mysql.db", "ann|N|Y"},
		{"SELECT user, table_name, table_priv FROM mysql.tables_priv", "ann|t|Insert,Delete"},
		{"SELECT COUNT(*) FROM mysql.time_zone_name", "0"},
		{"SELECT mysql_version = VERSION() FROM sys.version", "1"},
		{"SELECT COUNT(*) FROM sys.processlist WHERE conn_id = CONNECTION_ID()", "1"},
		{"USE sys; SELECT DATABASE(), sys_version FROM version; USE gsdms; SHOW TABLES FROM sys LIKE 'v%'", "version"},
	} {
		if got := flat(mustRun(t, owner, c.ask)); got != c.want {
			t.Errorf("%s\n gives %s\n  not  %s", c.ask, got, c.want)
		}
	}
	if got := code(t, ann, "SELECT * FROM mysql.user"); got != 1142 {
		t.Errorf("mysql.user without the privilege: error %d", got)
	}
	if got := code(t, ann, "SELECT * FROM sys.version"); got != 0 {
		t.Errorf("sys.version: error %d", got)
	}
	if got := code(t, owner, "SELECT * FROM mysql.nothing"); got != 1146 {
		t.Errorf("a table that is not there: error %d", got)
	}
	mustRun(t, owner, "GRANT SELECT ON *.* TO ann")
	if got := code(t, ann, "SELECT User FROM mysql.user"); got != 0 {
		t.Errorf("mysql.user with the privilege: error %d", got)
	}
}
