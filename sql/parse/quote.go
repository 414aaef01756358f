package parse

import "strings"

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
