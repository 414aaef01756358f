import java.math.BigDecimal;
import java.sql.*;
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

	public static void main(String[] args) throws SQLException {
		for (String options : new String[] {"", "?useServerPrepStmts=true", "?useServerPrepStmts=true&rewriteBatchedStatements=true", "?useCompression=true"}) {
			try (Connection c = DriverManager.getConnection("jdbc:mariadb://127.0.0.1:" + args[0] + "/shop" + options, "root", "")) {
				talk(c);
			} catch (SQLException | AssertionError e) {
				throw new SQLException("with " + options, e);
			}
		}
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
