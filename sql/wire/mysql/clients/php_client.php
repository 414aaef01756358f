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

// What every client does: parameters of every type, the benchmark, a million rows, a cancelled query, a
// connection that is gone.
$every = [1, -9223372036854775807, '18446744073709551615', -128, '-1234567890123456789012345678.90', 0.1, 1.5, "it's \\ \"ä\" %", "line\nline", "\x00\xff'\\", "\xde\xad\xbe\xef",
	'2024-02-29', '2024-02-29 23:59:01.125000', '2024-02-29 23:59:01', '12:03:04', '2024', 1, 'b', '{"a": [1, null]}'];
$none = array_merge([2], array_fill(0, 18, null));
$marks = implode(', ', array_fill(0, 19, '?'));

// course runs it; $ask gives rows of a text and parameters, $each runs a function for each row as it comes.
function course($c, $id, $ask, $each, $port) {
	global $every, $none, $marks;
	$ask('DELETE FROM bound', []);
	foreach ([$every, $none] as $row) $ask("INSERT INTO bound VALUES ($marks)", $row);
	same($ask('SELECT n FROM same', [])[0][0], 2, 'rows that were bound');
	same($ask('SELECT * FROM every WHERE k <= ? ORDER BY k', [2]), [$every, $none], 'rows of every type');
	same(array_column($ask("SHOW TABLES LIKE 'line%'", []), 0), ['lineorder'], 'tables');
	same($ask("SELECT column_name FROM information_schema.columns WHERE table_schema = ? AND table_name = 'million' ORDER BY ordinal_position", ['shop']), [['n'], ['half'], ['s'], ['d']], 'columns');
	$files = glob(getenv('STAR') . '/*.sql');
	same(count($files), 13, 'queries');
	foreach ($files as $file) {
		$lines = array_map(fn($r) => implode("\t", $r) . "\n", $ask(file_get_contents($file), []));
		same(implode('', $lines), file_get_contents(substr($file, 0, -3) . 'tsv'), $file);
	}
	$sum = $none_there = $count = 0;
	$each('SELECT n, half, s, d FROM million', function ($r) use (&$sum, &$none_there, &$count) {
		$count++;
		$sum += $r[0];
		$none_there += $r[3] === null ? 1 : 0;
	});
	same([$count, $sum, $none_there], [1000000, 499999500000, 142858], 'a million rows');
	$kill = fn($what) => proc_open([PHP_BINARY, __DIR__ . '/kill.php', $port, $what, $id], [], $pipes);
	$busy = $kill('KILL QUERY');
	same(error(fn() => $ask('SELECT COUNT(*) FROM million a JOIN million b ON a.half * b.half + MOD(a.n, b.n + 3) < 17', [])), 1317, 'a cancelled query');
	same(proc_close($busy), 0, 'who cancels');
	same($ask('SELECT 7', [])[0][0], 7, 'after a cancelled query');
	same(proc_close($kill('KILL')), 0, 'who kills');
	same(error(fn() => $ask('SELECT 1', [])) !== 0, true, 'a connection that was killed');
}

// error gives the number of the error that a function ends with, or -1 where it has none, and 0 where there is no error.
function error($run) {
	try {
		$run();
	} catch (mysqli_sql_exception $e) {
		return $e->getCode();
	} catch (PDOException $e) {
		return $e->errorInfo[1];
	} catch (Exception $e) {
		return -1;
	}
	return 0;
}

$c = new mysqli('127.0.0.1', 'root', '', 'shop', $port);
$c->set_charset('utf8mb4');
$ask = function ($text, $values) use ($c) {
	$s = $c->prepare($text);
	$s->execute($values);
	$result = $s->get_result();
	return $result ? $result->fetch_all() : [];
};
course($c, $c->thread_id, $ask, function ($text, $do) use ($c) {
	$result = $c->query($text, MYSQLI_USE_RESULT);
	while ($r = $result->fetch_row()) $do($r);
}, $port);
$c = new mysqli('127.0.0.1', 'root', '', 'shop', $port);
same($c->query('SELECT COUNT(*) FROM million')->fetch_row(), ['1000000'], 'a new connection');

$open = fn() => new PDO("mysql:host=127.0.0.1;port=$port;dbname=shop;charset=utf8mb4", 'root', '', [PDO::ATTR_EMULATE_PREPARES => false, PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
$p = $open();
$ask = function ($text, $values) use ($p) {
	$s = $p->prepare($text);
	$s->execute($values);
	return $s->columnCount() ? $s->fetchAll(PDO::FETCH_NUM) : [];
};
course($p, $ask('SELECT CONNECTION_ID()', [])[0][0], $ask, function ($text, $do) use ($p) {
	$p->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
	foreach ($p->query($text, PDO::FETCH_NUM) as $r) $do($r);
	$p->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, true);
}, $port);
same(error(fn() => $open()->query('SELECT * FROM nope')), 1146, 'an unknown table by PDO');
same((int)$open()->query('SELECT COUNT(*) FROM million')->fetchColumn(), 1000000, 'a new connection');
