package gen

import "gsdms/ssb/lehmer"

// addressDraws is how far a row moves the address stream, however long its address is.
const addressDraws = 9

// Customer is a row of the customer table; Supplier one of the supplier table. The
// texts are numbers into the word lists.
type Customer struct {
	Key     int64
	Address []byte // valid during the call
	City    uint8  // the nation is City / 10
	Phone   [3]int16
	Segment uint8
}

// Supplier is a row of the supplier table.
type Supplier struct {
	Key     int64
	Address []byte // valid during the call
	City    uint8
	Phone   [3]int16
}

// CityText is the city's name, nine characters of the nation's and a digit.
func CityText(city uint8) string { return cities[city] }

// NationText is the nation of a city.
func NationText(city uint8) string { return nations[city/10] }

// RegionText is the region of a city.
func RegionText(city uint8) string { return regions[nationRegion[city/10]] }

// EachCustomer calls each for the customers with keys from+1 to to, in order. The row
// is valid during the call.
func (s Scale) EachCustomer(from, to int64, each func(*Customer)) {
	p := peopleAt(881155353, 1489529863, from)
	market := lehmer.At(1140279430, from)
	var c Customer
	for i := from; i < to; i++ {
		c.Key = i + 1
		c.Address = p.address()
		c.City = p.city()
		c.Phone = p.number()
		c.Segment = uint8(market.Draw(1, int64(len(segments))) - 1)
		each(&c)
	}
}

// EachSupplier calls each for the suppliers with keys from+1 to to, in order. The row
// is valid during the call.
func (s Scale) EachSupplier(from, to int64, each func(*Supplier)) {
	p := peopleAt(706178559, 110356601, from)
	var r Supplier
	for i := from; i < to; i++ {
		r.Key = i + 1
		r.Address = p.address()
		r.City = p.city()
		r.Phone = p.number()
		each(&r)
	}
}

// people are the streams that customers and suppliers draw alike.
type people struct {
	addresses, nation, digits, phones lehmer.Stream
	text                              [24]byte
}

func peopleAt(addressSeed, nationSeed, row int64) *people {
	return &people{
		addresses: lehmer.At(addressSeed, addressDraws*row),
		nation:    lehmer.At(nationSeed, row),
		digits:    lehmer.At(1, row),
		phones:    lehmer.At(1521138112, 3*row),
	}
}

// address draws a length and then five characters of six bits from each draw.
func (p *people) address() []byte {
	s := p.addresses
	p.addresses.Skip(addressDraws)
	n := int(s.Draw(6, 24))
	var bits int64
	for i := range n {
		if i%5 == 0 {
			bits = s.Draw(0, 2147483647)
		}
		p.text[i] = alphabet[bits&63]
		bits >>= 6
	}
	return p.text[:n]
}

func (p *people) city() uint8 {
	nation := p.nation.Draw(0, int64(len(nations)-1))
	return uint8(10*nation + p.digits.Draw(0, 9))
}

func (p *people) number() [3]int16 {
	return [3]int16{int16(p.phones.Draw(100, 999)), int16(p.phones.Draw(100, 999)), int16(p.phones.Draw(1000, 9999))}
}
