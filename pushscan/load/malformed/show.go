package malformed

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Quote quotes at most 40 bytes of a value.
func Quote(value []byte) string {
	const most = 40
	if len(value) <= most {
		return fmt.Sprintf("%q", value)
	}
	cut := most
	for cut > most-utf8.UTFMax && !utf8.RuneStart(value[cut]) {
		cut--
	}
	return fmt.Sprintf("%q... (%d bytes)", value[:cut], len(value))
}

// Name cuts a name that may be any text of a file.
func Name(name string) string {
	const most = 64
	if len(name) <= most {
		return name
	}
	return strings.ToValidUTF8(name[:most], "") + "..."
}
