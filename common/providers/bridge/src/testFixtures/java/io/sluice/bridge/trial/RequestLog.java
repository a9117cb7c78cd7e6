package io.sluice.bridge.trial;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.sluice.bridge.wire.Rpc;
import io.sluice.bridge.wire.Rpcs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Every request that the provider for tests saw, in order; a line of a file is its name in protocol
 * 6 and its bytes.
 */
public final class RequestLog {
  /** One request. */
  public record Entry(String rpc, Message request) {
    /** What {@link #line} gave. */
    public static Entry of(String line) {
      String[] words = line.split(" ", 2);
      return new Entry(words[0], parse(words[0], HexFormat.of().parseHex(words[1])));
    }

    public String line() {
      return rpc + " " + HexFormat.of().formatHex(request.toByteArray());
    }
  }

  private final List<Entry> entries = new ArrayList<>();
  private final Path file;

  /** With a file, the entries are there too, for whoever runs in another process. */
  RequestLog(String file) {
    this.file = Path.of(file);
  }

  synchronized void add(Rpc<?, ?> rpc, Message request) {
    String name = String.valueOf(rpc.six().getBareMethodName());
    Entry entry = new Entry(name, request);
    entries.add(entry);
    if (!file.toString().isEmpty()) {
      try {
        Files.writeString(
            file, entry.line() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  public synchronized List<Entry> entries() {
    return List.copyOf(entries);
  }

  public synchronized void clear() {
    entries.clear();
  }

  /** What another process logged. */
  public static List<Entry> read(Path file) throws IOException {
    List<Entry> read = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      read.add(Entry.of(line));
    }
    return read;
  }

  private static Message parse(String name, byte[] bytes) {
    for (Rpc<?, ?> rpc : Rpcs.OF_PROVIDERS) {
      if (name.equals(rpc.six().getBareMethodName())) {
        try {
          return ((com.google.protobuf.Parser<? extends Message>) prototype(rpc).getParserForType())
              .parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
    throw new IllegalStateException("no such call: " + name);
  }

  private static Message prototype(Rpc<?, ?> rpc) {
    return (Message)
        ((io.grpc.MethodDescriptor.PrototypeMarshaller<?>) rpc.six().getRequestMarshaller())
            .getMessagePrototype();
  }
}
