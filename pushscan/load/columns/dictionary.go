package columns

import (
	"hash/maphash"
	"slices"
	"unsafe"
)

// Dictionary gives the texts of one batch column their codes in the order of first sight.
// It is an open-addressing table over an arena of bytes, used again for the next batch. The
// hash is seeded, so a file cannot be made to collide. Once few of a batch's texts have come
// twice, it looks for none any more, and a text may have several codes.
type Dictionary struct {
	seed    maphash.Seed
	slots   []uint64 // upper half of the hash << 32 | code + 1; 0: free
	offsets []uint32 // of code: arena[offsets[code]:offsets[code+1]]
	arena   []byte
	found   int  // texts that have come twice
	unlike  bool // nobody looks for them any more
}

// Of texts that are new, so many are looked for at least; fewTwice says which part of them has to
// come twice.
const (
	leastLooked = 4096
	fewTwice    = 8
)

// NewDictionary makes an empty dictionary.
func NewDictionary() Dictionary {
	return Dictionary{seed: maphash.MakeSeed(), slots: make([]uint64, 256), offsets: make([]uint32, 1, 64)}
}

// Code returns a code of text and whether it is new.
func (d *Dictionary) Code(text []byte) (code uint32, added bool) {
	if d.unlike {
		return d.put(text), true
	}
	hash := maphash.Bytes(d.seed, text)
	mark := hash &^ (1<<32 - 1)
	mask := uint64(len(d.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		slot := d.slots[i]
		if slot == 0 {
			return d.add(i, mark, text), true
		}
		code := uint32(slot) - 1
		if slot&^(1<<32-1) == mark && string(d.arena[d.offsets[code]:d.offsets[code+1]]) == string(text) {
			d.found++
			return code, false
		}
	}
}

// put gives a text a code of its own.
func (d *Dictionary) put(text []byte) uint32 {
	d.arena = append(d.arena, text...)
	d.offsets = append(d.offsets, uint32(len(d.arena)))
	return uint32(len(d.offsets) - 2)
}

func (d *Dictionary) add(slot, mark uint64, text []byte) uint32 {
	code := d.put(text)
	d.slots[slot] = mark | uint64(code+1)
	d.unlike = len(d.offsets)%leastLooked == 0 && d.found*fewTwice < len(d.offsets)
	if 2*len(d.offsets) > len(d.slots) {
		d.grow()
	}
	return code
}

// grow doubles the table and puts every text in again.
func (d *Dictionary) grow() {
	d.slots = make([]uint64, 2*len(d.slots))
	mask := uint64(len(d.slots) - 1)
	for code := range len(d.offsets) - 1 {
		hash := maphash.Bytes(d.seed, d.arena[d.offsets[code]:d.offsets[code+1]])
		i := hash & mask
		for d.slots[i] != 0 {
			i = (i + 1) & mask
		}
		d.slots[i] = hash&^(1<<32-1) | uint64(code+1)
	}
}

// Take returns the texts by code, in one allocation of bytes, and empties the
// dictionary.
func (d *Dictionary) Take() []string {
	all := string(d.arena)
	texts := make([]string, len(d.offsets)-1)
	for code := range texts {
		texts[code] = all[d.offsets[code]:d.offsets[code+1]]
	}
	d.Reset()
	return texts
}

// View returns the texts by code where they are, in the room of a slice. They are there until the
// dictionary is asked for another code or emptied.
func (d *Dictionary) View(room []string) []string {
	texts := slices.Grow(room[:0], len(d.offsets)-1)[:len(d.offsets)-1]
	for code := range texts {
		text := d.arena[d.offsets[code]:d.offsets[code+1]]
		texts[code] = unsafe.String(unsafe.SliceData(text), len(text))
	}
	return texts
}

// Size is how many bytes the texts have.
func (d *Dictionary) Size() int { return len(d.arena) }

// Empty reports whether there is no text yet.
func (d *Dictionary) Empty() bool { return len(d.offsets) == 1 }

// Reset empties the dictionary.
func (d *Dictionary) Reset() {
	if len(d.offsets) > 1 {
		clear(d.slots)
		d.offsets, d.arena = d.offsets[:1], d.arena[:0]
		d.found, d.unlike = 0, false
	}
}
