import java.io.File;
import java.math.*;
import java.nio.file.*;
import java.sql.*;
import java.time.LocalDate;
import java.util.*;

/** Talks to a server of gsdms as a program with MariaDB's Connector/J does. Argument: the port. */
public class ConnectorJ {
	static void same(Object got, Object want, String what) {
		if (!Objects.equals(got, want)) throw new AssertionError(what + ": " + got + ", not " + want);
	}

	static List<String> column(ResultSet r, String name) throws SQLException {
		List<String> out = new ArrayList<>();
		while (r.next()) out.add(r.getString(name));
		return out;
	}

	public static void main(String[] args) throws Exception {
		for (String options : new String[] {"", "?useServerPrepStmts=true", "?useServerPrepStmts=true&rewriteBatchedStatements=true", "?useCompression=true"}) {
			try (Connection c = DriverManager.getConnection("jdbc:mariadb://127.0.0.1:" + args[0] + "/shop" + options, "root", "")) {
				talk(c);
			} catch (SQLException | AssertionError e) {
				throw new SQLException("with " + options, e);
			}
		}
		for (String options : new String[] {"", "?useServerPrepStmts=true"}) course("jdbc:mariadb://127.0.0.1:" + args[0] + "/shop" + options);
	}

	static String text(ResultSet r) throws SQLException {
		StringBuilder b = new StringBuilder();
		while (r.next()) {
			for (int i = 1; i <= r.getMetaData().getColumnCount(); i++) b.append(i == 1 ? "" : "\t").append(r.getString(i));
			b.append("\n");
		}
		return b.toString();
	}

	static final byte[] BINARY = {0, (byte) 255, 39, 92}, BLOB = {(byte) 222, (byte) 173, (byte) 190, (byte) 239};

	/** Values and NULLs of every type, as parameters and as results. */
	static void every(Connection c) throws SQLException {
		Object[] row = {1, Long.MIN_VALUE + 1, new BigInteger("18446744073709551615"), (byte) -128, new BigDecimal("-1234567890123456789012345678.90"), 0.1, 1.5f, "it's \\ \"ä\" %", "line\nline", BINARY, BLOB,
			LocalDate.of(2024, 2, 29), Timestamp.valueOf("2024-02-29 23:59:01.125"), Timestamp.valueOf("2024-02-29 23:59:01"), Time.valueOf("12:03:04"), 2024, true, "b", "{\"a\": [1, null]}"};
		Object[] none = new Object[row.length];
		none[0] = 2;
		c.createStatement().execute("DELETE FROM bound");
		try (PreparedStatement p = c.prepareStatement("INSERT INTO bound VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
			for (Object[] values : new Object[][] {row, none}) {
				for (int i = 0; i < values.length; i++) p.setObject(i + 1, values[i]);
				p.executeUpdate();
			}
		}
		same(text(c.createStatement().executeQuery("SELECT n FROM same")), "2\n", "rows that were bound");
		try (PreparedStatement p = c.prepareStatement("SELECT * FROM every WHERE k <= ? ORDER BY k")) {
			p.setInt(1, 2);
			ResultSet r = p.executeQuery();
			for (Object[] values : new Object[][] {row, none}) {
				same(r.next(), true, "a row");
				for (int i = 0; i < values.length; i++) same(got(r, i + 1, row[i], values[i]), values[i] instanceof byte[] b ? Arrays.toString(b) : values[i], "column " + (i + 1));
			}
		}
	}

	/** Gets a value by the class of one of its type; bytes are spelled. */
	static Object got(ResultSet r, int i, Object like, Object want) throws SQLException {
		if (like instanceof byte[]) {
			byte[] b = r.getBytes(i);
			return b == null ? null : Arrays.toString(b);
		}
		return want == null ? r.getObject(i) : r.getObject(i, like.getClass());
	}

	/** What every client does: the benchmark, a million rows, a cancelled query, a connection that is gone. */
	static void course(String url) throws Exception {
		Connection c = DriverManager.getConnection(url, "root", ""), other = DriverManager.getConnection(url, "root", "");
		every(c);
		File[] files = new File(System.getenv("STAR")).listFiles((d, name) -> name.endsWith(".sql"));
		same(files.length, 13, "queries");
		for (File f : files) {
			try (PreparedStatement p = c.prepareStatement(Files.readString(f.toPath()))) {
				same(text(p.executeQuery()), Files.readString(Path.of(f.getPath().replaceAll("sql$", "tsv"))), f.getPath());
			}
		}
		try (PreparedStatement p = c.prepareStatement("SELECT n, half, s, d FROM million")) {
			p.setFetchSize(1000);
			ResultSet r = p.executeQuery();
			long count = 0, sum = 0, none = 0;
			for (; r.next(); count++) {
				int n = r.getInt(1);
				same(r.getDouble(2), n / 2.0, "half");
				same(r.getString(3), "text " + n % 1000, "s");
				same(r.getBigDecimal(4), n % 7 == 0 ? null : BigDecimal.valueOf(n, 2), "d");
				sum += n;
				if (r.wasNull()) none++;
			}
			same(List.of(count, sum, none), List.of(1000000L, 499999500000L, 142858L), "a million rows");
		}
		try (Statement s = c.createStatement(); Statement o = other.createStatement()) {
			Thread t = new Thread(() -> {
				try {
					while (!o.executeQuery("SELECT 1 FROM information_schema.processlist WHERE info LIKE '%JOIN million b%' AND id <> CONNECTION_ID()").next()) Thread.sleep(20);
					s.cancel();
				} catch (Exception e) {
					e.printStackTrace();
				}
			});
			t.start();
			try {
				s.executeQuery("SELECT COUNT(*) FROM million a JOIN million b ON a.half * b.half + MOD(a.n, b.n + 3) < 17");
				throw new AssertionError("a query that was cancelled ended");
			} catch (SQLException e) {
				same(e.getErrorCode(), 1317, "a cancelled query");
			}
			t.join();
			same(text(s.executeQuery("SELECT CONNECTION_ID() * 0 + 7")), "7\n", "after a cancelled query");
			o.execute("KILL " + text(s.executeQuery("SELECT CONNECTION_ID()")).trim());
			try {
				s.executeQuery("SELECT 1");
				throw new AssertionError("a connection that was killed goes on");
			} catch (SQLException e) {
				same(e.getSQLState().startsWith("08"), true, e.toString());
			}
		}
		try (Connection again = DriverManager.getConnection(url, "root", ""); Statement s = again.createStatement()) {
			same(text(s.executeQuery("SELECT COUNT(*) FROM million")), "1000000\n", "a new connection");
		}
		other.close();
	}

	static void talk(Connection c) throws SQLException {
		try (Statement s = c.createStatement()) {
			s.execute("DROP TABLE IF EXISTS java");
			s.execute("CREATE TABLE java (k INT PRIMARY KEY, d DECIMAL(10,2), f DOUBLE, s VARCHAR(20), day DATE, at DATETIME(3))");
		}
		try (PreparedStatement p = c.prepareStatement("INSERT INTO java VALUES (?, ?, ?, ?, ?, ?)")) {
			Object[][] rows = {{1, new BigDecimal("1.50"), 0.25, "it's \\ \"ä\"", java.sql.Date.valueOf("2024-02-29"), Timestamp.valueOf("2024-02-29 23:59:01.125")}, {2, null, null, null, null, null}};
			for (Object[] row : rows) {
				for (int i = 0; i < row.length; i++) p.setObject(i + 1, row[i]);
				p.addBatch();
			}
			same(p.executeBatch().length, 2, "a batch");
		}
		try (PreparedStatement p = c.prepareStatement("SELECT * FROM java WHERE k <= ? ORDER BY k")) {
			p.setFetchSize(1);
			p.setInt(1, 2);
			ResultSet r = p.executeQuery();
			same(r.next(), true, "a row");
			same(r.getInt("k"), 1, "k");
			same(r.getBigDecimal("d"), new BigDecimal("1.50"), "d");
			same(r.getDouble("f"), 0.25, "f");
			same(r.getString("s"), "it's \\ \"ä\"", "s");
			same(r.getDate("day").toString(), "2024-02-29", "day");
			same(r.getTimestamp("at").toString(), "2024-02-29 23:59:01.125", "at");
			same(r.next(), true, "another row");
			same(r.getObject("s"), null, "NULL");
			same(r.next(), false, "no more");
			same(r.getMetaData().getColumnTypeName(2), "DECIMAL", "a type");
		}
		try (Statement u = c.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE)) {
			ResultSet r = u.executeQuery("SELECT k AS number, s FROM java AS j WHERE k = 2");
			ResultSetMetaData m = r.getMetaData();
			same(m.getTableName(1), "java", "the table of a column");
			same(m.getCatalogName(1), "shop", "its database");
			same(m.getColumnType(1), Types.INTEGER, "its type");
			same(List.of(m.isNullable(1), m.isNullable(2)), List.of(ResultSetMetaData.columnNoNulls, ResultSetMetaData.columnNullable), "NOT NULL");
			same(r.next(), true, "the row");
			for (String text : new String[] {"changed", null}) {
				r.updateString("s", text);
				r.updateRow();
				ResultSet now = c.createStatement().executeQuery("SELECT s FROM java WHERE k = 2");
				now.next();
				same(now.getString(1), text, "a row that was changed in the result");
			}
		}
		DatabaseMetaData m = c.getMetaData();
		same(column(m.getTables("shop", null, "java", null), "TABLE_NAME"), List.of("java"), "tables");
		same(column(m.getColumns("shop", null, "java", "%"), "COLUMN_NAME"), List.of("k", "d", "f", "s", "day", "at"), "columns");
		same(column(m.getPrimaryKeys("shop", null, "java"), "COLUMN_NAME"), List.of("k"), "keys");
		same(column(m.getIndexInfo("shop", null, "java", true, false), "COLUMN_NAME"), List.of("k"), "indexes");
		same(column(m.getImportedKeys("shop", null, "java"), "FKCOLUMN_NAME"), List.of(), "foreign keys");
		same(column(m.getCatalogs(), "TABLE_CAT").contains("shop"), true, "databases");
		m.getTypeInfo().close();
		try (Statement s = c.createStatement()) {
			s.setQueryTimeout(10);
			s.setMaxRows(1);
			same(column(s.executeQuery("SELECT k FROM java ORDER BY k DESC"), "k"), List.of("2"), "the most rows");
			try {
				s.executeQuery("SELECT * FROM nope");
				throw new AssertionError("a table that is not there was read");
			} catch (SQLException e) {
				same(e.getErrorCode(), 1146, "an unknown table");
			}
		}
		c.setAutoCommit(false);
		c.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
		try (Statement s = c.createStatement()) {
			same(s.executeUpdate("DELETE FROM java WHERE k = 2"), 1, "deleted");
		}
		c.commit();
		c.setAutoCommit(true);
		same(c.isValid(1), true, "valid");
		try (Statement s = c.createStatement()) {
			s.execute("DROP TABLE java");
		}
	}
}
