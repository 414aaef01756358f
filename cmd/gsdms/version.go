package main

import (
	"runtime"
	"runtime/debug"
)

// version is what the Go tool wrote into the program: the release, or the commit that it
// was built from, and how.
func version() string {
	text := "gsdms"
	info, ok := debug.ReadBuildInfo()
	if ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		text += " " + info.Main.Version
	}
	text += ", " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
	if ok {
		text += settingsOf(info)
	}
	return text
}

// settingsOf names the commit and the build tags.
func settingsOf(info *debug.BuildInfo) (text string) {
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			text += ", commit " + s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			text += " with changes"
		case s.Key == "-tags" && s.Value != "":
			text += ", tags " + s.Value
		}
	}
	return text
}
