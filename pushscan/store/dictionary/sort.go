package dictionary

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"
	"strings"

	"gsdms/pushscan/store/work"
)

// Texts are put in order on all processors: they are split into parts, each of texts between two
// of a sample, and the parts are sorted beside one another. A part is sorted by eight bytes of its
// texts at a time, which lie beside their numbers, so that a comparison reads no text.
const (
	partTexts  = 1 << 14 // that a part has about
	mostParts  = 1 << 10
	partSample = 16      // texts of the sample for each part
	fewTexts   = 12      // so many are compared as wholes
	deepTexts  = 1 << 10 // those are, too, that are the same up to here
)

// prefixed is a text with those eight bytes of it that decide next.
type prefixed struct {
	prefix uint64 // zeros behind the end of the text
	at     uint32 // number of the text
	left   uint32 // bytes from prefix on, 9 for more than eight
}

// sorting puts distinct texts in order.
type sorting struct {
	texts  []string
	bounds []string // first texts of all parts but the first
	first  []uint64 // prefixes of bounds
	part   []uint16 // of each text
}

// sortTexts gives the texts in their order, in parts that are not empty, one behind another.
func sortTexts(ctx context.Context, texts []string) (parts [][]prefixed, err error) {
	s := &sorting{texts: texts, part: make([]uint16, len(texts))}
	s.sample(min(len(texts)/partTexts+1, mostParts))
	if parts, err = s.split(ctx); err != nil {
		return nil, err
	}
	parts = slices.DeleteFunc(parts, func(p []prefixed) bool { return len(p) == 0 })
	return parts, work.Each(len(parts), func(p int) error { return s.sort(ctx, parts[p], 0) })
}

// sample chooses the bounds of so many parts.
func (s *sorting) sample(parts int) {
	some := make([]string, parts*partSample)
	for i := range some {
		if len(s.texts) > 0 {
			some[i] = s.texts[i*len(s.texts)/len(some)]
		}
	}
	slices.Sort(some)
	for p := 1; p < parts; p++ {
		s.bounds = append(s.bounds, some[p*partSample])
		s.first = append(s.first, prefixOf(some[p*partSample]))
	}
}

// split parts the texts.
func (s *sorting) split(ctx context.Context) ([][]prefixed, error) {
	pieces := (len(s.texts) + textsBetween - 1) / textsBetween
	counts := make([][]int, pieces)
	err := work.Each(pieces, func(p int) error {
		counts[p] = s.count(p * textsBetween)
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	all := make([]prefixed, len(s.texts))
	parts, at := make([][]prefixed, len(s.bounds)+1), 0
	for k := range parts {
		from := at
		for _, c := range counts {
			c[k], at = at, at+c[k]
		}
		parts[k] = all[from:at]
	}
	return parts, work.Each(pieces, func(p int) error {
		s.place(all, counts[p], p*textsBetween)
		return ctx.Err()
	})
}

// count finds the parts of the texts from lo on and says how many each part has of them.
func (s *sorting) count(lo int) []int {
	count := make([]int, len(s.bounds)+1)
	for i := lo; i < min(len(s.texts), lo+textsBetween); i++ {
		k := s.partOf(s.texts[i])
		s.part[i] = uint16(k)
		count[k]++
	}
	return count
}

// place puts the texts from lo on where their parts are.
func (s *sorting) place(all []prefixed, at []int, lo int) {
	for i := lo; i < min(len(s.texts), lo+textsBetween); i++ {
		k := s.part[i]
		all[at[k]].at = uint32(i)
		at[k]++
	}
}

// partOf gives the part of a text: how many bounds are not behind it.
func (s *sorting) partOf(text string) int {
	prefix, lo, hi := prefixOf(text), 0, len(s.bounds)
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		if s.first[mid] < prefix || s.first[mid] == prefix && s.bounds[mid] <= text {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// sort sorts texts that are the same before byte depth.
func (s *sorting) sort(ctx context.Context, part []prefixed, depth int) error {
	if len(part) <= fewTexts || depth >= deepTexts {
		return work.Sort(ctx, part, func(a, b prefixed) int {
			return strings.Compare(s.texts[a.at][depth:], s.texts[b.at][depth:])
		})
	}
	for i := range part {
		rest := s.texts[part[i].at][depth:]
		part[i].prefix, part[i].left = prefixOf(rest), uint32(min(len(rest), 9))
	}
	if err := work.Sort(ctx, part, comparePrefixes); err != nil {
		return err
	}
	for lo, hi := 0, 0; lo < len(part); lo = hi {
		for hi = lo + 1; hi < len(part) && comparePrefixes(part[lo], part[hi]) == 0; hi++ {
		}
		if hi-lo > 1 && part[lo].left > 8 {
			if err := s.sort(ctx, part[lo:hi], depth+8); err != nil {
				return err
			}
		}
	}
	return nil
}

// comparePrefixes orders texts by their eight bytes. Of two that are the same up to the end of one
// and have zeros from there on, the shorter is first.
func comparePrefixes(a, b prefixed) int {
	if a.prefix != b.prefix {
		if a.prefix < b.prefix {
			return -1
		}
		return 1
	}
	return cmp.Compare(a.left, b.left)
}

// prefixOf gives the first eight bytes of a text as a number in their order.
func prefixOf(text string) uint64 {
	var eight [8]byte
	copy(eight[:], text)
	return binary.BigEndian.Uint64(eight[:])
}
