package snapshot

import (
	"gsdms/plan"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/dictionary"
)

// packedDict is a packed dictionary, whose texts are checked and unpacked when a query asks.
func (v *Version) packedDict(i int) *plan.Dictionary {
	entry := v.Manifest.Entry(i)
	head := 4 * (entry.Texts + 1)
	return plan.NewUnreadDictionary(entry.Texts, int64(entry.Dict.Plain), func() (offsets []uint32, bytes []byte, err error) {
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
	})
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
