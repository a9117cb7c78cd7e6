package io.sluice.questions;

import io.sluice.bridge.ask.Forms;
import io.sluice.bridge.ask.ProviderUse;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.model.plan.PluginWork;
import io.sluice.provider.Provider;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Provider configurations as real providers take them. A configuration has hundreds of parts and
 * goes with every question: it is shaped, and written, once for all of them.
 */
final class RealUses {
  private final Map<Value, ProviderUse> shaped = new IdentityHashMap<>();
  private final Map<SchemaCatalog, Value> empty = new IdentityHashMap<>();
  private final Map<SchemaCatalog, Forms> forms = new IdentityHashMap<>();

  ProviderUse of(Provider provider, Value config, SchemaCatalog catalog)
      throws DecodeFailed, ConversionException {
    ProviderUse known = shaped.get(config);
    if (known == null) {
      PluginWork pin = provider.plugin().orElseThrow();
      known =
          new ProviderUse(
              pin.source(),
              pin.version(),
              pin.hashes(),
              ConfigShape.of(catalog.provider(), config));
      shaped.put(config, known);
    }
    return known;
  }

  ProviderUse unconfigured(Provider provider, SchemaCatalog catalog)
      throws DecodeFailed, ConversionException {
    Value nothing = empty.get(catalog);
    if (nothing == null) {
      nothing = catalog.provider().empty();
      empty.put(catalog, nothing);
    }
    return of(provider, nothing, catalog);
  }

  Forms forms(SchemaCatalog catalog) {
    return forms.computeIfAbsent(catalog, Forms::new);
  }
}
