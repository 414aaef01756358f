package function

import (
	"net/netip"
	"regexp"

	"gsdms/plan/value"
)

// InetAton gives the number of an IPv4 address; of one with fewer than four parts the last is the
// last byte. It is NULL for what is none.
func InetAton(_ value.Type, a []value.Value) (value.Value, error) {
	n, ok := AddressNumber(a[0].Text)
	if !ok {
		return value.Value{}, nil
	}
	return value.OfInt(n), nil
}

// AddressNumber is InetAton of a text; ok is false of what is no address.
func AddressNumber(text string) (n int64, ok bool) {
	const parts, last = 4, 255
	part, before := 0, 0
	for i := range len(text) {
		switch c := text[i]; {
		case c == '.' && before+1 < parts:
			n, part = n<<8|int64(part), 0
			before++
		case c < '0' || c > '9':
			return 0, false
		default:
			if part = 10*part + int(c-'0'); part > last {
				return 0, false
			}
		}
	}
	if text == "" || text[len(text)-1] == '.' {
		return 0, false
	}
	return n<<(8*(parts-before)) | int64(part), true
}

// InetNtoa writes the IPv4 address of a number of 32 bits; others have none.
func InetNtoa(_ value.Type, a []value.Value) (value.Value, error) {
	n := a[0].Int
	if n < 0 || n > 1<<32-1 {
		return value.Value{}, nil
	}
	return value.OfString(netip.AddrFrom4([4]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}).String()), nil
}

// Inet6Aton gives the 16 bytes of an IPv6 address, or the 4 of an IPv4 one. It is NULL for what is
// none.
func Inet6Aton(_ value.Type, a []value.Value) (value.Value, error) {
	address, err := netip.ParseAddr(a[0].Text)
	if err != nil || address.Zone() != "" {
		return value.Value{}, nil
	}
	return value.OfString(string(address.AsSlice())), nil
}

// Inet6Ntoa writes the address of 4 or 16 bytes; others have none.
func Inet6Ntoa(_ value.Type, a []value.Value) (value.Value, error) {
	address, ok := netip.AddrFromSlice([]byte(a[0].Text))
	if !ok {
		return value.Value{}, nil
	}
	return value.OfString(address.String()), nil
}

var (
	dotted = regexp.MustCompile(`^\d{1,3}(\.\d{1,3}){3}$`)
	uuid   = regexp.MustCompile(`^([[:xdigit:]]{32}|[[:xdigit:]]{8}(-[[:xdigit:]]{4}){3}-[[:xdigit:]]{12}|\{[[:xdigit:]]{8}(-[[:xdigit:]]{4}){3}-[[:xdigit:]]{12}\})$`)
)

// IsIPv4 reports whether a text is an IPv4 address of four parts; NULL is none.
func IsIPv4(_ value.Type, a []value.Value) (value.Value, error) {
	if !dotted.MatchString(a[0].Text) {
		return value.OfBool(false), nil
	}
	n, err := InetAton(value.Type{}, a)
	return value.OfBool(!n.IsNull()), err
}

// IsIPv6 reports whether a text is an IPv6 address; NULL is none.
func IsIPv6(_ value.Type, a []value.Value) (value.Value, error) {
	address, err := netip.ParseAddr(a[0].Text)
	return value.OfBool(err == nil && address.Is6() && address.Zone() == ""), nil
}

// IsUUID reports whether a text is a UUID: with dashes, within braces, or 32 digits.
func IsUUID(_ value.Type, a []value.Value) (value.Value, error) {
	return value.OfBool(uuid.MatchString(a[0].Text)), nil
}
