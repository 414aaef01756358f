package groups

import (
	"gsdms/operators"
	"gsdms/operators/cpu/machine"
)

// addFunc folds rows into the groups that numbers say.
type addFunc func(f *fold, a *accumulators, m *machine.Machine, numbers []uint32) error

// sum makes the function of a fused sum.
func (l *Lowering) sum(s fusedSum) addFunc {
	x := l.measure(s.x)
	if !s.two {
		switch l.Program.Columns[s.x].Storage.Width {
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
	y, width := l.measure(s.y), l.Program.Columns[s.y].Storage.Width
	switch l.Program.Columns[s.x].Storage.Width {
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

func (l *Lowering) measure(column int) machine.Source {
	l.Column(column)
	return machine.Source{Column: column, Level: l.Level, Bias: l.Program.Columns[column].Storage.Bias}
}

func sumPair[X machine.Unsigned](op operators.Opcode, x, y machine.Source, width int) addFunc {
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

func sumOf[X, Y machine.Unsigned](op operators.Opcode, x, y machine.Source) addFunc {
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

type sumColumn[X machine.Unsigned] struct{ x machine.Source }

func (s *sumColumn[X]) add(f *fold, a *accumulators, m *machine.Machine, numbers []uint32) error {
	base, rows := m.Columns[s.x.Column], m.Levels[s.x.Level][:len(numbers)]
	words, width, at := f.target(a)
	switch {
	case a.groups.shared:
		sum := s.x.Bias * int64(len(rows))
		if run := machine.Consecutive[X](m, s.x, len(rows)); run != nil {
			words[at] += sum + int64(machine.SumRun(run))
			return nil
		}
		for _, r := range rows {
			sum += int64(machine.Element[X](base, r))
		}
		words[at] += sum
	case f.counts:
		for i, r := range rows {
			group := int(numbers[i]) * width
			words[group+at] += int64(machine.Element[X](base, r)) + s.x.Bias
			words[group]++
		}
	default:
		for i, r := range rows {
			words[int(numbers[i])*width+at] += int64(machine.Element[X](base, r)) + s.x.Bias
		}
	}
	return nil
}

type sumProduct[X, Y machine.Unsigned] struct{ x, y machine.Source }

func (s *sumProduct[X, Y]) add(f *fold, a *accumulators, m *machine.Machine, numbers []uint32) error {
	left, right, rows := m.Columns[s.x.Column], m.Columns[s.y.Column], m.Levels[s.x.Level][:len(numbers)]
	words, width, at := f.target(a)
	switch {
	case a.groups.shared:
		sum := int64(0)
		xs, ys := machine.Consecutive[X](m, s.x, len(rows)), machine.Consecutive[Y](m, s.y, len(rows))
		if xs != nil && ys != nil {
			ys = ys[:len(xs)]
			for i, x := range xs {
				sum += (int64(x) + s.x.Bias) * (int64(ys[i]) + s.y.Bias)
			}
			words[at] += sum
			return nil
		}
		for _, r := range rows {
			sum += (int64(machine.Element[X](left, r)) + s.x.Bias) * (int64(machine.Element[Y](right, r)) + s.y.Bias)
		}
		words[at] += sum
	case f.counts:
		for i, r := range rows {
			group := int(numbers[i]) * width
			words[group+at] += (int64(machine.Element[X](left, r)) + s.x.Bias) * (int64(machine.Element[Y](right, r)) + s.y.Bias)
			words[group]++
		}
	default:
		for i, r := range rows {
			words[int(numbers[i])*width+at] += (int64(machine.Element[X](left, r)) + s.x.Bias) * (int64(machine.Element[Y](right, r)) + s.y.Bias)
		}
	}
	return nil
}

type sumDifference[X, Y machine.Unsigned] struct{ x, y machine.Source }

func (s *sumDifference[X, Y]) add(f *fold, a *accumulators, m *machine.Machine, numbers []uint32) error {
	left, right, rows := m.Columns[s.x.Column], m.Columns[s.y.Column], m.Levels[s.x.Level][:len(numbers)]
	words, width, at := f.target(a)
	bias := s.x.Bias - s.y.Bias
	switch {
	case a.groups.shared:
		sum := bias * int64(len(rows))
		for _, r := range rows {
			sum += int64(machine.Element[X](left, r)) - int64(machine.Element[Y](right, r))
		}
		words[at] += sum
	case f.counts:
		for i, r := range rows {
			group := int(numbers[i]) * width
			words[group+at] += int64(machine.Element[X](left, r)) - int64(machine.Element[Y](right, r)) + bias
			words[group]++
		}
	default:
		for i, r := range rows {
			words[int(numbers[i])*width+at] += int64(machine.Element[X](left, r)) - int64(machine.Element[Y](right, r)) + bias
		}
	}
	return nil
}
