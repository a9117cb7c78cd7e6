package io.sluice.planning.configuration.generate;

import io.sluice.language.config.Declarations.Import;
import io.sluice.language.config.ImportTarget;
import io.sluice.language.config.Module;
import io.sluice.language.console.Console;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.model.Address;
import io.sluice.planning.configuration.address.StaticResources;
import io.sluice.planning.configuration.served.DeclaredTypes;
import io.sluice.planning.configuration.served.Serving;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.TypeSchema;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the objects of {@code import} blocks that no resource block describes. */
public final class MissingBlocks {
  private MissingBlocks() {}

  /**
   * @param console evaluates the ids
   */
  public static List<Undescribed> of(Module root, Console console) {
    StaticResources resources = new StaticResources(root);
    return root.imports().stream()
        .filter(
            block ->
                ImportTarget.of(block.to())
                    .filter(to -> resources.find(Address.of(to.declared())).isEmpty())
                    .isPresent())
        .map(block -> undescribed(block, console))
        .toList();
  }

  /** The schema of a resource of the root module; empty if no provider has its type. */
  public static Optional<TypeSchema> schema(
      Module root, String resource, ProviderRegistry registry) {
    Diagnostics unheard = new Diagnostics();
    DeclaredTypes types = new DeclaredTypes(registry, new Serving(registry, unheard), unheard);
    return root.resources().values().stream()
        .filter(block -> block.name().toString().equals(resource))
        .flatMap(block -> Optional.ofNullable(types.of(root, block)).stream())
        .map(ProviderRegistry.Found::schema)
        .findFirst();
  }

  private static Undescribed undescribed(Import block, Console console) {
    ImportTarget target = ImportTarget.of(block.to()).orElseThrow();
    String address = target.declared();
    if (target.parts().size() > 2 || block.forEach() != null) {
      return refused(
          address,
          block,
          "The block of %s cannot be generated: it is in a module, or has instances with keys. Blocks are generated for single resources of the root module."
              .formatted(address));
    }
    if (block.byIdentity()) {
      return refused(
          address, block, "The block of " + address + " can be generated only from an \"id\".");
    }
    String id = id(block, console);
    return id == null
        ? refused(address, block, "The id must be a string that is known now and is not sensitive.")
        : new Undescribed.Import(
            address, id, block.provider() == null ? null : block.provider().toString());
  }

  private static Undescribed refused(String address, Import block, String why) {
    return new Undescribed.Refused(
        Diagnostic.error("Cannot generate configuration", why, block.to().range())
            .withHint("Write the block of " + address + " yourself."));
  }

  /** Null if it is not known, or may not be seen. */
  private static @Nullable String id(Import block, Console console) {
    SourceRange range = block.id().range();
    String written = range.source().text(range.start(), range.end());
    return console.answer("base64encode(tostring(" + written + "))")
                instanceof Console.Shown(String shown)
            && shown.matches("\"[A-Za-z0-9+/]+=*\"")
        ? new String(
            Base64.getDecoder().decode(shown.substring(1, shown.length() - 1)),
            StandardCharsets.UTF_8)
        : null;
  }
}
