// Package manual writes what is made of a command line's model: its manual page and the
// scripts by which shells complete it. Nothing of these is kept in a file that could grow
// old: the program writes them itself, of the flags that it has.
package manual
