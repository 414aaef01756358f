package store

// Bill has the memory charged that texts of packed dictionaries take, those with tails, and rows of
// packed columns: from when somebody asks for one until the collector finds that nobody refers to them.
func (c *Catalog) Bill(charge func(bytes int64) error) { c.room.Bill(charge) }

// Share has the rows of columns that are unpacked take so many of these bytes at most, 0 for any number.
func (c *Catalog) Share(bytes int64) { c.room.Share(bytes) }

// Forget gives up such memory, where it can be made again, for others. Who has some keeps it.
func (c *Catalog) Forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state == nil {
		return
	}
	for _, v := range c.state.versions {
		if v.version != nil {
			v.version.Forget()
		}
	}
}
