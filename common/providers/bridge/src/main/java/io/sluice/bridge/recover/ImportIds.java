package io.sluice.bridge.recover;

import io.sluice.bridge.recover.ImportId.Evidence;
import io.sluice.bridge.recover.ImportId.Making;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The types whose objects can be looked up by what they are configured with. */
public final class ImportIds {
  private static final ImportIds SHIPPED = read(Tables.lines("aws-import-ids"));

  /** From 6 on a region may belong to an id, and to each resource. */
  private static final String WRITTEN_FOR = "5.";

  private final Map<String, ImportId> byType;

  private ImportIds(Map<String, ImportId> byType) {
    this.byType = byType;
  }

  /** Those that come with Sluice. */
  public static ImportIds shipped() {
    return SHIPPED;
  }

  /** One type a line: its name, how that is known, how it is made, and its id. */
  static ImportIds read(Collection<String> lines) {
    Map<String, ImportId> byType = new TreeMap<>();
    for (String line : lines) {
      String[] fields = line.split("\\s+", 4);
      Evidence evidence =
          switch (fields[1]) {
            case "moto" -> Evidence.MOTO;
            case "docs" -> Evidence.DOCUMENTATION;
            default -> throw new IllegalStateException("nobody knows how this is known: " + line);
          };
      ImportId id = new ImportId(fields[0], fields[3], evidence, making(fields[2]));
      if (byType.put(fields[0], id) != null) {
        throw new IllegalStateException("the type is there twice: " + line);
      }
    }
    return new ImportIds(byType);
  }

  private static Making making(String written) {
    return switch (written) {
      case "new" -> new Making.Anew();
      case "put" -> new Making.Setting();
      default -> {
        if (!written.startsWith("put?")) {
          throw new IllegalStateException("nobody knows how this is made: " + written);
        }
        yield new Making.SettingIf(written.substring("put?".length()));
      }
    };
  }

  /**
   * @param source the provider's address: only the one whose types these are
   * @param version its version: later ones may import by other ids
   */
  public Optional<ImportId> of(String source, String version, String type) {
    return source.equals(Tables.AWS) && version.startsWith(WRITTEN_FOR)
        ? Optional.ofNullable(byType.get(type))
        : Optional.empty();
  }

  public Collection<ImportId> all() {
    return Collections.unmodifiableCollection(byType.values());
  }
}
