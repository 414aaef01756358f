package hits

import (
	"fmt"
	"strings"

	"gsdms/ssb/bench"
	"gsdms/ssb/pieces"
)

// queries are the questions. Each ORDER BY with a LIMIT ends in columns that make it total,
// but where a name ends in "ties". Names say what is hard about a question.
func (g *generator) queries() []bench.Query {
	out := counts()
	out = append(out, texts()...)
	out = append(out, groups()...)
	out = append(out, tops()...)
	return append(out, g.points()...)
}

// counts read whole columns and give a row.
func counts() []bench.Query {
	wide := make([]string, 40)
	for i := range wide {
		wide[i] = fmt.Sprintf("SUM(screen_width + %d)", i)
	}
	return []bench.Query{
		{Name: "count-all", Text: "SELECT COUNT(*) FROM hits"},
		{Name: "count-filter", Text: "SELECT COUNT(*) FROM hits WHERE campaign_id <> 0"},
		{Name: "sums", Text: "SELECT SUM(campaign_id), COUNT(*), AVG(screen_width), SUM(bytes_sent), MAX(response_ms), SUM(amount) FROM hits"},
		{Name: "avg-big", Text: "SELECT AVG(user_id) FROM hits"},
		{Name: "distinct-users", Text: "SELECT COUNT(DISTINCT user_id) FROM hits"},
		{Name: "distinct-phrases", Text: "SELECT COUNT(DISTINCT search_phrase) FROM hits"},
		{Name: "distinct-urls", Text: "SELECT COUNT(DISTINCT url) FROM hits"},
		{Name: "minmax-date", Text: "SELECT MIN(hit_date), MAX(hit_date), MIN(hit_time), MAX(hit_time) FROM hits"},
		{Name: "minmax-text", Text: "SELECT MIN(url), MAX(url), MIN(title), MAX(title) FROM hits"},
		{Name: "sums-40", Text: "SELECT " + strings.Join(wide, ", ") + " FROM hits"},
	}
}

// texts look into texts.
func texts() []bench.Query {
	const domain = `^https?://(?:www\.)?([^/]+)/.*$`
	hosts := func(column, domain, group string) string {
		return fmt.Sprintf("SELECT REGEXP_REPLACE(%s, '%s', '%s') AS host, AVG(LENGTH(%s)) AS l, COUNT(*) AS c, MIN(%s) FROM hits WHERE %s <> '' GROUP BY host HAVING COUNT(*) > 50 ORDER BY l DESC, host LIMIT 25",
			column, domain, group, column, column, column)
	}
	mysql := strings.ReplaceAll(domain, `\`, `\\`)
	return []bench.Query{
		{Name: "like-url", Text: "SELECT COUNT(*) FROM hits WHERE url LIKE '%google%'"},
		{Name: "like-url-query", Text: "SELECT COUNT(*) FROM hits WHERE url LIKE '%utm_source=coffee&utm_campaign=%'"},
		{Name: "like-not-top", Text: "SELECT search_phrase, MIN(url), MIN(title), COUNT(*) AS c, COUNT(DISTINCT user_id) FROM hits WHERE title LIKE '%ogle%' AND url NOT LIKE '%.google.%' AND search_phrase <> '' GROUP BY search_phrase ORDER BY c DESC, search_phrase LIMIT 10", Order: []int{3, 0}},
		{Name: "like-top", Text: "SELECT search_phrase, MIN(url), COUNT(*) AS c FROM hits WHERE url LIKE '%google%' AND search_phrase <> '' GROUP BY search_phrase ORDER BY c DESC, search_phrase LIMIT 10", Order: []int{2, 0}},
		{Name: "like-rows", Text: "SELECT hit_id, hit_time, url FROM hits WHERE url LIKE '%mountain-puppy%' ORDER BY hit_time, hit_id LIMIT 10", Order: []int{1, 0}},
		{Name: "like-wide-rows", Text: "SELECT * FROM hits WHERE url LIKE '%google%' ORDER BY hit_time, hit_id LIMIT 10", Order: []int{1, 0}},
		{Name: "length-sites", Text: "SELECT site_id, AVG(LENGTH(url)) AS l, COUNT(*) AS c FROM hits WHERE url <> '' GROUP BY site_id HAVING COUNT(*) > 100 ORDER BY l DESC, site_id LIMIT 25", Order: []int{1, 0}},
		{Name: "hosts-referer", Text: hosts("referer", mysql, "$1"), Duck: hosts("referer", domain, `\1`), Order: []int{1, 0}},
		{Name: "hosts-url", Text: hosts("url", mysql, "$1"), Duck: hosts("url", domain, `\1`), Order: []int{1, 0}},
	}
}

// groups count by keys, few and many.
func groups() []bench.Query {
	return []bench.Query{
		{Name: "group-campaign", Text: "SELECT campaign_id, COUNT(*) AS c FROM hits WHERE campaign_id <> 0 GROUP BY campaign_id ORDER BY c DESC, campaign_id", Order: []int{1, 0}},
		{Name: "region-users", Text: "SELECT region_id, COUNT(DISTINCT user_id) AS u FROM hits GROUP BY region_id ORDER BY u DESC, region_id LIMIT 10", Order: []int{1, 0}},
		{Name: "region-all", Text: "SELECT region_id, SUM(campaign_id), COUNT(*) AS c, AVG(screen_width), COUNT(DISTINCT user_id) FROM hits GROUP BY region_id ORDER BY c DESC, region_id LIMIT 10", Order: []int{2, 0}},
		{Name: "phone-users", Text: "SELECT phone_model, COUNT(DISTINCT user_id) AS u FROM hits WHERE phone_model <> '' GROUP BY phone_model ORDER BY u DESC, phone_model LIMIT 10", Order: []int{1, 0}},
		{Name: "device-phone-users", Text: "SELECT device, phone_model, COUNT(DISTINCT user_id) AS u FROM hits WHERE phone_model <> '' GROUP BY device, phone_model ORDER BY u DESC, device, phone_model LIMIT 10", Order: []int{2, 0, 1}},
		{Name: "phrase", Text: "SELECT search_phrase, COUNT(*) AS c FROM hits WHERE search_phrase <> '' GROUP BY search_phrase ORDER BY c DESC, search_phrase LIMIT 10", Order: []int{1, 0}},
		{Name: "phrase-users", Text: "SELECT search_phrase, COUNT(DISTINCT user_id) AS u FROM hits WHERE search_phrase <> '' GROUP BY search_phrase ORDER BY u DESC, search_phrase LIMIT 10", Order: []int{1, 0}},
		{Name: "engine-phrase", Text: "SELECT search_engine, search_phrase, COUNT(*) AS c FROM hits WHERE search_phrase <> '' GROUP BY search_engine, search_phrase ORDER BY c DESC, search_engine, search_phrase LIMIT 10", Order: []int{2, 0, 1}},
		{Name: "user", Text: "SELECT user_id, COUNT(*) AS c FROM hits GROUP BY user_id ORDER BY c DESC, user_id LIMIT 10", Order: []int{1, 0}},
		{Name: "user-phrase", Text: "SELECT user_id, search_phrase, COUNT(*) AS c FROM hits GROUP BY user_id, search_phrase ORDER BY c DESC, user_id, search_phrase LIMIT 10", Order: []int{2, 0, 1}},
		{Name: "user-minute-phrase", Text: "SELECT user_id, (hit_time DIV 60) MOD 60 AS m, search_phrase, COUNT(*) AS c FROM hits GROUP BY user_id, m, search_phrase ORDER BY c DESC, user_id, m, search_phrase LIMIT 10",
			Duck: "SELECT user_id, (hit_time // 60) % 60 AS m, search_phrase, COUNT(*) AS c FROM hits GROUP BY user_id, m, search_phrase ORDER BY c DESC, user_id, m, search_phrase LIMIT 10", Order: []int{3, 0, 1, 2}},
		{Name: "ip-engine", Text: "SELECT search_engine, client_ip, COUNT(*) AS c, SUM(is_refresh), AVG(screen_width) FROM hits WHERE search_phrase <> '' GROUP BY search_engine, client_ip ORDER BY c DESC, search_engine, client_ip LIMIT 10", Order: []int{2, 0, 1}},
		{Name: "hit-ip", Text: "SELECT hit_id, client_ip, COUNT(*) AS c, SUM(is_refresh), AVG(screen_width) FROM hits GROUP BY hit_id, client_ip ORDER BY c DESC, hit_id LIMIT 10", Order: []int{2, 0}},
		{Name: "url", Text: "SELECT url, COUNT(*) AS c FROM hits GROUP BY url ORDER BY c DESC, url LIMIT 10", Order: []int{1, 0}},
		{Name: "url-one", Text: "SELECT 1, url, COUNT(*) AS c FROM hits GROUP BY 1, url ORDER BY c DESC, url LIMIT 10",
			Duck: "SELECT 1, url, COUNT(*) AS c FROM hits GROUP BY url ORDER BY c DESC, url LIMIT 10", Order: []int{2, 1}},
		{Name: "ip-less", Text: "SELECT client_ip, client_ip - 1, client_ip - 2, COUNT(*) AS c FROM hits GROUP BY client_ip, client_ip - 1, client_ip - 2 ORDER BY c DESC, client_ip LIMIT 10", Order: []int{3, 0}},
		{Name: "hour", Text: "SELECT hit_time DIV 3600 AS h, COUNT(*), SUM(bytes_sent), SUM(amount) FROM hits GROUP BY h ORDER BY h",
			Duck: "SELECT hit_time // 3600 AS h, COUNT(*), SUM(bytes_sent), SUM(amount) FROM hits GROUP BY h ORDER BY h", Order: []int{0}},
	}
}

// tops give the first rows of an order.
func tops() []bench.Query {
	return []bench.Query{
		{Name: "top-time", Text: "SELECT search_phrase, hit_time, hit_id FROM hits WHERE search_phrase <> '' ORDER BY hit_time, hit_id LIMIT 10", Order: []int{1, 2}},
		{Name: "top-phrase-ties", Text: "SELECT search_phrase FROM hits WHERE search_phrase <> '' ORDER BY search_phrase LIMIT 10", Order: []int{0}},
		{Name: "top-time-phrase", Text: "SELECT search_phrase, hit_time FROM hits WHERE search_phrase <> '' ORDER BY hit_time, search_phrase LIMIT 10", Order: []int{1, 0}},
		{Name: "top-slow-ties", Text: "SELECT response_ms, url FROM hits ORDER BY response_ms DESC LIMIT 10", Order: []int{0}, Cut: true},
	}
}

// points choose a site and some days, and go on from an offset.
func (g *generator) points() []bench.Query {
	const where = " FROM hits WHERE site_id = 7 AND hit_date >= '2024-03-05' AND hit_date <= '2024-03-25' AND is_refresh = 0"
	source := "CASE WHEN search_engine = 0 AND campaign_id = 0 THEN referer ELSE '' END"
	user := int64(pieces.Hash(0^g.Seed<<32) >> 2)
	return []bench.Query{
		{Name: "point-user", Text: fmt.Sprintf("SELECT user_id, hit_id FROM hits WHERE user_id = %d", user)},
		{Name: "site-urls", Text: "SELECT url, COUNT(*) AS c" + where + " AND url <> '' GROUP BY url ORDER BY c DESC, url LIMIT 10", Order: []int{1, 0}},
		{Name: "site-titles", Text: "SELECT title, COUNT(*) AS c" + where + " AND title <> '' GROUP BY title ORDER BY c DESC, title LIMIT 10", Order: []int{1, 0}},
		{Name: "site-offset", Text: "SELECT url, COUNT(*) AS c" + where + " AND is_mobile = 1 GROUP BY url ORDER BY c DESC, url LIMIT 10 OFFSET 100", Order: []int{1, 0}},
		{Name: "site-sources", Text: "SELECT traffic_source, search_engine, campaign_id, " + source + " AS src, url AS dst, COUNT(*) AS c" + where + " GROUP BY traffic_source, search_engine, campaign_id, src, dst ORDER BY c DESC, traffic_source, search_engine, campaign_id, src, dst LIMIT 10 OFFSET 50", Order: []int{5, 0, 1, 2, 3, 4}},
		{Name: "site-windows", Text: "SELECT window_width, window_height, COUNT(*) AS c" + where + " GROUP BY window_width, window_height ORDER BY c DESC, window_width, window_height LIMIT 10 OFFSET 20", Order: []int{2, 0, 1}},
		{Name: "site-minutes", Text: "SELECT hit_time DIV 60 AS m, COUNT(*) AS c" + where + " GROUP BY m ORDER BY m LIMIT 10 OFFSET 500",
			Duck: "SELECT hit_time // 60 AS m, COUNT(*) AS c" + where + " GROUP BY m ORDER BY m LIMIT 10 OFFSET 500", Order: []int{0}},
	}
}
