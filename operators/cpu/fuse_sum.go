package cpu

import "gsdms/operators"

// addFunc folds rows into the groups that numbers say.
type addFunc func(f *fold, a *accumulators, m *machine, numbers []uint32) error

// sum makes the function of a fused sum.
func (l *lowering) sum(s fusedSum) addFunc {
	x := l.measure(s.x)
	if !s.two {
		switch l.p.Columns[s.x].Storage.Width {
		case 1:
			return (&sumColumn[uint8]{x}).add
		case 2:
			return (&sumColumn[uint16]{x}).add
		case 4:
			return (&sumColumn[uint32]{x}).add
		default:
			return (&sumColumn[uint64]{x}).add
		}
	}
	y, width := l.measure(s.y), l.p.Columns[s.y].Storage.Width
	switch l.p.Columns[s.x].Storage.Width {
	case 1:
		return sumPair[uint8](s.op, x, y, width)
	case 2:
		return sumPair[uint16](s.op, x, y, width)
	case 4:
		return sumPair[uint32](s.op, x, y, width)
	default:
		return sumPair[uint64](s.op, x, y, width)
	}
}

func (l *lowering) measure(column int) source {
	l.column(column)
	return source{column: column, level: l.level, bias: l.p.Columns[column].Storage.Bias}
}

func sumPair[X unsigned](op operators.Opcode, x, y source, width int) addFunc {
	switch width {
	case 1:
		return sumOf[X, uint8](op, x, y)
	case 2:
		return sumOf[X, uint16](op, x, y)
	case 4:
		return sumOf[X, uint32](op, x, y)
	default:
		return sumOf[X, uint64](op, x, y)
	}
}

func sumOf[X, Y unsigned](op operators.Opcode, x, y source) addFunc {
	if op == operators.MulInt {
		return (&sumProduct[X, Y]{x, y}).add
	}
	return (&sumDifference[X, Y]{x, y}).add
}

// target says where the words of the groups are, for a fold of one word: group n has
// its rows at words[n*width] and its sum at words[n*width+at].
func (f *fold) target(a *accumulators) (words []int64, width, at int) {
	return a.words, a.groups.width, f.at
}

type sumColumn[X unsigned] struct{ x source }

func (s *sumColumn[X]) add(f *fold, a *accumulators, m *machine, numbers []uint32) error {
	base, rows := m.columns[s.x.column], m.levels[s.x.level][:len(numbers)]
	words, width, at := f.target(a)
	switch {
	case a.groups.shared:
		sum := s.x.bias * int64(len(rows))
		if run := consecutive[X](m, s.x, len(rows)); run != nil {
			words[at] += sum + int64(sumRun(run))
			return nil
		}
		for _, r := range rows {
			sum += int64(element[X](base, r))
		}
		words[at] += sum
	case f.counts:
		for i, r := range rows {
			group := int(numbers[i]) * width
			words[group+at] += int64(element[X](base, r)) + s.x.bias
			words[group]++
		}
	default:
		for i, r := range rows {
			words[int(numbers[i])*width+at] += int64(element[X](base, r)) + s.x.bias
		}
	}
	return nil
}

type sumProduct[X, Y unsigned] struct{ x, y source }

func (s *sumProduct[X, Y]) add(f *fold, a *accumulators, m *machine, numbers []uint32) error {
	left, right, rows := m.columns[s.x.column], m.columns[s.y.column], m.levels[s.x.level][:len(numbers)]
	words, width, at := f.target(a)
	switch {
	case a.groups.shared:
		sum := int64(0)
		xs, ys := consecutive[X](m, s.x, len(rows)), consecutive[Y](m, s.y, len(rows))
		if xs != nil && ys != nil {
			ys = ys[:len(xs)]
			for i, x := range xs {
				sum += (int64(x) + s.x.bias) * (int64(ys[i]) + s.y.bias)
			}
			words[at] += sum
			return nil
		}
		for _, r := range rows {
			sum += (int64(element[X](left, r)) + s.x.bias) * (int64(element[Y](right, r)) + s.y.bias)
		}
		words[at] += sum
	case f.counts:
		for i, r := range rows {
			group := int(numbers[i]) * width
			words[group+at] += (int64(element[X](left, r)) + s.x.bias) * (int64(element[Y](right, r)) + s.y.bias)
			words[group]++
		}
	default:
		for i, r := range rows {
			words[int(numbers[i])*width+at] += (int64(element[X](left, r)) + s.x.bias) * (int64(element[Y](right, r)) + s.y.bias)
		}
	}
	return nil
}

type sumDifference[X, Y unsigned] struct{ x, y source }

func (s *sumDifference[X, Y]) add(f *fold, a *accumulators, m *machine, numbers []uint32) error {
	left, right, rows := m.columns[s.x.column], m.columns[s.y.column], m.levels[s.x.level][:len(numbers)]
	words, width, at := f.target(a)
	bias := s.x.bias - s.y.bias
	switch {
	case a.groups.shared:
		sum := bias * int64(len(rows))
		for _, r := range rows {
			sum += int64(element[X](left, r)) - int64(element[Y](right, r))
		}
		words[at] += sum
	case f.counts:
		for i, r := range rows {
			group := int(numbers[i]) * width
			words[group+at] += int64(element[X](left, r)) - int64(element[Y](right, r)) + bias
			words[group]++
		}
	default:
		for i, r := range rows {
			words[int(numbers[i])*width+at] += int64(element[X](left, r)) - int64(element[Y](right, r)) + bias
		}
	}
	return nil
}
