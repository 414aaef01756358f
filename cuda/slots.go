package cuda

import (
	"cmp"
	"math"
	"math/bits"

	"gsdms/operators"
)

// slotKeys reads the keys of hash groups.
type slotKeys struct {
	keys  []operators.Key
	slots int
	nulls [][]uint64 // by key, not zero where it is NULL; nil: nowhere
	words [][]uint64 // by key
}

// newSlotKeys takes the columns of so many slots: of each key its words and, before them, where it
// may be NULL, whether it is.
func newSlotKeys(g *operators.Groups, slots int, columns [][]uint64) *slotKeys {
	s := &slotKeys{keys: g.Keys, slots: slots}
	for _, k := range g.Keys {
		var nulls []uint64
		if k.Nullable {
			nulls, columns = columns[0], columns[1:]
		}
		s.nulls, s.words = append(s.nulls, nulls), append(s.words, columns[0])
		columns = columns[1:]
	}
	return s
}

// of gives key number i of a slot, of a double its bits.
func (s *slotKeys) of(slot, i int) (n int64, null bool) {
	n = int64(s.words[i][slot])
	if s.keys[i].Float {
		n = int64(operators.FloatBits(n))
	}
	return n, s.nulls[i] != nil && s.nulls[i][slot] != 0
}

// sort orders slots by key, NULL first.
func (s *slotKeys) sort(slots []int) {
	if !s.sortPacked(slots) {
		sortAll(slots, s.compare)
	}
}

// sortPacked orders slots by one number each, the keys as digits and the slot below them,
// which is several times as fast as comparing key by key. It gives false where the keys'
// values are too many for that.
func (s *slotKeys) sortPacked(slots []int) bool {
	place := bits.Len(uint(s.slots))
	left := 64 - place
	for _, k := range s.keys {
		if left -= bits.Len(uint(k.Size)); k.Float || k.Size <= 0 || left < 0 {
			return false
		}
	}
	packed := make([]uint64, len(slots))
	eachPart(len(slots), func(lo, hi int) {
		for row := lo; row < hi; row++ {
			n := uint64(0)
			for i, k := range s.keys {
				n = n*uint64(k.Size) + s.digit(slots[row], i)
			}
			packed[row] = n<<place | uint64(slots[row])
		}
	})
	sortAll(packed, cmp.Compare[uint64])
	for row, n := range packed {
		slots[row] = int(n & (1<<place - 1))
	}
	return true
}

// digit is the number of a slot's key among the values that it can have.
func (s *slotKeys) digit(slot, i int) uint64 {
	n, null := s.of(slot, i)
	switch {
	case null:
		return 0
	case s.keys[i].Nullable:
		return uint64(n-s.keys[i].Lo) + 1
	}
	return uint64(n - s.keys[i].Lo)
}

func (s *slotKeys) compare(a, b int) int {
	for i, k := range s.keys {
		x, xNull := s.of(a, i)
		y, yNull := s.of(b, i)
		if o := compareKeys(k, x, xNull, y, yNull); o != 0 {
			return o
		}
	}
	return 0
}

func compareKeys(k operators.Key, x int64, xNull bool, y int64, yNull bool) int {
	switch {
	case xNull || yNull:
		return cmp.Compare(boolInt(yNull), boolInt(xNull))
	case k.Float:
		return cmp.Compare(math.Float64frombits(uint64(x)), math.Float64frombits(uint64(y)))
	default:
		return cmp.Compare(x, y)
	}
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
