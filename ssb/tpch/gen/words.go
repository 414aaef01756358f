package gen

import (
	_ "embed"
	"encoding/json"
	"slices"
	"sync"
)

//go:embed words.json
var wordsFile []byte

// Words are the lists that columns pick from, in the order the generator numbers them.
type Words struct {
	Colors       []string `json:"colors"`
	Types        []string `json:"types"`
	Containers   []string `json:"containers"`
	Regions      []string `json:"regions"`
	Nations      []Nation `json:"nations"`
	Priorities   []string `json:"priorities"`
	Instructions []string `json:"instructions"`
	Modes        []string `json:"modes"`
	Segments     []string `json:"segments"`
	ReturnFlags  []string `json:"return_flags"`

	Text map[string][]weighted `json:"text"` // of comments; only these have weights
}

// Nation is a nation with the key of its region.
type Nation struct {
	Name   string
	Region int64
}

// weighted is a word, and how many of the draws get it.
type weighted struct {
	Word   string
	Weight int
}

// UnmarshalJSON reads ["ALGERIA", 0].
func (n *Nation) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[]any{&n.Name, &n.Region})
}

// UnmarshalJSON reads ["packages", 40].
func (w *weighted) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[]any{&w.Word, &w.Weight})
}

// words reads the embedded lists, once. They are part of the program, and the tests read
// them.
var words = sync.OnceValue(func() *Words {
	var w Words
	if err := json.Unmarshal(wordsFile, &w); err != nil {
		panic("the word lists in the program: " + err.Error())
	}
	return &w
})

// Lists gives the word lists. The caller must not change them.
func Lists() Words { return *words() }

// drawn gives a list as draws number it: every word as often as its weight, with the
// same text behind each.
func (w Words) drawn(list, behind string) []string {
	var out []string
	for _, x := range w.Text[list] {
		out = append(out, slices.Repeat([]string{x.Word + behind}, x.Weight)...)
	}
	return out
}
