package restrict

import (
	"math/rand/v2"
	"testing"

	"gsdms/operators/index"
	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// measured is a table of a number from 0 to 9 and a double that may be NULL.
func measured() *plan.TableRef {
	of := streamed()
	of.Table.Columns[1] = plan.Column{Name: "f", Type: plan.Type{Kind: plan.Double}, Nullable: true, Storage: plan.Storage{Width: 8, Float: true, Nullable: true}}
	return of
}

// about is a random predicate over its columns.
func about(t *testing.T, r *rand.Rand, of *plan.TableRef, depth int) plan.Expr {
	t.Helper()
	if depth > 0 && r.IntN(4) > 0 {
		op := []plan.Op{plan.And, plan.Or, plan.Not}[r.IntN(3)]
		args := []plan.Expr{about(t, r, of, depth-1), about(t, r, of, depth-1)}
		if op == plan.Not {
			args = args[:1]
		}
		return plan.Call{Op: op, Args: args, Of: plan.Type{Kind: plan.Bool}}
	}
	op := []plan.Op{plan.Eq, plan.Ne, plan.Lt, plan.Le, plan.Gt, plan.Ge, plan.NullEq, plan.IsNull}[r.IntN(8)]
	args := []plan.Expr{plan.ColumnRef{Column: r.IntN(2), Of: of}, plan.Literal(value.OfDecimal(r.Int64N(100)-5, 1))}
	if r.IntN(6) == 0 {
		args[1] = plan.ColumnRef{Column: r.IntN(2), Of: of}
	}
	if op == plan.IsNull {
		args = args[:1]
	}
	e, err := typing.Build(op, args...)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// No zone rules out a row for which all conjuncts are true, and many rule out rows for which one is not.
func TestZonesKeepRowsThatPass(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 4))
	ruled := 0
	for range 3000 {
		of := measured()
		c := New(t.Context(), []*plan.TableRef{of}, 0, index.NewCache(1<<20))
		e := about(t, r, of, r.IntN(4))
		if _, err := c.Conjunct(e); err != nil {
			t.Fatal(err)
		}
		out := false
		for k := range int64(10) {
			for f := int64(-1); f < 40; f++ {
				number, double := value.OfInt(k), plan.Value{}
				if f >= 0 {
					double = value.OfFloat(float64(f) / 4)
				}
				v, err := plan.Eval(e, func(x plan.Expr) (plan.Value, error) {
					return []plan.Value{number, double}[x.(plan.ColumnRef).Column], nil
				})
				if err != nil {
					t.Fatal(err)
				}
				kept := keptBy(c, k, double)
				if !kept && v.True() {
					t.Fatalf("%v: zones %+v rule out %v, %v", e, c.Zones, number, double)
				}
				out = out || !kept
			}
		}
		if out {
			ruled++
		}
	}
	if ruled < 1000 {
		t.Errorf("zones rule something out for %d of 3000 conjuncts", ruled)
	}
}

// keptBy reports whether no clause for zones rules out a row.
func keptBy(c *Conditions, k int64, double plan.Value) bool {
	for _, clause := range c.Zones {
		any := false
		for _, a := range clause {
			switch {
			case a.Column == 0:
				any = any || a.Set.In.Has(k)
			case double.IsNull():
				any = any || a.Set.Null
			default:
				any = any || a.Set.In.Has(plan.RankOf(double.Float))
			}
		}
		if !any {
			return false
		}
	}
	return true
}
