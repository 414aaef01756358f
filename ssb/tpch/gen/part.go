package gen

import (
	"strings"

	"gsdms/ssb/lehmer"
)

// suppliersOfPart is the number of rows of partsupp that a part has.
const suppliersOfPart = 4

// item is a row of part, its texts as numbers into the word lists.
type item struct {
	key             int64
	colors          [5]uint8
	maker, brand    int64 // from 1; a brand is one of its maker's
	kind, container int64
	size            int64
	comment         string
}

// name is the part's name: its colours.
func (p *item) name() string {
	var names [len(p.colors)]string
	for i, c := range p.colors {
		names[i] = words().Colors[c]
	}
	return strings.Join(names[:], " ")
}

// price is the retail price of a part, in cents.
func price(part int64) int64 { return 90000 + part/10%20001 + 100*(part%1000) }

// eachPart calls each for the parts with keys from+1 to to, in order.
func (d *Data) eachPart(from, to int64, each func(*item)) {
	names := lehmer.At(709314158, from*int64(len(words().Colors)))
	makers, brands := lehmer.At(1, from), lehmer.At(46831694, from)
	kinds, sizes := lehmer.At(1841581359, from), lehmer.At(1193163244, from)
	containers := lehmer.At(727633698, from)
	comments := d.commentsAt(804159733, from, 5, 22)
	order := make([]uint8, len(words().Colors))
	for i := from; i < to; i++ {
		p := item{
			key: i + 1, maker: makers.Draw(1, 5), brand: brands.Draw(1, 5),
			kind: kinds.Draw(0, int64(len(words().Types)-1)), size: sizes.Draw(1, 50),
			container: containers.Draw(0, int64(len(words().Containers)-1)), comment: comments.next(),
		}
		shuffle(&names, order)
		copy(p.colors[:], order)
		each(&p)
	}
}

// shuffle permutes the colours from the list's order.
func shuffle(s *lehmer.Stream, order []uint8) {
	for k := range order {
		order[k] = uint8(k)
	}
	for k := range order {
		j := s.Draw(int64(k), int64(len(order)-1))
		order[k], order[j] = order[j], order[k]
	}
}

// stock is a row of partsupp.
type stock struct {
	part, supplier int64
	available      int64
	cost           int64 // cents
	comment        string
}

// supplier is the j-th supplier of a part, from 0.
func (s Scale) supplier(part, j int64) int64 {
	return (part+j*(s.Suppliers/4+(part-1)/s.Suppliers))%s.Suppliers + 1
}

// eachStock calls each for the four rows of partsupp of the parts with keys from+1 to to.
func (d *Data) eachStock(from, to int64, each func(*stock)) {
	row := suppliersOfPart * from
	available, costs := lehmer.At(1671059989, row), lehmer.At(1051288424, row)
	comments := d.commentsAt(1961692154, row, 49, 198)
	for i := from; i < to; i++ {
		for j := range int64(suppliersOfPart) {
			s := stock{
				part: i + 1, supplier: d.supplier(i+1, j), available: available.Draw(1, 9999),
				cost: costs.Draw(100, 100000), comment: comments.next(),
			}
			each(&s)
		}
	}
}
