package io.sluice.bridge.host;

import io.sluice.provider.Redaction;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.SequencedSet;

/** The secrets that a plugin was given, to be taken out of what it prints; the newest of them. */
final class HiddenTexts {
  private static final int MOST = 2_000;

  private final SequencedSet<String> secrets = new LinkedHashSet<>();
  private Redaction redaction = Redaction.of(secrets);

  synchronized void add(Collection<String> more) {
    if (!secrets.addAll(more)) {
      return;
    }
    while (secrets.size() > MOST) {
      secrets.removeFirst();
    }
    redaction = Redaction.of(secrets);
  }

  String apply(String text) {
    Redaction now;
    synchronized (this) {
      now = redaction;
    }
    return now.apply(text);
  }
}
