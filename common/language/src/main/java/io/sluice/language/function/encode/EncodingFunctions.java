package io.sluice.language.function.encode;

import io.sluice.language.function.Function;
import io.sluice.language.function.FunctionFailure;
import io.sluice.language.function.Parameter;
import io.sluice.language.value.GoQuote;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Text as other text. */
public final class EncodingFunctions {
  /** The end that Go's compressor writes: an empty stored block. */
  private static final byte[] LAST_BLOCK = {1, 0, 0, (byte) 0xff, (byte) 0xff};

  private static final byte[] GZIP_HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};

  private EncodingFunctions() {}

  public static List<Function> all() {
    return List.of(
        encoder("base64encode", text -> base64(text.getBytes(StandardCharsets.UTF_8))),
        encoder("base64gzip", text -> base64(zipped(text.getBytes(StandardCharsets.UTF_8)))),
        encoder("urlencode", EncodingFunctions::urlEncoded),
        base64Decode(),
        textEncode(),
        textDecode());
  }

  private interface Encoding {
    String of(String text);
  }

  private static Function encoder(String name, Encoding encoding) {
    return Function.named(name)
        .with("str", Types.STRING)
        .gives(Types.STRING)
        .does((a, type, context) -> Value.of(encoding.of(a.get(0).asText())));
  }

  public static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static String urlEncoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("*", "%2A").replace("%7E", "~");
  }

  private static byte[] zipped(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(GZIP_HEADER);
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    deflater.setInput(bytes);
    byte[] buffer = new byte[8192];
    int count = deflater.deflate(buffer, 0, buffer.length, Deflater.SYNC_FLUSH);
    while (count > 0) {
      out.write(buffer, 0, count);
      count = deflater.deflate(buffer, 0, buffer.length, Deflater.SYNC_FLUSH);
    }
    deflater.end();
    out.writeBytes(LAST_BLOCK);
    CRC32 checksum = new CRC32();
    checksum.update(bytes);
    out.writeBytes(
        ByteBuffer.allocate(8)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt((int) checksum.getValue())
            .putInt(bytes.length)
            .array());
    return out.toByteArray();
  }

  private static Function base64Decode() {
    return Function.named("base64decode")
        .with(Parameter.of("str", Types.STRING).allowingMarks())
        .gives(Types.STRING)
        .does(
            (a, type, context) -> {
              String text = a.get(0).unmarked().asText();
              boolean secret = !a.get(0).marks().isEmpty();
              byte[] bytes =
                  decoded(text)
                      .orElseThrow(
                          () ->
                              new FunctionFailure(
                                  "failed to decode base64 data "
                                      + (secret ? "(sensitive value)" : GoQuote.quote(text))));
              return Value.of(
                      utf8(bytes)
                          .orElseThrow(
                              () ->
                                  new FunctionFailure(
                                      "the result of decoding the provided string is not valid"
                                          + " UTF-8")))
                  .withMarks(a.get(0).marks());
            });
  }

  /** Line ends are skipped, padding is required. */
  static Optional<byte[]> decoded(String text) {
    String joined = text.replace("\n", "").replace("\r", "");
    if (joined.length() % 4 != 0) {
      return Optional.empty();
    }
    try {
      return Optional.of(Base64.getDecoder().decode(joined));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  public static Optional<String> utf8(byte[] bytes) {
    return decoded(bytes, StandardCharsets.UTF_8);
  }

  private static Optional<String> decoded(byte[] bytes, Charset charset) {
    try {
      return Optional.of(
          charset
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(bytes))
              .toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  private static Charset charset(String name) throws FunctionFailure {
    try {
      return Charset.forName(name);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      throw new FunctionFailure(
          1,
          GoQuote.quote(name)
              + " is not a supported IANA encoding name or alias in this Terraform version");
    }
  }

  /** The name that IANA lists, where it differs from the usual one. */
  private static String officialName(Charset charset) {
    return charset.equals(StandardCharsets.ISO_8859_1) ? "ISO_8859-1:1987" : charset.name();
  }

  private static Function textEncode() {
    return Function.named("textencodebase64")
        .with("string", Types.STRING)
        .with("encoding", Types.STRING)
        .gives(Types.STRING)
        .does(
            (a, type, context) -> {
              Charset charset = charset(a.get(1).asText());
              try {
                ByteBuffer bytes =
                    charset
                        .newEncoder()
                        .onUnmappableCharacter(CodingErrorAction.REPORT)
                        .encode(java.nio.CharBuffer.wrap(a.get(0).asText()));
                byte[] array = new byte[bytes.remaining()];
                bytes.get(array);
                return Value.of(base64(array));
              } catch (CharacterCodingException e) {
                throw new FunctionFailure(
                    0,
                    "the given string contains characters that cannot be represented in "
                        + officialName(charset));
              }
            });
  }

  private static Function textDecode() {
    return Function.named("textdecodebase64")
        .with("source", Types.STRING)
        .with("encoding", Types.STRING)
        .gives(Types.STRING)
        .does(
            (a, type, context) -> {
              Charset charset = charset(a.get(1).asText());
              byte[] bytes =
                  decoded(a.get(0).asText())
                      .orElseThrow(
                          () ->
                              new FunctionFailure(
                                  0, "the given value is has an invalid base64 symbol"));
              return Value.of(
                  decoded(bytes, charset)
                      .orElseThrow(
                          () ->
                              new FunctionFailure(
                                  0,
                                  "the given string contains symbols that are not defined for "
                                      + a.get(1).asText())));
            });
  }
}
