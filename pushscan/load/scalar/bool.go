package scalar

// Bool reads 0 or 1, or in any case the words that DuckDB takes: true, t, yes and y,
// and false, f, no and n.
func Bool(text []byte) (int64, bool) {
	if len(text) == 1 && (text[0] == '0' || text[0] == '1') {
		return int64(text[0] - '0'), true
	}
	for n, words := range [2][4]string{{"false", "f", "no", "n"}, {"true", "t", "yes", "y"}} {
		for _, word := range words {
			if equalFold(text, word) {
				return int64(n), true
			}
		}
	}
	return 0, false
}

// equalFold compares ASCII letters in any case; word is in lower case.
func equalFold(text []byte, word string) bool {
	if len(text) != len(word) {
		return false
	}
	for i, c := range text {
		if c|0x20 != word[i] {
			return false
		}
	}
	return true
}
