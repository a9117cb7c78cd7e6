package io.sluice.sdk.generate;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Java source, line by line. */
final class JavaText {
  private static final int WIDTH = 90;

  private final StringBuilder text = new StringBuilder();
  private int depth;

  JavaText line(String line) {
    if (line.startsWith("}")) {
      depth--;
    }
    text.append(line.isEmpty() ? "" : "  ".repeat(depth)).append(line).append('\n');
    if (line.endsWith("{")) {
      depth++;
    }
    return this;
  }

  /** A method with its description; nothing precedes it but a blank line. */
  JavaText method(
      @Nullable String description, List<String> annotations, String head, String... body) {
    line("");
    if (description != null) {
      javadoc(description, "");
    }
    annotations.forEach(this::line);
    line(head + " {");
    for (String each : body) {
      line(each);
    }
    return line("}");
  }

  /**
   * A comment of the provider's words.
   *
   * @param deprecation what to use instead; empty if there is nothing to say
   */
  JavaText javadoc(String description, String deprecation) {
    String words = description.isBlank() ? "" : escaped(description.strip());
    String instead = deprecation.isBlank() ? "" : "@deprecated " + escaped(deprecation.strip());
    if (words.isEmpty() && instead.isEmpty()) {
      return this;
    }
    line("/**");
    wrapped(words);
    if (!words.isEmpty() && !instead.isEmpty()) {
      line(" *");
    }
    wrapped(instead);
    return line(" */");
  }

  private void wrapped(String words) {
    StringBuilder line = new StringBuilder();
    for (String word : words.split("\\s+", -1)) {
      if (!line.isEmpty() && line.length() + word.length() > WIDTH) {
        line(" * " + line);
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    if (!line.isEmpty()) {
      line(" * " + line);
    }
  }

  /** Nothing in it ends the comment, is a tag, or is read before the comment is. */
  private static String escaped(String words) {
    return words
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\\", "&#92;")
        .replace("@", "&#64;")
        .replace("*/", "*&#47;")
        .replace("{", "&#123;")
        .replace("}", "&#125;");
  }

  static String quoted(String value) {
    StringBuilder out = new StringBuilder("\"");
    value
        .codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                default -> out.appendCodePoint(c);
              }
            });
    return out.append('"').toString();
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
