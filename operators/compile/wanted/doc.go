// Package wanted says what the operators behind a projection or behind groups want of these: how many
// rows, in which order, and whether only which ones there are counts.
package wanted
