// Talks to a server of gsdms as a program with mysql2 does. Argument: the port.
const mysql = require('mysql2/promise');
const assert = require('assert');

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
  await c.changeUser({ user: 'root', database: 'gsdms' });
  await c.query('DROP TABLE js');
  await c.ping();
  await c.end();
})().catch((e) => { console.error(e); process.exit(1); });
