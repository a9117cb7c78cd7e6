package io.sluice.install.settings;

import io.sluice.language.address.BadText;
import java.util.ArrayList;
import java.util.List;

/**
 * The older HCL of CLI configuration files: keys may be quoted, an object may stand behind an
 * equals sign or without one, and nothing is evaluated.
 */
final class SettingsText {
  private final String text;
  private int at;
  private int line = 1;

  private SettingsText(String text) {
    this.text = text;
  }

  static SettingsTree.Block parse(String text) {
    SettingsText reader = new SettingsText(text);
    SettingsTree.Block block = reader.entries(false);
    return block;
  }

  private SettingsTree.Block entries(boolean inside) {
    List<SettingsTree.Entry> entries = new ArrayList<>();
    while (true) {
      skip();
      if (at >= text.length()) {
        if (inside) {
          throw fault("a closing brace is missing");
        }
        return new SettingsTree.Block(entries);
      }
      if (text.charAt(at) == '}') {
        if (!inside) {
          throw fault("there is a closing brace too many");
        }
        at++;
        return new SettingsTree.Block(entries);
      }
      entries.add(entry());
    }
  }

  private SettingsTree.Entry entry() {
    int begins = line;
    List<String> keys = new ArrayList<>();
    while (true) {
      skip();
      char next = peek();
      if (next == '=' && !keys.isEmpty()) {
        at++;
        SettingsTree value = value();
        comma();
        return new SettingsTree.Entry(keys, value, begins);
      }
      if (next == '{' && !keys.isEmpty()) {
        at++;
        SettingsTree.Block body = entries(true);
        comma();
        return new SettingsTree.Entry(keys, body, begins);
      }
      keys.add(next == '"' ? quoted() : word());
    }
  }

  private SettingsTree value() {
    skip();
    return switch (peek()) {
      case '{' -> {
        at++;
        yield entries(true);
      }
      case '[' -> list();
      case '"' -> new SettingsTree.Text(quoted());
      default -> new SettingsTree.Text(word());
    };
  }

  private SettingsTree.Items list() {
    List<SettingsTree> items = new ArrayList<>();
    at++;
    while (true) {
      skip();
      if (peek() == ']') {
        at++;
        return new SettingsTree.Items(items);
      }
      items.add(value());
      skip();
      if (!comma() && peek() != ']') {
        throw fault("a comma is missing in a list");
      }
    }
  }

  private boolean comma() {
    skip();
    boolean found = at < text.length() && text.charAt(at) == ',';
    at += found ? 1 : 0;
    return found;
  }

  private String quoted() {
    StringBuilder value = new StringBuilder();
    at++;
    while (true) {
      char c = peek();
      at++;
      switch (c) {
        case '"' -> {
          return value.toString();
        }
        case '\n' -> throw fault("a quotation mark is missing");
        case '\\' -> value.append(escaped());
        default -> value.append(c);
      }
    }
  }

  private char escaped() {
    char c = peek();
    at++;
    return switch (c) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      default -> c;
    };
  }

  private String word() {
    int start = at;
    while (at < text.length() && isOfWord(text.charAt(at))) {
      at++;
    }
    if (start == at) {
      throw fault("\"" + text.charAt(at) + "\" is not expected");
    }
    return text.substring(start, at);
  }

  private static boolean isOfWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.';
  }

  private char peek() {
    if (at >= text.length()) {
      throw fault("the file ends in the middle of a setting");
    }
    return text.charAt(at);
  }

  /** Blanks and the three kinds of comments. */
  private void skip() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\n') {
        line++;
        at++;
      } else if (Character.isWhitespace(c) || c == '\uFEFF') {
        at++;
      } else if (c == '#' || text.startsWith("//", at)) {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (text.startsWith("/*", at)) {
        int end = text.indexOf("*/", at);
        String comment = text.substring(at, end < 0 ? text.length() : end + 2);
        line += (int) comment.chars().filter(each -> each == '\n').count();
        at += comment.length();
      } else {
        return;
      }
    }
  }

  private BadText fault(String reason) {
    return new BadText("line " + line + ": " + reason);
  }
}
