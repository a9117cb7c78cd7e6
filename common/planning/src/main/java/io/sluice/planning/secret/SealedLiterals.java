package io.sluice.planning.secret;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.planning.document.CheckedDocument;
import io.sluice.planning.document.Placeholder;
import io.sluice.planning.document.Resource;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.Deferred;
import io.sluice.seal.Sealer;
import java.util.List;
import java.util.stream.Stream;

/** Seals secrets that are written in a document before it goes anywhere. */
public final class SealedLiterals {
  private SealedLiterals() {}

  /** Whether the document has a place for a secret at all. */
  public static boolean mayBeIn(CheckedDocument document, ProviderRegistry registry) {
    boolean any =
        Stream.concat(
                document.resources().stream().map(Resource::type),
                document.placeholders().stream().map(Placeholder::type))
            .distinct()
            .anyMatch(type -> !pointers(registry, type).isEmpty());
    any |=
        document.providers().values().stream().anyMatch(block -> !block.sensitivePaths().isEmpty());
    return any;
  }

  /**
   * The document's tree with every sensitive argument of its resources and providers sealed. The
   * command seals it before it submits; the planner does so for other senders.
   */
  public static JsonNode of(
      CheckedDocument document, ProviderRegistry registry, Sealer sealer, String workspace) {
    if (!mayBeIn(document, registry)) {
      return document.tree();
    }
    JsonNode tree = document.tree().deepCopy();
    for (JsonNode resource : tree.path("resources")) {
      List<String> pointers =
          pointers(registry, resource.path("type").asText()).stream()
              .filter(
                  pointer -> isLiteral(resource.path("config").at(JsonPointer.compile(pointer))))
              .toList();
      if (!pointers.isEmpty() && resource instanceof ObjectNode object) {
        String base = "/" + resource.path("name").asText();
        object.set("config", sealer.sealPaths(workspace, base, object.path("config"), pointers));
      }
    }
    for (JsonNode provider : tree.path("providers")) {
      ProviderBlock block = document.providers().get(provider.path("name").asText());
      if (block != null && provider instanceof ObjectNode object && object.has("config")) {
        object.set(
            "config",
            of(object.path("config"), block.sensitivePaths(), sealer, workspace, "/provider"));
      }
    }
    return tree;
  }

  /** The same for the configuration of a node. */
  public static JsonNode of(
      JsonNode config, List<String> sensitive, Sealer sealer, String workspace, String base) {
    List<String> literal =
        sensitive.stream()
            .filter(pointer -> isSecret(config.at(JsonPointer.compile(pointer))))
            .toList();
    return literal.isEmpty() ? config : sealer.sealPaths(workspace, base, config, literal);
  }

  /** What is known of an expression is in its text. */
  private static boolean isSecret(JsonNode value) {
    return isLiteral(value) || value.has("$expr");
  }

  /** A reference is no secret: what it stands for is sealed where it is made. */
  private static boolean isLiteral(JsonNode value) {
    if (value.isMissingNode() || value.isNull() || Sealer.isSealed(value)) {
      return false;
    }
    return !Deferred.is(value);
  }

  private static List<String> pointers(ProviderRegistry registry, String type) {
    return registry
        .resource(type)
        .map(found -> found.schema().sensitivePointers())
        .orElse(List.of());
  }
}
