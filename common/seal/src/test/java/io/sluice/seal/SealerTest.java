package io.sluice.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SealerTest {
  @TempDir Path dir;

  private static JsonNode json(String text) throws Exception {
    return Json.tree(text.getBytes(StandardCharsets.UTF_8));
  }

  private Keyring keyring() {
    return Keyring.loadOrGenerate(dir.resolve("key"));
  }

  @Test
  void opensWhatItSealedAndKeepsTypeAndDigits() throws Exception {
    Sealer sealer = keyring().sealer();
    for (String text :
        List.of("\"s\"", "12345678901234567890123", "1.10", "null", "true", "{\"a\":[1,{}]}")) {
      JsonNode sealed = sealer.seal("w", "a.b#/c", json(text));
      assertThat(Sealer.isSealed(sealed)).isTrue();
      // Read by another process with the same key.
      assertThat(keyring().opener().open("w", sealed)).isEqualTo(json(text));
    }
  }

  @Test
  void sealsThePathsOfATreeAndLeavesTheTreeAlone() throws Exception {
    JsonNode tree =
        json("{\"a\":\"canary\",\"b\":{\"c\":[1,\"canary\"],\"d/e\":\"canary\"},\"f\":2}");
    JsonNode before = tree.deepCopy();
    List<String> pointers = List.of("/a", "/b/c/1", "/b/d~1e", "/missing", "/f/nothing/below");

    JsonNode sealed = keyring().sealer().sealPaths("w", "x.y", tree, pointers);

    assertThat(tree).isEqualTo(before);
    assertThat(Json.text(sealed)).doesNotContain("canary").contains("\"f\":2");
    assertThat(Sealer.path(sealed.at("/b/c/1"))).isEqualTo("x.y/b/c/1");
    assertThat(keyring().opener().openAll("w", sealed)).isEqualTo(tree);
  }

  @Test
  void sealsAnOuterPathOnceAndASealedValueNotAgain() throws Exception {
    Sealer sealer = keyring().sealer();
    JsonNode tree = json("{\"a\":{\"b\":\"canary\"}}");
    JsonNode sealed = sealer.sealPaths("w", "x", tree, List.of("/a/b", "/a"));
    assertThat(Sealer.isSealed(sealed.path("a"))).isTrue();
    assertThat(sealer.sealPaths("w", "x", sealed, List.of("/a", "/a/b"))).isEqualTo(sealed);
    assertThat(sealer.open("w", sealed.path("a"))).isEqualTo(tree.path("a"));
    assertThat(Sealer.isSealed(sealer.sealPaths("w", "x", tree, List.of("")))).isTrue();
  }

  @Test
  void aSealedTextBringsTheSecretsAlongThatItWasMadeOf() throws Exception {
    Sealer sealer = keyring().sealer().knowing(Set.of("canary-1", "canary-2", "oops", "elsewhere"));
    JsonNode tree = json("{\"a\":[\"echo oops canary-1\"],\"b\":\"canary-2\",\"c\":\"canary-2!\"}");

    JsonNode sealed = sealer.sealPaths("w", "x.y", tree, List.of("/a", "/b"));

    Sealer opener = keyring().opener();
    assertThat(opener.openAll("w", sealed)).isEqualTo(tree);
    assertThat(opener.parts("w", sealed)).containsExactly("canary-1");
    assertThat(opener.parts("v", keyring().sealer().moved("w", "v", sealed)))
        .containsExactly("canary-1");
  }

  @Test
  void movesWhatIsSealedToAnotherWorkspace() throws Exception {
    Sealer sealer = keyring().sealer();
    JsonNode tree = json("{\"a\":[{\"b\":\"canary\"}],\"c\":1}");
    JsonNode sealed = sealer.sealPaths("w", "x.y", tree, List.of("/a/0/b"));

    JsonNode moved = keyring().sealer().moved("w", "v", sealed);

    assertThat(Sealer.path(moved.at("/a/0/b"))).isEqualTo("x.y/a/0/b");
    assertThat(keyring().opener().openAll("v", moved)).isEqualTo(tree);
  }

  @Test
  void aFingerprintIsTheSameForTheSameTextOfAWorkspaceAndKeyOnly() throws Exception {
    Path file = dir.resolve("prints");
    Keyring first = Keyring.loadOrGenerate(file);
    List<String> print = first.fingerprints("w", "text");

    assertThat(print).singleElement().asString().matches("[0-9a-f]{16}");
    assertThat(first.fingerprints("v", "text")).doesNotContainAnyElementsOf(print);
    assertThat(first.fingerprints("w", "texts")).doesNotContainAnyElementsOf(print);
    assertThat(first.sealer().fingerprint("w", "text")).isEqualTo(print.getFirst());
    assertThat(Keyring.rotate(file).fingerprints("w", "text"))
        .hasSize(2)
        .endsWith(print.getFirst());
  }

  @Test
  void doesNotOpenInAnotherWorkspaceOrAtAnotherPathOrWhenAltered() throws Exception {
    Sealer sealer = keyring().sealer();
    JsonNode sealed = sealer.seal("w", "p", json("\"s\""));
    assertThatThrownBy(() -> sealer.open("other", sealed))
        .isInstanceOf(SealFailure.class)
        .hasMessageContaining("cannot be opened");
    ObjectNode moved = sealed.deepCopy();
    ((ObjectNode) moved.path(Sealer.MARK)).put("path", "q");
    assertThatThrownBy(() -> sealer.open("w", moved)).isInstanceOf(SealFailure.class);
  }

  @Test
  void saysWhichKeyIsMissingOrWrong() throws Exception {
    assertThatThrownBy(() -> Keyring.load(dir.resolve("none")))
        .isInstanceOf(SealFailure.class)
        .hasMessageContaining("there is no key at");
    JsonNode sealed = keyring().sealer().seal("w", "p", json("1"));
    Keyring other = Keyring.loadOrGenerate(dir.resolve("other"));
    assertThatThrownBy(() -> other.opener().open("w", sealed))
        .isInstanceOf(SealFailure.class)
        .hasMessageContaining(keyring().keyId())
        .hasMessageContaining(other.keyId());
  }

  @Test
  void aRotatedRingSealsWithTheNewestKeyAndOpensWithAllForEveryHolder() throws Exception {
    Path file = dir.resolve("ring");
    Keyring running = Keyring.loadOrGenerate(file);
    String first = running.keyId();
    JsonNode before = running.sealer().seal("w", "/a", json("\"old\""));
    Files.setLastModifiedTime(file, java.nio.file.attribute.FileTime.fromMillis(1_000));

    String second = Keyring.rotate(file).keyId();

    assertThat(second).isNotEqualTo(first);
    assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
    JsonNode after = running.sealer().seal("w", "/a", json("\"new\""));
    assertThat(after.toString()).contains(second).doesNotContain(first);
    Keyring later = Keyring.load(file);
    assertThat(later.keyIds()).containsExactly(second, first);
    for (Keyring each : List.of(running, later)) {
      assertThat(each.opener().open("w", before)).isEqualTo(json("\"old\""));
      assertThat(each.opener().open("w", after)).isEqualTo(json("\"new\""));
    }
    assertThat(Files.list(dir)).as("nothing stays beside it").containsExactly(file);
  }

  @Test
  void aKeyFileThatIsEmptyOrCutOffSaysWhatToDo() throws Exception {
    Path file = Files.createFile(dir.resolve("key"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertThatThrownBy(() -> Keyring.loadOrGenerate(file))
        .hasMessageContaining("is empty")
        .hasMessageContaining("remove the file");
    Files.writeString(file, "c2hvcnQ=\n");
    assertThatThrownBy(() -> Keyring.loadOrGenerate(file))
        .hasMessageContaining("has 5 bytes, not 32. Restore the key")
        .hasMessageContaining("remove the file");
  }

  @Test
  void makesAKeyThatOnlyItsOwnerReadsAndRefusesOneThatAllCanRead() throws Exception {
    Path file = dir.resolve("deep/key");
    Keyring.loadOrGenerate(file);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(Keyring.loadOrGenerate(file).keyId()).isEqualTo(Keyring.load(file).keyId());
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> Keyring.load(file)).hasMessageContaining("chmod 600");
  }
}
