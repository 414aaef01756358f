// Package malformed says what is wrong with a file, and where. Error is a place of it and what was
// expected there; Guard makes an error of the panic of a reader that was not made for such a file.
package malformed
