package simd

// TextColumn is a text for each of some rows, or one for all.
type TextColumn struct {
	first *string
	step  uint64 // all bits where row i has text i, none where all have the first
}

// TextsOf is a column of texts, of which there are some.
func TextsOf(texts []string) TextColumn { return TextColumn{&texts[0], ^uint64(0)} }

// TextOf is one text in every row.
func TextOf(text *string) TextColumn { return TextColumn{text, 0} }

// JoinSlack is the room that Join needs behind the texts.
const JoinSlack = 64
