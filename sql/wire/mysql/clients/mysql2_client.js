// Talks to a server of gsdms as a program with mysql2 does. Argument: the port.
const mysql = require('mysql2/promise');
const assert = require('assert');
const fs = require('fs');

// Values and NULLs of every type, as parameters and as results.
async function every(port) {
  const c = await mysql.createConnection({ host: '127.0.0.1', port, user: 'root', database: 'shop', dateStrings: true, supportBigNumbers: true, rowsAsArray: true });
  const row = [1, '-9223372036854775807', '18446744073709551615', -128, '-1234567890123456789012345678.90', 0.1, 1.5, `it's \\ "ä" %`, 'line\nline', Buffer.from([0, 255, 39, 92]), Buffer.from([222, 173, 190, 239]),
    '2024-02-29', '2024-02-29 23:59:01.125000', '2024-02-29 23:59:01', '12:03:04', 2024, 1, 'b', { a: [1, null] }];
  const none = [2, ...Array(18).fill(null)];
  await c.query('DELETE FROM bound');
  for (const values of [row, none]) await c.execute(`INSERT INTO bound VALUES (${Array(19).fill('?').join(', ')})`, values);
  assert.deepStrictEqual((await c.query('SELECT n FROM same'))[0], [[2]]);
  for (const got of [await c.query('SELECT * FROM every ORDER BY k'), await c.execute('SELECT * FROM every WHERE k <= ? ORDER BY k', [2])]) {
    assert.deepStrictEqual(got[0], [row, none]);
  }
  await c.end();
}

// What every client does: the benchmark, a million rows, a cancelled query, a connection that is gone.
async function course(open) {
  const c = await open(), other = await open();
  const files = fs.readdirSync(process.env.STAR).filter((f) => f.endsWith('.sql')).map((f) => `${process.env.STAR}/${f}`);
  assert.strictEqual(files.length, 13);
  for (const f of files) {
    const [rows] = await c.query({ sql: fs.readFileSync(f, 'utf8'), rowsAsArray: true });
    assert.strictEqual(rows.map((r) => r.join('\t') + '\n').join(''), fs.readFileSync(f.replace(/sql$/, 'tsv'), 'utf8'), f);
  }
  let [count, sum, none] = [0, 0, 0];
  for await (const r of c.connection.query('SELECT n, half, s, d FROM million').stream()) {
    assert.ok(r.half === r.n / 2 && r.s === `text ${r.n % 1000}` && (r.d === null) === (r.n % 7 === 0), JSON.stringify(r));
    [count, sum, none] = [count + 1, sum + r.n, none + (r.d === null)];
  }
  assert.deepStrictEqual([count, sum, none], [1000000, 499999500000, 142858]);
  const long = assert.rejects(c.query('SELECT COUNT(*) FROM million a JOIN million b ON a.half * b.half + MOD(a.n, b.n + 3) < 17'), { errno: 1317 });
  const seen = async () => (await other.query("SELECT 1 FROM information_schema.processlist WHERE id = ? AND info LIKE '%JOIN million b%'", [c.threadId]))[0].length > 0;
  while (!await seen());
  await other.query('KILL QUERY ' + c.threadId);
  await long;
  assert.deepStrictEqual((await c.query('SELECT 7 AS x'))[0], [{ x: 7 }]);
  await other.query('KILL ' + c.threadId);
  await assert.rejects(c.query('SELECT 1'));
  await other.end();
  const again = await open();
  assert.deepStrictEqual((await again.query('SELECT COUNT(*) AS n FROM million'))[0], [{ n: 1000000 }]);
  await again.end();
}

(async () => {
  const c = await mysql.createConnection({ host: '127.0.0.1', port: +process.argv[2], user: 'root', database: 'gsdms', multipleStatements: true, dateStrings: true });
  await c.query('DROP TABLE IF EXISTS js');
  await c.query('CREATE TABLE js (k INT PRIMARY KEY, i BIGINT, d DECIMAL(10,2), f DOUBLE, s VARCHAR(20), day DATE)');
  const rows = [[1, -5, '1.50', 0.25, `it's \\ "ä"`, '2024-02-29'], [2, null, null, null, null, null]];
  for (const r of rows) await c.execute('INSERT INTO js VALUES (?, ?, ?, ?, ?, ?)', r);
  const values = (r) => r.map((x) => Object.values(x));
  assert.deepStrictEqual(values((await c.query('SELECT * FROM js ORDER BY k'))[0]), rows);
  assert.deepStrictEqual(values((await c.execute('SELECT * FROM js WHERE k <= ? ORDER BY k LIMIT ?', [2, 10]))[0]), rows);
  assert.deepStrictEqual((await c.query('SELECT 1 AS a; SELECT 2 AS b'))[0], [[{ a: 1 }], [{ b: 2 }]]);
  await assert.rejects(c.query('SELECT * FROM nope'), { errno: 1146 });
  await c.changeUser({ user: 'root', database: 'information_schema' });
  assert.strictEqual((await c.query("SELECT COUNT(*) AS n FROM `TABLES` WHERE TABLE_NAME = 'js'"))[0][0].n, 1);
  assert.deepStrictEqual(values((await c.query('SHOW KEYS FROM js FROM gsdms'))[0]).map((r) => r[4]), ['k']);
  await c.changeUser({ user: 'root', database: 'gsdms' });
  await c.query('DROP TABLE js');
  await c.ping();
  await c.end();
  await every(+process.argv[2]);
  await course(() => mysql.createConnection({ host: '127.0.0.1', port: +process.argv[2], user: 'root', database: 'shop' }));
})().catch((e) => { console.error(e); process.exit(1); });
