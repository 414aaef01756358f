CREATE TABLE million (n INT PRIMARY KEY, half DOUBLE, s VARCHAR(20), d DECIMAL(12,2))
	SELECT n, n / 2e0 AS half, CONCAT('text ', n % 1000) AS s, IF(n % 7 = 0, NULL, n / 100) AS d
	FROM (WITH RECURSIVE k AS (SELECT 0 AS i UNION ALL SELECT i + 1 FROM k WHERE i < 999)
		SELECT 1000 * a.i + b.i AS n FROM k a, k b) t;
