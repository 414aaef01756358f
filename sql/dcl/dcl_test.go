package dcl

import (
	"testing"

	"gsdms/sql/account"
	"gsdms/sql/command"
	"gsdms/sql/parse"
	"gsdms/sql/scope"
)

// run runs a statement as somebody, who has these rights where it is not the one who manages users.
func run(t *testing.T, text string, by Caller, rights account.Rights) error {
	t.Helper()
	node, err := new(parse.Parsers).Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	x := Of(node)
	if x == nil {
		t.Fatalf("%s is no statement about users", text)
	}
	_, err = x.Run(t.Context(), &command.Call{Text: text, Names: &scope.Names{Rights: rights}}, by)
	return err
}

// Users are managed by the one who serves the folder; others change their own password, and give
// what they have with the option to give it.
func TestWhoMayWhat(t *testing.T) {
	users, err := account.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root := Caller{Users: users, Manages: true}
	ann := Caller{Users: users, Client: true, Name: "ann"}
	nothing := account.Rights{Grants: &account.Grants{}}
	gives := account.Rights{Grants: &account.Grants{Global: account.Select | account.GrantOption}}
	for _, c := range []struct {
		text   string
		by     Caller
		rights account.Rights
		code   int
	}{
		{"ALTER USER ann IDENTIFIED BY 'x'", ann, nothing, parse.CodeNoPrivilege}, // there are no users yet
		{"CREATE USER ann IDENTIFIED BY 'x', bob IDENTIFIED BY 'y'", root, account.Rights{}, 0},
		{"CREATE USER ann IDENTIFIED BY 'z'", root, account.Rights{}, parse.CodeCannotUser},
		{"CREATE USER IF NOT EXISTS ann IDENTIFIED BY 'z'", root, account.Rights{}, 0},
		{"CREATE USER eve", root, account.Rights{}, parse.CodeNotSupported},
		{"CREATE USER eve@localhost IDENTIFIED BY 'x'", root, account.Rights{}, parse.CodeNotSupported},
		{"CREATE USER eve IDENTIFIED BY 'x'", ann, nothing, parse.CodeNoPrivilege},
		{"ALTER USER ann IDENTIFIED BY 'own'", ann, nothing, 0},
		{"ALTER USER CURRENT_USER() IDENTIFIED BY 'own'", ann, nothing, 0},
		{"ALTER USER bob IDENTIFIED BY 'other'", ann, nothing, parse.CodeNoPrivilege},
		{"ALTER USER ann WITH MAX_USER_CONNECTIONS 3", ann, nothing, parse.CodeNoPrivilege}, // a limit of oneself
		{"ALTER USER ann WITH MAX_USER_CONNECTIONS 3", root, account.Rights{}, 0},
		{"GRANT SELECT ON *.* TO bob", ann, nothing, parse.CodeNoPrivilege},
		{"GRANT SELECT ON *.* TO bob", ann, gives, 0},
		{"GRANT INSERT ON *.* TO bob", ann, gives, parse.CodeNoPrivilege},
		{"GRANT INSERT ON *.* TO eve", root, account.Rights{}, parse.CodeGrantMakesUser},
		{"REVOKE INSERT ON *.* FROM eve", root, account.Rights{}, parse.CodeNoSuchGrant},
		{"DROP USER bob, eve", root, account.Rights{}, parse.CodeCannotUser},
		{"DROP USER bob", ann, gives, parse.CodeNoPrivilege},
	} {
		err := run(t, c.text, c.by, c.rights)
		if c.code == 0 && err != nil || c.code != 0 && !parse.IsCode(err, c.code) {
			t.Errorf("%s by %q: error %v, want code %d", c.text, c.by.Name, err, c.code)
		}
	}
	a, _ := users.Find("ann")
	if own := account.NewSecret("own"); string(a.Native) != string(own.Native) || a.Limits.Connections != 3 {
		t.Errorf("ann is kept as %+v", a)
	}
	if b, there := users.Find("bob"); !there || b.Grants.Global != account.Select {
		t.Errorf("bob is kept as %+v: a statement that fails changes nothing", b)
	}
}
