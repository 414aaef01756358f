package dictionary

import (
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"math"
	"strings"

	"gsdms/plan"
)

// MaxTexts caps the entries of a dictionary: codes take 32 bits while they are loaded.
const MaxTexts = math.MaxUint32 - 1

// textsBetween is how many texts are taken between two looks at whether a context has ended.
const textsBetween = 1 << 14

// Interner gives texts provisional codes: to those that the column had before the codes
// that they have there, to new ones the next, in the order of arrival. Sorted makes the
// dictionary of them. One goroutine owns it.
type Interner struct {
	Before *plan.Dictionary // of the column as it was; nil: it had no texts
	Later  *Tail            // behind it; nil: the texts that come are to be put in order with those before
	Loose  bool             // nobody compares provisional codes, so equal texts may have several, nor asks for texts behind Sorted

	come    list // texts that the column did not have
	seed    maphash.Seed
	known   known
	looking looking
	repeats int // texts that Sorted found to be there again
}

// lookAhead is how many texts are looked for together. What is known of many texts fits no cache:
// together the reads for several texts wait as long as those for one.
const lookAhead = 64

// New makes an interner for a column without texts; one that has some sets Before.
func New() *Interner { return &Interner{seed: maphash.MakeSeed()} }

// ErrTexts says that a column's texts do not fit a dictionary.
var ErrTexts = fmt.Errorf("a column may have %d distinct texts; split the column or the table", MaxTexts)

// had is the number and the bytes of the texts that the column had before.
func (in *Interner) had() (texts, bytes int) {
	if in.Before == nil {
		return 0, 0
	}
	return in.Before.Len(), in.Before.Strings().Begin(in.Before.Len())
}

// Len is the number of texts, where several codes of a text count until Sorted.
func (in *Interner) Len() int {
	if in.Before == nil {
		return in.come.Len() - in.repeats
	}
	return in.Before.Len() + in.Later.Len() + in.come.Len()
}

// Come is how many texts have come that the column did not have before.
func (in *Interner) Come() int { return in.come.Len() }

// New gives a text that has come: the first is 0. It is good until the next one comes, and no longer
// than the interner.
func (in *Interner) New(i int) string { return in.come.at(i) }

// Text gives the text of a code.
func (in *Interner) Text(code int) string {
	texts := 0
	if in.Before != nil {
		texts = in.Before.Len()
	}
	switch late := texts + in.Later.Len(); {
	case code < texts:
		return in.Before.At(code)
	case code < late:
		return string(in.Later.at(code - texts))
	default:
		return strings.Clone(in.New(code - late))
	}
}

// TailRoom reports whether the texts that have come fit the tail behind those that it has.
func (in *Interner) TailRoom() bool {
	const length = binary.MaxVarintLen32
	return in.Later.Size()+in.come.size+length*(in.Later.Len()+in.come.Len()) <= math.MaxUint32
}

// Code gives the code of a text, a new one if need be. The text is copied.
func (in *Interner) Code(text string) (uint32, error) {
	return in.code(text, uint32(maphash.String(in.seed, text)))
}

// Codes gives the codes of texts, as Code does, to codes.
func (in *Interner) Codes(texts []string, codes []uint32) error {
	if !in.looks() {
		return in.append(texts, codes)
	}
	in.looking.texts += len(texts)
	var hashes [lookAhead]uint32
	for lo := 0; lo < len(texts); lo += lookAhead {
		some := texts[lo:min(lo+lookAhead, len(texts))]
		for i, text := range some {
			hashes[i] = uint32(maphash.String(in.seed, text))
		}
		in.known.approach(hashes[:len(some)])
		for i, text := range some {
			code, err := in.code(text, hashes[i])
			if err != nil {
				return err
			}
			codes[lo+i] = code
		}
	}
	return nil
}

func (in *Interner) code(text string, hash uint32) (uint32, error) {
	code, ok := in.known.find(hash, func(code uint32) bool { return in.is(int(code), text) })
	if ok {
		return code, nil
	}
	if code, ok = in.old(text); !ok {
		if in.Len() >= MaxTexts {
			return 0, ErrTexts
		}
		code = uint32(in.Len())
		in.come.add(text)
	}
	in.known.add(hash, code)
	return code, nil
}

// is says whether a code is that of a text.
func (in *Interner) is(code int, text string) bool {
	if in.Before == nil {
		return in.New(code) == text
	}
	switch late := code - in.Before.Len(); {
	case late < 0:
		return string(in.Before.Bytes(code)) == text
	case late < in.Later.Len():
		return string(in.Later.at(late)) == text
	default:
		return in.New(late-in.Later.Len()) == text
	}
}

// old gives the code that a text had before.
func (in *Interner) old(text string) (code uint32, ok bool) {
	if in.Before == nil {
		return 0, false
	}
	if c, ok := in.Before.Find(text); ok {
		return uint32(c), true
	}
	c, ok := in.Later.Find(text)
	return uint32(in.Before.Len() + c), ok
}
