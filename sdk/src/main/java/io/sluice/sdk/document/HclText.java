package io.sluice.sdk.document;

import io.sluice.language.format.Formatter;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.syntax.Quoting;
import io.sluice.sdk.expression.ExpressionText;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes a configuration in the form that {@code fmt} leaves as it is. */
public final class HclText {
  private final StringBuilder text = new StringBuilder();

  private HclText() {}

  public static String of(Body body) {
    HclText writer = new HclText();
    writer.items(body.items());
    String written = writer.text.toString();
    Diagnostics faults = new Diagnostics();
    return Formatter.format(SourceFile.of("stack.tf", written), faults)
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "what was written is no HCL: " + faults.list() + "\n" + written));
  }

  private void items(List<Body.Item> items) {
    boolean first = true;
    for (Body.Item item : items) {
      switch (item) {
        case Body.Attribute(var name, var value) ->
            text.append(name).append(" = ").append(new ExpressionText(true).of(value)).append('\n');
        case Body.Block block -> {
          text.append(first ? "" : "\n");
          block(block);
        }
      }
      first = false;
    }
  }

  private void block(Body.Block block) {
    text.append(block.type());
    block.labels().forEach(label -> text.append(' ').append(Quoting.quote(label)));
    text.append(" {");
    if (!block.body().isEmpty()) {
      text.append('\n');
      items(block.body().items());
    }
    text.append("}\n");
  }
}
