package io.sluice.language.instancing;

import java.util.List;

/** How many instances a block has in one instance of its module. */
public sealed interface Expansion {
  Kind kind();

  /** How the instances are distinguished. */
  enum Kind {
    SINGLE,
    COUNTED,
    KEYED
  }

  /** In the order of their keys. */
  record Known(Kind kind, List<Repeated> instances) implements Expansion {
    public Known {
      instances = List.copyOf(instances);
    }
  }

  /** The value that they are counted by waits for something. */
  record Waiting(Kind kind, Repeated any) implements Expansion {}

  /** The value is unsuitable, which has been reported. */
  record Failed(Kind kind, Repeated any) implements Expansion {}

  Expansion SINGLE = new Known(Kind.SINGLE, List.of(Repeated.SINGLE));

  /** The instances, or one that stands for all of them while they are not known. */
  static List<Repeated> instances(Expansion expansion) {
    return switch (expansion) {
      case Known known -> known.instances();
      case Waiting waiting -> List.of(waiting.any());
      case Failed failed -> List.of(failed.any());
    };
  }
}
