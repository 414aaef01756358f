//go:build cuda

package main

import "testing"

// The GPU gives the CPU backend's answers.
func TestCardAgreesWithCPU(t *testing.T) {
	b, err := openCUDA(&environment{})
	if err != nil {
		t.Fatal(err)
	}
	agreesWithCPU(t, b, 9000)
}
