package fault

import (
	"strings"
	"unicode/utf8"
)

// Near gives the one of names that was probably meant: the nearest by edit distance
// without regard to case, at most a third of the letters away; "" if none is.
func Near(name string, names []string) string {
	if len(name) > 64 {
		return ""
	}
	best, limit := "", nearLimit(name)
	for _, n := range names {
		if len(n) > 64 {
			continue
		}
		if d := editDistance(strings.ToLower(name), strings.ToLower(n)); d <= limit && (best == "" || d < limit) {
			best, limit = n, d
		}
	}
	return best
}

// nearLimit is how many letters may differ: a third, one of two or three, none of one.
func nearLimit(name string) int {
	n := utf8.RuneCountInString(name)
	return max(n/3, min(1, n-1))
}

// editDistance counts the insertions, deletions, replacements and swaps of neighbours
// between two words (optimal string alignment).
func editDistance(a, b string) int {
	x, y := []rune(a), []rune(b)
	rows := make([][]int, len(x)+1)
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			change := rows[i-1][j-1]
			if x[i-1] != y[j-1] {
				change++
			}
			rows[i][j] = min(change, rows[i-1][j]+1, rows[i][j-1]+1)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(x)][len(y)]
}
