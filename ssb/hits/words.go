package hits

import (
	"fmt"
	"strings"

	"gsdms/ssb/pieces"
)

var (
	syllables = []string{"ka", "lo", "mi", "ren", "to", "sa", "ve", "dor", "ni", "pal", "shu", "gra", "bel", "ono", "fi", "ter", "qua", "zi", "hem", "ur"}
	sections  = []string{"news", "shop", "catalog", "blog", "forum", "wiki", "video", "search", "account", "help", "travel", "auto", "realty", "weather", "sport", "music"}
	topics    = []string{"red", "winter", "cheap", "used", "garden", "mountain", "bicycle", "laptop", "coffee", "holiday", "football", "recipe", "kitchen", "mortgage", "camera", "jacket",
		"google", "ticket", "hotel", "river", "concert", "novel", "engine", "puppy", "summer", "school", "phone", "table", "lamp", "boots", "guitar", "island"}
	endings   = []string{"com", "org", "net", "io", "de", "fr", "ru", "co.uk"}
	engines   = []string{"", "google", "bing", "yandex", "duckduckgo", "baidu", "ecosia"}
	countries = []string{"US", "DE", "IN", "BR", "FR", "GB", "JP", "RU", "PL", "ES", "IT", "CA", "MX", "NL", "TR", "ID", "SE", "UA", "CZ", "AU", "KR", "AR", "ZA", "EG", "CH"}
	languages = []string{"en-US", "de", "hi", "pt-BR", "fr", "en-GB", "ja", "ru", "pl", "es", "it", "en-CA", "es-MX", "nl", "tr", "id", "sv", "uk", "cs", "en-AU", "ko", "es-AR", "en-ZA", "ar", "de-CH"}
	devices   = []string{"desktop", "phone", "tablet", "tv"}
	makers    = []string{"Ono", "Felix", "Samsa", "Norden", "Quark", "Hua"}
	systems   = []string{"Windows 11", "Windows 10", "macOS 14", "Linux", "Android 14", "Android 13", "iOS 17", "tvOS"}
	browsers  = []string{"Chrome", "Safari", "Firefox", "Edge", "Opera", "Samsung Internet"}
	screens   = [][2]int64{{1920, 1080}, {2560, 1440}, {1366, 768}, {1536, 864}, {390, 844}, {412, 915}, {360, 800}, {820, 1180}, {3840, 2160}}
)

// name makes a word of syllables from a number.
func name(number uint64, parts int) string {
	var out strings.Builder
	for h := pieces.Hash(number); parts > 0; parts-- {
		out.WriteString(syllables[h%uint64(len(syllables))])
		h = pieces.Hash(h)
	}
	return out.String()
}

// pick takes one of a list by a hash, and gives the hash for the next.
func pick(list []string, h *uint64) string {
	*h = pieces.Hash(*h)
	return list[*h%uint64(len(list))]
}

// host is the site's name; a third begin with www.
func host(site uint64) string {
	h := pieces.Hash(site ^ 0x486f7374)
	www := ""
	if h%3 == 0 {
		www = "www."
	}
	return www + name(site, 2+int(h>>8%3)) + "." + pick(endings, &h)
}

// url is a page's address: scheme, host, path, and mostly a query.
func (g *generator) url(page uint64) string {
	h := pieces.Hash(page ^ 0x55524c)
	scheme := "https"
	if h%10 == 0 {
		scheme = "http"
	}
	text := fmt.Sprintf("%s://%s/%s/%s-%s-%s/%d", scheme, host(g.siteOf(page)), pick(sections, &h), pick(topics, &h), pick(topics, &h), name(h, 3), page)
	if h%5 == 0 {
		return text + ".html"
	}
	return fmt.Sprintf("%s?ref=%s&session=%x&utm_source=%s&utm_campaign=%s-%s", text, name(h>>9, 2), pieces.Hash(h), pick(topics, &h), pick(topics, &h), pick(sections, &h))
}

// title is a page's heading. Pages of one topic share it now and then.
func title(page uint64) string {
	h := pieces.Hash(page ^ 0x5469746c65)
	text := fmt.Sprintf("%s %s %s", pick(topics, &h), pick(topics, &h), pick(sections, &h))
	if h%4 != 0 {
		text += fmt.Sprintf(" - %s %s, page %d", name(h, 2), name(h>>7, 3), 1+h%200)
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// refererEngines is added to the number of a referer that is an engine's page of results.
const refererEngines = 1 << 40

// referer is none (0), an engine's page (refererEngines and more), or the page before.
func (g *generator) referer(number uint64) string {
	switch {
	case number == 0:
		return ""
	case number >= refererEngines:
		return fmt.Sprintf("https://www.%s.com/search?q=%s", engines[1+number%uint64(len(engines)-1)], strings.ReplaceAll(phrase(number-refererEngines), " ", "+"))
	default:
		return g.url(number - 1)
	}
}

// phrase is what was searched for; 0 is nothing.
func phrase(number uint64) string {
	if number == 0 {
		return ""
	}
	h := pieces.Hash(number ^ 0x506872)
	text := pick(topics, &h) + " " + pick(topics, &h)
	if h%3 > 0 {
		text += " " + name(number, 2)
	}
	if h%7 == 0 {
		text += fmt.Sprintf(" %d", 1990+h>>20%40)
	}
	return text
}

// model is a phone's; 0 is none.
func model(number uint64) string {
	if number == 0 {
		return ""
	}
	return fmt.Sprintf("%s %c%d", makers[number%uint64(len(makers))], 'A'+rune(number%5), number)
}

// oneOf is a text of a list by its place.
func oneOf(list []string) func(uint64) string { return func(i uint64) string { return list[i] } }
