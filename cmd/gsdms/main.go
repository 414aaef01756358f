// Command gsdms is the shell of the engine, its benchmark and its loader.
package main

func main() {}
