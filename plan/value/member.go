package value

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A column of ENUM or SET holds texts: one of its members, or several of them in their order with
// commas between. Its number, the place of the member or a bit for each, is a function of the text
// that the name of the type gives, and what its values are ordered by.
const (
	enumPrefix = "ENUM("
	setPrefix  = "SET("
)

// How many members an ENUM and a SET have at most.
const (
	MaxEnumMembers = 65535
	MaxSetMembers  = 64
)

// Enum reports whether the type is an ENUM.
func (t Type) Enum() bool { return t.Kind == String && strings.HasPrefix(t.Name, enumPrefix) }

// Set reports whether the type is a SET.
func (t Type) Set() bool { return t.Kind == String && strings.HasPrefix(t.Name, setPrefix) }

// Listed reports whether the type lists its values: whether it is an ENUM or a SET.
func (t Type) Listed() bool { return t.Enum() || t.Set() }

// EnumType is the ENUM of the members.
func EnumType(members []string) Type { return Type{Kind: String, Name: listName(enumPrefix, members)} }

// SetType is the SET of the members.
func SetType(members []string) Type { return Type{Kind: String, Name: listName(setPrefix, members)} }

func listName(prefix string, members []string) string {
	quoted := make([]string, len(members))
	for i, m := range members {
		quoted[i] = "'" + strings.ReplaceAll(strings.ReplaceAll(m, `\`, `\\`), "'", "''") + "'"
	}
	return prefix + strings.Join(quoted, ",") + ")"
}

// Members are the members of a listed type, in their order.
func (t Type) Members() (out []string) {
	_, rest, _ := strings.Cut(t.Name, "(")
	for strings.HasPrefix(rest, "'") {
		var member strings.Builder
		i := 1
		for ; i < len(rest); i++ {
			if rest[i] == '\'' && !strings.HasPrefix(rest[i:], "''") {
				break
			}
			if rest[i] == '\'' || rest[i] == '\\' {
				i++
			}
			member.WriteByte(rest[i])
		}
		out = append(out, member.String())
		rest = strings.TrimPrefix(rest[i+1:], ",")
	}
	return out
}

// MemberNumber is the number of a text of a listed type: the place of the member, from 1; of a
// SET a bit for each, the lowest for the first member. The empty text that is no member is 0;
// false for a text that the type does not have.
func (t Type) MemberNumber(text string) (number uint64, ok bool) {
	members := t.Members()
	if t.Enum() {
		i := slices.Index(members, text)
		return uint64(i + 1), i >= 0 || text == ""
	}
	if text == "" {
		return 0, true
	}
	for one := range strings.SplitSeq(text, ",") {
		i := slices.Index(members, one)
		if i < 0 {
			return 0, false
		}
		number |= 1 << i
	}
	return number, true
}

// MemberText is the text of a number; false for one that the type does not have. No text of an
// ENUM has the number 0.
func (t Type) MemberText(number uint64) (text string, ok bool) {
	members := t.Members()
	if t.Enum() {
		if number == 0 || number > uint64(len(members)) {
			return "", false
		}
		return members[number-1], true
	}
	if bits.Len64(number) > len(members) {
		return "", false
	}
	var has []string
	for i, m := range members {
		if number>>i&1 != 0 {
			has = append(has, m)
		}
	}
	return strings.Join(has, ","), true
}

// MemberOf is what a column of the listed type keeps of a text: a member without blanks at the
// end, members of a SET in order and each once, or else the text of a number that is written;
// false for what is none of these.
func (t Type) MemberOf(text string) (kept string, ok bool) {
	trimmed := strings.TrimRight(text, " ")
	if t.Enum() && slices.Contains(t.Members(), trimmed) {
		return trimmed, true
	}
	if number, ok := t.MemberNumber(trimmed); ok && t.Set() {
		return t.MemberText(number)
	}
	number, err := strconv.ParseUint(trimmed, 10, 64)
	if err != nil {
		return "", false
	}
	return t.MemberText(number)
}

// Length is how many characters a text of the type has at most, 0 for any number.
func (t Type) Length() (most int) {
	if !t.Listed() {
		return t.Precision
	}
	for _, m := range t.Members() {
		if n := utf8.RuneCountInString(m); t.Set() {
			most += n + len(",")
		} else {
			most = max(most, n)
		}
	}
	if t.Set() {
		most -= len(",")
	}
	return max(1, most)
}
