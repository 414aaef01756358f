package gen

import (
	"strconv"

	"gsdms/ssb/lehmer"
	"gsdms/ssb/pieces"
)

// addressDraws is how far a row moves the address stream, however long its address is.
const addressDraws = 9

// The texts before a key.
const (
	supplierTag = "Supplier#"
	customerTag = "Customer#"
	clerkTag    = "Clerk#"
	makerTag    = "Manufacturer#"
	brandTag    = "Brand#"
)

// alphabet has the 64 characters of an address, by their six bits.
const alphabet = "0123456789abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ,"

// person is what a customer and a supplier have alike. Its texts are valid during the
// call that it is given to, but for the comment.
type person struct {
	key     int64
	address []byte
	nation  int64
	phone   [3]int64
	balance int64 // cents
	segment int64 // of a customer
	comment string
}

// people are the streams that both draw.
type people struct {
	addresses, nations, phones, balances lehmer.Stream
	comments                             comments
	text                                 [40]byte
}

// next draws the row, but for the segment.
func (p *people) next(key int64) person {
	return person{
		key: key, address: p.address(), nation: p.nations.Draw(0, int64(len(words().Nations)-1)),
		phone:   [3]int64{p.phones.Draw(100, 999), p.phones.Draw(100, 999), p.phones.Draw(1000, 9999)},
		balance: p.balances.Draw(-99999, 999999), comment: p.comments.next(),
	}
}

// address draws a length and then five characters of six bits from each draw. The
// reference asks for 2^31 numbers, which overflows its 32 bits: the draw is negative.
func (p *people) address() []byte {
	s := p.addresses
	p.addresses.Skip(addressDraws)
	n := int(s.Draw(10, 40))
	var bits int64
	for i := range n {
		if i%5 == 0 {
			bits = s.Scaled(-1 << 31)
		}
		p.text[i] = alphabet[bits&63]
		bits >>= 6
	}
	return p.text[:n]
}

// eachCustomer calls each for the customers with keys from+1 to to, in order.
func (d *Data) eachCustomer(from, to int64, each func(*person)) {
	p := &people{
		addresses: lehmer.At(881155353, addressDraws*from), nations: lehmer.At(1489529863, from),
		phones: lehmer.At(1521138112, 3*from), balances: lehmer.At(298370230, from),
		comments: d.commentsAt(1335826707, from, 29, 116),
	}
	segments := lehmer.At(1140279430, from)
	for i := from; i < to; i++ {
		c := p.next(i + 1)
		c.segment = segments.Draw(0, int64(len(words().Segments)-1))
		each(&c)
	}
}

// eachSupplier calls each for the suppliers with keys from+1 to to, in order.
func (d *Data) eachSupplier(from, to int64, each func(*person)) {
	p := &people{
		addresses: lehmer.At(706178559, addressDraws*from), nations: lehmer.At(110356601, from),
		phones: lehmer.At(884434366, 3*from), balances: lehmer.At(962338209, from),
		comments: d.commentsAt(1341315363, from, 25, 100),
	}
	r := remarksAt(from)
	for i := from; i < to; i++ {
		s := p.next(i + 1)
		s.comment = r.put(s.comment)
		each(&s)
	}
}

// remarks are the streams that say which suppliers customers complain of or recommend.
type remarks struct{ gap, which, whether, where lehmer.Stream }

func remarksAt(row int64) remarks {
	return remarks{lehmer.At(263032577, row), lehmer.At(753643799, row), lehmer.At(202794285, row), lehmer.At(715851524, row)}
}

// put writes a remark into one comment of a thousand, over what is there.
func (r *remarks) put(comment string) string {
	const customer, room = "Customer ", int64(len("Customer ") + len("Complaints"))
	n := int64(len(comment))
	whether, which := r.whether.Draw(1, 10000), r.which.Draw(0, 100)
	gap := r.gap.Draw(0, n-room)
	where := r.where.Draw(0, n-room-gap)
	if whether > 10 {
		return comment
	}
	remark := "Complaints"
	if which >= 50 {
		remark = "Recommends"
	}
	b := []byte(comment)
	copy(b[where:], customer)
	copy(b[where+int64(len(customer))+gap:], remark)
	return string(b)
}

// appendName appends a tag and a key of nine digits.
func appendName(b []byte, tag string, key int64) []byte {
	return pieces.AppendPadded(append(b, tag...), key, 9)
}

// appendPhone appends the number; its country code is 10 and the nation's key.
func appendPhone(b []byte, p *person) []byte {
	b = strconv.AppendInt(b, 10+p.nation, 10)
	for _, group := range p.phone {
		b = strconv.AppendInt(append(b, '-'), group, 10)
	}
	return b
}
