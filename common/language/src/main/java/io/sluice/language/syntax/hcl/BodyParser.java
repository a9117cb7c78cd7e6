package io.sluice.language.syntax.hcl;

import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.lex.Cursor;
import io.sluice.language.syntax.lex.SyntaxFault;
import io.sluice.language.syntax.lex.TokenType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Arguments and blocks. A fault ends the item that it is in and no more: the next item is read as
 * if nothing had happened.
 */
final class BodyParser {
  private final Cursor cursor;
  private final ExpressionParser expressions;
  private final Labels labels;
  private final Recovery recovery;
  private boolean toldUnclosed;

  BodyParser(Cursor cursor) {
    this.cursor = cursor;
    this.expressions = new ExpressionParser(cursor);
    this.labels = new Labels(cursor);
    this.recovery = new Recovery(cursor);
  }

  NativeBody file() {
    Items items = new Items();
    while (cursor.peekType() != TokenType.END) {
      next(items, false);
    }
    return items.body(cursor.tokens().between(0, cursor.tokens().text().length));
  }

  /** What a body has gathered so far. */
  private final class Items {
    final List<Attribute> attributes = new ArrayList<>();
    final List<Block> blocks = new ArrayList<>();

    NativeBody body(SourceRange range) {
      return new NativeBody(withoutRepeated(), blocks, range);
    }

    private List<Attribute> withoutRepeated() {
      if (attributes.size() < 2) {
        return attributes;
      }
      Map<String, Attribute> seen = new LinkedHashMap<>();
      for (Attribute attribute : attributes) {
        Attribute first = seen.putIfAbsent(attribute.name(), attribute);
        if (first != null && !cursor.diagnostics().isFull()) {
          cursor
              .diagnostics()
              .error(
                  "Attribute redefined",
                  "The argument \"%s\" was already set at %s. Each argument may be set only once."
                      .formatted(attribute.name(), first.nameRange()),
                  attribute.nameRange());
        }
      }
      return seen.size() == attributes.size() ? attributes : List.copyOf(seen.values());
    }
  }

  private NativeBody untilBrace(int openBrace) {
    Items items = new Items();
    while (!cursor.takeIf(TokenType.CLOSE_BRACE)) {
      if (cursor.peekType() == TokenType.END) {
        if (!toldUnclosed) {
          toldUnclosed = true;
          cursor.diagnostics().error(UNCLOSED, UNCLOSED_DETAIL, cursor.range(openBrace));
        }
        break;
      }
      next(items, true);
    }
    return items.body(cursor.range(openBrace, cursor.last()));
  }

  private static final String UNCLOSED = "Unclosed configuration block";
  private static final String UNCLOSED_DETAIL =
      "There is no closing brace for this block before the end of the file. This may be caused by"
          + " incorrect brace nesting elsewhere in this file.";

  /** One item, one empty line, or something to be skipped. */
  private void next(Items items, boolean inBlock) {
    if (cursor.takeIf(TokenType.NEWLINE)) {
      return;
    }
    int start = cursor.peek();
    int depth = cursor.depth();
    try {
      if (cursor.peekType() != TokenType.IDENTIFIER) {
        throw notAnItem(cursor.take());
      }
      item(items);
    } catch (SyntaxFault fault) {
      cursor.reset(depth);
      if (cursor.gaveUp() || cursor.diagnostics().isFull()) {
        toldUnclosed = true;
        cursor.seek(cursor.tokens().count() - 1);
      } else if (!recovery.skipItem(start, inBlock)) {
        toldUnclosed = true; // what the fault left open took the closing braces along
      }
    }
  }

  private SyntaxFault notAnItem(int token) {
    return cursor.tokens().type(token) == TokenType.OPEN_QUOTE
        ? cursor.faultAt(token, "Invalid argument name", "Argument names must not be quoted.", null)
        : cursor.faultAt(
            token, REQUIRED, "An argument or block definition is required here.", null);
  }

  private static final String REQUIRED = "Argument or block definition required";

  private void item(Items items) {
    int name = cursor.take();
    switch (cursor.peekType()) {
      case ASSIGN -> items.attributes.add(argument(items, name, true));
      case OPEN_QUOTE, OPEN_BRACE, IDENTIFIER -> items.blocks.add(block(name));
      default -> throw noItem(name);
    }
  }

  private SyntaxFault noItem(int name) {
    boolean reported = cursor.tokens().type(cursor.peek()).isFault();
    return reported
        ? new SyntaxFault()
        : cursor.faultAt(
            name,
            REQUIRED,
            "An argument or block definition is required here. To set an argument, use the equals"
                + " sign \"=\" to introduce the argument value.",
            null);
  }

  /** An argument with a faulty value stays an argument, so that it is not reported as missing. */
  private Attribute argument(Items items, int name, boolean ownLine) {
    int assign = cursor.take();
    SourceRange nameRange = cursor.range(name);
    try {
      Expression value = expressions.expression();
      Attribute argument =
          new Attribute(cursor.name(name), value, nameRange, cursor.range(name, cursor.last()));
      if (ownLine) {
        endOfArgument(name);
      }
      return argument;
    } catch (SyntaxFault fault) {
      SourceRange range = cursor.range(name, assign);
      Expression value = new Expression.Missing(cursor.range(assign));
      items.attributes.add(new Attribute(cursor.name(name), value, nameRange, range));
      throw fault;
    }
  }

  private void endOfArgument(int name) {
    int end = cursor.peek();
    TokenType type = cursor.peekType();
    if (type == TokenType.NEWLINE || type == TokenType.END) {
      cursor.take();
      return;
    }
    boolean comma = type == TokenType.COMMA;
    String rule = "An argument definition must end with a newline.";
    throw cursor.faultAt(
        end,
        comma ? "Unexpected comma after argument" : "Missing newline after argument",
        comma ? "Argument definitions must be separated by newlines, not commas. " + rule : rule,
        cursor.range(name, end));
  }

  private Block block(int name) {
    cursor.enter();
    Labels.Header header = labels.read(name);
    NativeBody body =
        switch (cursor.peekType()) {
          case NEWLINE, END, CLOSE_BRACE -> untilBrace(header.openBrace());
          default -> oneLine(name, header.openBrace());
        };
    cursor.leave();
    TokenType after = cursor.peekType();
    if (after == TokenType.NEWLINE || after == TokenType.END) {
      cursor.take();
    } else {
      int at = cursor.peek();
      missingNewline(name, at);
      recovery.skipItem(name, cursor.depth() > 0);
    }
    return new Block(
        cursor.name(name),
        header.labels(),
        body,
        cursor.range(name),
        header.labelRanges(),
        header.range());
  }

  /** The block is complete, so it is kept; what follows it on the line is skipped. */
  private void missingNewline(int block, int at) {
    if (!cursor.tokens().type(at).isFault()) {
      cursor
          .diagnostics()
          .error(
              "Missing newline after block definition",
              "A block definition must end with a newline.",
              cursor.range(at),
              cursor.range(block, at));
    }
  }

  private NativeBody oneLine(int block, int openBrace) {
    int name = cursor.take();
    if (cursor.tokens().type(name) != TokenType.IDENTIFIER) {
      throw cursor.faultAt(
          name, REQUIRED, "An argument or block definition is required here.", null);
    }
    switch (cursor.peekType()) {
      case ASSIGN -> {}
      case OPEN_QUOTE, OPEN_BRACE, IDENTIFIER ->
          throw cursor.fault(
              "Argument definition required",
              ("A single-line block definition can contain only a single argument. If you meant to"
                      + " define argument \"%s\", use an equals sign to assign it a value. To"
                      + " define a nested block, place it on a line of its own within its parent"
                      + " block.")
                  .formatted(cursor.name(name)),
              cursor.range(name, cursor.peek()),
              null);
      default -> throw noItem(name);
    }
    Items items = new Items();
    items.attributes.add(argument(items, name, false));
    if (!cursor.takeIf(TokenType.CLOSE_BRACE)) {
      throw unclosedLine(block, openBrace);
    }
    return items.body(cursor.range(openBrace, cursor.last()));
  }

  private SyntaxFault unclosedLine(int block, int openBrace) {
    int at = cursor.peek();
    String summary = "Invalid single-argument block definition";
    return switch (cursor.peekType()) {
      case COMMA ->
          cursor.faultAt(
              at,
              summary,
              "Single-line block syntax can include only one argument definition. To define"
                  + " multiple arguments, use the multi-line block syntax with one argument"
                  + " definition per line.",
              null);
      case NEWLINE ->
          cursor.faultAt(
              at,
              summary,
              "An argument definition on the same line as its containing block creates a"
                  + " single-line block definition, which must also be closed on the same line."
                  + " Place the block's closing brace immediately after the argument definition.",
              null);
      case END ->
          cursor.fault(
              UNCLOSED, UNCLOSED_DETAIL, cursor.range(openBrace), cursor.range(block, openBrace));
      default ->
          cursor.faultAt(
              at,
              summary,
              "A single-line block definition must end with a closing brace immediately after its"
                  + " single argument definition.",
              null);
    };
  }
}
