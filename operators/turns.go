package operators

import (
	"context"
)

// Turner is what a Backend may also offer: those who compute for a query outside its kernels
// share the processors with these.
type Turner interface {
	// Turns are those of one query.
	Turns() Turns
}

// Turns are what a query computes in. A goroutine takes one before it computes for long, and
// gives it back when it has, or before it waits for another. Safe for concurrent use.
type Turns interface {
	// Take waits for a turn.
	Take()
	// Pause is called every few hundred microseconds by those who have a turn: if it has
	// lasted long enough, others get theirs first. Who has none goes on.
	Pause()
	// Leave gives a turn back.
	Leave()
}

type turnsKey struct{}

// turning is what a context says of turns.
type turning struct {
	turns Turns
	has   bool // one: whose context it is
}

// WithTurns is a context whose work is done in turns; nil: in none.
func WithTurns(ctx context.Context, t Turns) context.Context {
	if t == nil {
		return ctx
	}
	return context.WithValue(ctx, turnsKey{}, turning{turns: t})
}

// TurnsOf are those of a context; who has none need not wait.
func TurnsOf(ctx context.Context) Turns {
	if t, ok := ctx.Value(turnsKey{}).(turning); ok {
		return t.turns
	}
	return free{}
}

// inTurn reports whether the goroutine whose context it is has a turn.
func inTurn(ctx context.Context) bool {
	t, _ := ctx.Value(turnsKey{}).(turning)
	return t.has
}

// InTurn takes a turn for this goroutine, unless it has one, until leave is called. The
// context says so to those who are called with it.
func InTurn(ctx context.Context) (own context.Context, leave func()) {
	t, ok := ctx.Value(turnsKey{}).(turning)
	if !ok || t.has {
		return ctx, func() {}
	}
	t.turns.Take()
	t.has = true
	return context.WithValue(ctx, turnsKey{}, t), t.turns.Leave
}

// ForAnother is ctx for another goroutine, which has no turn yet.
func ForAnother(ctx context.Context) context.Context {
	t, ok := ctx.Value(turnsKey{}).(turning)
	if !ok || !t.has {
		return ctx
	}
	t.has = false
	return context.WithValue(ctx, turnsKey{}, t)
}

// OutOfTurn calls what waits for others, without the turn that this goroutine may have.
func OutOfTurn(ctx context.Context, wait func()) {
	if inTurn(ctx) {
		turns := TurnsOf(ctx)
		turns.Leave()
		defer turns.Take()
	}
	wait()
}

// free are the turns of those who compute whenever they want.
type free struct{}

func (free) Take()  {}
func (free) Pause() {}
func (free) Leave() {}
