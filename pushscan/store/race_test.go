//go:build race

package store_test

// raceDetector tells whether the test runs under the race detector.
const raceDetector = true
