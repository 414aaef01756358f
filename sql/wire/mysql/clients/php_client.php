<?php
// Talks to a server of gsdms as a program with PHP's mysqli and PDO does. Argument: the port.
error_reporting(E_ALL);
set_error_handler(function ($n, $text) { throw new Exception($text); });
$port = (int)$argv[1];
$rows = [[1, '1.50', 0.25, "it's \\ \"ä\"", '2024-02-29'], [2, null, null, null, null]];
$make = 'CREATE TABLE php (k INT PRIMARY KEY, d DECIMAL(10,2), f DOUBLE, s VARCHAR(20), day DATE)';

function same($got, $want, $what) {
	if ($got !== $want) {
		throw new Exception("$what: " . var_export($got, true));
	}
}

mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$c = new mysqli('127.0.0.1', 'root', '', 'shop', $port);
$c->set_charset('utf8mb4');
$c->query('DROP TABLE IF EXISTS php');
$c->query($make);
$insert = $c->prepare('INSERT INTO php VALUES (?, ?, ?, ?, ?)');
foreach ($rows as $r) {
	$insert->bind_param('isdss', ...$r);
	$insert->execute();
}
$q = $c->prepare('SELECT * FROM php WHERE k <= ? ORDER BY k');
$two = 2;
$q->bind_param('i', $two);
$q->execute();
same($q->get_result()->fetch_all(), $rows, 'mysqli, prepared');
$texts = array_map(fn($r) => array_map(fn($v) => $v === null ? null : (string)$v, $r), $rows);
same($c->query('SELECT * FROM php ORDER BY k', MYSQLI_USE_RESULT)->fetch_all(), $texts, 'mysqli');
$c->multi_query('SELECT 1; SELECT 2');
same($c->store_result()->fetch_row(), ['1'], 'the first of two');
$c->next_result();
same($c->store_result()->fetch_row(), ['2'], 'the second of two');
try {
	$c->query('SELECT * FROM nope');
	throw new Exception('a table that is not there was read');
} catch (mysqli_sql_exception $e) {
	same($e->getCode(), 1146, 'an unknown table');
}
$c->change_user('root', '', 'shop');
$c->close();

foreach ([true, false] as $emulated) {
	$p = new PDO("mysql:host=127.0.0.1;port=$port;dbname=shop;charset=utf8mb4", 'root', '', [PDO::ATTR_EMULATE_PREPARES => $emulated, PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
	$q = $p->prepare('SELECT * FROM php WHERE k <= :k AND k >= :from ORDER BY k');
	$q->execute(['k' => 2, 'from' => 1]);
	same($q->fetchAll(PDO::FETCH_NUM), $rows, 'PDO');
	$q->closeCursor();
	$p->beginTransaction();
	same($p->exec('DELETE FROM php WHERE k = 3'), 0, 'rows of no key');
	$p->commit();
	same($p->query('SELECT k, s FROM php WHERE k = 1')->fetch(PDO::FETCH_ASSOC), ['k' => 1, 's' => $rows[0][3]], 'PDO by name');
}
$p->exec('DROP TABLE php');

// What every client does: the benchmark, a million rows, a cancelled query, a connection that is gone.
$open = fn() => new mysqli('127.0.0.1', 'root', '', 'shop', $port);
$c = $open();
foreach (glob(getenv('STAR') . '/*.sql') as $file) {
	$lines = array_map(fn($r) => implode("\t", $r) . "\n", $c->query(file_get_contents($file))->fetch_all());
	same(implode('', $lines), file_get_contents(substr($file, 0, -3) . 'tsv'), $file);
}
$sum = $none = $count = 0;
foreach ($c->query('SELECT n, half, s, d FROM million', MYSQLI_USE_RESULT) as $r) {
	$count++;
	$sum += $r['n'];
	$none += $r['d'] === null ? 1 : 0;
}
same([$count, $sum, $none], [1000000, 499999500000, 142858], 'a million rows');
$c->query('SELECT COUNT(*) FROM million a JOIN million b ON a.half * b.half + MOD(a.n, b.n + 3) < 17', MYSQLI_ASYNC);
$other = $open();
while ($other->query("SELECT 1 FROM information_schema.processlist WHERE id = $c->thread_id AND info LIKE '%JOIN million b%'")->num_rows === 0) usleep(20000);
$other->query("KILL QUERY $c->thread_id");
try {
	$c->reap_async_query();
	throw new Exception('a query that was cancelled ended');
} catch (mysqli_sql_exception $e) {
	same($e->getCode(), 1317, 'a cancelled query');
}
same($c->query('SELECT 7')->fetch_row(), ['7'], 'after a cancelled query');
$other->query("KILL $c->thread_id");
try {
	$c->query('SELECT 1');
	throw new Exception('a connection that was killed goes on');
} catch (mysqli_sql_exception | Exception $e) {
	same(str_contains($e->getMessage(), 'goes on'), false, 'a killed connection');
}
same($open()->query('SELECT COUNT(*) FROM million')->fetch_row(), ['1000000'], 'a new connection');
