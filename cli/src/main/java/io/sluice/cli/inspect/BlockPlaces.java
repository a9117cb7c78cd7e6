package io.sluice.cli.inspect;

import io.sluice.language.config.Declarations.Step;
import io.sluice.language.config.Module;
import io.sluice.language.config.Resource;
import io.sluice.language.source.SourceRange;
import io.sluice.model.NodeId;
import java.util.Optional;

/** Where the block stands that a node is made from. */
public final class BlockPlaces {
  private final Module root;

  public BlockPlaces(Module root) {
    this.root = root;
  }

  /** Empty for what no block describes, such as an object that is only in state. */
  public Optional<SourceRange> of(String node) {
    String block = withoutKeys(NodeId.parse(node).subject().live().text());
    return in(root, block).filter(range -> !range.isNone());
  }

  private static Optional<SourceRange> in(Module module, String block) {
    if (block.startsWith(module.prefix())) {
      String own = block.substring(module.prefix().length());
      for (Resource resource : module.resources().values()) {
        if (resource.name().toString().equals(own)) {
          return Optional.of(resource.range());
        }
      }
      for (Step step : module.steps().values()) {
        if (step.reference().equals(own)) {
          return Optional.of(step.range());
        }
      }
    }
    return module.children().values().stream()
        .flatMap(child -> in(child, block).stream())
        .findFirst();
  }

  /** {@code module.net.subnet.a} of {@code module.net["eu"].subnet.a[0]}. */
  private static String withoutKeys(String address) {
    StringBuilder out = new StringBuilder();
    boolean inKey = false;
    boolean quoted = false;
    for (int i = 0; i < address.length(); i++) {
      char c = address.charAt(i);
      if (inKey && c == '\\') {
        i++;
      } else if (inKey && c == '"') {
        quoted = !quoted;
      } else if (!quoted && c == '[') {
        inKey = true;
      } else if (!quoted && c == ']') {
        inKey = false;
      } else if (!inKey) {
        out.append(c);
      }
    }
    return out.toString();
  }
}
