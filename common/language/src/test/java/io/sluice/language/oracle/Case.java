package io.sluice.language.oracle;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An expression to compare; {@code loose} where only the summary of an error has to agree. */
record Case(String expression, boolean loose) {
  static List<Case> all() {
    List<Case> cases = new ArrayList<>();
    for (String line : lines("expressions.txt")) {
      if (!line.isEmpty() && !line.startsWith("#")) {
        boolean loose = line.startsWith("~ ");
        cases.add(new Case(loose ? line.substring(2) : line, loose));
      }
    }
    return cases;
  }

  /** The locals of the fixture by name, in order. */
  static Map<String, String> locals() {
    Map<String, String> locals = new LinkedHashMap<>();
    String last = "";
    for (String line : lines("locals.txt")) {
      if (line.startsWith("|")) {
        String more = line.length() > 1 ? line.substring(2) : "";
        locals.merge(last, more, (text, next) -> text + "\n" + next);
      } else if (!line.isEmpty() && !line.startsWith("#")) {
        int equals = line.indexOf(" = ");
        last = line.substring(0, equals);
        locals.put(last, line.substring(equals + 3));
      }
    }
    return locals;
  }

  private static List<String> lines(String resource) {
    try (InputStream in = Case.class.getResourceAsStream("/oracle/" + resource)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
