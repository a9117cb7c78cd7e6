package io.sluice.bridge.codec;

import io.sluice.language.value.Refinement;
import io.sluice.language.value.Refinement.Bound;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.language.value.number.BigFloat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.text.BreakIterator;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.msgpack.core.ExtensionTypeHeader;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePackException;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/** Unknown values on the wire, with what is known of them. */
final class RefinementWire {
  private static final byte PLAIN = 0;
  private static final byte REFINED = 12;
  private static final int NULLNESS = 1;
  private static final int PREFIX = 2;
  private static final int LOWER = 3;
  private static final int UPPER = 4;
  private static final int SHORTEST = 5;
  private static final int LONGEST = 6;
  private static final int LARGEST_PAYLOAD = 1024;
  private static final int LARGEST_PREFIX = 256;

  private RefinementWire() {}

  static void write(Value.UnknownValue unknown, MessagePacker out) throws IOException {
    byte[] payload = payload(unknown);
    if (payload.length == 0) {
      out.packExtensionTypeHeader(PLAIN, 1).writePayload(new byte[] {0});
    } else {
      out.packExtensionTypeHeader(REFINED, payload.length).writePayload(payload);
    }
  }

  private static byte[] payload(Value.UnknownValue unknown) throws IOException {
    Type type = unknown.type();
    if (type.isAny()) {
      return new byte[0];
    }
    Refinement known = unknown.refinement();
    boolean hasShortest = type.isCollection() && known.minLength() > 0;
    boolean hasLongest = type.isCollection() && known.maxLength() != Refinement.UNBOUNDED;
    String prefix = type.equals(Types.STRING) ? cut(known.prefix()) : "";
    Bound lower = type.equals(Types.NUMBER) ? known.lower() : null;
    Bound upper = type.equals(Types.NUMBER) ? known.upper() : null;
    int count =
        count(known.notNull())
            + count(!prefix.isEmpty())
            + count(lower != null)
            + count(upper != null)
            + count(hasShortest)
            + count(hasLongest);
    if (count == 0) {
      return new byte[0];
    }
    try (MessageBufferPacker out = MessagePack.newDefaultBufferPacker()) {
      out.packMapHeader(count);
      if (known.notNull()) {
        out.packInt(NULLNESS).packBoolean(false);
      }
      bound(LOWER, lower, out);
      bound(UPPER, upper, out);
      if (!prefix.isEmpty()) {
        out.packInt(PREFIX).packString(prefix);
      }
      if (hasShortest) {
        out.packInt(SHORTEST).packInt(known.minLength());
      }
      if (hasLongest) {
        out.packInt(LONGEST).packInt(known.maxLength());
      }
      return out.toByteArray();
    }
  }

  private static int count(boolean there) {
    return there ? 1 : 0;
  }

  private static void bound(int key, @Nullable Bound bound, MessagePacker out) throws IOException {
    if (bound != null) {
      out.packInt(key).packArrayHeader(2);
      MessagePackWriter.number(bound.number(), out);
      out.packBoolean(bound.inclusive());
    }
  }

  /** What fits, up to a place that what follows can't change: before the last whole character. */
  private static String cut(String prefix) {
    if (prefix.getBytes(StandardCharsets.UTF_8).length <= LARGEST_PREFIX) {
      return prefix;
    }
    BreakIterator characters = BreakIterator.getCharacterInstance(Locale.ROOT);
    characters.setText(prefix);
    int end = 0;
    int before = 0;
    for (int next = characters.first(); next != BreakIterator.DONE; next = characters.next()) {
      if (prefix.substring(0, next).getBytes(StandardCharsets.UTF_8).length >= LARGEST_PREFIX) {
        break;
      }
      before = end;
      end = next;
    }
    return prefix.substring(0, before);
  }

  /** Reads an unknown value of whatever form: any extension of at most one byte is one. */
  static Value read(Type type, MessageUnpacker in) throws IOException, DecodeFailed {
    ExtensionTypeHeader header = in.unpackExtensionTypeHeader();
    if (header.getLength() > LARGEST_PAYLOAD) {
      throw new DecodeFailed("too much is said of an unknown value");
    }
    byte[] payload = in.readPayload(header.getLength());
    if (payload.length <= 1) {
      return Value.unknown(type);
    }
    if (header.getType() != REFINED) {
      throw new DecodeFailed("an extension of an unknown kind, " + header.getType());
    }
    if (type.isAny()) {
      return Values.UNKNOWN;
    }
    try (MessageUnpacker inner = MessagePack.newDefaultUnpacker(payload)) {
      return refined(type, inner);
    } catch (MessagePackException | ArithmeticException e) {
      throw new DecodeFailed("what is said of an unknown value can't be read");
    }
  }

  private static Value refined(Type type, MessageUnpacker in) throws IOException, DecodeFailed {
    boolean notNull = false;
    int shortest = 0;
    int longest = Refinement.UNBOUNDED;
    String prefix = "";
    Bound lower = null;
    Bound upper = null;
    int count = in.unpackMapHeader();
    for (int i = 0; i < count; i++) {
      int key = in.unpackInt();
      switch (key) {
        case NULLNESS -> {
          if (in.unpackBoolean()) {
            return Value.nullOf(type);
          }
          notNull = true;
        }
        case PREFIX -> {
          require(type.equals(Types.STRING));
          prefix = in.unpackString();
        }
        case LOWER, UPPER -> {
          require(type.equals(Types.NUMBER) && in.unpackArrayHeader() == 2);
          BigFloat number = MessagePackReader.number(in);
          Bound bound = new Bound(number, in.unpackBoolean());
          lower = key == LOWER ? bound : lower;
          upper = key == UPPER ? bound : upper;
        }
        case SHORTEST, LONGEST -> {
          require(type.isCollection());
          long length = in.unpackLong();
          require(length >= 0);
          int size = (int) Math.min(length, Refinement.UNBOUNDED);
          shortest = key == SHORTEST ? size : shortest;
          longest = key == LONGEST ? size : longest;
        }
        default -> in.skipValue();
      }
    }
    return new Value.UnknownValue(
        type.withoutOptional(), new Refinement(notNull, shortest, longest, prefix, lower, upper));
  }

  private static void require(boolean fits) throws DecodeFailed {
    if (!fits) {
      throw new DecodeFailed("what is said of an unknown value does not fit its type");
    }
  }
}
