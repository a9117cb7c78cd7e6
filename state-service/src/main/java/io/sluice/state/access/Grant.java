package io.sluice.state.access;

import io.sluice.transport.TransportFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A token of a person or program that may read: all workspaces, or those whose names fit. A file
 * has one on each line:
 *
 * <pre>
 * # token                            role    workspaces
 * 3f2a9c0de1b84756a0c9d8e7f6b5a493   reader  *
 * 9a81c7d2e3f40516b7a8c9d0e1f2a3b4   reader  team-a-*,shared
 * </pre>
 */
public record Grant(String token, List<String> workspaces) {
  private static final int SHORTEST_TOKEN = 16;
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/=-]+");
  private static final String ALL = "*";
  private static final String READER = "reader";

  public Grant {
    workspaces = List.copyOf(workspaces);
  }

  /**
   * @param workspace empty for what is about several
   */
  boolean reads(Optional<String> workspace) {
    return workspaces.contains(ALL)
        || workspace
            .filter(name -> workspaces.stream().anyMatch(each -> fits(each, name)))
            .isPresent();
  }

  private static boolean fits(String pattern, String name) {
    return pattern.endsWith(ALL)
        ? name.startsWith(pattern.substring(0, pattern.length() - 1))
        : name.equals(pattern);
  }

  /** Those of a file; none where none is named. */
  public static List<Grant> in(String file) {
    if (file.isBlank()) {
      return List.of();
    }
    try {
      List<Grant> grants = new ArrayList<>();
      int number = 0;
      for (String line : Files.readAllLines(Path.of(file.strip()))) {
        number++;
        String text = line.strip();
        if (!text.isEmpty() && !text.startsWith("#")) {
          grants.add(parsed(text, file + " line " + number));
        }
      }
      return grants;
    } catch (IOException e) {
      throw new TransportFailure(
          TransportFailure.Code.MISCONFIGURED,
          "the file " + file + " that SLUICE_HTTP_READERS_FILE names cannot be read: " + e,
          e);
    }
  }

  private static Grant parsed(String line, String where) {
    String[] words = line.split("\\s+", -1);
    if (words.length != 3 || !words[1].equals(READER)) {
      throw wrong(where + " must be: TOKEN reader WORKSPACE,… (* for all, team-* for some)");
    }
    if (words[0].length() < SHORTEST_TOKEN || !TOKEN.matcher(words[0]).matches()) {
      throw wrong(
          where
              + ": a token needs at least "
              + SHORTEST_TOKEN
              + " letters, digits or ._~+/=- (`openssl rand -hex 32` makes a good one)");
    }
    List<String> workspaces =
        Arrays.stream(words[2].split(",", -1)).filter(name -> !name.isEmpty()).toList();
    if (workspaces.isEmpty() || workspaces.stream().anyMatch(Grant::isUnclear)) {
      throw wrong(where + ": a * stands at the end of a name, or alone");
    }
    return new Grant(words[0], workspaces);
  }

  private static boolean isUnclear(String pattern) {
    int star = pattern.indexOf(ALL);
    return star >= 0 && star != pattern.length() - 1;
  }

  private static TransportFailure wrong(String why) {
    return new TransportFailure(TransportFailure.Code.MISCONFIGURED, why);
  }

  /** Never the token. */
  @Override
  public String toString() {
    return "Grant" + workspaces;
  }
}
