package io.sluice.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.sluice.model.limit.Clipped;
import io.sluice.model.limit.Limits;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Names a resource instance: {@code type.name}, {@code module.net["a"].type.name[0]}, in a stack
 * {@code component.net["eu"].type.name}, {@code stack.x["k"].component.net.type.name}, or with a
 * mark of its own for what is no longer the resource: {@code type.name#deposed/ID}, {@code
 * type.name#orphan/CLAIM}.
 */
public record Address(String text) implements Comparable<Address> {
  private static final String DEPOSED = "#deposed/";
  private static final String ORPHAN = "#orphan/";
  private static final String DOUBT = "doubt";
  private static final String EVERY = "[*]";
  private static final String DATA = "data.";

  private static final String CALL = "(?:module|component|stack)";
  private static final String NAME = "[\\p{L}_][\\p{L}\\p{N}_-]*";
  private static final String KEY = "(?:\\[(?:\\d+|\"(?:[^\"\\\\]++|\\\\.)*+\")])?";
  private static final Pattern INSTANCE =
      Pattern.compile("(?:" + CALL + "\\." + NAME + KEY + "\\.)*+" + NAME + "\\." + NAME + KEY);

  public Address {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("an address is not empty");
    }
    int mark = mark(text);
    int length = mark < 0 ? text.length() : mark;
    int most = Limits.STANDARD.texts().address();
    if (length > most) {
      throw new IllegalArgumentException(
          "an address has at most " + most + " characters, not " + length + ": shorten its key");
    }
  }

  @JsonCreator
  public static Address of(String text) {
    return new Address(text);
  }

  /** Whether it can name an instance of a resource: what people type is not always an address. */
  public boolean isInstance() {
    return INSTANCE.matcher(text).matches();
  }

  public Address deposed(String id) {
    return new Address(live().text + DEPOSED + shortened(id));
  }

  public Address orphan(String claimId) {
    return new Address(live().text + ORPHAN + shortened(claimId));
  }

  /** The key of a create in doubt while the address holds the object to replace. */
  public Address createInDoubt() {
    return orphan(DOUBT);
  }

  public boolean isDeposed() {
    int mark = mark(text);
    return mark >= 0 && text.startsWith(DEPOSED, mark);
  }

  public boolean isOrphan() {
    int mark = mark(text);
    return mark >= 0 && text.startsWith(ORPHAN, mark);
  }

  /** The address without its mark: what claims are about. */
  public Address live() {
    int mark = mark(text);
    return mark < 0 ? this : new Address(text.substring(0, mark));
  }

  /** What is behind the address, if it is no longer, or not yet, the resource itself. */
  public Mark mark() {
    int at = mark(text);
    if (at < 0) {
      return new Mark.None();
    }
    if (text.startsWith(DEPOSED, at)) {
      return new Mark.Deposed(text.substring(at + DEPOSED.length()));
    }
    String claim = text.substring(at + ORPHAN.length());
    return claim.equals(DOUBT) ? new Mark.CreateInDoubt() : new Mark.Orphan(claim);
  }

  /** What an address can be marked as. */
  public sealed interface Mark {
    record None() implements Mark {}

    /** A replace has left it behind. */
    record Deposed(String id) implements Mark {}

    /** It was made, and no node waited for it. */
    record Orphan(String claim) implements Mark {}

    /** It may have been made, while the address itself holds what it is to replace. */
    record CreateInDoubt() implements Mark {}
  }

  /** The block that it is an instance of: {@code type.name} of {@code type.name["a"]}. */
  public String block() {
    if (!text.endsWith("]")) {
      return text;
    }
    int last = -1;
    for (int at = unquoted(text, '[', 0); at >= 0; at = unquoted(text, '[', at + 1)) {
      last = at;
    }
    return last < 0 ? text : text.substring(0, last);
  }

  /** All instances of its block together: {@code type.name[*]}. */
  public Address every() {
    return new Address(live().block() + EVERY);
  }

  /** The type of the resource; empty for what is none, such as a module. */
  public String type() {
    String block = live().block();
    int name = block.lastIndexOf('.');
    int type = name <= 0 ? -1 : block.lastIndexOf('.', name - 1);
    return name <= 0 ? "" : block.substring(type + 1, name);
  }

  /** The name of the resource in its module, without the key of the instance. */
  public String name() {
    String block = live().block();
    return block.substring(block.lastIndexOf('.') + 1);
  }

  /** Whether it is that of a data source: {@code module.a.data.type.name}. */
  public boolean isData() {
    return text.startsWith(DATA, afterCalls(text));
  }

  /** {@code module.net["a"].}, or what else leads to the module that the resource is in. */
  public String calls() {
    return text.substring(0, afterCalls(text));
  }

  /**
   * Where the name within a module begins: behind {@code module.a["k"].component.b.} A resource may
   * be of a type that is called like one of these words: then nothing with a type and a name
   * follows.
   */
  public static int afterCalls(String text) {
    return after(text, EnumSet.allOf(CallKind.class));
  }

  /** The component that it belongs to, {@code stack.x.component.net["eu"]}; empty if to none. */
  public String component() {
    int end = after(text, EnumSet.of(CallKind.COMPONENT, CallKind.STACK));
    return end == 0 ? "" : text.substring(0, end - 1);
  }

  private static int after(String text, Set<CallKind> kinds) {
    int at = 0;
    while (true) {
      int word = text.indexOf('.', at);
      int end = word < 0 ? -1 : unquoted(text, '.', word + 1);
      boolean isCall =
          word > 0 && CallKind.of(text.substring(at, word)).filter(kinds::contains).isPresent();
      if (!isCall || end < 0) {
        return at;
      }
      at = end + 1;
    }
  }

  /** Where the mark begins; what looks like one inside a key is part of the key. */
  private static int mark(String text) {
    if (text.indexOf('#') < 0) {
      return -1;
    }
    int at = unquoted(text, '#', 0);
    while (at >= 0 && !text.startsWith(DEPOSED, at) && !text.startsWith(ORPHAN, at)) {
      at = unquoted(text, '#', at + 1);
    }
    return at;
  }

  /** The next position of the character outside keys; -1 if there is none. */
  static int unquoted(String text, char wanted, int from) {
    boolean quoted = false;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && quoted) {
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == wanted && !quoted) {
        return i;
      }
    }
    return -1;
  }

  /** An id of any length: the address is part of a record's key. */
  private static String shortened(String id) {
    return Clipped.of(id, Limits.STANDARD.texts().name());
  }

  @Override
  public int compareTo(Address other) {
    return text.compareTo(other.text);
  }

  @JsonValue
  @Override
  public String toString() {
    return text;
  }
}
