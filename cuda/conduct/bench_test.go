package conduct

import (
	"testing"

	"gsdms/optimizer"
)

// What a wave pays for passing here: alone, and beside a slice.
func BenchmarkEnter(b *testing.B) {
	for name, beside := range map[string]bool{"alone": false, "beside": true} {
		b.Run(name, func(b *testing.B) {
			c, err := New(optimizer.H200())
			if err != nil {
				b.Fatal(err)
			}
			w, err := optimizer.Solve(optimizer.H200(), []optimizer.Demand{{Name: "q", Threads: 2048, Registers: 32, Shared: 29360, Bytes: 1439900000}})
			if err != nil {
				b.Fatal(err)
			}
			if beside {
				work, err := c.Begin(optimizer.Demand{Name: "h", Block: 512, Registers: 60, Shared: 96000})
				if err != nil {
					b.Fatal(err)
				}
				work.Next()
			}
			b.ReportAllocs()
			for b.Loop() {
				c.Leave(c.Enter(&w))
			}
		})
	}
}
