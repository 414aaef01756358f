// Package show is what SHOW and DESCRIBE answer: to clients as MySQL does, and to sessions within the
// process with more of what they are about. What can be told package inform says.
package show
