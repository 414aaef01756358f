//go:build race

package main

// raceDetector tells whether the test runs under the race detector.
const raceDetector = true
