package second

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// null is a value that may be NULL.
type null[T any] struct {
	v  T
	ok bool
}

type land struct {
	id         int64
	name, bloc string
}

type zone struct {
	id   int64
	name string
	land *land
}

type subscriber struct {
	id       int64 // scattered over 64 bits
	alias    string
	zone     *zone
	contract null[string]
}

type mast struct {
	id    int64
	label string
	zone  *zone // nil: NULL
}

type bundle struct {
	id                 int64
	family, line, name string
	price              null[int64] // cents
}

type slot struct {
	id                int64 // negative and positive
	day               int64 // since 1970-01-01
	year, month, week int64 // month as 203107
}

// usage is a row of the fact table. Pointers are nil where the foreign key is NULL.
type usage struct {
	id         int64
	subscriber *subscriber
	mast       *mast
	bundle     *bundle
	slot       *slot
	retries    int64
	grade      null[int64] // -5 to 5
	fee        null[int64] // cents, negative too
	income     null[int64] // cents
	cost       int64       // negative too
	octets     int64       // of 64 bits
	jitter     null[float64]
	route      null[string]
}

// world is the data of one seed.
type world struct {
	lands       []*land
	zones       []*zone
	subscribers []*subscriber
	masts       []*mast
	bundles     []*bundle
	slots       []*slot
	traffic     []usage
}

// newWorld makes a world with that many rows of traffic. The dimensions keep the
// proportions of the benchmark's, so that times per row can be compared.
func newWorld(seed uint64, rows int) *world {
	w := &world{}
	d := rand.New(rand.NewPCG(seed, 0x7365636f6e64))
	w.places(d)
	w.people(d, max(rows/200, 50), max(rows/3000, 600))
	w.products(d, max(rows/30, 100))
	w.calendar()
	w.traffic = make([]usage, rows)
	for i := range w.traffic {
		w.traffic[i] = w.use(d, i)
	}
	return w
}

var (
	blocs    = []string{"Umbra", "Corona", "Zenith", "Azimuth", "Nadir"}
	families = []string{"voice", "burst", "relay", "mesh", "beacon"}
	routes   = []string{"ground", "sea", "air", "orbit", "tunnel"}
)

// places are five blocs with five lands each of ten zones each, named by a scattered
// number: the order of names is not that of the hierarchy.
func (w *world) places(d *rand.Rand) {
	for i, n := range d.Perm(25) {
		l := &land{id: int64(1000 - 7*n), name: fmt.Sprintf("land %02d", n), bloc: blocs[i%5]}
		w.lands = append(w.lands, l)
	}
	for i, n := range d.Perm(250) {
		w.zones = append(w.zones, &zone{id: int64(n*n) - 500, name: fmt.Sprintf("zone %03d", n), land: w.lands[i%25]})
	}
}

func (w *world) people(d *rand.Rand, subscribers, masts int) {
	for i := range subscribers {
		s := &subscriber{id: int64(uint64(i+1) * 0x9e3779b97f4a7c15), alias: fmt.Sprintf("s%d", i), zone: pick(d, w.zones)}
		s.contract = sometimes(d, 5, pick(d, []string{"flat", "metered", "prepaid"}))
		w.subscribers = append(w.subscribers, s)
	}
	for i := range masts {
		m := &mast{id: int64(-3 * i), label: fmt.Sprintf("m%d", i)}
		if i%16 != 5 {
			m.zone = pick(d, w.zones)
		}
		w.masts = append(w.masts, m)
	}
}

// products have a family, one of its five lines and one of that line's forty names.
func (w *world) products(d *rand.Rand, n int) {
	letters := d.Perm(25)
	for i := range n {
		line := d.IntN(25)
		text := fmt.Sprintf("%c%d", 'a'+letters[line], line)
		b := &bundle{id: int64(5*i) - 100, family: families[line%5], line: text, name: fmt.Sprintf("%s.%02d", text, d.IntN(40))}
		b.price = sometimes(d, 9, d.Int64N(100000)-20000)
		w.bundles = append(w.bundles, b)
	}
}

// calendar is the seven years from 2030 on.
func (w *world) calendar() {
	day := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := int64(0); day.Year() < 2037; i++ {
		w.slots = append(w.slots, &slot{
			id: 7*i - 5000, day: day.Unix() / 86400, year: int64(day.Year()),
			month: int64(day.Year()*100) + int64(day.Month()), week: int64(day.YearDay()-1)/7 + 1,
		})
		day = day.AddDate(0, 0, 1)
	}
}

func (w *world) use(d *rand.Rand, i int) usage {
	u := usage{
		id: int64(i)*4_000_000_007 - 1<<62, slot: pick(d, w.slots), retries: d.Int64N(50) + 1,
		grade: sometimes(d, 11, d.Int64N(11)-5), fee: sometimes(d, 20, d.Int64N(10_400_000)-90_000),
		income: sometimes(d, 30, d.Int64N(10_000_000)), cost: d.Int64N(120_000) - 10_000,
		octets: int64(d.Uint64()) >> 1, jitter: sometimes(d, 7, (d.Float64()-0.3)*1e6), route: sometimes(d, 6, pick(d, routes)),
	}
	if d.IntN(50) > 0 {
		u.subscriber = pick(d, w.subscribers)
	}
	if d.IntN(40) > 0 {
		u.mast = pick(d, w.masts)
	}
	if d.IntN(64) > 0 {
		u.bundle = pick(d, w.bundles)
	}
	return u
}

func pick[T any](d *rand.Rand, from []T) T { return from[d.IntN(len(from))] }

// sometimes is NULL once in n times.
func sometimes[T any](d *rand.Rand, n int, v T) null[T] {
	if d.IntN(n) == 0 {
		return null[T]{}
	}
	return null[T]{v, true}
}
