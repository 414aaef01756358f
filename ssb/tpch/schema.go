package tpch

import (
	_ "embed"
	"regexp"
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

// key matches the declaration of a key in a CREATE TABLE, with the comma before it.
var key = regexp.MustCompile(`,\s*(PRIMARY KEY \([^)]*\)|FOREIGN KEY \([^)]*\) REFERENCES \w+ \([^)]*\))`)

// withoutKeys leaves the keys out of the statements.
func withoutKeys(statements []string) []string {
	out := make([]string, len(statements))
	for i, s := range statements {
		out[i] = key.ReplaceAllString(s, "")
	}
	return out
}
