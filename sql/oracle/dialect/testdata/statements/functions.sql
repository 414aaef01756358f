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
MySQL: SELECT CAST('0' AS YEAR) a, CAST('12abc' AS YEAR) b, CAST('abc' AS YEAR) c, CAST(0.4 AS YEAR) d, CAST(1.5 AS YEAR) e, CAST(69.5 AS YEAR) f, CAST(2155.5 AS YEAR) g, CAST(-1 AS YEAR) h, CAST(TIMESTAMP'1800-01-01 00:00:00' AS YEAR) i, CAST('2020-05-05' AS YEAR) j, CAST(1e300 AS YEAR) k, CAST(TRUE AS YEAR) l, CAST('5' AS YEAR) + 1 m, CAST(18446744073709551615 AS YEAR) n, CAST(2.5e0 AS YEAR) o
MySQL: SELECT id, CAST(hired AS YEAR) a, CAST(pay AS YEAR) b, CAST(name AS YEAR) c, CAST(id AS YEAR) d FROM emp ORDER BY id
MySQL: SELECT id, DATE_ADD(CONCAT(hired), INTERVAL 1 DAY) + 0 a, DATE_ADD(CONCAT(hired, ' 10:11:12.5'), INTERVAL 1 MONTH) * 1 b, DATE_ADD(CONCAT(hired, ' 10:11:12.5'), INTERVAL 1 MONTH) | 0 c, CAST(DATE_ADD(CONCAT(hired), INTERVAL 1 DAY) AS DECIMAL(20,1)) d, CAST(DATE_ADD(CONCAT(hired), INTERVAL 1 DAY) AS SIGNED) e, ADDTIME(CONCAT(id, ':00:00'), '0:0:1') + 0 f, SUBTIME(CONCAT(hired), '0:0:1') | 0 g FROM emp ORDER BY id
MySQL: SELECT id, TIMESTAMP(DATE_ADD(20200100 + id, INTERVAL 1 HOUR)) a, UNIX_TIMESTAMP(DATE_ADD(20200101000000 + id, INTERVAL 1 DAY)) b, DATE_ADD(20200100 + id, INTERVAL 1 HOUR) + 0 c, TIME(DATE_ADD(20200100 + id, INTERVAL 1 HOUR)) d FROM emp ORDER BY id
MySQL: CREATE TABLE gl (id INT PRIMARY KEY, v VARCHAR(20), c CHAR(20), t TEXT, da DATE, ti TIME, y YEAR, n INT, e ENUM('zz','9','100'))
MySQL: INSERT INTO gl VALUES (1,'abc','abc','abc','2020-01-01','10:00:00',2000,5,'zz'), (2,'9','9','9','2020-01-01','10:00:00',2000,10,'9'), (3,'20200102','20200102','20200102','2020-01-10','09:00:00',2000,3,'100'), (4,'2020-1-2','2020-1-2','2020-1-2','2020-01-10','09:00:00',2000,3,'100')
MySQL: SELECT id, LEAST(v, da) + 0 a, LEAST(c, da) + 0 b, LEAST(t, da) + 0 c, LEAST(e, da) + 0 d, LEAST(v, da, n) + 0 e, LEAST(t, da, n) + 0 f, GREATEST(c, v, da) + 0 g, GREATEST(e, t, da) | 0 h, GREATEST(e, c, da) + 0 i, GREATEST(da, c, 'x') + 0 j FROM gl ORDER BY id
MySQL: SELECT id, GREATEST(v, ti) + 0 a, GREATEST(c, ti) + 0 b, GREATEST(t, ti) + 0 c, GREATEST(v, y) + 0 d, GREATEST(c, y) + 0 e, GREATEST(t, y) = 0 f, GREATEST(e, y) + 0 g FROM gl ORDER BY id
MySQL: SELECT CAST('-1' AS UNSIGNED) a
MySQL: SHOW WARNINGS
MySQL: SELECT CAST('9223372036854775808' AS SIGNED) a
MySQL: SHOW WARNINGS
MySQL: SELECT CAST('-0' AS UNSIGNED) a, '-1' | 0 b, CAST(-1 AS UNSIGNED) c
MySQL: SHOW COUNT(*) WARNINGS
SET group_concat_max_len = 8
MySQL: SELECT dept, GROUP_CONCAT(CONCAT('ä', name) ORDER BY id SEPARATOR '') a, LENGTH(GROUP_CONCAT(name)) b FROM emp GROUP BY dept ORDER BY dept
MySQL: SELECT GROUP_CONCAT('abcdefxyz') a
MySQL: SHOW COUNT(*) WARNINGS
SELECT GROUP_CONCAT('abcdefgh') a
MySQL: SHOW COUNT(*) WARNINGS
SET group_concat_max_len = 1000000
MySQL: CREATE TABLE bits (id INT PRIMARY KEY, b BINARY(2), v VARBINARY(4), l BLOB)
MySQL: INSERT INTO bits VALUES (1, x'0f01', x'0f', x'00'), (2, x'f002', x'f0', x'ff'), (3, NULL, x'0ff0', NULL), (4, x'8001', x'800001', x'')
MySQL: SELECT id, HEX(b | x'0001') a, HEX(b & b) c, HEX(~b) d, HEX(b ^ x'ffff') e, HEX(b << 4) f, HEX(b >> 1) g, HEX(v | v) h, BIT_COUNT(b) i, b | 1 j, HEX(l | l) k, HEX(v << 9) m, HEX(v >> 8) n, HEX(v << 64) o, HEX(v >> id) p, HEX(x'0f' | x'f0') q, BIT_COUNT(v ^ v) r FROM bits ORDER BY id
MySQL: SELECT b | v a FROM bits
MySQL: SELECT id, HEX(INET6_ATON(CONCAT('::', id)) & INET6_ATON(CONCAT('ffff::', id))) a, HEX(UNHEX(HEX(id)) << 1) c FROM bits ORDER BY id
MySQL: SELECT id, b + 1 a, CAST(b AS SIGNED) c, ABS(b) d, b = 5 e, v AND 1 f, b BETWEEN 0 AND 3 g FROM bits ORDER BY id
MySQL: SELECT HEX(b & x'0fff') a, COUNT(*) FROM bits GROUP BY 1 ORDER BY 1
MySQL: CREATE TABLE wide (id INT PRIMARY KEY, u BIGINT UNSIGNED, b BIGINT, d DECIMAL(20,0), e DECIMAL(22,1))
MySQL: INSERT INTO wide VALUES (1, 18446744073709551615, -1, 18446744073709551615, 18446744073709551615.4), (2, 9223372036854775808, -5, 9223372036854775808, 9223372036854775808.5), (3, 7, 7, -9223372036854775809, -9223372036854775809.2)
MySQL: SELECT id, d | 0 a, e | 0 b, COALESCE(u, b) | 0 c, GREATEST(u, 1) | 0 f, ~COALESCE(u, b) g, BIT_COUNT(d) h, HEX(d) i, COALESCE(u, b) >> 1 j, EXPORT_SET(COALESCE(u, b), 'Y', 'N', '', 64) k, CAST(d AS SIGNED) l, -d | 0 m FROM wide ORDER BY id
MySQL: SELECT id, IF(id < 5, u, b) | 0 a, CASE WHEN id < 5 THEN u ELSE b END | 0 b, IF(id < 5, u, 1.5) | 0 c, IF(id < 5, d, u) | 0 f, CASE id WHEN 1 THEN u WHEN 2 THEN d ELSE b END | 0 g, IF(id < 5, COALESCE(u, b), 1.5) | 0 h, HEX(IF(id < 5, u, b)) i, CAST(IF(id < 5, u, b) AS SIGNED) j, IF(id < 5, 18446744073709551615, b) | 0 k, NULLIF(u, 5) | 0 l FROM wide ORDER BY id
MySQL: SELECT BIT_OR(COALESCE(u, b)) a, BIT_AND(d) b, BIT_XOR(e) c, BIT_AND(IF(id < 5, u, b)) f, 18446744073709551615.0 | 0 g, 18446744073709551616 & ~0 h, (SELECT MAX(COALESCE(u, b)) FROM wide) | 0 i FROM wide
MySQL: SELECT id, COUNT(*) OVER (PARTITION BY 1) a FROM wide
MySQL: SELECT id, COUNT(*) OVER (PARTITION BY TRUE ORDER BY '1', 1.5, -1) a FROM wide ORDER BY id
MySQL: SELECT id, COUNT(*) OVER w a FROM wide WINDOW w AS (ORDER BY (1))
MySQL: CREATE TABLE years (id INT PRIMARY KEY, y YEAR, i INT, b BIGINT, u BIGINT UNSIGNED, x DOUBLE)
MySQL: INSERT INTO years VALUES (1, 1970, 70, 7, 7, 1970), (2, 1999, 99, -7, 12, 99), (3, 2001, 1, 0, 0, 1), (4, 2000, 0, 1, 1, 0), (5, 0, 0, 10, 10, 0), (6, NULL, NULL, NULL, NULL, NULL), (7, 2155, 2155, 2, 3, 2155), (8, 1901, 1901, 20, 20, 1901)
MySQL: SELECT id, y = 0.5 a, y = 0.4 b, y = 69.5 c, y = 1999.4 d, y > 98.4 e, y = 2155.6 f, y = -0.4 g, y = 0.5e0 h, y = 70.9e0 i, y < 99.9e0 j, y = '1969.6' k, y > '1969.6' l, y = '69.6' m, 98.6 < y n, (y, 1) = (0.5, 1) o, NULLIF(y, 99.4) IS NULL p FROM years ORDER BY id
MySQL: SELECT id, y BETWEEN 69.6 AND 98.5 a, y BETWEEN 1.5 AND x b, 99 BETWEEN y AND 2100 c, y NOT BETWEEN 70 AND 98.6 d, y BETWEEN '70' AND 99.4 e FROM years ORDER BY id
MySQL: SELECT id, y IN (70) a, y IN (70, 99) b, y IN (1970, 99) c, y IN (99.4) d, y IN (98.6, 1) e, y IN ('0', '1') f, y IN ('99', 1) g, y IN (i, 99) h, y NOT IN (1, 99) j FROM years ORDER BY id
MySQL: SELECT id, STRCMP(y, 70) a, STRCMP('99', y) b, STRCMP('x', y) c, STRCMP('0', y) d, STRCMP('99.4', y) e, STRCMP('99x', y) f, STRCMP('19999', y) g, STRCMP('007', b) h, STRCMP('7e0', b) i, STRCMP('7x', b) j, STRCMP('1.5', b) k, STRCMP('x', b) l, STRCMP('00', u) m, STRCMP('-1', u) n, STRCMP('01', i) o, STRCMP(b, '07') p FROM years ORDER BY id
CREATE TABLE c1 (t TIME, d DATE, n INT)
INSERT INTO c1 VALUES ('00:00:00', '2020-01-01', 0), ('10:11:12', NULL, 101112), ('10:11:13', '2020-01-01', 5)
SELECT CASE t WHEN d THEN 1 WHEN n THEN 2 ELSE 3 END, CASE t WHEN DATE'2020-01-01' THEN 1 WHEN '10:11:13' THEN 2 ELSE 3 END FROM c1 ORDER BY t
SELECT CASE TIME'10:11:12' WHEN CAST(NULL AS DATE) THEN 1 WHEN 101112 THEN 2 ELSE 3 END
