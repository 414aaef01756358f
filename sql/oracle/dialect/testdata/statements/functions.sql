MySQL: SELECT FORMAT(1234567.891, 2, 'de_DE') a, FORMAT(-1234567.891, 2, 'en_IN') b, FORMAT(-123456, 0, 'de_CH') c, FORMAT(1234.5, 1, NULL) d, FORMAT(1234.5, 1, 'xx') e, FORMAT(NULL, 2, 'de_DE') f, FORMAT(12, NULL) g, FORMAT(1234.567, '1') h, FORMAT(0.5, 3, 'ru_RU') i, FORMAT(99999.99, 1, 'ta_IN') j, FORMAT(99999.99, 1, 'fr_FR') k, HEX(FORMAT(1234, 1, 'bg_BG')) l, FORMAT(1234.5, 1, 'ar_SA') m, FORMAT(1234.5, 1, 'it_CH') n
MySQL: SELECT id, FORMAT(pay * 1000, 1, CASE WHEN id < 3 THEN 'de_DE' ELSE name END) a FROM emp ORDER BY id
MySQL: SELECT CONV('-99999999999999999999', 10, 10) a, CONV('-ffffffffffffffffff', 16, 10) b, CONV('-9fffffffffffffffff', 16, 10) c, CONV('ffffffffffffffffff', 16, -10) d, CONV('99999999999999999999', -10, 10) e, CONV('-99999999999999999999', -10, -10) f, CONV('--12', 10, 10) g, CONV('-+5', 10, 10) h, CONV(' -5', -10, 10) i, CONV('-8000000000000000', -16, 10) j
MySQL: SELECT JSON_KEYS('{"a": {"b": 1}}', '$[0]') a, JSON_KEYS('{"a": {"b": 1}}', '$.a[0]') b, JSON_KEYS('{"a": {"b": 1}}', '$[last]') c, JSON_KEYS('[{"a": 1}]', '$[0]') d, JSON_KEYS('[{"a": 1}]', '$[0][0]') e, JSON_KEYS('[{"a": 1}]', '$[last]') f, JSON_LENGTH('{"a": 1}', '$[0]') g
MySQL: SELECT REGEXP_REPLACE('ab', '(a)', '$12') a, REGEXP_REPLACE('ab', '(a)', '$01') b, REGEXP_REPLACE('ab', '(a)', '\\$1') c, REGEXP_REPLACE('ab', '(a)', 'x\\') d, REGEXP_REPLACE('zz', '(a)', '$9') e, REGEXP_REPLACE('abc', '(?<n>b)', '[${n}]') f, REGEXP_REPLACE('zb', 'z(a)?b', '<$1>') g, REGEXP_REPLACE('ab', 'a', '\\t\\u0041\\x') h
MySQL: SELECT REGEXP_REPLACE('ab', '(a)', '$2') a
MySQL: SELECT REGEXP_REPLACE('aab', 'a+', '$3') a
MySQL: SELECT REGEXP_REPLACE('ab', '(a)', '${x}') a
MySQL: SELECT REGEXP_REPLACE('aab', 'a+', '$') a
MySQL: SELECT REGEXP_INSTR('abc', 'b', 1, 1, 2) a
MySQL: SELECT 'a' REGEXP '('
MySQL: SELECT 'a' REGEXP ')'
MySQL: SELECT 'a' REGEXP '['
MySQL: SELECT 'a' REGEXP '*'
MySQL: SELECT 'a' REGEXP 'a{3,2}'
MySQL: SELECT 'a' REGEXP '[z-a]'
MySQL: SELECT 'a' REGEXP '\\'
MySQL: SELECT 'a' REGEXP '[[:foo:]]'
