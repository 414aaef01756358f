// Package browser looks at the page with a browser. It is a module of its own, for what drives
// the browser is no business of the engine; where there is no browser its tests are skipped.
package browser
