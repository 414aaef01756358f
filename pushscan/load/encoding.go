package load

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/transform"

	"gsdms/plan"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/store"
)

// decoded reports whether a text is in another encoding than UTF-8.
func (e Encoding) decoded() bool { return e == UTF16 || e == Latin1 }

// reader gives a text in UTF-8.
func (e Encoding) reader(in io.Reader) io.Reader {
	switch e {
	case UTF16:
		return utf16Reader(in)
	case Latin1:
		return transform.NewReader(in, charmap.Windows1252.NewDecoder())
	}
	return in
}

// findEncoding looks for a byte order mark, and where it may guess for UTF-16 without one.
func findEncoding(s Sniffed, opts Options, guess bool) (Encoding, error) {
	in, err := openInput(s, opts.Roots)
	if err != nil {
		return AnyEncoding, err
	}
	defer in.Close()
	mark := make([]byte, markBytes)
	n, err := io.ReadFull(in, mark)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return AnyEncoding, readError(s, err)
	}
	mark = mark[:n]
	_, units := looksUTF16(mark)
	units = units && guess
	switch {
	case bytes.HasPrefix(mark, []byte("\xff\xfe")), bytes.HasPrefix(mark, []byte("\xfe\xff")), units:
		return UTF16, nil
	case bytes.HasPrefix(mark, []byte("\xef\xbb")): // of the mark of UTF-8
		return UTF8, nil
	}
	return AnyEncoding, nil
}

// mayBeLatin reports whether the encoding of a text may be found out from its bytes: none is named or
// marked, its form is not declared as LOAD DATA does, and no column of the table takes bytes as they are.
func (s *Sniffed) mayBeLatin(def store.Definition, opts Options) bool {
	for _, c := range def.Columns {
		if c.Type.Kind == plan.String && c.Type.Bytes() {
			return false
		}
	}
	return s.Encoding == AnyEncoding && opts.Escape == 0
}

// unused are the bytes that stand for no letter in Windows-1252, and for umlauts in others.
const unused = "\x81\x8d\x8f\x90\x9d"

// letters counts what tells whether a text is in UTF-8 or in Latin-1.
type letters struct {
	wide  int  // letters of UTF-8 beyond ASCII
	wrong int  // bytes that are of none
	no    bool // there are bytes that neither text has
}

// isLatin reports whether most of what is not ASCII is no UTF-8. A few wrong bytes among its letters
// are damage.
func (l letters) isLatin() bool { return !l.no && l.wrong > l.wide }

// count counts a text that goes on, and gives the start of a letter at its end.
func (l *letters) count(text []byte) (rest []byte) {
	for len(text) > 0 {
		if c := text[0]; c < utf8.RuneSelf {
			l.no = l.no || c < ' ' && strings.IndexByte("\t\n\r\f\x1a", c) < 0
			text = text[1:]
			continue
		}
		r, size := utf8.DecodeRune(text)
		switch {
		case r != utf8.RuneError || size > 1:
			l.wide++
		case !utf8.FullRune(text):
			return text
		default:
			l.wrong++
			l.no = l.no || strings.IndexByte(unused, text[0]) >= 0
		}
		text = text[size:]
	}
	return nil
}

// isLatin reports whether a text that may end within a letter is one in Latin-1.
func isLatin(text []byte) bool {
	if utf8.Valid(text) {
		return false
	}
	l := letters{}
	l.count(text)
	return l.isLatin()
}

// Recoded gives the options to read files with once more, where reading them has ended with err because
// of what a text has behind the sample: a quote within a field, or letters that are no UTF-8, where all of
// its file is looked at and found to be Latin-1. ok is false where err is something else, or the file is not.
func Recoded(opts Options, err error) (recoded Options, ok bool) {
	var wrong *malformed.Error
	if errors.As(err, &wrong) && wrong.IsStrayQuote() && !slices.Contains(opts.loose, wrong.File) {
		opts.loose = append(slices.Clip(opts.loose), wrong.File)
		return opts, true
	}
	if wrong == nil || !wrong.IsEncoding() || opts.Encoding != AnyEncoding || opts.Escape != 0 || slices.Contains(opts.latin, wrong.File) {
		return opts, false
	}
	s := Sniffed{Path: wrong.File}
	s.Compression, _ = compressionOf(s.Path)
	in, err := openInput(s, opts.Roots)
	if err != nil {
		return opts, false
	}
	defer in.Close()
	var l letters
	buf, n := make([]byte, SampleBytes), 0
	for err == nil {
		var read int
		read, err = in.Read(buf[n:])
		n = copy(buf, l.count(buf[:n+read]))
	}
	opts.latin = append(slices.Clip(opts.latin), wrong.File)
	return opts, err == io.EOF && l.isLatin()
}
