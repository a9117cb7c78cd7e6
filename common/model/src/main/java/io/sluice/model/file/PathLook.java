package io.sluice.model.file;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a text of a configuration looks like, where only its provider knows whether it is a path. To
 * take a name for a path costs a process of its own; to miss a path loses a file.
 */
public final class PathLook {
  private static final int LONGEST = 1_024;
  private static final Pattern WORDS =
      Pattern.compile("path|dir|file|folder|source|src|root|context|chart");
  private static final Pattern BETWEEN_WORDS = Pattern.compile("[^a-z0-9]+");
  private static final Set<String> PATHS =
      Set.of(
          "chart",
          "dir",
          "directory",
          "file",
          "filename",
          "files",
          "folder",
          "path",
          "paths",
          "src");
  private static final Set<String> PROGRAMS =
      Set.of(
          "command commands entrypoint exec interpreter program programs script scripts shell"
              .split(" "));
  private static final Set<String> ENDINGS =
      Set.of(
          ("7z bash bat bin bz2 cer cfg conf cpio crt css csv deb dll dylib env exe gz htm html ini"
                  + " ipynb iso jar jpeg jpg js json key log lua md mjs out p12 pem pfx pkl png"
                  + " properties ps1 pub py rb rpm sh so sql svg tar tf tgz tmpl toml tpl"
                  + " ts txt war wasm whl xml xz yaml yml zip zst")
              .split(" "));

  private PathLook() {}

  /** Whether a text can be a relative path at all. */
  public static boolean mayBe(String text) {
    return !text.isEmpty()
        && text.length() <= LONGEST
        && !text.startsWith("/")
        && !text.startsWith("~")
        && !text.contains("://")
        && text.chars().noneMatch(each -> each < ' ' || each == '\\');
  }

  /** Whether it is certainly meant as one. */
  public static boolean isMeant(String text) {
    if (text.equals(".") || text.startsWith("./") || text.startsWith("../")) {
      return true;
    }
    String name = text.substring(text.lastIndexOf('/') + 1);
    int dot = name.lastIndexOf('.');
    return dot > 0
        && text.indexOf(' ') < 0
        && ENDINGS.contains(name.substring(dot + 1).toLowerCase(Locale.ROOT));
  }

  /**
   * Whether a text that names a directory means the files in it: many words are also the name of a
   * directory.
   */
  public static boolean meansDirectory(String argument, String text) {
    return text.startsWith(".")
        || text.contains("/")
        || WORDS.matcher(argument.toLowerCase(Locale.ROOT)).find();
  }

  /** Whether an argument's name says that it takes the path of a file or a directory. */
  public static boolean asksForPath(String argument) {
    List<String> words = words(argument);
    String last = words.isEmpty() ? "" : words.getLast();
    return words.stream().anyMatch(PATHS::contains)
        || last.equals("source")
        || last.equals("context");
  }

  /** Whether an argument's name says that it takes a program, which opens files of its own. */
  public static boolean asksForProgram(String argument) {
    return words(argument).stream().anyMatch(PROGRAMS::contains);
  }

  private static List<String> words(String argument) {
    return List.of(BETWEEN_WORDS.split(argument.toLowerCase(Locale.ROOT)));
  }
}
