package optimizer

// tolerance separates a reduced cost from the noise of the simplex.
const tolerance = 1e-9

// master is the linear programme of column generation, [L19] (26)-(28): the fewest
// batches, in fractions, of the patterns so far that hold the demanded copies of every
// kind. It is a revised simplex with an explicit inverse, since the kinds are few and
// the duals are what is wanted.
//
//	minimise sum x_j subject to sum_j P_ij x_j >= d_i, x >= 0
type master struct {
	patterns [][]int     // copies of every kind, by pattern
	inverse  [][]float64 // of the basis
	basis    []int       // pattern, or -1-i for the surplus of kind i
	x        []float64   // of the basis
	duals    []float64
	column   []float64
}

// newMaster starts from one pattern per kind, which holds as many copies of it as fit.
func newMaster(demand, fit []int) *master {
	n := len(demand)
	m := &master{basis: make([]int, n), x: make([]float64, n), duals: make([]float64, n), column: make([]float64, n)}
	for i := range n {
		pattern, row := make([]int, n), make([]float64, n)
		pattern[i] = min(fit[i], demand[i])
		row[i] = 1 / float64(pattern[i])
		m.patterns, m.inverse = append(m.patterns, pattern), append(m.inverse, row)
		m.basis[i], m.x[i] = i, float64(demand[i])*row[i]
	}
	m.price()
	return m
}

// value is the batches of the present solution, in fractions.
func (m *master) value() float64 {
	v := 0.0
	for i, b := range m.basis {
		if b >= 0 {
			v += m.x[i]
		}
	}
	return v
}

// price sets the duals: the costs of the basis times the inverse.
func (m *master) price() {
	clear(m.duals)
	for i, b := range m.basis {
		if b < 0 {
			continue
		}
		for j, v := range m.inverse[i] {
			m.duals[j] += v
		}
	}
}

// surplus is the kind whose dual is below zero by most, or -1.
func (m *master) surplus() int {
	worst, at := -tolerance, -1
	for i, d := range m.duals {
		if d < worst {
			worst, at = d, i
		}
	}
	return at
}

// enterPattern brings a new pattern into the basis.
func (m *master) enterPattern(pattern []int) {
	m.patterns = append(m.patterns, pattern)
	for i, row := range m.inverse {
		m.column[i] = 0
		for j, c := range pattern {
			m.column[i] += row[j] * float64(c)
		}
	}
	m.pivot(len(m.patterns) - 1)
}

// enterSurplus brings the surplus of kind k into the basis.
func (m *master) enterSurplus(k int) {
	for i, row := range m.inverse {
		m.column[i] = -row[k]
	}
	m.pivot(-1 - k)
}

// pivot exchanges the variable whose column is in m.column with the one that reaches
// zero first; among equals the one with the smallest number leaves (Bland).
func (m *master) pivot(enters int) {
	leaves := -1
	for i, c := range m.column {
		if c <= tolerance {
			continue
		}
		if leaves >= 0 {
			a, b := m.x[i]*m.column[leaves], m.x[leaves]*c
			if a > b || a == b && m.basis[i] > m.basis[leaves] {
				continue
			}
		}
		leaves = i
	}
	step := m.x[leaves] / m.column[leaves]
	for i := range m.x {
		m.x[i] = max(0, m.x[i]-step*m.column[i])
	}
	m.x[leaves], m.basis[leaves] = step, enters
	m.eliminate(leaves)
	m.price()
}

// eliminate makes the entering column a unit vector in the inverse.
func (m *master) eliminate(leaves int) {
	pivotRow := m.inverse[leaves]
	for j := range pivotRow {
		pivotRow[j] /= m.column[leaves]
	}
	for i, row := range m.inverse {
		f := m.column[i]
		if i == leaves || f == 0 {
			continue
		}
		for j, v := range pivotRow {
			row[j] -= f * v
		}
	}
}
