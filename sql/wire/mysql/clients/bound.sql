-- Parameters of every type by PREPARE and EXECUTE, and NULLs; where they are not as the rows of every,
-- the answers differ from those.
DELETE FROM bound;
PREPARE put FROM 'INSERT INTO bound VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)';
SET @k = 1, @i = -9223372036854775807, @u = 18446744073709551615, @n = -128, @d = -1234567890123456789012345678.90, @f = 0.1e0, @g = 1.5e0, @s = 'it''s \\ "ä" %', @tx = 'line\nline', @b = X'00FF275C',
	@bl = X'DEADBEEF', @day = '2024-02-29', @at = '2024-02-29 23:59:01.125', @ts = '2024-02-29 23:59:01', @t = '12:03:04', @y = 2024, @o = TRUE, @e = 'b', @j = '{"a": [1, null]}', @none = NULL;
EXECUTE put USING @k, @i, @u, @n, @d, @f, @g, @s, @tx, @b, @bl, @day, @at, @ts, @t, @y, @o, @e, @j;
SET @k = 2;
EXECUTE put USING @k, @none, @none, @none, @none, @none, @none, @none, @none, @none, @none, @none, @none, @none, @none, @none, @none, @none, @none;
DEALLOCATE PREPARE put;
PREPARE get FROM 'SELECT * FROM bound WHERE k <= ? ORDER BY k';
EXECUTE get USING @k;
