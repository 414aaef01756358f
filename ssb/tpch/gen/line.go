package gen

import "gsdms/ssb/lehmer"

// line is a row of lineitem. Flags are its letters; instruction and mode are numbers
// into the word lists.
type line struct {
	sale
	order, supplier     int64
	number              int64
	returned, status    byte
	committed, received int64 // days
	instruction, mode   int64
	comment             string
}

// lines are lineitem's streams.
type lines struct {
	scale                         Scale
	sales                         *sales
	supplier, committed, received lehmer.Stream
	returned, instruction, mode   lehmer.Stream
	comments                      comments
}

func (d *Data) linesAt(order int64) *lines {
	line := linesMax * order
	return &lines{
		scale: d.Scale, sales: d.salesAt(order), supplier: lehmer.At(2095021727, line),
		committed: lehmer.At(904914315, line), received: lehmer.At(373135028, line),
		returned: lehmer.At(717419739, line), instruction: lehmer.At(1371272478, line),
		mode: lehmer.At(675466456, line), comments: d.commentsAt(1095462486, line, 10, 43),
	}
}

// eachLine calls each for the lines of the orders from+1 to to.
func (d *Data) eachLine(from, to int64, each func(*line)) {
	s := d.linesAt(from)
	var sold [linesMax]sale
	for i := from; i < to; i++ {
		n, day := s.sales.order(&sold)
		flags := s.returned
		for k := range n {
			l := line{sale: sold[k], order: orderKey(i + 1), number: int64(k + 1)}
			s.finish(&l, day)
			each(&l)
		}
		s.skip(linesMax - n)
		s.returned = flags
		s.returned.Skip(linesMax)
	}
}

// finish draws what belongs to the line alone.
func (s *lines) finish(l *line, day int64) {
	l.supplier = s.scale.supplier(l.part, s.supplier.Draw(0, suppliersOfPart-1))
	l.committed = day + s.committed.Draw(30, 90)
	l.received = l.shipped + s.received.Draw(1, 30)
	l.instruction = s.instruction.Draw(0, int64(len(words().Instructions)-1))
	l.mode = s.mode.Draw(0, int64(len(words().Modes)-1))
	l.comment = s.comments.next()
	l.returned, l.status = 'N', 'O'
	if l.received <= today { // else there is no draw
		l.returned = pick(&s.returned, words().ReturnFlags)[0]
	}
	if l.shipped <= today {
		l.status = 'F'
	}
}

// skip makes the draws of n lines that an order does not have, but for the flags'.
func (s *lines) skip(n int) {
	for range n {
		s.supplier.Next()
		s.committed.Next()
		s.received.Next()
		s.instruction.Next()
		s.mode.Next()
		s.comments.stream.Next()
		s.comments.stream.Next()
	}
}
