package pushscan

// Options sets how streams run. The zero value asks for the defaults.
type Options struct {
	ChunkRows int  // rows of a chunk, a multiple of 64; default by backend (CPU: 1 Mi)
	NoZones   bool // read every segment, whatever the zone maps say
	NoSharing bool // a kernel per query instead of one for all
}
