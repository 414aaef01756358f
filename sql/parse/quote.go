package parse

import (
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// QuoteName writes a name so that it is one whatever it is made of.
func QuoteName(name string) string {
	return "`" + strings.ReplaceAll(name, "`", "``") + "`"
}

// QuoteNames writes names with commas between them.
func QuoteNames(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = QuoteName(name)
	}
	return strings.Join(quoted, ", ")
}

// A table of a database with a name has that before its own, and a dot, once scope has found out
// which one it is of: its Schema is that of the database then.

// OwnName is a table's name within its database.
func OwnName(n *ast.TableName) string { return strings.TrimPrefix(n.Name.O, n.Schema.O+".") }

// DatabaseOf is the database of a table, "" for the one without a name.
func DatabaseOf(n *ast.TableName) string {
	if OwnName(n) == n.Name.O {
		return ""
	}
	return n.Schema.O
}
