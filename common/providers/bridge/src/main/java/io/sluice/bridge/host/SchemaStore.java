package io.sluice.bridge.host;

import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.model.digest.Sha256;
import io.sluice.provider.plugin.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What packages say of themselves, in memory and on disk, by the hashes of their content. */
public final class SchemaStore {
  private static final Logger LOG = LoggerFactory.getLogger(SchemaStore.class);

  private final Path folder;
  private final Map<String, SchemaCatalog> known = new ConcurrentHashMap<>();

  public SchemaStore(Path folder) {
    this.folder = folder;
  }

  public Optional<SchemaCatalog> find(String content) {
    SchemaCatalog remembered = known.get(content);
    if (remembered != null) {
      return Optional.of(remembered);
    }
    try {
      Ownership.requireMine(folder);
      SchemaCatalog read = SchemaCatalog.of(Files.readAllBytes(file(content)));
      SchemaCatalog faster = known.putIfAbsent(content, read);
      return Optional.of(faster == null ? read : faster);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException | DecodeFailed e) {
      LOG.warn("The schemas in {} can't be read: {}", file(content), e.getMessage());
      return Optional.empty();
    }
  }

  /** Others may keep the same at the same time; a reader never sees half of it. */
  SchemaCatalog keep(String content, SchemaCatalog catalog) {
    SchemaCatalog faster = known.putIfAbsent(content, catalog);
    if (faster != null) {
      return faster;
    }
    try {
      Files.createDirectories(folder);
      Ownership.requireMine(folder);
      Path aside = Files.createTempFile(folder, "schemas", ".tmp");
      try {
        Files.write(aside, catalog.bytes());
        Files.move(
            aside,
            file(content),
            StandardCopyOption.ATOMIC_MOVE,
            StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(aside);
      }
    } catch (IOException e) {
      LOG.warn("Schemas could not be kept in {}: {}", folder, e.getMessage());
    }
    return catalog;
  }

  private Path file(String content) {
    return folder.resolve(Sha256.hex(content) + ".schemas");
  }
}
