package io.sluice.planning.document.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.SourceFile;
import io.sluice.language.source.SourceRange;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says what broke off the reading of JSON in words that do not need the parser's source. */
final class JsonSyntaxFault {
  private static final Pattern UNEXPECTED =
      Pattern.compile(
          "Unexpected character \\('(.+?)' \\(code \\d+[^)]*\\)\\)(?:: (.*))?", Pattern.DOTALL);
  private static final Pattern INTERNAL =
      Pattern.compile(" ?\\((?:start marker|code|for )[^)]*\\)+");

  private JsonSyntaxFault() {}

  static Diagnostic describe(JsonProcessingException e, SourceFile file, SourceRange at) {
    if (e instanceof JsonEOFException) {
      return Diagnostic.error(
              "Invalid JSON",
              "The document ends before it is complete: a bracket, a brace or a string is not"
                  + " closed.",
              lastCharacter(file))
          .withHint("Was the file cut off?");
    }
    String message = String.valueOf(e.getOriginalMessage());
    Matcher unexpected = UNEXPECTED.matcher(message);
    if (unexpected.matches()) {
      String character = unexpected.group(1);
      String expected = unexpected.group(2);
      Diagnostic fault =
          Diagnostic.error(
              "Invalid JSON",
              "Unexpected '" + character + "'" + (expected == null ? "." : ": " + expected + "."),
              character(file, character, at));
      return hinted(fault, character);
    }
    String plain = INTERNAL.matcher(message.lines().findFirst().orElse("")).replaceAll("");
    return Diagnostic.error("Invalid JSON", plain + ".", at);
  }

  private static Diagnostic hinted(Diagnostic fault, String character) {
    return switch (character) {
      case "}", "]" -> fault.withHint("JSON allows no comma after the last element.");
      case "'" -> fault.withHint("JSON strings need double quotes.");
      case "/", "#" -> fault.withHint("JSON has no comments; a YAML document may have them.");
      default -> fault;
    };
  }

  /** The parser has often moved on by one: point at the character that it names. */
  private static SourceRange character(SourceFile file, String character, SourceRange at) {
    for (int start = at.start(); start >= Math.max(0, at.start() - 1); start--) {
      int end = Math.min(file.length(), start + character.length());
      if (file.text(start, end).equals(character)) {
        return file.range(start, end);
      }
    }
    return at;
  }

  private static SourceRange lastCharacter(SourceFile file) {
    int end = file.length();
    byte[] bytes = file.bytes();
    while (end > 0 && bytes[end - 1] <= ' ' && bytes[end - 1] >= 0) {
      end--;
    }
    return file.range(Math.max(0, end - 1), end);
  }
}
