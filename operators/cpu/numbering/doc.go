// Package numbering numbers different keys as they come: keys are words, as package keys packs them, and
// hashes of these say where to look.
package numbering
