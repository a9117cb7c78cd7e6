package io.sluice.language.syntax.data;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.syntax.Body;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** JSON and YAML by HCL's JSON mapping. Faults are diagnostics; then the body is empty. */
public final class DataParser {
  private DataParser() {}

  public static Body json(SourceFile source, Diagnostics diagnostics) {
    DataNode root = JsonReader.read(source, diagnostics);
    return body(root, DataFormat.JSON, source, diagnostics);
  }

  public static Body yaml(SourceFile source, Diagnostics diagnostics) {
    DataNode root = YamlReader.read(source, diagnostics);
    return body(root, DataFormat.YAML, source, diagnostics);
  }

  private static Body body(
      @Nullable DataNode root, DataFormat format, SourceFile source, Diagnostics diagnostics) {
    boolean object = root instanceof DataNode.ObjectNode || root instanceof DataNode.ArrayNode;
    boolean emptyYaml = format == DataFormat.YAML && root instanceof DataNode.NullNode;
    if (root != null && !object && !emptyYaml) {
      diagnostics.error(
          "Root value must be object",
          "The root value in a %s-based configuration must be either a %s or a %s of objects."
              .formatted(format, format.object(), format.array()),
          root.startRange());
    }
    DataNode empty = new DataNode.ObjectNode(List.of(), source.range(0, 0));
    return new DataBody(root != null && object ? root : empty, format);
  }
}
