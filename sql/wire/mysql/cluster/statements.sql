# What Spider gives to the nodes as it is: each answers with its groups or its first rows.
SELECT COUNT(*), MIN(lo_revenue), MAX(lo_revenue) FROM star
SELECT d_year, COUNT(*), SUM(lo_revenue) / COUNT(*) FROM star GROUP BY d_year ORDER BY 1
SELECT d_year, SUM(lo_revenue) s FROM star GROUP BY d_year HAVING s > 1000 ORDER BY s
SELECT d_year * 2 z, SUM(CASE WHEN lo_discount > 5 THEN lo_revenue ELSE 0 END) FROM star GROUP BY z ORDER BY 1
SELECT COUNT(*) FROM star WHERE c_city LIKE 'UNITED%' AND UPPER(s_region) = 'ASIA'
SELECT DISTINCT c_region FROM star ORDER BY 1
SELECT lo_orderkey, lo_linenumber, lo_revenue FROM star ORDER BY lo_revenue DESC, lo_orderkey, lo_linenumber LIMIT 5
SELECT COUNT(*), SUM(lo_revenue), MIN(c_city) FROM star WHERE lo_quantity > 60
SELECT d_year, COUNT(*) FROM star WHERE lo_quantity > 60 GROUP BY d_year
# One node has all rows of an order.
SELECT SUM(lo_revenue) FROM star WHERE lo_orderkey = 33
# What MariaDB computes itself: the columns of all rows that pass the filters come.
SELECT AVG(lo_revenue) FROM star
SELECT COUNT(DISTINCT c_city) FROM star
SELECT SUM(lo_revenue) FROM star WHERE lo_discount = (SELECT MAX(lo_discount) FROM star)
SELECT COUNT(*) FROM star a, star b WHERE a.lo_orderkey = b.lo_orderkey AND a.lo_linenumber = 1 AND b.lo_linenumber = 7 AND a.c_nation = 'CHINA'
# Spider loses count of ROLLUP's sums unless it is told to compute them itself.
SET spider_direct_aggregate = 0; SELECT d_year, SUM(lo_revenue) FROM star GROUP BY d_year WITH ROLLUP
