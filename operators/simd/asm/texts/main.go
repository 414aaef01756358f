// Command texts writes the assembly of package simd for texts.
package main

import (
	. "github.com/mmcloughlin/avo/build"
)

func main() {
	joinFunction()
	Generate()
}
