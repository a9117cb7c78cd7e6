package io.sluice.language.syntax.hcl;

import io.sluice.language.syntax.lex.Utf8;
import java.util.ArrayList;
import java.util.List;

/** What {@code <<-} does to the lines of a heredoc, and joining what trimming left apart. */
public final class Trimming {
  private Trimming() {}

  /**
   * Takes the smallest indentation of all lines off each line. Blank lines don't count, and a line
   * that begins with a sequence has none.
   */
  static void flush(List<TemplatePiece> pieces) {
    int smallest = Integer.MAX_VALUE;
    boolean lineStart = true;
    List<TemplatePiece.Text> starts = new ArrayList<>();
    for (TemplatePiece piece : pieces) {
      TemplatePiece.Text text = piece instanceof TemplatePiece.Text t ? t : null;
      if (lineStart) {
        lineStart = false;
        if (text == null) {
          smallest = 0;
        } else {
          int spaces = leadingSpaces(text.value());
          boolean blank = spaces == text.value().length() && text.value().endsWith("\n");
          if (!blank) {
            starts.add(text);
            smallest = Math.min(smallest, spaces);
          }
        }
      }
      if (text != null && text.value().endsWith("\n")) {
        lineStart = true;
      }
    }
    for (TemplatePiece.Text text : starts) {
      text.dropFirst(smallest);
    }
  }

  private static int leadingSpaces(String text) {
    int at = 0;
    while (at < text.length() && Utf8.isSpace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  /** Joins neighbouring texts. */
  static List<TemplatePiece> meld(List<TemplatePiece> pieces) {
    List<TemplatePiece> melded = new ArrayList<>(pieces.size());
    StringBuilder run = new StringBuilder();
    for (int i = 0; i < pieces.size(); i++) {
      TemplatePiece piece = pieces.get(i);
      boolean next = i + 1 < pieces.size() && pieces.get(i + 1) instanceof TemplatePiece.Text;
      if (!(piece instanceof TemplatePiece.Text first) || !next) {
        melded.add(piece);
        continue;
      }
      run.setLength(0);
      TemplatePiece last = first;
      while (i + 1 < pieces.size() && pieces.get(i + 1) instanceof TemplatePiece.Text more) {
        run.append(more.value());
        last = more;
        i++;
      }
      first.append(run.toString(), last.range());
      melded.add(first);
    }
    return melded;
  }
}
