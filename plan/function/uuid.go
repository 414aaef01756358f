package function

import (
	"encoding/hex"
	"strings"

	"gsdms/plan/fault"
	"gsdms/plan/value"
)

// codeNotString is MySQL's number for an argument that a function cannot read.
const codeNotString = 1411

// UUIDToBin gives the 16 bytes of a UUID. Where a second argument is true, those of its time that
// change most slowly come first.
func UUIDToBin(_ value.Type, a []value.Value) (value.Value, error) {
	if !uuid.MatchString(a[0].Text) {
		return value.Value{}, fault.Errorf(codeNotString, "Incorrect string value: '%s' for function uuid_to_bin", a[0].Text)
	}
	b, err := hex.DecodeString(strings.NewReplacer("-", "", "{", "", "}", "").Replace(a[0].Text))
	if err == nil && len(a) > 1 && a[1].Int != 0 {
		b = join(b[6:8], b[4:6], b[:4], b[8:])
	}
	return value.OfString(string(b)), err
}

// BinToUUID writes the UUID of 16 bytes, which UUIDToBin has made with the same second argument.
func BinToUUID(_ value.Type, a []value.Value) (value.Value, error) {
	b := []byte(a[0].Text)
	if len(b) != 16 {
		return value.Value{}, fault.Errorf(codeNotString, "Incorrect string value: '%s' for function bin_to_uuid", strings.ToValidUTF8(a[0].Text, "?"))
	}
	if len(a) > 1 && a[1].Int != 0 {
		b = join(b[4:8], b[2:4], b[:2], b[8:])
	}
	var parts []string
	for _, n := range []int{4, 2, 2, 2, 6} {
		parts, b = append(parts, hex.EncodeToString(b[:n])), b[n:]
	}
	return value.OfString(strings.Join(parts, "-")), nil
}

func join(parts ...[]byte) (out []byte) {
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}
