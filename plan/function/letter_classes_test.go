package function

import (
	"strings"
	"testing"
	"unicode/utf8"

	"gsdms/plan/value"
)

// lettersOfClasses are the letters of others, some of each kind, that MySQL 8.0.46 has in each class, with c as the match type and a
// collation of bytes.
var lettersOfClasses = map[string]string{
	`\w`:           "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyzªµºÀÖßéöÿĀıſƻǅǆʰ\u0345Ͱ\u0300\u0488Жжѽא\u05b0٠٣\u0670\u0902\u0903०২ẞὭᾳᾼⅧⅷ\u200c\u200d‿⁀ⁿℂⒶⓐⒽ々〇〡あア한日本﹏０９ＡＦＧａｆ＿ｱ𝐀𝐚𝟘𐐀𐐨🄰🅐🅰𞤀𞤢",
	`\d`:           "0123456789٠٣०২０９𝟘",
	`\s`:           "\x09\x0a\x0b\x0c\x0d \u0085\u00a0\u1680\u2000\u2028\u2029\u202f\u3000",
	`[[:alpha:]]`:  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzªµºÀÖßéöÿĀıſƻǅǆʰ\u0345ͰЖжѽא\u05b0\u0670\u0902\u0903ẞὭᾳᾼⅧⅷⁿℂⒶⓐⒽ々〇〡あア한日本ＡＦＧａｆｱ𝐀𝐚𐐀𐐨🄰🅐🅰𞤀𞤢",
	`[[:digit:]]`:  "0123456789٠٣०২０９𝟘",
	`[[:alnum:]]`:  "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzªµºÀÖßéöÿĀıſƻǅǆʰ\u0345ͰЖжѽא\u05b0٠٣\u0670\u0902\u0903०২ẞὭᾳᾼⅧⅷⁿℂⒶⓐⒽ々〇〡あア한日本０９ＡＦＧａｆｱ𝐀𝐚𝟘𐐀𐐨🄰🅐🅰𞤀𞤢",
	`[[:upper:]]`:  "ABCDEFGHIJKLMNOPQRSTUVWXYZÀÖĀͰЖẞὭⅧℂⒶⒽＡＦＧ𝐀𐐀🄰🅐🅰𞤀",
	`[[:lower:]]`:  "abcdefghijklmnopqrstuvwxyzªµºßéöÿıſǆʰ\u0345жѽᾳⅷⁿⓐａｆ𝐚𐐨𞤢",
	`[[:punct:]]`:  "!\"#%&'()*,-./:;?@[\\]_{}¡§«¶֊׀؟‐“”‿⁀。﹏！＿｡",
	`[[:space:]]`:  "\x09\x0a\x0b\x0c\x0d \u0085\u00a0\u1680\u2000\u2028\u2029\u202f\u3000",
	`[[:blank:]]`:  "\x09 \u00a0\u1680\u2000\u202f\u3000",
	`[[:cntrl:]]`:  "\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f\u0080\u0085",
	`[[:graph:]]`:  "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~¡§«ª²µ¶º¼ÀÖ×ßéö÷ÿĀıſƻǅǆʰ˥\u0345Ͱ\u0300҂\u0488Жжѽ֊א\u05b0׀؟٠٣\u0670\u06dd\u0902\u0903०২৴ẞὭᾳᾼⅧⅷ\u180e\u200b\u200c\u200d\u200e‐“”‿⁀⁰ⁿ₂₠€ℂ™ⒶⓐⒽ①⅓→∑─★。々〇〡あア한日本﹏\ufeff！０９ＡＦＧａｆ＿｡ｱ￥�𝐀𝐚𝟘𐐀𐐨🄰🅐🅰😀𞤀𞤢",
	`[[:print:]]`:  " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~\u00a0¡§«ª²µ¶º¼ÀÖ×ßéö÷ÿĀıſƻǅǆʰ˥\u0345Ͱ\u0300҂\u0488Жжѽ֊א\u05b0׀؟٠٣\u0670\u06dd\u0902\u0903०২৴ẞὭᾳᾼⅧⅷ\u1680\u180e\u2000\u200b\u200c\u200d\u200e‐“”‿\u202f⁀⁰ⁿ₂₠€ℂ™ⒶⓐⒽ①⅓→∑─★\u3000。々〇〡あア한日本﹏\ufeff！０９ＡＦＧａｆ＿｡ｱ￥�𝐀𝐚𝟘𐐀𐐨🄰🅐🅰😀𞤀𞤢",
	`[[:xdigit:]]`: "0123456789ABCDEFabcdef٠٣०২０９ＡＦａｆ𝟘",
	`[[:word:]]`:   "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyzªµºÀÖßéöÿĀıſƻǅǆʰ\u0345Ͱ\u0300\u0488Жжѽא\u05b0٠٣\u0670\u0902\u0903०২ẞὭᾳᾼⅧⅷ\u200c\u200d‿⁀ⁿℂⒶⓐⒽ々〇〡あア한日本﹏０９ＡＦＧａｆ＿ｱ𝐀𝐚𝟘𐐀𐐨🄰🅐🅰𞤀𞤢",
	`.`:            "\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~\x7f\u0080\u00a0¡§«ª²µ¶º¼ÀÖ×ßéö÷ÿĀıſƻǅǆʰ˥\u0345Ͱ\u0300҂\u0488Жжѽ֊א\u05b0׀؟٠٣\u0670\u06dd\u0902\u0903०২৴ẞὭᾳᾼⅧⅷ\u1680\u180e\u2000\u200b\u200c\u200d\u200e‐“”‿\u202f⁀⁰ⁿ₂₠€ℂ™ⒶⓐⒽ①⅓→∑─★\u3000。々〇〡あア한日本﹏\ufeff！０９ＡＦＧａｆ＿｡ｱ￥�𝐀𝐚𝟘𐐀𐐨🄰🅐🅰😀𞤀𞤢",
}

// otherLetters are those beyond ASCII that were asked for.
const otherLetters = "\u0080\u0085\u00a0¡§«ª²µ¶º¼ÀÖ×ßéö÷ÿĀıſƻǅǆʰ˥\u0345Ͱ\u0300҂\u0488Жжѽ֊א\u05b0׀؟٠٣\u0670\u06dd\u0902\u0903०২৴ẞὭᾳᾼⅧⅷ\u1680\u180e\u2000\u200b\u200c\u200d\u200e‐“”‿\u2028\u2029\u202f⁀⁰ⁿ₂₠€ℂ™ⒶⓐⒽ①⅓→∑─★\u3000。々〇〡あア한日本﹏\ufeff！０９ＡＦＧａｆ＿｡ｱ￥�𝐀𝐚𝟘𐐀𐐨🄰🅐🅰😀𞤀𞤢"

// A class has the letters that it has in MySQL, alone, turned round and within brackets, in texts of ASCII
// and behind another letter.
func TestClassesHaveTheirLetters(t *testing.T) {
	asked := otherLetters
	for c := range utf8.RuneSelf - 1 {
		asked += string(rune(c + 1))
	}
	for class, has := range lettersOfClasses {
		for pattern, turned := range formsOf(class) {
			for _, before := range []string{"", "日"} {
				p, err := ReadRegexp("^"+before+pattern+`\z`, "")
				if err != nil {
					t.Fatal(err)
				}
				for _, c := range asked {
					want := strings.ContainsRune(has, c) != turned
					if is, err := p.Matches(t.Context(), before+string(c)); is != want || err != nil {
						t.Errorf("%q matches %s: %v (%v)", before+string(c), pattern, is, err)
					}
				}
			}
		}
	}
}

// formsOf gives a class as patterns, which may be all that are not in it.
func formsOf(class string) map[string]bool {
	switch class[0] {
	case '.':
		return map[string]bool{class: false}
	case '[':
		return map[string]bool{class: false, "[^" + class[1:]: true, "[" + class[1:len(class)-1] + class[1:]: false, "[" + class[1:3] + "^" + class[3:]: true}
	}
	not := strings.ToUpper(class)
	return map[string]bool{class: false, not: true, "[" + class + "]": false, "[^" + class + "]": true, "[" + not + "]": true, "[^" + not + "]": false}
}

// What patterns with classes find is what MySQL 8.0.46 says: the n-th match, or none.
func TestClassesFind(t *testing.T) {
	for _, f := range []struct {
		text, pattern string
		n             int64
		want          string
	}{
		{"Müller GmbH", "[[:alpha:]]+", 2, "GmbH"}, {"Müller GmbH", `\w+`, 1, "Müller"}, {"été-là, ça", `\w+`, 3, "ça"}, {"no. ٣٤, 12", `\d+`, 1, "٣٤"},
		{"a\u00a0b c", `\S+`, 2, "b"}, {"a\u00a0b c", `[^\s]+`, 1, "a"}, {"x_é-1", `[\w-]+`, 1, "x_é-1"}, {"x_é-1", `[^\W_]+`, 2, "é"},
		{"É1é", "[[:^alpha:]]+", 1, "1"}, {"É1é", "[[:^alpha:]-]+", 1, "1"}, {"“q”—$5+3", "[[:punct:]]+", 2, "”—"}, {"a$+<!x", "[[:punct:]]+", 1, "!"},
		{"a\rb", "a.b", 1, ""}, {"a\rb", "a.+", 1, ""}, {"a\u2028bé", ".+", 2, "bé"}, {"a\rb", "(?s)a.b", 1, "a\rb"}, {"Öl+Essig", "[[:upper:]][[:lower:]]+", 1, "Öl"},
		{`\wé`, `\Q\w\E`, 1, `\w`}, {"]é[", "[]é]+", 1, "]é"}, {"é.x", `\.x`, 1, ".x"}, {"é.x", "[.]x", 1, ".x"}, {"日本語 text", `\w+`, 1, "日本語"},
		{"ab-é", `[a\w-z]+`, 1, "ab-é"}, {"éÉ", "(?i)É+", 1, "éÉ"},
	} {
		args := []value.Value{value.OfString(f.text), value.OfString(f.pattern), value.OfInt(1), value.OfInt(f.n)}
		each, err := RegexpOf("REGEXP_SUBSTR", 4)(value.Type{}, args)
		if err != nil || each.Text != f.want {
			t.Errorf("%q in %q: %q (%v), want %q", f.pattern, f.text, each.Text, err, f.want)
		}
		p, err := ReadRegexp(f.pattern, "")
		if err != nil {
			t.Fatal(err)
		}
		if fixed, err := Regexp(t.Context(), "REGEXP_SUBSTR", p, args); err != nil || fixed.Text != f.want {
			t.Errorf("%q, read once, in %q: %q (%v), want %q", f.pattern, f.text, fixed.Text, err, f.want)
		}
	}
}
