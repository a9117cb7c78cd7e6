package io.sluice.language.function.text;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.sluice.language.function.Budget;
import io.sluice.language.function.FunctionFailure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Patterns in the syntax of Go's RE2, carried out by the same algorithm: the time is bounded by the
 * length of the text times the size of the pattern, and a pattern that needs more memory than Go
 * allows is refused before it is compiled.
 *
 * @param names the name of each group, or null where it has none
 */
record GoRegex(Pattern pattern, int size, List<@Nullable String> names) {
  /** Go refuses a program that takes more than 128 MiB; about as many instructions of 40 bytes. */
  private static final int LARGEST = 3_000_000;

  private static final int DEEPEST = 250;

  /** The wording of a fault, which differs between {@code regex} and {@code replace}. */
  enum Words {
    PATTERN,
    PLAIN;

    FunctionFailure invalid(String what, String where) {
      return this == PATTERN
          ? new FunctionFailure(0, "invalid regexp pattern: " + what + " in " + where)
          : new FunctionFailure("error parsing regexp: " + what + ": `" + where + "`");
    }
  }

  static GoRegex compile(String source) throws FunctionFailure {
    return compile(source, Words.PATTERN);
  }

  static GoRegex compile(String source, Words words) throws FunctionFailure {
    PatternScan scan = PatternScan.of(source);
    if (scan.depth() > DEEPEST) {
      throw words.invalid("expression nests too deeply", source);
    }
    if (scan.repeatsTooOften()) {
      throw words.invalid("invalid repeat count", source);
    }
    if (scan.instructions() > LARGEST) {
      throw words.invalid("expression too large", source);
    }
    List<@Nullable String> names = scan.names();
    // of two groups with one name the last counts; the engine knows no such pattern
    boolean named = names.stream().anyMatch(name -> name != null);
    try {
      Pattern pattern = Pattern.compile(named ? scan.withoutNames() : source);
      if (names.size() != pattern.groupCount()) {
        throw new IllegalStateException("groups of " + source + " were counted wrongly");
      }
      return new GoRegex(pattern, (int) scan.instructions(), names);
    } catch (PatternSyntaxException e) {
      throw fault(e, source, words);
    }
  }

  private static FunctionFailure fault(PatternSyntaxException e, String source, Words words) {
    String where = e.getPattern();
    return "stack underflow".equals(where)
        ? words.invalid("unexpected )", source)
        : words.invalid(e.getDescription(), where == null ? "" : where);
  }

  /** Where it matches, one after the other, as Go finds them. */
  Matches in(String text, Budget budget) {
    return new Matches(pattern.matcher(new PatientText(text, size, budget)), text);
  }

  /** A walk over the matches; an empty one right behind another is none, as in Go. */
  static final class Matches {
    private final Matcher matcher;
    private final String text;
    private int end = -1;

    private Matches(Matcher matcher, String text) {
      this.matcher = matcher;
      this.text = text;
    }

    boolean next() {
      int before = end;
      while (matcher.find()) {
        end = matcher.end();
        boolean empty = matcher.end() == matcher.start();
        if (!empty || (matcher.start() != before && !isInsideOfCharacter(matcher.start()))) {
          return true;
        }
      }
      return false;
    }

    private boolean isInsideOfCharacter(int at) {
      return at > 0
          && at < text.length()
          && Character.isSurrogatePair(text.charAt(at - 1), text.charAt(at));
    }

    Matcher match() {
      return matcher;
    }
  }
}
