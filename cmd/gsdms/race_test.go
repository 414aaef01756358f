//go:build race

package main

// raceDetector tells whether the test runs under the race detector.
const raceDetector = true

// randomsAsked is how many random queries a stand-in for a card is asked: the run without the
// race detector asks more.
const randomsAsked = 45
