package function

import "hash/maphash"

// seed is another one in each process.
var seed = maphash.MakeSeed()

// Hash is a number of 32 bits that equal texts share.
func Hash(s string) int { return int(uint32(maphash.String(seed, s))) }
