package plan

import "gsdms/plan/value"

// Shown gives a value that has the digits of e and shows those of a type: e itself if
// these are as many.
func Shown(e Expr, as Type) Expr {
	if e.Type().Kind != Decimal || as.Kind != Decimal || e.Type().Scale <= as.Scale {
		return e
	}
	return Cast{X: e, To: value.DecimalType(as.Precision, as.Scale), Shown: true}
}

// atMost is the type of which the values of a conversion are. What is shown with fewer digits behind the
// point may have more before it than its type says, as the quotient by a small one has.
func (c Cast) atMost() Type {
	if !c.Shown {
		return c.To
	}
	return value.DecimalType(value.MaxPrecision, c.To.Scale)
}

// Full gives a value with all its digits.
func Full(e Expr) Expr {
	switch x := e.(type) {
	case Cast:
		if x.Shown {
			return x.X
		}
	case ColumnRef:
		if at := x.Of.Table.Columns[x.Column].Inside; at > 0 {
			return ColumnRef{Table: x.Table, Column: at, Of: x.Of}
		}
	case Const:
		if x.Digits != nil && x.Of.Kind == Decimal {
			scale := value.ScaleOf(x.Digits)
			return Const{Value: Value{Kind: Decimal, Dec: x.Digits}, Of: value.DecimalType(x.Of.Precision-x.Of.Scale+scale, scale)}
		}
	}
	return e
}

// ShownAs gives a double that shows other digits than those of a type as one of the type.
func ShownAs(e Expr, t Type) Expr {
	of := Plain(e.Type())
	if of.Kind != Double || t.Kind != Double || of.Name == Plain(t).Name {
		return e
	}
	if c, ok := e.(Const); ok {
		c.Of = Plain(t)
		return c
	}
	return Cast{X: e, To: Plain(t)}
}

// ShowSum gives the value of an aggregate's slot: a sum of quotients shows fewer digits
// than it has.
func ShowSum(e Expr) Expr {
	s, ok := e.(Slot)
	if !ok || s.Of.Guard == 0 {
		return e
	}
	return Shown(s, value.DecimalType(s.Of.Precision-s.Of.Guard, s.Of.Scale-s.Of.Guard))
}

// Shortened gives the division that a Cast shows a quotient of, with no more digits than
// it shows: it gives the same, since what is dropped behind the last word of a quotient
// never decides how a digit before it is rounded.
func (c Cast) Shortened() (division Call, ok bool) {
	q, ok := c.X.(Call)
	if !ok || !c.Shown || q.Op != Quotient || q.Of.Scale <= c.To.Scale {
		return Call{}, false
	}
	return Call{Op: Div, Args: q.Args, Of: c.To}, true
}

// IsRatio reports whether a Cast has a Ratio.
func (c Cast) IsRatio() bool { _, _, ok := c.Ratio(); return ok }

// Ratio gives the quotient that a Cast makes a double of, and its digits behind the point, where it has
// more of them than 64 bits may have room for.
func (c Cast) Ratio() (q Call, digits int, ok bool) {
	q, ok = c.X.(Call)
	return q, q.Of.Scale, ok && c.To.Kind == Double && q.Op == Quotient && q.Of.Scale > 9 && q.Of.Scale <= value.SureDigits
}
