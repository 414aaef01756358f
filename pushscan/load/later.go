package load

import (
	"bytes"
	"io"

	"gsdms/plan"
	"gsdms/pushscan/load/within"
)

// Of a file in the order of its days the first 256 KiB may have those of less than twelve days, and none
// then tells whether the day or the month comes first. Later places are looked at for that alone: so
// many, and of each so many bytes.
const (
	laterPlaces = 8
	laterBytes  = 16 << 10
)

// settleLater looks at later places of a file for values that tell of fields what the sample leaves
// open. What cannot be read there tells nothing: whoever reads the file will say so.
func (s *Sniffed) settleLater(opts Options) {
	for at := 1; at <= laterPlaces && s.unclear() && s.Compression == "" && s.Encoding == AnyEncoding && !s.Returns; at++ {
		records := sampleValues(*s, s.later(at, opts), opts, laterBytes)
		for i := range s.days {
			if d := &s.days[i]; d.form == "" {
				d.rule(valuesOf(records, d.field))
			}
		}
		settle(s.days)
	}
}

// unclear reports whether there are days of which no value tells their form.
func (s *Sniffed) unclear() bool {
	for _, d := range s.days {
		if d.form == "" {
			return true
		}
	}
	return false
}

// later gives the whole lines at a place of the file, the last one being at its end.
func (s *Sniffed) later(at int, opts Options) []byte {
	f, size, err := within.Open(s.Path, opts.Roots)
	if err != nil {
		return nil
	}
	defer f.Close()
	text := make([]byte, min(laterBytes, size))
	n, err := f.ReadAt(text, (size-int64(len(text)))/laterPlaces*int64(at))
	if err != nil && err != io.EOF {
		return nil
	}
	_, text, _ = bytes.Cut(text[:n], []byte("\n"))
	return text[:bytes.LastIndexByte(text, '\n')+1]
}

// rule leaves out the forms that values do not have which look like those of the sample.
func (d *dayColumn) rule(values []string) {
	var days []string
	for _, v := range values {
		if of := dayForm(v); of != nil && of[0] == d.forms[0] {
			days = append(days, v)
		}
	}
	var forms []string
	types := map[string]plan.Type{}
	for _, form := range d.forms {
		if t, ok := dayType(days, form); ok {
			forms, types[form] = append(forms, form), d.types[form]
			if t.Kind == plan.DateTime {
				types[form] = t
			}
		}
	}
	if len(forms) == 1 {
		d.forms, d.types = forms, types
	}
}
