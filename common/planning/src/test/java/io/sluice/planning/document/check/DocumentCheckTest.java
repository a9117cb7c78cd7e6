package io.sluice.planning.document.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.plan.Reference;
import io.sluice.planning.TestTypes;
import io.sluice.planning.document.CheckedDocument;
import io.sluice.planning.document.Resource;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DocumentCheckTest {
  private static final String HEAD = "schema_version: 2\nworkspace: w\nresources:\n";

  @Test
  void findsAllFaultsOfADocumentAtOnce() {
    String faults =
        faults(
            """
            schema_version: 2
            workspce: default
            resources:
              - name: a
                type: dsk
                config: {path: /a}
              - name: a
                type: disk
                config: {path: 7, sise: 3, size: many}
                depends_on: [b, nobody]
              - name: each
                type: host
              - name: b!
                type: host
              - type: host
                lifecycle: {prevent_destory: true}
                timeouts: {create: soon}
                retry: {attempts: 0}
              - name: c
                type: host
                count: -1
                config: {input: "${a.serail} ${x y} ${lost.id}"}
            """);

    assertThat(faults)
        .isEqualTo(
            """
            Missing field at 1:1 [schema_version]
              A plan document needs the field "workspace".
              > It names the workspace whose state the plan changes, for example "default".
            Unknown field at 2:1 [workspce]
              There is no field "workspce" in a plan document.
              > Did you mean "workspace"?
            Unknown resource type at 5:11 [dsk]
              No provider has a resource type "dsk".
              > Did you mean "disk"?
            Duplicate name at 7:11 [a]
              A resource named "a" is already used in this document, at line 4.
              > Names must be unique in a document, whatever the type.
            Unsupported argument at 9:23 [sise: 3]
              An argument named "sise" is not expected here.
              > Did you mean "size"?
            Wrong type at 9:32 [size: many]
              This must be a number, not a string.
            Reserved name at 11:11 [each]
              "each" begins references of another kind, so it cannot be the name of a resource.
              > Reserved are count, data, each, local, module, path, self, step, terraform, var.
            Invalid name at 13:11 [b!]
              "b!" is not a name: a name begins with a letter or an underscore and has only letters, digits, underscores and dashes.
              > A whole address that ends in TYPE.NAME, with this type, is also a name.
            Missing field at 15:5 [type]
              A resource needs the field "name".
              > Choose another name, for example "main".
            Unknown field at 16:17 [prevent_destory]
              There is no field "prevent_destory" in lifecycle.
              > Did you mean "prevent_destroy"?
            Invalid duration at 17:24 [soon]
              "create" must be a duration such as "30s", "5m" or "1h30m", of at most seven days.
            Invalid retry at 18:23 [0]
              "attempts" must be from 1 to 100.
            Invalid count argument at 21:12 [-1]
              The given "count" value is unsuitable: must be greater than or equal to zero.
            Malformed reference at 22:34 [${x y}]
              "${x y}" is not a reference: unexpected blank.
              > Write $${ for a literal ${.
            """);
  }

  @Test
  void holdsConfigurationsAgainstTheirSchema() {
    assertThat(
            faults(
                HEAD
                    + """
                      - name: a
                        type: disk
                        config:
                          path: [1]
                          sise: 3
                          size: many
                      - name: b
                        type: disk
                        config: {id: x}
                    """))
        .isEqualTo(
            """
            Wrong type at 7:7 [path]
              This must be a string, not a list.
            Unsupported argument at 8:7 [sise: 3]
              An argument named "sise" is not expected here.
              > Did you mean "size"?
            Wrong type at 9:7 [size: many]
              This must be a number, not a string.
            Missing required argument at 10:11 [b]
              The argument "path" is required, but no value is given.
            Value decided by the provider at 12:14 [id: x]
              "id" can be read but not set; remove it.
            """);
  }

  @Test
  void saysWhichReferencesMakeACycle() {
    assertThat(
            faults(
                HEAD
                    + """
                      - {name: a, type: host, config: {input: "${b.id}"}}
                      - {name: b, type: host, depends_on: [c]}
                      - {name: c, type: host, config: {input: {deep: ["x-${a.output}"]}}}
                      - {name: d, type: host, config: {input: "${a.id}"}}
                      - {name: e, type: host, config: {input: "${e.id}"}}
                    """))
        .isEqualTo(
            """
            Dependency cycle at 4:44 [${b.id}]
              These resources wait for each other: a -> b -> c -> a
                a refers to ${b.id} in config.input (line 4)
                b names c in depends_on (line 5)
                c refers to ${a.output} in config.input.deep.0 (line 6)
              > Remove one of these references.
            Self-referential resource at 8:44 [${e.id}]
              The resource "e" can't refer to itself.
            """);
  }

  @Test
  void explainsReferencesThatLeadNowhere() {
    assertThat(
            faults(
                HEAD
                    + """
                      - {name: web, type: host, count: 2}
                      - {name: one, type: host}
                      - name: z
                        type: host
                        config:
                          input:
                            - "${web.id}"
                            - "${web[2].id}"
                            - "${one[0].id}"
                            - "${one.ouput}"
                            - "${host.one.id}"
                            - "${weg[0].id}"
                            - "${var.x}"
                            - "${count.index}"
                        depends_on: ["${one.id}", onne]
                    """))
        .isEqualTo(
            """
            Missing resource instance key at 10:12 [${web.id}]
              Because web has "count" set, its attributes must be accessed on specific instances.
              > For example: ${web[0].id}.
            Invalid index at 11:12 [${web[2].id}]
              The given key does not identify an instance: web has 2 instances, and no [2].
            Unexpected resource instance key at 12:12 [${one[0].id}]
              one is a single resource: it has no "count" or "for_each".
              > Write ${one.id}.
            Unsupported attribute at 13:12 [${one.ouput}]
              A host has no attribute "ouput".
              > Did you mean "output"?
            Reference to undeclared resource at 14:12 [${host.one.id}]
              In a plan document a reference begins with the resource's name, not with its type.
              > Write ${one.id}.
            Reference to undeclared resource at 15:12 [${weg[0].id}]
              No resource named "weg" is declared in this document.
              > Did you mean "web"?
            Invalid reference at 16:12 [${var.x}]
              "var" exists only in configurations; a plan document has only its resources.
            Reference to "count" in context without "count" at 17:12 [${count.index}]
              "count" is known only in a resource that has "count" set.
            Invalid reference at 18:18 ["${one.id}"]
              "depends_on" lists names of resources, not values.
              > Write the name alone, without ${ and } and without an attribute.
            Reference to undeclared resource at 18:31 [onne]
              No resource named "onne" is declared in this document.
              > Did you mean "one"?
            """);
  }

  @Test
  void refusesVersionsThatItCannotRead() {
    assertThat(faults("{\"schema_version\": 3, \"workspace\": \"w\", \"resources\": []}"))
        .isEqualTo(
            """
            Plan version is too new at 1:20 [3]
              The document has schema_version 3; this build reads up to 2.
              > Upgrade Sluice, or write the document for an older version.
            """);
    assertThat(
            faults(
                """
                schema_version: 1
                workspace: w
                resources:
                  - {name: a, type: host}
                  - {name: b, type: host, config: {input: "${a.id} ${HOME}"}}
                """))
        .isEqualTo(
            """
            Plan version is too old for its references at 1:17 [1]
              References to values of other resources need schema_version 2; "b" use them.
              > Write schema_version: 2.
            """);
  }

  @Test
  void anEmptyDocumentNeedsConfirmation() {
    String empty = "{\"schema_version\": 2, \"workspace\": \"w\", \"resources\": []}";

    assertThat(faults(empty)).contains("everything in the workspace would be destroyed");
    assertThat(
            DocumentCheck.check(
                bytes(empty), "x.json", TestTypes.REGISTRY, new DocumentCheck.Options(true)))
        .isInstanceOf(DocumentCheck.Checked.class);
  }

  @Test
  void pointsAtBrokenSyntax() {
    assertThat(faults("{\"schema_version\": 2,\n \"workspace\": \"w\",}"))
        .startsWith("Invalid JSON at 2:19 [}]\n  Unexpected '}'");
    assertThat(faults("{\"schema_version\": 2, \"resources\": ["))
        .startsWith("Invalid JSON at 1:36 [[]\n  The document ends before it is complete");
    assertThat(faults("a: [1, 2\nb: 3\n")).startsWith("Invalid YAML at 2:");
    assertThat(faults("a: 1\na: 2\n")).contains("Duplicate key at 2:1 [a]");
    assertThat(faults("{\"a\": 1, \"a\": 2}")).contains("Duplicate key at 1:10 [\"a\"]");
    assertThat(faults("")).startsWith("Empty document");
    assertThat(faults("a\0b")).startsWith("Not a text");
    assertThat(faults("[1]")).startsWith("Not a plan document");
    assertThat(faults("x: &a [*a]")).contains("Undefined alias at 1:8");
  }

  @Test
  void refusesATextThatNoServiceCouldRead() {
    String text = "x".repeat(16 * 1024 * 1024 + 1);

    assertThat(faults("{\"a\": \"" + text + "\"}"))
        .contains("Document exceeds a limit")
        .contains("(16777217) exceeds the maximum allowed (16777216).");
    assertThat(faults("a: " + text))
        .contains("A text has 16,777,217 characters; a text may have 16,777,216.");
  }

  @Test
  void boundsTheTextThatAliasesStandFor() {
    String text = "a: &a " + "x".repeat(1024 * 1024) + "\nb: [" + "*a, ".repeat(63) + "*a]\n";

    assertThat(faults(text)).contains("its texts have more than 67,108,864 characters");
  }

  @Test
  void boundsWhatASmallTextCanStandFor() {
    StringBuilder laughs = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 12; i++) {
      String before = "*a" + (i - 1);
      laughs.append("a").append(i).append(": &a").append(i).append(" [");
      laughs.append(String.join(", ", java.util.Collections.nCopies(10, before))).append("]\n");
    }

    assertThat(faults(laughs.toString())).contains("more than 1000000 values");
    assertThat(faults("[".repeat(10_000))).contains("exceeds a limit");
    String many = "{\"resources\":[" + "{},".repeat(1_000_000) + "{}]}";
    assertThat(faults(many)).contains("exceeds a limit").contains("more than 1,000,000 values");
    assertThat(DocumentCheck.beyondLimits(many.getBytes(StandardCharsets.UTF_8))).isPresent();
    assertThat(DocumentCheck.beyondLimits("{\"a\":[{},".getBytes(StandardCharsets.UTF_8)))
        .isEmpty();
    assertThat(faults("x: " + "[".repeat(10_000))).contains("nested deeper than 100");
    assertThat(faults("{\"x\": 1e999999}")).contains("Number out of range");
  }

  @Test
  void readsTheSameFromYamlAndJson() {
    CheckedDocument yaml =
        checked(
            HEAD
                + """
                  - name: a
                    type: host
                    config:
                      name: "yes"
                      input: {n: 12345678901234567890, f: 1.50, on: yes, s: "0777", "null": ~}
                """);
    CheckedDocument json =
        checked(
            """
            {"schema_version": 2, "workspace": "w", "resources": [{"name": "a", "type": "host",
             "config": {"name": "yes", "input": {"n": 12345678901234567890, "f": 1.50,
              "on": "yes", "s": "0777", "null": null}}}]}
            """);

    assertThat(yaml.tree()).isEqualTo(json.tree());
    assertThat(yaml.resources()).isEqualTo(json.resources());
    assertThat(faults(HEAD + "  - {name: a, type: host, config: {name: 0777}}"))
        .contains("Ambiguous number at 4:42 [0777]");
  }

  @Test
  void expandsWhatIsCountedOrKeyed() {
    CheckedDocument document =
        checked(
            HEAD
                + """
                  - {name: one, type: host}
                  - {name: web, type: host, count: 2, config: {name: "web-${count.index}"}}
                  - name: zone
                    type: host
                    for_each: {b: "${one.id}", a: {port: 80}}
                    config: {name: "z-${each.key}", input: "${each.value}"}
                  - name: last
                    type: host
                    config: {input: ['${zone["b"].id}', "${web[1].output.x[0]}", "$${x}", "${HOME}"]}
                    depends_on: [web]
                """);

    assertThat(document.resources())
        .extracting(resource -> resource.address().text())
        .containsExactly(
            "host.one",
            "host.web[0]",
            "host.web[1]",
            "host.zone[\"a\"]",
            "host.zone[\"b\"]",
            "host.last");
    assertThat(document.resources())
        .extracting(resource -> resource.config().toString())
        .contains(
            "{\"name\":\"web-1\"}",
            "{\"name\":\"z-a\",\"input\":{\"port\":80}}",
            "{\"name\":\"z-b\",\"input\":\"${one.id}\"}");
    Resource last = document.resources().getLast();
    assertThat(last.references())
        .extracting(Reference::text, reference -> reference.address().text(), Reference::path)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("web[1].output.x[0]", "host.web[1]", "output.x[0]"),
            org.assertj.core.groups.Tuple.tuple("zone[\"b\"].id", "host.zone[\"b\"]", "id"));
    assertThat(last.dependencies())
        .extracting(Object::toString)
        .containsExactly("host.web[0]", "host.web[1]", "host.zone[\"b\"]");
  }

  @Test
  void leavesAPlaceholderWhereTheCountIsNotKnown() {
    CheckedDocument document =
        checked(
            HEAD
                + """
                  - {name: one, type: host, config: {input: 3}}
                  - {name: web, type: host, count: "${one.output}", config: {name: "${count.index}"}}
                  - {name: last, type: host, config: {input: "${web[0].id}"}}
                """);

    assertThat(document.placeholders())
        .singleElement()
        .satisfies(
            placeholder -> {
              assertThat(placeholder.address()).hasToString("host.web[*]");
              assertThat(placeholder.multiplicity().text()).isEqualTo("one.output");
            });
    assertThat(document.resources().getLast().dependencies())
        .extracting(Object::toString)
        .containsExactly("host.web[*]");
  }

  @Test
  void checkingTheTreeAgainGivesTheSame() {
    CheckedDocument first =
        checked(
            HEAD
                + """
                  - {name: web, type: host, count: 2, config: {name: "${count.index}"}}
                  - name: b
                    type: disk
                    config: {path: "${web[0].id}"}
                    lifecycle: {create_before_destroy: true, ignore_changes: ["label", "x[0].y"]}
                    timeouts: {create: 1h30m}
                    retry: {attempts: 2, base: 10ms, max: 1s}
                """);

    DocumentCheck.Outcome again =
        DocumentCheck.check(first.tree(), TestTypes.REGISTRY, DocumentCheck.Options.STRICT);

    assertThat(again).isInstanceOf(DocumentCheck.Checked.class);
    assertThat(((DocumentCheck.Checked) again).document()).isEqualTo(first);
    assertThat(first.resources().getLast().settings().lifecycle().ignoreChanges())
        .containsExactly("/label", "/x/0/y");
  }

  static CheckedDocument checked(String text) {
    DocumentCheck.Outcome outcome =
        DocumentCheck.check(bytes(text), "plan", TestTypes.REGISTRY, DocumentCheck.Options.STRICT);
    if (outcome instanceof DocumentCheck.Faulty faulty) {
      throw new AssertionError(Shown.all(faulty.diagnostics()));
    }
    return ((DocumentCheck.Checked) outcome).document();
  }

  private static String faults(String text) {
    DocumentCheck.Outcome outcome =
        DocumentCheck.check(bytes(text), "plan", TestTypes.REGISTRY, DocumentCheck.Options.STRICT);
    assertThat(outcome).isInstanceOf(DocumentCheck.Faulty.class);
    return Shown.all(((DocumentCheck.Faulty) outcome).diagnostics());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
