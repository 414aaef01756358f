package gen

import (
	"strconv"

	"gsdms/ssb/lehmer"
)

// Part is a row of the part table, its texts as numbers into the word lists.
type Part struct {
	Key       int64
	Mfgr      uint8 // 1 to 5
	Category  uint8 // 1 to 5 within Mfgr
	Brand     uint8 // 1 to 40 within Category
	Type      uint8
	Size      uint8
	Container uint8
	Colour    uint8
	Name      [2]uint8 // two more colours
}

// MfgrText is the manufacturer as the file has it, MFGR#1.
func (p *Part) MfgrText() string { return "MFGR#" + strconv.Itoa(int(p.Mfgr)) }

// CategoryText is the category as the file has it, MFGR#12.
func (p *Part) CategoryText() string { return p.MfgrText() + strconv.Itoa(int(p.Category)) }

// BrandText is the brand as the file has it, MFGR#121 or MFGR#1240: not padded.
func (p *Part) BrandText() string { return p.CategoryText() + strconv.Itoa(int(p.Brand)) }

// NameText is the name as the file has it: two colours.
func (p *Part) NameText() string { return colours[p.Name[0]] + " " + colours[p.Name[1]] }

// EachPart calls each for the parts with keys from+1 to to, in order. The row is valid
// during the call.
func (s Scale) EachPart(from, to int64, each func(*Part)) {
	makers, brands := lehmer.At(1, 2*from), lehmer.At(46831694, from)
	kinds, sizes := lehmer.At(1841581359, from), lehmer.At(1193163244, from)
	boxes, names := lehmer.At(727633698, from), lehmer.At(709314158, from*int64(len(colours)))
	var p Part
	for i := from; i < to; i++ {
		first, second, third := shuffle(&names)
		p.Key = i + 1
		p.Colour, p.Name = first, [2]uint8{second, third}
		p.Mfgr = uint8(makers.Draw(1, 5))
		p.Category = uint8(makers.Draw(1, 5))
		p.Brand = uint8(brands.Draw(1, 40))
		p.Type = uint8(kinds.Draw(1, int64(len(types))) - 1)
		p.Size = uint8(sizes.Draw(1, 50))
		p.Container = uint8(boxes.Draw(1, int64(len(containers))) - 1)
		each(&p)
	}
}

// shuffle permutes the colours from the identity and gives the first three. All 92
// swaps are made: a later one may still move an early colour.
func shuffle(s *lehmer.Stream) (a, b, c uint8) {
	var perm [92]uint8
	for k := range perm {
		perm[k] = uint8(k)
	}
	for k := range perm {
		j := s.Draw(0, int64(len(perm)-1))
		perm[k], perm[j] = perm[j], perm[k]
	}
	return perm[0], perm[1], perm[2]
}
