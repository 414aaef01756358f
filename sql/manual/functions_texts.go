package manual

import (
	"slices"
	"strings"
)

// texts are the functions of the section Texts.
func texts() []Function {
	all := append(addresses(), []Function{
		{"ASCII", "text", "the number of the first byte", "ASCII('A')", "65"},
		{"BIT_LENGTH", "text", "the bits of a text", "BIT_LENGTH('abc')", "24"},
		{"CHAR", "n, ...", "the text of bytes with these numbers", "CHAR(77, 121)", "My"},
		{"CHAR_LENGTH", "text", "the characters of a text", "CHAR_LENGTH('é')", "1"},
		{"CHARACTER_LENGTH", "text", "CHAR_LENGTH", "CHARACTER_LENGTH('abc')", "3"},
		{"CONCAT", "a, b, ...", "the texts one after another; NULL if one is", "CONCAT('ab', 'cd')", "abcd"},
		{"CONCAT_WS", "separator, a, b, ...", "the texts that are not NULL, a separator between them", "CONCAT_WS('-', 'a', NULL, 'b')", "a-b"},
		{"EXPORT_SET", "bits, on, off[, separator[, n]]", "for each of the first n bits, or 64, a text of its state", "EXPORT_SET(6, '1', '0', '', 4)", "0110"},
		{"FIND_IN_SET", "text, list", "the place of a text in a list with commas", "FIND_IN_SET('b', 'a,b,c')", "2"},
		{"FROM_BASE64", "text", "the bytes that a text in base 64 stands for", "FROM_BASE64('YWJj')", "abc"},
		{"INSERT", "text, from, length, new", "a text with another in the place of a part", "INSERT('Quadratic', 3, 4, 'What')", "QuWhattic"},
		{"INSTR", "text, part", "the place of a part, 0 if it is not there", "INSTR('foobar', 'bar')", "4"},
		{"LCASE", "text", "LOWER", "LCASE('AbC')", "abc"},
		{"LEFT", "text, n", "the first n characters", "LEFT('foobar', 3)", "foo"},
		{"LENGTH", "text", "the bytes of a text", "LENGTH('é')", "2"},
		{"LOCATE", "part, text[, from]", "the place of a part, 0 if it is not there", "LOCATE('bar', 'foobarbar', 5)", "7"},
		{"LOWER", "text", "a text in small letters", "LOWER('AbC')", "abc"},
		{"LPAD", "text, length, with", "a text of this length, filled on the left", "LPAD('7', 3, '0')", "007"},
		{"LTRIM", "text", "a text without the spaces before it", "CONCAT('[', LTRIM('  a '), ']')", "[a ]"},
		{"MAKE_SET", "bits, a, b, ...", "those of the texts whose bits are set, with commas between them", "MAKE_SET(5, 'a', 'b', 'c')", "a,c"},
		{"MD5", "text", "the MD5 of a text", "MD5('testing')", "ae2b1fca515949e5d54fb22b8ed95575"},
		{"MID", "text, from[, length]", "SUBSTRING", "MID('foobar', 2, 3)", "oob"},
		{"OCTET_LENGTH", "text", "LENGTH", "OCTET_LENGTH('abc')", "3"},
		{"ORD", "text", "the number of the first character's bytes", "ORD('2')", "50"},
		{"POSITION", "part IN text", "the place of a part, 0 if it is not there", "POSITION('bar' IN 'foobar')", "4"},
		{"QUOTE", "text", "a text as SQL writes it", "QUOTE('it''s')", "'it\\'s'"},
		{"REGEXP_INSTR", "text, pattern[, from[, which[, end[, mode]]]]", "where a pattern matches, 0 if nowhere", "REGEXP_INSTR('dog cat dog', 'cat')", "5"},
		{"REGEXP_LIKE", "text, pattern[, mode]", "whether a pattern matches", "REGEXP_LIKE('abc', '^a.c$')", "1"},
		{"REGEXP_REPLACE", "text, pattern, new[, from[, which[, mode]]]", "a text with what matches replaced", "REGEXP_REPLACE('a1b22', '[0-9]+', '#')", "a#b#"},
		{"REGEXP_SUBSTR", "text, pattern[, from[, which[, mode]]]", "what matches; NULL if nothing does", "REGEXP_SUBSTR('abc def ghi', '[a-z]+', 1, 3)", "ghi"},
		{"REPEAT", "text, n", "a text n times", "REPEAT('ab', 3)", "ababab"},
		{"REPLACE", "text, old, new", "a text with each part old replaced", "REPLACE('www.x.org', 'w', 'W')", "WWW.x.org"},
		{"REVERSE", "text", "a text backwards", "REVERSE('abc')", "cba"},
		{"RIGHT", "text, n", "the last n characters", "RIGHT('foobar', 3)", "bar"},
		{"RPAD", "text, length, with", "a text of this length, filled on the right", "RPAD('hi', 5, '?')", "hi???"},
		{"RTRIM", "text", "a text without the spaces behind it", "CONCAT('[', RTRIM(' a  '), ']')", "[ a]"},
		{"SHA", "text", "SHA1", "SHA('abc')", "a9993e364706816aba3e25717850c26c9cd0d89d"},
		{"SHA1", "text", "the SHA-1 of a text", "SHA1('abc')", "a9993e364706816aba3e25717850c26c9cd0d89d"},
		{"SHA2", "text, bits", "the SHA-2 of a text: 224, 256, 384 or 512 bits", "SHA2('abc', 224)", "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"},
		{"SOUNDEX", "text", "how a text sounds in English: a letter and three digits or more", "SOUNDEX('Quadratically')", "Q36324"},
		{"SPACE", "n", "n spaces", "LENGTH(SPACE(6))", "6"},
		{"STRCMP", "a, b", "-1, 0 or 1 as a is before, like or behind b", "STRCMP('text', 'text2')", "-1"},
		{"SUBSTR", "text, from[, length]", "SUBSTRING", "SUBSTR('foobar', 4)", "bar"},
		{"SUBSTRING", "text, from[, length]", "a part of a text; from the end where from is negative", "SUBSTRING('foobar', -3, 2)", "ba"},
		{"SUBSTRING_INDEX", "text, separator, n", "what is before the n-th separator, or behind the n-th from the end", "SUBSTRING_INDEX('www.mysql.com', '.', 2)", "www.mysql"},
		{"TO_BASE64", "text", "a text in base 64", "TO_BASE64('abc')", "YWJj"},
		{"TRIM", "[[BOTH | LEADING | TRAILING] [what] FROM] text", "a text without spaces, or another part, at its ends", "TRIM(LEADING 'x' FROM 'xxbarxx')", "barxx"},
		{"UCASE", "text", "UPPER", "UCASE('aBc')", "ABC"},
		{"UNHEX", "text", "the bytes that digits by 16 stand for", "UNHEX('4D7953514C')", "MySQL"},
		{"UPPER", "text", "a text in capital letters", "UPPER('aBc')", "ABC"},
	}...)
	slices.SortFunc(all, func(a, b Function) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// addresses are those of the texts and bytes of addresses and UUIDs.
func addresses() []Function {
	return []Function{
		{"BIN_TO_UUID", "bytes[, swapped]", "the UUID that 16 bytes are", "BIN_TO_UUID(UNHEX('6ccd780cbaba102695645b8c656024db'))", "6ccd780c-baba-1026-9564-5b8c656024db"},
		{"INET_ATON", "text", "the number of an IPv4 address", "INET_ATON('10.0.5.9')", "167773449"},
		{"INET_NTOA", "n", "the IPv4 address of a number", "INET_NTOA(167773449)", "10.0.5.9"},
		{"INET6_ATON", "text", "the bytes of an IPv6 address, or of an IPv4 one", "HEX(INET6_ATON('10.0.5.9'))", "0A000509"},
		{"INET6_NTOA", "bytes", "the IPv6 address that 16 bytes are, or the IPv4 one of four", "INET6_NTOA(UNHEX('FDFE0000000000005A55CAFFFEFA9089'))", "fdfe::5a55:caff:fefa:9089"},
		{"IS_IPV4", "text", "whether a text is an IPv4 address", "IS_IPV4('10.0.5.256')", "0"},
		{"IS_IPV6", "text", "whether a text is an IPv6 address", "IS_IPV6('fe80::1')", "1"},
		{"IS_UUID", "text", "whether a text is a UUID", "IS_UUID('6ccd780c-baba-1026-9564-5b8c656024db')", "1"},
		{"UUID_TO_BIN", "text[, swap]", "the 16 bytes of a UUID; swapped, they are in the order of their time", "HEX(UUID_TO_BIN('6ccd780c-baba-1026-9564-5b8c656024db', 1))", "1026BABA6CCD780C95645B8C656024DB"},
	}
}
