package io.sluice.provider.schema;

import java.util.List;

/** What a configuration must observe about several attributes at once. */
public sealed interface ConfigRule {
  List<String> names();

  record ExactlyOneOf(List<String> names) implements ConfigRule {
    public ExactlyOneOf {
      names = List.copyOf(names);
    }
  }

  record AtMostOneOf(List<String> names) implements ConfigRule {
    public AtMostOneOf {
      names = List.copyOf(names);
    }
  }

  record AtLeastOneOf(List<String> names) implements ConfigRule {
    public AtLeastOneOf {
      names = List.copyOf(names);
    }
  }

  static ConfigRule exactlyOneOf(String... names) {
    return new ExactlyOneOf(List.of(names));
  }

  static ConfigRule atMostOneOf(String... names) {
    return new AtMostOneOf(List.of(names));
  }

  static ConfigRule atLeastOneOf(String... names) {
    return new AtLeastOneOf(List.of(names));
  }
}
