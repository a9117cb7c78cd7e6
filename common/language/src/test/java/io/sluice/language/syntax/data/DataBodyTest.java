package io.sluice.language.syntax.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Body;
import io.sluice.language.syntax.BodyContent;
import io.sluice.language.syntax.BodySchema;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Traversal;
import java.util.List;
import org.junit.jupiter.api.Test;

class DataBodyTest {
  private static final BodySchema ROOT =
      BodySchema.builder().block("resource", "type", "name").block("locals").build();
  private static final BodySchema RESOURCE =
      BodySchema.builder()
          .optional("count", "text", "list", "object")
          .reference("depends_on")
          .literal("description")
          .block("nested")
          .build();
  private final Diagnostics diagnostics = new Diagnostics();

  private Body json(String text) {
    return DataParser.json(SourceFile.of("a.tf.json", text), diagnostics);
  }

  private Body yaml(String text) {
    return DataParser.yaml(SourceFile.of("a.sluice.yaml", text), diagnostics);
  }

  private List<String> faults() {
    return diagnostics.list().stream().map(DataBodyTest::describe).toList();
  }

  private static String describe(Diagnostic diagnostic) {
    return diagnostic.summary() + " @" + diagnostic.range();
  }

  @Test
  void mapsNestedObjectsToLabelsAndArraysToBlocks() {
    Body body =
        json(
            """
            {"//": "comment",
             "resource": {"t": {"a": {"count": 2, "nested": [{}, {}], "//": 1},
                                "b": [{"text": "x ${var.y}"}, {"depends_on": ["t.a[0].z"]}]}},
             "locals": {"n": 1.50}}
            """);

    List<Block> blocks = body.content(ROOT, diagnostics).blocks();

    assertThat(blocks)
        .extracting(Block::type)
        .containsExactly("resource", "resource", "resource", "locals");
    assertThat(blocks)
        .extracting(Block::labels)
        .containsExactly(List.of("t", "a"), List.of("t", "b"), List.of("t", "b"), List.of());
    BodyContent first = blocks.getFirst().body().content(RESOURCE, diagnostics);
    assertThat(first.blocks("nested")).hasSize(2);
    Attribute text = blocks.get(1).body().content(RESOURCE, diagnostics).attribute("text");
    assertThat(text.expression().variables())
        .extracting(Traversal::toString)
        .containsExactly("var.y");
    assertThat(text.expression().variables().getFirst().range()).hasToString("a.tf.json:3,41-46");
    Attribute dependsOn =
        blocks.get(2).body().content(RESOURCE, diagnostics).attribute("depends_on");
    assertThat(((Expression.TupleConstructor) dependsOn.expression()).elements())
        .singleElement()
        .isInstanceOf(Expression.ScopeTraversal.class);
    assertThat(faults()).isEmpty();
  }

  @Test
  void keepsThePlaceOfATemplateBehindEscapes() {
    Body body = json("{\"resource\": {\"t\": {\"a\": {\"text\": \"\\u00e9\\n${a b}\"}}}}");

    body.content(ROOT, diagnostics).blocks().getFirst().body().content(RESOURCE, diagnostics);

    assertThat(faults())
        .containsExactly("Extra characters after interpolation expression @a.tf.json:1,48-49");
  }

  @Test
  void readsLiteralStringsAsTheyAre() {
    Body body = json("{\"resource\": {\"t\": {\"a\": {\"description\": \"${x\"}}}}");

    Attribute description =
        body.content(ROOT, diagnostics)
            .blocks()
            .getFirst()
            .body()
            .content(RESOURCE, diagnostics)
            .attribute("description");

    assertThat(description.expression())
        .isInstanceOfSatisfying(
            Expression.StringLiteral.class,
            literal -> assertThat(literal.value()).isEqualTo("${x"));
    assertThat(faults()).isEmpty();
  }

  @Test
  void tellsRepeatedAndUnknownNames() {
    Body body =
        json(
            "{\"resource\": {\"t\": {\"a\": {\"count\": 1, \"count\": 2, \"txt\": 3}}}, \"local\":"
                + " 1}");

    body.content(ROOT, diagnostics).blocks().getFirst().body().content(RESOURCE, diagnostics);

    assertThat(faults())
        .containsExactly(
            "Duplicate argument @a.tf.json:1,39-46",
            "Extraneous JSON object property @a.tf.json:1,51-56",
            "Extraneous JSON object property @a.tf.json:1,64-71");
    assertThat(diagnostics.list().get(1).hint()).isEqualTo("Did you mean \"text\"?");
  }

  @Test
  void tellsFaultsOfJsonAsTerraformDoes() {
    assertThat(jsonFault("{")).isEqualTo("Missing value @a.tf.json:1,2-2");
    assertThat(jsonFault("{\"a\" 1}")).isEqualTo("Missing property value colon @a.tf.json:1,6-7");
    assertThat(jsonFault("{\"a\": tru}")).isEqualTo("Invalid JSON keyword @a.tf.json:1,7-10");
    assertThat(jsonFault("{\"a\": 01}")).isEqualTo("Invalid JSON number @a.tf.json:1,7-9");
    assertThat(jsonFault("{\"a\": [1,]}")).isEqualTo("Trailing comma in array @a.tf.json:1,9-10");
    assertThat(jsonFault("{\"a\": \"b\n\"}")).isEqualTo("Invalid JSON string @a.tf.json:1,7-9");
    assertThat(jsonFault("{} x")).isEqualTo("Extraneous data after value @a.tf.json:1,4-5");
    assertThat(jsonFault("5")).isEqualTo("Root value must be object @a.tf.json:1,1-2");
    assertThat(jsonFault("[".repeat(100_000))).startsWith("Nesting too deep");
  }

  private static String jsonFault(String text) {
    Diagnostics own = new Diagnostics();
    DataParser.json(SourceFile.of("a.tf.json", text), own);
    assertThat(own.list()).hasSize(1);
    return describe(own.list().getFirst());
  }

  @Test
  void readsYamlAsTheSameMapping() {
    Body body =
        yaml(
            """
            # comment
            resource:
              t:
                a:
                  count: 2
                  text: "é ${var.y}"
                  list: [1, 0x10, no, ~, "5"]
                  nested:
                    - {}
                    - {}
                  depends_on: [t.b]
            """);

    Block block = body.content(ROOT, diagnostics).blocks().getFirst();
    BodyContent content = block.body().content(RESOURCE, diagnostics);

    assertThat(faults()).isEmpty();
    assertThat(block.labels()).containsExactly("t", "a");
    assertThat(content.blocks("nested")).hasSize(2);
    assertThat(content.attribute("text").expression().variables().getFirst().range())
        .hasToString("a.sluice.yaml:6,18-23");
    Expression list = content.attribute("list").expression();
    assertThat(((Expression.TupleConstructor) list).elements())
        .extracting(e -> (Object) e.getClass().getSimpleName())
        .containsExactly("NumberLiteral", "NumberLiteral", "Template", "NullLiteral", "Template");
  }

  @Test
  void tellsFaultsOfYaml() {
    assertThat(yamlFault("a: 1\nb: 2\na: 3\n")).isEqualTo("Duplicate key @a.sluice.yaml:3,1-2");
    assertThat(yamlFault("a: [1\nb: 2\n")).startsWith("Invalid YAML @a.sluice.yaml:2");
    assertThat(yamlFault("a: &x 1\nb: *x\n")).isEqualTo("YAML alias @a.sluice.yaml:2,4-6");
    assertThat(yamlFault("a: 1\n---\nb: 2\n")).startsWith("Several YAML documents");
    assertThat(yamlFault("- 1\n- 2\n--- x")).startsWith("Several YAML documents");
    assertThat(yamlFault("[".repeat(5000))).startsWith("Nesting too deep");
    assertThat(yamlFault("just text")).startsWith("Root value must be object");
  }

  private static String yamlFault(String text) {
    Diagnostics own = new Diagnostics();
    DataParser.yaml(SourceFile.of("a.sluice.yaml", text), own);
    assertThat(own.list()).hasSize(1);
    return describe(own.list().getFirst());
  }
}
