//go:build !race

package main

// raceDetector tells whether the test runs under the race detector.
const raceDetector = false

// randomsAsked is how many random queries a stand-in for a card is asked.
const randomsAsked = 150
