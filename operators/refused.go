package operators

import "errors"

// Refused is the error of a program that a backend does not run, though another may.
type Refused struct {
	Why   string
	Again bool // the backend itself would, if it was asked again: it knows better now what comes
}

// AskAgain reports whether the backend that gave an error asks to have the program again.
func AskAgain(err error) bool {
	var r *Refused
	return errors.As(err, &r) && r.Again
}

func (e *Refused) Error() string { return e.Why }

// Selective is what a Backend may also offer: saying which programs it does not run, before
// they are opened.
type Selective interface {
	// Refuse gives why Open would end in a *Refused with that limit of memory, nil if it
	// would not.
	Refuse(p *Program, memory int64) *Refused
}
