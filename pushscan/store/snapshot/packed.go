package snapshot

import (
	"gsdms/plan"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/dictionary"
	"gsdms/pushscan/store/manifest"
)

// leastPaged is how many bytes a packed dictionary has of which single blocks are unpacked: of fewer all
// are as soon there.
const leastPaged = 8 << 20

// packedDict is a packed dictionary, whose texts are checked and unpacked when a query asks, those of
// large ones block by block where it asks for few.
func (v *Version) packedDict(i int) *plan.Dictionary {
	entry := v.Manifest.Entry(i)
	head := 4 * (entry.Texts + 1)
	read := func() (offsets []uint32, bytes []byte, err error) {
		if err := v.room.take(entry.Dict.Plain); err != nil {
			return nil, nil, err
		}
		err = v.Reading(i, entry.Dict, func() error {
			file, err := v.unpackedDict(i)
			if err == nil {
				offsets, bytes = coding.Words[uint32](file[:head]), file[head:]
			}
			return err
		})
		v.room.hold(offsets, entry.Dict.Plain, err)
		return offsets, bytes, err
	}
	if entry.Dict.Plain < leastPaged {
		return plan.NewUnreadDictionary(entry.Texts, int64(entry.Dict.Plain), read)
	}
	return plan.NewPagedDictionary(entry.Texts, int64(entry.Dict.Plain), read, v.pagesOf(i))
}

// pagesOf gives what unpacks single blocks of a packed dictionary, one at a time. It checks the head, or
// the whole file where the manifest says nothing of that, once; a block is checked by its own checksum.
func (v *Version) pagesOf(i int) func(code int) (int, *plan.Texts, error) {
	var open *dictionary.Packed
	entry := v.Manifest.Entry(i)
	return func(code int) (first int, texts *plan.Texts, err error) {
		err = v.Reading(i, entry.Dict, func() (err error) {
			if open == nil {
				of, err := v.blocksOf(i)
				if err != nil {
					return err
				}
				open = of
			}
			first, texts, err = v.pageOf(i, open, code)
			return err
		})
		return first, texts, err
	}
}

// blocksOf looks at a packed dictionary from outside.
func (v *Version) blocksOf(i int) (*dictionary.Packed, error) {
	entry, data := v.Manifest.Entry(i), v.Columns[i].Text.Data
	p, err := dictionary.OpenPacked(data, entry.Texts, entry.Dict.Plain)
	if err != nil {
		return nil, v.damage(i, entry.Dict, -1, err.Error())
	}
	if entry.Dict.Head == 0 {
		return p, v.checkDict(i)
	}
	if manifest.HeadSum(v.Manifest.BoundTo(), entry.Dict.Name, entry.Texts, dictionary.Head(data)) != entry.Dict.Head {
		return nil, v.damage(i, entry.Dict, -1, badSum)
	}
	return p, nil
}

// pageOf unpacks the block with a text.
func (v *Version) pageOf(i int, open *dictionary.Packed, code int) (int, *plan.Texts, error) {
	first, offsets, bytes, err := open.Page(code)
	if err != nil {
		return 0, nil, v.damage(i, v.Manifest.Entry(i).Dict, -1, err.Error())
	}
	size := len(bytes) + 4*len(offsets)
	if err := v.room.take(size); err != nil {
		return 0, nil, err
	}
	v.room.hold(offsets, size, nil)
	return first, plan.NewTexts(offsets, bytes), nil
}

// unpackedDict gives the file of a packed dictionary as it would be otherwise.
func (v *Version) unpackedDict(i int) ([]byte, error) {
	entry := v.Manifest.Entry(i)
	if err := v.checkDict(i); err != nil {
		return nil, err
	}
	p, err := dictionary.OpenPacked(v.Columns[i].Text.Data, entry.Texts, entry.Dict.Plain)
	if err != nil {
		return nil, v.damage(i, entry.Dict, -1, err.Error())
	}
	file, err := p.Unpack()
	if err != nil {
		return nil, v.damage(i, entry.Dict, -1, err.Error())
	}
	return file, nil
}
