package plan

// A comparison of a difference is a bound of one side by the other, where neither form can
// leave 64 bits: x - y < c is x < y + c. One of its magnitude is two: ABS(x - y) < c is
// x < y + c AND x > y - c. Doubles are left alone, whose differences are rounded.

// distances gives what comparisons of a difference, or of its magnitude, say about the part
// of it that is over one table; nil where they say nothing of the kind.
func distances(tables []*TableRef, table int, e Expr) []Expr {
	c, ok := e.(Call)
	if !ok || !isOrder(c.Op) {
		return nil
	}
	d, op, limit := c.Args[0], c.Op, c.Args[1]
	if !isDistance(d) {
		d, op, limit = limit, mirrored(op), d
	}
	if TablesOf(limit).Has(table) {
		return nil
	}
	if !isMagnitude(d) {
		return all(apart(tables, table, op, d, limit))
	}
	if op != Lt && op != Le {
		return nil
	}
	least, err := Build(Neg, limit)
	if _, fits := linearOf(tables, limit); err != nil || !fits {
		return nil
	}
	d = d.(Call).Args[0]
	return all(apart(tables, table, op, d, limit), apart(tables, table, mirrored(op), d, least))
}

// all gives expressions, nil where one is missing.
func all(parts ...Expr) []Expr {
	for _, e := range parts {
		if e == nil {
			return nil
		}
	}
	return parts
}

func isDistance(e Expr) bool {
	_, _, ok := sides(e)
	return ok || isMagnitude(e)
}

func isMagnitude(e Expr) bool {
	c, ok := e.(Call)
	return ok && c.Op == Abs
}

func isOrder(op Op) bool { return op == Lt || op == Le || op == Gt || op == Ge }

// mirrored is the comparison with its sides exchanged.
func mirrored(op Op) Op {
	switch op {
	case Lt:
		return Gt
	case Le:
		return Ge
	case Gt:
		return Lt
	}
	return Le
}

// apart compares the side of a difference that is over a table with the other one and a
// limit; nil where there is no such side, or the numbers may not fit.
func apart(tables []*TableRef, table int, op Op, d, limit Expr) Expr {
	x, y, ok := sides(d)
	if _, fits := linearOf(tables, d); !ok || !fits {
		return nil
	}
	with := Add
	if TablesOf(x).Only() != table {
		x, y, op, with = y, x, mirrored(op), Sub
	}
	if TablesOf(x).Only() != table || TablesOf(y).Has(table) {
		return nil
	}
	key, err := Build(with, y, limit)
	if err != nil {
		return nil
	}
	if _, fits := linearOf(tables, key); !fits {
		return nil
	}
	out, err := Build(op, x, key)
	if err != nil {
		return nil
	}
	return out
}

// sides gives the two sides of a difference as numbers.
func sides(d Expr) (x, y Expr, ok bool) {
	c, ok := d.(Call)
	switch {
	case !ok:
		return nil, nil, false
	case c.Op == Sub && !c.Of.Kind.Temporal():
		return c.Args[0], c.Args[1], true
	case c.Op == DateDiff:
		return ticks(c.Args[0]), ticks(c.Args[1]), true
	}
	return nil, nil, false
}
