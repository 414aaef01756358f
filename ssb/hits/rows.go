package hits

import (
	"fmt"
	"math/rand/v2"

	"gsdms/pushscan/store/ingest"
	"gsdms/ssb/bench"
	"gsdms/ssb/pieces"
)

// generator makes rows. It is immutable: pieces are made side by side.
type generator struct {
	Options
	ids   *pieces.Permutation // hit_id by row
	users int64
	sites uint64
}

func newGenerator(o Options) *generator {
	return &generator{Options: o, ids: pieces.NewPermutation(o.Rows, pieces.Hash(o.Seed)), users: max(10, o.Rows/8), sites: 4000}
}

// The hits are of 30 days from 2024-03-01 on, in the order of time.
const (
	firstDay = 19783 // since 1970-01-01
	days     = 30
)

// siteOf is where a page is: the pages that are hit often are spread over all sites, and
// a few sites have many.
func (g *generator) siteOf(page uint64) uint64 {
	h := pieces.Hash(page ^ 0x53697465)
	if h%4 == 0 {
		return h >> 8 % 20
	}
	return h >> 8 % g.sites
}

// piece is the columns of one batch while they are made.
type piece struct {
	*generator
	dice    *rand.Rand
	page    *rand.Zipf // the frequency of the k-th is about 1/(k+8)
	search  *rand.Zipf
	numbers map[string]*[]int64
	words   map[string]*pieces.Column
	columns []bench.Column
}

// batch makes the rows from one to before another.
func (g *generator) batch(from, to int64) *ingest.Batch {
	table := bench.Table{Name: "hits", Create: create}
	columns, err := table.Columns()
	if err != nil {
		panic(err) // a test reads the definition
	}
	dice := rand.New(rand.NewPCG(g.Seed, uint64(from)))
	p := &piece{
		generator: g, dice: dice, columns: columns, numbers: map[string]*[]int64{}, words: g.texts(to - from),
		page: rand.NewZipf(dice, 1.02, 8, uint64(g.Texts-1)), search: rand.NewZipf(dice, 1.1, 4, uint64(g.Texts/4)),
	}
	for _, c := range columns {
		if p.words[c.Name] == nil {
			values := make([]int64, 0, to-from)
			p.numbers[c.Name] = &values
		}
	}
	for row := from; row < to; row++ {
		p.row(row)
	}
	b := &ingest.Batch{Rows: int(to - from), Origin: func(row int) string { return fmt.Sprintf("generated hits, row %d", from+int64(row)+1) }}
	for _, c := range columns {
		if w := p.words[c.Name]; w != nil {
			b.Columns = append(b.Columns, w.Column)
		} else {
			b.Columns = append(b.Columns, ingest.Column{Ints: *p.numbers[c.Name]})
		}
	}
	return b
}

// texts are the columns of words.
func (g *generator) texts(n int64) map[string]*pieces.Column {
	return map[string]*pieces.Column{
		"country": pieces.Named(n, oneOf(countries)), "language": pieces.Named(n, oneOf(languages)),
		"url": pieces.Named(n, g.url), "title": pieces.Named(n, title), "referer": pieces.Named(n, g.referer),
		"search_phrase": pieces.Named(n, phrase), "device": pieces.Named(n, oneOf(devices)), "phone_model": pieces.Named(n, model),
		"os": pieces.Named(n, oneOf(systems)), "browser": pieces.Named(n, oneOf(browsers)),
	}
}

func (p *piece) number(column string, v int64) {
	at := p.numbers[column]
	*at = append(*at, v)
}

func (p *piece) word(column string, number uint64) { p.words[column].Add(number) }

// chance is true n times of 100.
func (p *piece) chance(n int) bool { return p.dice.IntN(100) < n }

// row makes one hit: when, who, what, whence, and by what device.
func (p *piece) row(row int64) {
	seconds := int64(float64(row) / float64(p.Rows) * days * 86400)
	p.number("hit_id", 1_000_000_007+p.ids.At(row)*3)
	p.number("hit_time", firstDay*86400+seconds)
	p.number("hit_date", firstDay+seconds/86400)
	user := min(p.dice.Int64N(p.users), p.dice.Int64N(p.users)) // some come more often
	p.who(user, seconds)
	page := p.page.Uint64()
	p.word("url", page)
	p.word("title", page)
	p.number("site_id", int64(p.siteOf(page)))
	p.whence(page)
	p.number("is_refresh", truth(p.chance(8)))
	p.number("response_ms", 5+int64(p.dice.ExpFloat64()*180))
	p.number("bytes_sent", 400+int64(p.dice.ExpFloat64()*60_000))
	amount := int64(0)
	if p.chance(3) {
		amount = 100 + int64(p.dice.ExpFloat64()*4000)
	}
	p.number("amount", amount)
}

// who is all that a user always has: region, language and device.
func (p *piece) who(user, seconds int64) {
	h := pieces.Hash(uint64(user) ^ p.Seed<<32)
	p.number("user_id", int64(h>>2))
	p.number("session_id", int64(pieces.Hash(h+uint64(seconds/7200))>>1))
	p.number("client_ip", int64(pieces.Hash(h)>>34))
	region := regionOf(h)
	p.number("region_id", int64(region)+1)
	country := region % uint64(len(countries))
	p.word("country", country)
	if h>>40%8 == 0 {
		country = 0 // English abroad
	}
	p.word("language", country)
	p.device(pieces.Hash(h ^ 0x646576))
}

// regionOf gives half of the users to the first 30 of 1,000 regions: the fifth power of
// a uniform number leans to 0.
func regionOf(h uint64) uint64 {
	u := float64(pieces.Hash(h)>>11) / (1 << 53)
	return uint64(1000 * u * u * u * u * u)
}

// device is a desktop, or what is held in a hand and has a model.
func (p *piece) device(h uint64) {
	kind := []uint64{0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 3}[h%11]
	p.word("device", kind)
	phone := uint64(0)
	system, screen := h>>8%4, h>>16%4
	if kind > 0 {
		phone, system, screen = 1+h>>24%300, 4+h>>8%4, 4+h>>16%5
	}
	p.word("phone_model", phone)
	p.word("os", system)
	p.word("browser", h>>32%uint64(len(browsers)))
	p.number("browser_version", int64(90+h>>40%40))
	wide, high := screens[screen][0], screens[screen][1]
	p.number("screen_width", wide)
	p.number("screen_height", high)
	p.number("window_width", wide-int64(h>>48%5)*40)
	p.number("window_height", high-60-int64(h>>52%5)*40)
	p.number("is_mobile", truth(kind == 1 || kind == 2))
}

// whence is what led to the page: a search, a campaign, another page or nothing.
func (p *piece) whence(page uint64) {
	searched, engine, referer, campaign, source := uint64(0), int64(0), uint64(0), int64(0), int64(0)
	switch way := p.dice.IntN(100); {
	case way < 15:
		searched, source = 1+p.search.Uint64(), 1
		engine = 1 + int64(pieces.Hash(searched)%uint64(len(engines)-1))
		referer = refererEngines + searched
	case way < 20:
		campaign, source = 1+p.dice.Int64N(60), 2
	case way < 75:
		referer, source = 1+p.page.Uint64(), 3
	}
	p.word("search_phrase", searched)
	p.number("search_engine", engine)
	p.word("referer", referer)
	p.number("campaign_id", campaign)
	p.number("traffic_source", source)
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
