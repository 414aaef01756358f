package parse

// The caps on a statement. The parser takes some 800 bytes of memory for a byte of
// text (1.3 GB for an AND of 8 MB), but not for texts in quotes, and none for rows of an INSERT that
// it does not read.
const (
	MaxBytes = 64 << 20 // of a statement, as a packet has
	MaxText  = 1 << 20  // bytes without these
	MaxDepth = 1000     // of nesting
)

// tooMuch is the error of a text of which the parser would read too much; nil where that is not so.
func tooMuch(text, read string) error {
	if at := tooDeep(read); at >= 0 {
		return ErrorAt(text, at, CodeNotSupported, "parentheses nested more than %d deep", MaxDepth)
	}
	if long := lengthOf(read); long > MaxText {
		return ErrorAt(text, -1, CodeTooBig, "the statement has %d bytes besides texts in quotes; at most %d are allowed", long, MaxText)
	}
	return nil
}

// lengthOf gives the bytes of a text that the parser takes memory for: runs of spaces and comments count
// as one, so that a plan found by the folded text is one that could have been read, too, and a text in quotes
// as these.
func lengthOf(text string) (n int) {
	if len(text) <= MaxText {
		return len(text)
	}
	gap := false
	for i := 0; i < len(text); {
		end, kind := Lexeme(text, i)
		isGap := kind == SpaceLexeme || kind == CommentLexeme
		switch {
		case isGap && gap:
		case isGap:
			n++
		case kind == QuotedLexeme:
			n += len(`""`)
		default:
			n += end - i
		}
		gap, i = isGap, end
	}
	return n
}
