// Package seldom has the garbage collector not run while the program's packages are made, nor soon after.
//
// They make as much as the collector would begin at, and it would run in each process, for a tenth and
// more of what a short statement takes. Packages are made as soon as those are that they import, so this
// one, which imports hardly any, is made before the large ones. Importing it is all that there is to do.
package seldom

import (
	"runtime"
	"runtime/debug"
)

// firstPercent is GOGC until the first collection, for which it is this much of 4 MiB: so it comes when
// the heap has 51 MiB.
const firstPercent = 1280

var _ = postpone()

// postpone sets firstPercent, and what was there before again when the collector has run, and gives that.
func postpone() (usual int) {
	usual = debug.SetGCPercent(firstPercent)
	if usual < 0 { // GOGC=off
		debug.SetGCPercent(usual)
		return usual
	}
	runtime.AddCleanup(&struct{ _ *byte }{}, func(percent int) { debug.SetGCPercent(percent) }, usual)
	return usual
}
