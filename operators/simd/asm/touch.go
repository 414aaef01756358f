package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// touch writes a function that asks for every line of a column and waits for none. 13
// queries together took 4 % less time so than with a read of each line at scale factor 1,
// 2 % less at 10; with PREFETCHT0 2 % and 1 %, with PREFETCHNTA a quarter more.
func touch() {
	TEXT("touch_sse", NOSPLIT, "func(src *byte, n int)")
	Pragma("noescape")
	Doc("touch_sse asks for the lines of n bytes; n is not 0. It may ask for three lines behind them, and for a page.")
	src, n := Load(Param("src"), GP64()), Load(Param("n"), GP64())
	Label("loop")
	for line := range 4 {
		PREFETCHT1(Mem{Base: src, Disp: 64 * line})
	}
	PREFETCHT1(Mem{Base: src, Disp: ahead})
	ADDQ(U32(256), src)
	SUBQ(U32(256), n)
	JGT(LabelRef("loop"))
	RET()
}
