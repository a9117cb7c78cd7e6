package io.sluice.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.address.BadText;
import io.sluice.language.address.ProviderSource;
import io.sluice.model.record.StateRecord;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.TypeSchema;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A configuration of a provider as Terraform's state names it: {@code
 * module.a.provider["registry.terraform.io/hashicorp/aws"].west}.
 *
 * @param module {@code module.a.}, or empty
 * @param source the provider's address; empty where the text is none
 * @param alias {@code .west}, or empty
 */
record TerraformProvider(String module, String source, String alias) {
  private static final Pattern FORM =
      Pattern.compile("((?:module\\.[^.]+\\.)*)provider\\[\"([^\"]+)\"](\\.[^.]+)?");

  static TerraformProvider of(String text) {
    Matcher form = FORM.matcher(text);
    return form.matches()
        ? new TerraformProvider(
            form.group(1), form.group(2), form.group(3) == null ? "" : form.group(3))
        : new TerraformProvider("", "", "");
  }

  /** Of a resource in Terraform's state. */
  static TerraformProvider of(JsonNode resource) {
    return of(resource.path("provider").asText());
  }

  /** The real provider that wrote a record. */
  static TerraformProvider of(String source, StateRecord record) {
    String config = record.providerConfig();
    String text = config == null ? "" : config;
    int begin = 0;
    while (text.startsWith("module.", begin)) {
      begin = text.indexOf('.', begin + "module.".length()) + 1;
    }
    int dot = text.indexOf('.', begin);
    return new TerraformProvider(
        text.substring(0, begin), source, dot < 0 ? "" : text.substring(dot));
  }

  /** What records call the configuration; null for the default one. */
  @Nullable String config() {
    return module.isEmpty() && alias.isEmpty()
        ? null
        : module + source.substring(source.lastIndexOf('/') + 1) + alias;
  }

  /**
   * The real provider at its address if there is one; else Sluice's own provider of that type,
   * which stands in for {@code hashicorp/} only.
   */
  Optional<ProviderRegistry.Found> resource(ProviderRegistry registry, String type) {
    if (registry.real(source).isPresent()) {
      return registry.find(source, TypeSchema.Kind.RESOURCE, type);
    }
    return registry.whyMissing(source).isEmpty() && mayBeOwn()
        ? registry.resource(type)
        : Optional.empty();
  }

  private boolean mayBeOwn() {
    try {
      ProviderSource parsed = ProviderSource.parse(source);
      return parsed.isBuiltIn() || parsed.namespace().equals(ProviderSource.DEFAULT_NAMESPACE);
    } catch (BadText e) {
      return true;
    }
  }

  String text() {
    return module + "provider[\"" + source + "\"]" + alias;
  }
}
