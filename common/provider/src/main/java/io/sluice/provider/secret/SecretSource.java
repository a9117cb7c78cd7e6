package io.sluice.provider.secret;

import java.util.Optional;

/** One place that knows values by name. Asked from many threads at once; may block. */
public interface SecretSource {
  /** Empty when it has no such name. */
  Optional<String> read(String name) throws Unavailable;

  /** For messages: what it is and where, without anything secret. */
  String describe();

  /** It can't be asked now: whether it has the name is unknown. The message holds no secret. */
  final class Unavailable extends Exception {
    private static final long serialVersionUID = 1L;

    public Unavailable(String message) {
      super(message, null, false, false);
    }
  }
}
