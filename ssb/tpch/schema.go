package tpch

import (
	_ "embed"
	"strings"
)

//go:embed schema.sql
var schema string

// Schema gives the CREATE TABLE statements, each table after those it refers to, in
// the order of gen.Tables. Columns are in the order of the .tbl files.
func Schema() []string {
	statements := strings.Split(strings.TrimSpace(schema), ";")
	return statements[:len(statements)-1]
}
