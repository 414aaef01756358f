package sql

import "testing"

// With GRANT OPTION a user gives others what it has, on the level where it has that, and no more.
func TestGrantOption(t *testing.T) {
	e, owner, ann := granted(t)
	bob := e.Connect(Client{User: "bob", Host: "h"})
	defer bob.Close()
	mustRun(t, owner, "GRANT SELECT, INSERT ON t TO ann WITH GRANT OPTION; GRANT UPDATE ON u TO ann")
	for _, c := range []struct {
		s    *Session
		text string
		want int
	}{
		{bob, "SELECT * FROM t", 1142}, {ann, "GRANT SELECT ON t TO bob", 0}, {bob, "SELECT * FROM t", 0}, {bob, "GRANT SELECT ON t TO ann", 1227},
		{ann, "GRANT DELETE ON t TO bob", 1227}, {ann, "GRANT ALL ON t TO bob", 1227}, {ann, "GRANT SELECT ON shop.* TO bob", 1227}, {ann, "GRANT SELECT ON *.* TO bob", 1227},
		{ann, "GRANT UPDATE ON u TO bob", 1227}, {ann, "GRANT INSERT ON t TO bob WITH GRANT OPTION", 0}, {bob, "GRANT INSERT ON t TO ann", 0}, {bob, "REVOKE INSERT ON t FROM ann", 0},
		{ann, "GRANT INSERT ON t TO bob", 1227}, {ann, "REVOKE SELECT ON t FROM bob", 0}, {bob, "SELECT * FROM t", 1142}, {ann, "CREATE USER eve IDENTIFIED BY 'e'", 1227},
		{owner, "REVOKE GRANT OPTION ON t FROM ann", 0}, {ann, "GRANT SELECT ON t TO bob", 1227}, {ann, "SELECT * FROM t", 0},
		{owner, "GRANT ALL ON *.* TO ann", 0}, {ann, "GRANT SELECT ON t TO bob", 1227}, {owner, "GRANT GRANT OPTION ON *.* TO ann", 0}, {ann, "GRANT SELECT ON shop.* TO bob", 0},
	} {
		if got := code(t, c.s, c.text); got != c.want {
			t.Errorf("%s: error %d, want %d", c.text, got, c.want)
		}
	}
	for ask, want := range map[string]string{
		"SHOW GRANTS FOR bob": "GRANT USAGE ON *.* TO `bob`@`%`\nGRANT SELECT ON `shop`.* TO `bob`@`%`\nGRANT INSERT ON `shop`.`t` TO `bob`@`%` WITH GRANT OPTION",
		"SELECT privilege_type, is_grantable FROM information_schema.table_privileges WHERE grantee LIKE '%bob%'": "INSERT|YES",
		"SELECT User, Select_priv, Grant_priv FROM mysql.user WHERE User = 'ann'":                                 "ann|Y|Y",
	} {
		if got := flat(mustRun(t, owner, ask)); got != want {
			t.Errorf("%s\n gives %s\n  not  %s", ask, got, want)
		}
	}
}
