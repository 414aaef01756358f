-- A value and a NULL of every type: what a client reads as it is here, and binds into bound, is the
-- same where the view says 2.
CREATE TABLE every (k INT PRIMARY KEY, i BIGINT, u BIGINT UNSIGNED, n TINYINT, d DECIMAL(30,2), f DOUBLE, g FLOAT, s VARCHAR(40), tx TEXT, b VARBINARY(20), bl BLOB,
	day DATE, at DATETIME(6), ts TIMESTAMP, t TIME, y YEAR, o BOOLEAN, e ENUM('a','b'), j JSON);
INSERT INTO every VALUES (1, -9223372036854775807, 18446744073709551615, -128, -1234567890123456789012345678.90, 0.1, 1.5, 'it''s \\ "ä" %', 'line\nline', X'00FF275C', X'DEADBEEF',
	'2024-02-29', '2024-02-29 23:59:01.125', '2024-02-29 23:59:01', '12:03:04', 2024, TRUE, 'b', '{"a": [1, null]}');
INSERT INTO every (k) VALUES (2);
CREATE TABLE bound LIKE every;
CREATE VIEW same AS SELECT COUNT(*) AS n FROM bound x JOIN every v ON x.k = v.k AND x.i <=> v.i AND x.u <=> v.u AND x.n <=> v.n AND x.d <=> v.d AND x.f <=> v.f AND x.g <=> v.g
	AND x.s <=> v.s AND x.tx <=> v.tx AND x.b <=> v.b AND x.bl <=> v.bl AND x.day <=> v.day AND x.at <=> v.at AND x.ts <=> v.ts AND x.t <=> v.t AND x.y <=> v.y AND x.o <=> v.o AND x.e <=> v.e AND x.j <=> v.j;
