package parse

import "testing"

// No password is shown, however its statement is written; a statement without one is shown whole.
func TestShown(t *testing.T) {
	for text, want := range map[string]string{
		"CREATE USER ann IDENTIFIED BY 'secret'":                      "CREATE USER ann IDENTIFIED …",
		"alter user ann identified with x by 'secret' ATTRIBUTE '{}'": "alter user ann IDENTIFIED …",
		"/* a */ CREATE USER a IDENTIFIED /* */ BY \"secret\"":        "/* a */ CREATE USER a IDENTIFIED …",
		"CREATE USER a /*!50001 IDENTIFIED BY 'secret' */":            "CREATE USER a …",
		"CREATE USER a -- IDENTIFIED BY 'secret'\nIDENTIFIED BY 'x'":  "CREATE USER a …",
		"GRANT SELECT ON *.* TO ann IDENTIFIED BY 'secret'":           "GRANT SELECT ON *.* TO ann IDENTIFIED …",
		"SET PASSWORD = 'secret'":                                     "SET PASSWORD …",
		" set  Password FOR ann = 'secret'":                           " set  PASSWORD …",
		"# why\nSET /* a */ PASSWORD='secret'":                        "# why\nSET /* a */ PASSWORD …",
		"PREPARE s FROM 'ALTER USER ann IDENTIFIED BY ''secret'''":    "PREPARE s FROM …",
		"SET @s = \"set password for ann = 'secret'\"":                "SET @s = …",
		"SELECT password FROM t WHERE identifier = 3":                 "SELECT password FROM t WHERE identifier = 3",
		"SELECT 'password', identified_by FROM t -- a password":       "SELECT 'password', identified_by FROM t -- a password",
		"SET @password = 3":                                           "SET @password = 3",
		"SELECT 1":                                                    "SELECT 1",
		"CREATE USER ann IDENTIFIED BY 'secret":                       "CREATE USER ann IDENTIFIED …",
		"":                                                            "",
		"f":                                                           "f", "W": "W", "SELECT fw FROM w WHERE f = 'identif": "SELECT fw FROM w WHERE f = 'identif",
		"wow: sEt pAsSwOrD": "wow: sEt pAsSwOrD", "sEt pAsSwOrD": "sEt PASSWORD …",
		"SELECT ff, wW; CREATE USER ann iDeNtIfIeD BY 'secret'": "SELECT ff, wW; CREATE USER ann IDENTIFIED …",
	} {
		if got, secret := Shown(text); got != want || secret != (got != text) {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}
