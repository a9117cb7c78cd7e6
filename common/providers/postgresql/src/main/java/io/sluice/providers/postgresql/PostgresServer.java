package io.sluice.providers.postgresql;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.Cancellation;
import io.sluice.provider.OperationContext;
import io.sluice.provider.ProviderFailure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.postgresql.Driver;

/**
 * A server and how to log in to it. Every call has a connection of its own: administration is rare,
 * and a database cannot be dropped while a client is connected to it.
 */
record PostgresServer(String url, String database, Properties login) {
  private static final String CANCELLED = "57014";

  /** One row, by position. */
  interface Row<T> {
    T of(ResultSet row) throws SQLException;
  }

  static PostgresServer of(JsonNode configuration, Map<String, String> environment) {
    String host =
        configuration.path("host").asText(environment.getOrDefault("PGHOST", "localhost"));
    String port = configuration.path("port").asText(environment.getOrDefault("PGPORT", "5432"));
    Properties login = new Properties();
    login.put(
        "user",
        configuration.path("username").asText(environment.getOrDefault("PGUSER", "postgres")));
    String password =
        configuration.path("password").asText(environment.getOrDefault("PGPASSWORD", ""));
    if (!password.isEmpty()) {
      login.put("password", password);
    }
    if (configuration.has("sslmode")) {
      login.put("sslmode", configuration.get("sslmode").textValue());
    }
    login.put("connectTimeout", "10");
    login.put("ApplicationName", "sluice");
    return new PostgresServer(
        "jdbc:postgresql://" + host + ":" + port + "/",
        configuration.path("database").asText("postgres"),
        login);
  }

  void login(OperationContext context) throws ProviderFailure {
    try {
      query(context, database, "SELECT 1", row -> row.getInt(1));
    } catch (Refused e) {
      throw e.failure("logging in");
    }
  }

  /** For statements that name a database, schema or role: they can't be parameters. */
  static String quoted(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }

  static String literal(String text) {
    String escaped = text.replace("'", "''");
    return escaped.contains("\\")
        ? "E'" + escaped.replace("\\", "\\\\") + "'"
        : "'" + escaped + "'";
  }

  /** All of them or none. */
  void execute(OperationContext context, String on, List<String> statements)
      throws ProviderFailure, Refused, InterruptedException {
    try (Connection connection = connect(on)) {
      context.writing();
      connection.setAutoCommit(statements.size() <= 1);
      for (String sql : statements) {
        execute(context, connection, sql);
      }
      if (!connection.getAutoCommit()) {
        connection.commit();
      }
    } catch (SQLException e) {
      throw refused(e);
    }
  }

  /**
   * For what no transaction may hold (databases): one after the other, over one connection, so that
   * nothing after the first can be mistaken for "certainly not done".
   *
   * @return the server's refusal of a later statement, after the first was carried out
   */
  Optional<Refused> executeApart(
      OperationContext context, String on, String first, List<String> others)
      throws ProviderFailure, Refused, InterruptedException {
    boolean begun = false;
    try (Connection connection = connect(on)) {
      context.writing();
      execute(context, connection, first);
      begun = true;
      for (String sql : others) {
        execute(context, connection, sql);
      }
      return Optional.empty();
    } catch (SQLException e) {
      if (begun) {
        // Whatever became of the others, lost or cancelled: the first statement was carried out.
        return Optional.of(new Refused(String.valueOf(e.getSQLState()), said(e)));
      }
      throw refused(e);
    }
  }

  private static void execute(OperationContext context, Connection connection, String sql)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql);
        Cancellation.Hook hook = context.cancellation().onCancel(() -> cancel(statement))) {
      statement.setQueryTimeout(seconds(context));
      statement.execute();
    }
  }

  <T> List<T> query(
      OperationContext context, String on, String sql, Row<T> row, String... parameters)
      throws ProviderFailure, Refused {
    List<T> rows = new ArrayList<>();
    try (Connection connection = connect(on);
        PreparedStatement statement = connection.prepareStatement(sql);
        Cancellation.Hook hook = context.cancellation().onCancel(() -> cancel(statement))) {
      statement.setQueryTimeout(seconds(context));
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      try (ResultSet results = statement.executeQuery()) {
        while (results.next()) {
          rows.add(row.of(results));
        }
      }
      return rows;
    } catch (SQLException e) {
      String state = String.valueOf(e.getSQLState());
      if (isLost(state) || state.equals(CANCELLED)) {
        throw ProviderFailure.notDone("NOT_READ", "reading did not finish: " + said(e));
      }
      throw new Refused(state, said(e));
    }
  }

  private Connection connect(String on) throws ProviderFailure, Refused {
    try {
      String encoded = java.net.URLEncoder.encode(on, java.nio.charset.StandardCharsets.UTF_8);
      Connection connection = new Driver().connect(url + encoded, login);
      if (connection == null) {
        throw ProviderFailure.user("BAD_HOST", "host and port are not a valid address");
      }
      return connection;
    } catch (SQLException e) {
      String state = String.valueOf(e.getSQLState());
      if (state.equals("3D000")) {
        throw new Refused(state, "there is no database " + on);
      }
      if (state.startsWith("28")) {
        throw ProviderFailure.user("LOGIN_REFUSED", "the server refuses the login: " + said(e));
      }
      throw ProviderFailure.notDone("NO_CONNECTION", "no connection to the server: " + said(e));
    }
  }

  private static int seconds(OperationContext context) {
    return (int) Math.clamp(context.deadline().remaining().toSeconds(), 1, 86_400);
  }

  private static void cancel(PreparedStatement statement) {
    try {
      statement.cancel();
    } catch (SQLException e) {
      // It ended by itself.
    }
  }

  /** The server's refusal; an error of the connection is in doubt instead. */
  private static Refused refused(SQLException e) throws ProviderFailure {
    String state = String.valueOf(e.getSQLState());
    if (isLost(state)) {
      throw ProviderFailure.inDoubt("CONNECTION_LOST", "the connection broke: " + said(e));
    }
    if (state.equals(CANCELLED)) {
      throw ProviderFailure.permanent("CANCELLED", "the statement was cancelled or took too long");
    }
    return new Refused(state, said(e));
  }

  private static boolean isLost(String state) {
    return state.startsWith("08") || state.startsWith("57P") || state.equals("null");
  }

  private static String said(SQLException e) {
    return String.valueOf(e.getMessage()).replaceAll("\\s*\\n\\s*", " ");
  }

  /** A statement was refused: certainly not done. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;
    private final String state;

    Refused(String state, String message) {
      super(message, null, false, false);
      this.state = state;
    }

    boolean isMissing() {
      return List.of("3D000", "3F000", "42704", "42P01").contains(state);
    }

    /** In use or deadlocked is worth another try; the rest is for the user. */
    ProviderFailure failure(String doing) {
      String message = doing + ": " + getMessage();
      return state.startsWith("40") || state.equals("55006") || state.equals("XX000")
          ? ProviderFailure.notDone("SQL_" + state, message)
          : ProviderFailure.user("SQL_" + state, message);
    }
  }
}
