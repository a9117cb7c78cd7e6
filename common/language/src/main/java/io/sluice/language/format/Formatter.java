package io.sluice.language.format;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Quoting;
import io.sluice.language.syntax.hcl.NativeBody;
import io.sluice.language.syntax.hcl.NativeParser;
import io.sluice.language.syntax.lex.SourceTokens;
import io.sluice.language.syntax.lex.SourceTokens.Kind;
import io.sluice.language.syntax.lex.SourceTokens.SourceToken;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The {@code fmt} command for one text. */
public final class Formatter {
  private final SourceFile source;
  private final List<SourceToken> tokens;

  /** By the index of the first token that is replaced. */
  private final Map<Integer, Edit> edits = new TreeMap<>();

  private record Edit(int end, List<FormatToken> replacement) {}

  private Formatter(SourceFile source) {
    this.source = source;
    this.tokens = SourceTokens.of(source);
  }

  /** The canonical form, or nothing if the text has faults; they are in the diagnostics then. */
  public static Optional<byte[]> format(SourceFile source, Diagnostics diagnostics) {
    Diagnostics own = new Diagnostics();
    NativeBody body = NativeParser.file(source, own);
    diagnostics.addAll(own);
    if (own.hasErrors()) {
      return Optional.empty();
    }
    return Optional.of(new Formatter(source).format(body));
  }

  private byte[] format(NativeBody body) {
    rewrite(body, List.of());
    List<FormatToken> rewritten = rewritten();
    Layout.apply(rewritten);
    StringBuilder text = new StringBuilder(source.length() + 16);
    for (FormatToken token : rewritten) {
      text.repeat(' ', token.spaces()).append(token.text());
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void rewrite(NativeBody body, List<String> path) {
    for (Attribute attribute : body.attributes()) {
      boolean type = path.equals(List.of("variable")) && attribute.name().equals("type");
      int first = indexAt(attribute.expression().range().start());
      int end = indexAt(attribute.expression().range().end());
      List<FormatToken> expression = copy(first, end);
      List<FormatToken> clean = type ? Rewriting.type(expression) : Rewriting.value(expression);
      edits.put(first, new Edit(end, clean));
    }
    for (Block block : body.blocks()) {
      quoteLabels(block);
      if (block.body() instanceof NativeBody inner) {
        List<String> innerPath = new ArrayList<>(path);
        innerPath.add(block.type());
        rewrite(inner, innerPath);
      }
    }
  }

  /** Labels are written in quotes, and what is between them goes. */
  private void quoteLabels(Block block) {
    if (block.labels().isEmpty()) {
      return;
    }
    List<FormatToken> quoted = new ArrayList<>();
    for (String label : block.labels()) {
      String text = Quoting.quote(label);
      quoted.add(new FormatToken(Kind.OPEN_QUOTE, "\"", 1));
      if (text.length() > 2) {
        quoted.add(new FormatToken(Kind.TEXT, text.substring(1, text.length() - 1), 0));
      }
      quoted.add(new FormatToken(Kind.CLOSE_QUOTE, "\"", 0));
    }
    SourceRange type = block.typeRange();
    int first = indexAt(type.start()) + 1;
    int end = indexAt(block.labelRanges().getLast().end());
    edits.put(first, new Edit(end, quoted));
  }

  /** The index of the first token that begins at an offset or behind it. */
  private int indexAt(int offset) {
    int low = 0;
    int high = tokens.size() - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (tokens.get(middle).start() < offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private List<FormatToken> rewritten() {
    List<FormatToken> result = new ArrayList<>(tokens.size());
    int at = 0;
    for (Map.Entry<Integer, Edit> edit : edits.entrySet()) {
      result.addAll(copy(at, edit.getKey()));
      result.addAll(edit.getValue().replacement());
      at = edit.getValue().end();
    }
    result.addAll(copy(at, tokens.size()));
    return result;
  }

  private List<FormatToken> copy(int from, int to) {
    List<FormatToken> copies = new ArrayList<>(Math.max(0, to - from));
    for (int i = from; i < to; i++) {
      SourceToken token = tokens.get(i);
      int before = i == 0 ? source.byteOrderMark() : tokens.get(i - 1).end();
      String text = source.text(token.start(), token.end());
      copies.add(new FormatToken(token.kind(), text, token.start() - before));
    }
    return copies;
  }
}
