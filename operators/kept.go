package operators

import "sync"

// kept is what backends have made of a program, by backend. It goes with the program.
type kept struct{ by sync.Map }

// Kept gives what an owner has made of a program, made at the first call: the next runs of the
// program take it as it is, so it must not change. Nothing is kept of an error.
func Kept[T any](p *Program, owner any, make func() (T, error)) (T, error) {
	if t, ok := p.kept.by.Load(owner); ok {
		return t.(T), nil
	}
	t, err := make()
	if err != nil {
		return t, err
	}
	first, _ := p.kept.by.LoadOrStore(owner, t)
	return first.(T), nil
}
