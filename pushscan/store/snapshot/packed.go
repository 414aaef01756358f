package snapshot

import (
	"gsdms/plan"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/dictionary"
)

// openPackedDict checks a packed dictionary from outside: its texts are read when a query asks.
func (v *Version) openPackedDict(i int) error {
	c, entry := &v.Columns[i], v.Manifest.Entry(i)
	p, err := dictionary.OpenPacked(c.Text.Data, entry.Texts, entry.Dict.Plain)
	if err != nil {
		return v.damage(i, entry.Dict, -1, err.Error())
	}
	head := 4 * (entry.Texts + 1)
	c.Dict = plan.NewUnreadDictionary(entry.Texts, int64(entry.Dict.Plain), func() (offsets []uint32, bytes []byte, err error) {
		if err := v.room.take(entry.Dict.Plain); err != nil {
			return nil, nil, err
		}
		err = v.Reading(i, entry.Dict, func() error {
			file, err := p.Unpack()
			if err != nil {
				return v.damage(i, entry.Dict, -1, err.Error())
			}
			offsets, bytes = coding.Words[uint32](file[:head]), file[head:]
			return nil
		})
		v.room.hold(offsets, entry.Dict.Plain, err)
		return offsets, bytes, err
	})
	return nil
}
