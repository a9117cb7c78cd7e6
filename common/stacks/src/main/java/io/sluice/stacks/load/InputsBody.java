package io.sluice.stacks.load;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Body;
import io.sluice.language.syntax.BodyContent;
import io.sluice.language.syntax.BodySchema;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The object that {@code inputs} is, as the arguments of a call. */
record InputsBody(Map<String, Attribute> inputs, SourceRange range) implements Body {
  InputsBody {
    inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
  }

  @Override
  public BodyContent content(BodySchema schema, Diagnostics diagnostics) {
    return partialContent(schema, diagnostics).content();
  }

  @Override
  public PartialContent partialContent(BodySchema schema, Diagnostics diagnostics) {
    Map<String, Attribute> taken = new LinkedHashMap<>(inputs);
    taken.keySet().retainAll(schema.attributes().keySet());
    Map<String, Attribute> rest = new LinkedHashMap<>(inputs);
    rest.keySet().removeAll(taken.keySet());
    return new PartialContent(
        new BodyContent(taken, List.<Block>of(), range), new InputsBody(rest, range));
  }

  @Override
  public Map<String, Attribute> justAttributes(Diagnostics diagnostics) {
    return inputs;
  }

  @Override
  public SourceRange missingItemRange() {
    return range;
  }
}
