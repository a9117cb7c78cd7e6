package io.sluice.bridge.recover;

import io.sluice.bridge.recover.ImportId.Evidence;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The types whose objects can be looked up by what they are configured with. */
public final class ImportIds {
  private static final ImportIds SHIPPED = read(Tables.lines("import-ids"));

  private final Map<String, ImportId> byType;

  private ImportIds(Map<String, ImportId> byType) {
    this.byType = byType;
  }

  /** Those that come with Sluice. */
  public static ImportIds shipped() {
    return SHIPPED;
  }

  /** One type a line: its name, how that is known, and its id. */
  static ImportIds read(Collection<String> lines) {
    Map<String, ImportId> byType = new TreeMap<>();
    for (String line : lines) {
      String[] fields = line.split("\\s+", 3);
      Evidence evidence =
          switch (fields[1]) {
            case "moto" -> Evidence.MOTO;
            case "docs" -> Evidence.DOCUMENTATION;
            default -> throw new IllegalStateException("nobody knows how this is known: " + line);
          };
      if (byType.put(fields[0], new ImportId(fields[0], fields[2], evidence)) != null) {
        throw new IllegalStateException("the type is there twice: " + line);
      }
    }
    return new ImportIds(byType);
  }

  /**
   * @param source the provider's address: only the one whose types these are
   */
  public Optional<ImportId> of(String source, String type) {
    return source.equals(Tables.AWS) ? Optional.ofNullable(byType.get(type)) : Optional.empty();
  }

  public Collection<ImportId> all() {
    return Collections.unmodifiableCollection(byType.values());
  }
}
