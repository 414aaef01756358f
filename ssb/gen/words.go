package gen

import (
	"strconv"
	"strings"
)

// The word lists, in the order the generator numbers them.
var (
	colours = strings.Fields(`almond antique aquamarine azure beige bisque black blanched blue blush brown
		burlywood burnished chartreuse chiffon chocolate coral cornflower cornsilk cream cyan dark deep dim dodger
		drab firebrick floral forest frosted gainsboro ghost goldenrod green grey honeydew hot indian ivory khaki
		lace lavender lawn lemon light lime linen magenta maroon medium metallic midnight mint misty moccasin navajo
		navy olive orange orchid pale papaya peach peru pink plum powder puff purple red rose rosy royal saddle
		salmon sandy seashell sienna sky slate smoke snow spring steel tan thistle tomato turquoise violet wheat
		white yellow`)
	types = product(product(strings.Fields("STANDARD SMALL MEDIUM LARGE ECONOMY PROMO"),
		strings.Fields("ANODIZED BURNISHED PLATED POLISHED BRUSHED")), strings.Fields("TIN NICKEL BRASS STEEL COPPER"))
	containers = product(strings.Fields("SM LG MED JUMBO WRAP"), strings.Fields("CASE BOX BAG JAR PACK PKG CAN DRUM"))
	segments   = strings.Fields("AUTOMOBILE BUILDING FURNITURE HOUSEHOLD MACHINERY")
	priorities = []string{"1-URGENT", "2-HIGH", "3-MEDIUM", "4-NOT SPECIFIED", "5-LOW"}
	shipModes  = []string{"REG AIR", "AIR", "RAIL", "TRUCK", "MAIL", "FOB", "SHIP"}
	nations    = []string{"ALGERIA", "ARGENTINA", "BRAZIL", "CANADA", "EGYPT", "ETHIOPIA", "FRANCE", "GERMANY",
		"INDIA", "INDONESIA", "IRAN", "IRAQ", "JAPAN", "JORDAN", "KENYA", "MOROCCO", "MOZAMBIQUE", "PERU", "CHINA",
		"ROMANIA", "SAUDI ARABIA", "VIETNAM", "RUSSIA", "UNITED KINGDOM", "UNITED STATES"}
	regions      = []string{"AFRICA", "AMERICA", "ASIA", "EUROPE", "MIDDLE EAST"}
	nationRegion = [25]uint8{0, 1, 1, 1, 4, 0, 3, 3, 2, 2, 4, 4, 2, 4, 0, 0, 0, 1, 2, 3, 4, 2, 3, 3, 1}
	cities       = suffixed(stems(nations), 0, 9)
	mfgrs        = suffixed([]string{"MFGR#"}, 1, 5)
	categories   = suffixed(mfgrs, 1, 5)
	brands       = suffixed(categories, 1, 40)
	// The misspelt months are the reference's.
	months = strings.Fields("January February March April May June July Augest September Octorber November December")
	days   = strings.Fields("Sunday Monday Tuesday Wednesday Thursday Friday Saturday")
)

// alphabet has the 64 characters of an address, by their six bits.
const alphabet = "0123456789abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ,"

// product joins every word of a with every word of b, a's slowest.
func product(a, b []string) []string {
	out := make([]string, 0, len(a)*len(b))
	for _, x := range a {
		for _, y := range b {
			out = append(out, x+" "+y)
		}
	}
	return out
}

// stems are the nations cut or padded to nine characters, where city names begin.
func stems(nations []string) []string {
	out := make([]string, len(nations))
	for i, n := range nations {
		out[i] = (n + "         ")[:9]
	}
	return out
}

// suffixed puts each of the numbers lo to hi after every word, the words slowest.
func suffixed(words []string, lo, hi int) []string {
	out := make([]string, 0, len(words)*(hi-lo+1))
	for _, w := range words {
		for n := lo; n <= hi; n++ {
			out = append(out, w+strconv.Itoa(n))
		}
	}
	return out
}
