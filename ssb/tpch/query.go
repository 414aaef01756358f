package tpch

import (
	"embed"
	"strconv"
	"strings"

	"gsdms/ssb/bench"
)

//go:embed queries/*.sql
var queryFiles embed.FS

// Count is the number of queries.
const Count = 22

// Queries gives Q1 to Q22 with their validation parameters, in order. No two rows of an
// answer tie, so its order is determined.
func Queries() []bench.Query {
	out := make([]bench.Query, Count)
	for i := range out {
		out[i] = standard("Q" + strconv.Itoa(i+1))
	}
	return out
}

// standard reads an embedded query. The files are part of the program, and a test
// reads them all.
func standard(name string) bench.Query {
	text, err := queryFiles.ReadFile("queries/" + strings.ToLower(name) + ".sql")
	if err != nil {
		panic("the benchmark's query " + name + " is not in the program: " + err.Error())
	}
	return bench.Query{Name: name, Text: strings.TrimSpace(string(text))}
}

// Select gives the queries that any of the comma-separated patterns matches, in the
// benchmark's order: names in any case, with * and ? as in file names, and "all".
func Select(patterns string) ([]bench.Query, error) { return bench.Select(patterns, Queries()) }
