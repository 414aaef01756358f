package delimited

import "gsdms/pushscan/load/malformed"

// token is one field as written.
type token struct {
	raw    []byte // without quotes, escapes as they stand
	text   []byte // unescaped; shares the block or the parser's scratch
	next   int    // where the field ends
	quoted bool
}

// token reads the field at pos by all the rules. want says what is wrong with it, and
// t.next then is where to stop showing it.
func (p *parser) token(pos int) (t token, want string) {
	if int(p.data[pos]) == p.Quote {
		t, want = p.quotedToken(pos)
	} else {
		t, want = p.plainToken(pos)
	}
	if want == "" && t.next-pos > malformed.MaxField {
		want = malformed.Text(p.data[pos:t.next], malformed.MaxField)
	}
	return t, want
}

// plainToken reads a field without quotes around it.
func (p *parser) plainToken(pos int) (token, string) {
	end, escaped := pos, false
	for {
		end = p.find.next(end)
		switch c := int(p.data[end]); {
		case c == p.Escape && p.Bare:
			end++
			continue
		case c == p.Escape:
			escaped = true
			end = min(end+2, len(p.data)-1)
			continue
		case c == p.Quote && p.Loose:
			end++
			continue
		case c == p.Quote:
			return token{next: p.find.next(end + 1)}, malformed.StrayQuote
		case c == '\n' && end > pos && p.data[end-1] == '\r':
			end--
		}
		break
	}
	raw := p.data[pos:end]
	if !escaped {
		return token{raw: raw, text: raw, next: end}, ""
	}
	return token{raw: raw, text: p.unescape(raw), next: end}, ""
}

// quotedToken reads a field between quotes.
func (p *parser) quotedToken(pos int) (token, string) {
	quote, plain := byte(p.Quote), true
	for at := pos + 1; at < len(p.data); {
		c := int(p.data[at])
		switch {
		case c == p.Escape:
			plain = false
			at += 2
			continue
		case c != p.Quote:
			at = p.inside(at)
			continue
		case at+1 < len(p.data) && p.data[at+1] == quote:
			plain = false
			at += 2
			continue
		}
		if !p.ends(at + 1) {
			return token{next: p.find.next(at + 1)}, "a delimiter or a line end after the closing quote"
		}
		raw := p.data[pos+1 : at]
		t := token{raw: raw, text: raw, next: at + 1, quoted: true}
		if !plain {
			t.text = p.unescape(raw)
		}
		return t, ""
	}
	return token{next: len(p.data)}, "a closing quote; the one that opens the field has none"
}

// inside gives the first place behind at, in a field between quotes, where a quote or an escape may be.
func (p *parser) inside(at int) int {
	for at = p.find.next(at + 1); at < len(p.data); at = p.find.next(at + 1) {
		if c := int(p.data[at]); c == p.Quote || c == p.Escape {
			break
		}
	}
	return at
}

// unescape resolves doubled quotes and escapes, MySQL's or bare ones, into scratch.
func (p *parser) unescape(raw []byte) []byte {
	out := p.scratch[:0]
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		switch {
		case int(c) == p.Escape && i+1 < len(raw) && !p.Bare:
			i++
			c = escaped(raw[i])
		case int(c) == p.Escape && i+1 < len(raw):
			if next := raw[i+1]; next == c || int(next) == p.Quote {
				i++
				c = next
			}
		case int(c) == p.Quote:
			i++ // the second one of a pair
		}
		out = append(out, c)
	}
	p.scratch = out
	return out
}

// escaped gives the character that MySQL's escape of c stands for.
func escaped(c byte) byte {
	switch c {
	case '0':
		return 0
	case 'b':
		return '\b'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	case 'Z':
		return 26
	}
	return c
}
