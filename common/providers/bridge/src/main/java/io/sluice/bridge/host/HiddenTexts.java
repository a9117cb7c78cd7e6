package io.sluice.bridge.host;

import io.sluice.bridge.rules.SensitivePaths;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.ValuePath;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Value;
import io.sluice.provider.Redaction;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The secrets that a plugin was given, to be taken out of what it prints; the newest of them. */
final class HiddenTexts {
  private static final int MOST = 2_000;

  private final SequencedSet<String> secrets = new LinkedHashSet<>();
  private @Nullable HiddenTexts beside;
  private Redaction redaction = Redaction.of(secrets);

  /** The texts that a value has where its schema says that they are secret. */
  static Set<String> in(Block block, Value value) {
    Set<String> texts = new LinkedHashSet<>();
    for (ValuePath path : SensitivePaths.of(block, value)) {
      path.in(value).ifPresent(part -> collect(part, texts));
    }
    return texts;
  }

  private static void collect(Value value, Set<String> into) {
    switch (value) {
      case Value.StringValue(String text) -> into.add(text);
      case ObjectValue object -> object.map().values().forEach(part -> collect(part, into));
      case MapValue map -> map.map().values().forEach(part -> collect(part, into));
      case ListValue list -> list.list().forEach(part -> collect(part, into));
      case SetValue set -> set.list().forEach(part -> collect(part, into));
      case TupleValue tuple -> tuple.list().forEach(part -> collect(part, into));
      default -> {}
    }
  }

  /** What is hidden here is hidden there, too, from now on. */
  synchronized void alsoIn(HiddenTexts other) {
    beside = other;
    other.add(secrets);
  }

  synchronized void add(Collection<String> more) {
    if (!secrets.addAll(more)) {
      return;
    }
    if (beside != null) {
      beside.add(more);
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
