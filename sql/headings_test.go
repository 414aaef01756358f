package sql

import (
	"context"
	"strings"
	"testing"
)

// Columns are headed as MySQL 8 heads them: those of a view, of a query in FROM and of what describes
// tables as they are there, those of a table as they are written, and names that match a pattern with it.
func TestHeadings(t *testing.T) {
	s := clientSession(t)
	mustRun(t, s, "CREATE VIEW headed AS SELECT id AS Ident, name FROM city")
	for text, want := range map[string]string{
		"SELECT ID, Name AS N FROM city":                                        "ID,N",
		"SELECT ident, NAME FROM headed":                                        "Ident,name",
		"SELECT x.ID, x.ID AS q FROM (SELECT id FROM city) x":                   "id,q",
		"WITH w AS (SELECT 1 AS One) SELECT ONE, ONE + 1 FROM w":                "One,ONE + 1",
		"SELECT table_name FROM information_schema.tables":                      "TABLE_NAME",
		"SELECT c.column_name, c.data_type k FROM information_schema.columns c": "COLUMN_NAME,k",
		"SELECT 'a' 'b', '  lead', '', 'it''s', 'a ' 'b'":                       "a,lead,,it's,a ",
		"SHOW TABLES":                      "Tables_in_shop",
		"SHOW TABLES LIKE 'c%'":            "Tables_in_shop (c%)",
		"SHOW FULL TABLES LIKE 'c'":        "Tables_in_shop (c),Table_type",
		"SHOW DATABASES LIKE 'sh%'":        "Database (sh%)",
		"SHOW COLUMNS FROM city LIKE 'n%'": "Field,Type,Null,Key,Default,Extra",
		"SHOW CREATE VIEW headed":          "View,Create View,character_set_client,collation_connection",
	} {
		r, err := s.Query(context.Background(), text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var heads []string
		for _, c := range r.Columns {
			heads = append(heads, c.Name)
		}
		if got := strings.Join(heads, ","); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
