// Talks to a server of gsdms by the client of Flight SQL that is written in Rust, and reads what it
// gives with Arrow for JavaScript: neither shares code with the server's Arrow. Arguments: the
// port, that of MySQL's protocol, by which the tables are made.
const { createFlightSqlClient } = require('@lakehouse-rs/flight-sql-client');
const { tableFromIPC } = require('apache-arrow');
const mysql = require('mysql2/promise');
const assert = require('assert');

const port = +process.argv[2];
const digits = '(SELECT 0 d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)';

(async () => {
  const maker = await mysql.createConnection({ host: '127.0.0.1', port: +process.argv[3], user: 'root', database: 'shop' });
  await maker.query('CREATE TABLE js (k INT PRIMARY KEY, i BIGINT, d DECIMAL(10,2), f DOUBLE, s VARCHAR(20), day DATE, at DATETIME)');
  await maker.query(`INSERT INTO js VALUES (1, -5, -1.50, 0.25, 'it''s "ä"', '2024-02-29', '2024-02-29 23:59:01'), (2, NULL, NULL, NULL, NULL, NULL, NULL), (3, 9007199254740993, 7, -2, '', '1969-12-31', '1970-01-01')`);
  await maker.query(`CREATE TABLE many AS SELECT a.d * 100000 + b.d * 10000 + c.d * 1000 + d.d * 100 + e.d * 10 + f.d n, NULLIF(f.d, 3) m, CASE WHEN f.d = 7 THEN NULL ELSE CONCAT('text ', e.d, ' of some length') END s FROM ${'abcdef'.split('').map((t) => digits + ' ' + t).join(', ')}`);
  await maker.end();

  const client = await createFlightSqlClient({ host: '127.0.0.1', port, tls: false, username: 'root', password: '', headers: [] });
  const ask = async (text) => tableFromIPC(await client.query(text));
  const column = (t, name) => [...t.getChild(name)];

  const names = column(tableFromIPC(await client.getTables({ dbSchemaFilterPattern: 'shop', includeSchema: true })), 'table_name');
  assert(['js', 'many', 'lineorder', 'million'].every((name) => names.includes(name)), String(names));
  assert.deepStrictEqual(column(tableFromIPC(await client.getCatalogs()), 'catalog_name'), ['def']);
  assert(column(tableFromIPC(await client.getDbSchemas({})), 'db_schema_name').includes('shop'));

  const t = await ask('SELECT * FROM js ORDER BY k');
  assert.deepStrictEqual(column(t, 'k'), [1n, 2n, 3n]);
  assert.deepStrictEqual(column(t, 'i'), [-5n, null, 9007199254740993n]);
  assert.deepStrictEqual(column(t, 'd').map((x) => x && BigInt.asIntN(64, x[0] !== undefined ? BigInt(x[0]) | BigInt(x[1]) << 32n : x)), [-150n, null, 700n]);
  assert.deepStrictEqual(column(t, 'f'), [0.25, null, -2]);
  assert.deepStrictEqual(column(t, 's'), [`it's "ä"`, null, '']);
  assert.deepStrictEqual(column(t, 'day').map((x) => x === null ? null : +x), [Date.UTC(2024, 1, 29), null, Date.UTC(1969, 11, 31)]);
  assert.deepStrictEqual(column(t, 'at').map((x) => x === null ? null : +x), [Date.UTC(2024, 1, 29, 23, 59, 1), null, 0]);
  assert.strictEqual((await ask('SELECT * FROM js WHERE k > 9')).numRows, 0);

  const many = await ask('SELECT n, m, s FROM many ORDER BY n');
  assert.strictEqual(many.numRows, 1000000);
  let row = 0;
  for (const batch of many.batches) {
    const [n, m, s] = ['n', 'm', 's'].map((name) => batch.getChild(name));
    for (let i = 0; i < batch.numRows; i++, row++) {
      const last = row % 10;
      const want = last === 7 ? null : `text ${Math.floor(row / 10) % 10} of some length`;
      if (n.get(i) !== BigInt(row) || m.get(i) !== (last === 3 ? null : BigInt(last)) || s.get(i) !== want) {
        assert.fail(`row ${row}: ${n.get(i)}, ${m.get(i)}, ${s.get(i)}`);
      }
    }
  }
  await assert.rejects(client.query('SELECT * FROM nope'));
  assert.deepStrictEqual(column(await ask('SELECT 1 one'), 'one'), [1n]); // after an error
  await ask('DROP TABLE js');
  await ask('DROP TABLE many');
})().catch((e) => { console.error(e); process.exit(1); });
