package tpch

import (
	"embed"
	"fmt"
	"strconv"

	"gsdms/ssb/bench"
)

//go:embed answers/*.json.gz
var answerFiles embed.FS

// reference gives the embedded answers by query name, or nil where none are embedded for
// the scale factor. Two engines agree on them.
func reference(sf float64) (map[string]bench.Answer, error) {
	name := "answers/sf" + strconv.FormatFloat(sf, 'f', -1, 64) + ".json.gz"
	packed, err := answerFiles.ReadFile(name)
	if err != nil {
		return nil, nil
	}
	answers, err := bench.ReadAnswers(packed)
	if err != nil {
		return nil, fmt.Errorf("read the embedded answers %s: %w", name, err)
	}
	return answers, nil
}

// answersOf gives the embedded answers of those queries that have the validation
// parameters.
func answersOf(sf float64, queries []bench.Query) ([]bench.Answer, error) {
	embedded, err := reference(sf)
	if err != nil {
		return nil, err
	}
	out := make([]bench.Answer, len(queries))
	for i, q := range queries {
		if q.Text == standard(q.Name).Text {
			out[i] = embedded[q.Name]
		}
	}
	return out, nil
}
