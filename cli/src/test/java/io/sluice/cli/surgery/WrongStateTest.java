package io.sluice.cli.surgery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.Captured;
import io.sluice.cli.local.RunningDeployment;
import io.sluice.model.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is given for a state: it is refused, says what to do, and nothing has changed. */
class WrongStateTest {
  private static final String PLAN =
      """
      {"schema_version": 2, "workspace": "default", "resources": [
        {"name": "a", "type": "terraform_data", "config": {"input": "one"}},
        {"name": "word", "type": "random_password", "config": {"length": 12}}]}
      """;
  private static final String TERRAFORM =
      """
      {"version":4,"terraform_version":"1.11.4","serial":3,"lineage":"aa-bb","outputs":{},
       "resources":[{"mode":"managed","type":"terraform_data","name":"b",
         "provider":"provider[\\"terraform.io/builtin/terraform\\"]",
         "instances":[{"schema_version":0,"attributes":{"id":"i3","input":null,"output":null,
           "triggers_replace":null},"sensitive_attributes":[]}]}],"check_results":null}
      """;

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path folder;

  private RunningDeployment local;
  private String before;

  @Test
  void isRefusedSaysWhatToDoAndChangesNothing() throws Exception {
    Path plan = Files.writeString(folder.resolve("plan.json"), PLAN);
    try (RunningDeployment running = RunningDeployment.up(folder, Map.of())) {
      local = running;
      assertThat(local.submit(plan).code()).isZero();
      Captured pulled = local.run("state", "pull", "--out", "right.json");
      assertThat(pulled.code()).as(pulled.err()).isZero();
      before = listed();
      byte[] right = Files.readAllBytes(folder.resolve("right.json"));

      pushesBytes(right);
      pushesStates(right);
      pushesTerraformStates();
      pushesWhatIsOld(right);
      restoresFolders(right);
      goesBackToMoments();
      writesWhereNothingCanBe();
    }
  }

  private void pushesBytes(byte[] right) throws IOException {
    refuses("No such file", "state", "push", "nowhere.json");
    refuses("right is a folder", "state", "push", folder("right").toString());
    pushing(new byte[0], "is damaged: it is not JSON");
    pushing(Arrays.copyOf(right, right.length / 2), "is damaged: it is not JSON");
    pushing((new String(right, UTF_8) + "{}").getBytes(UTF_8), "is damaged: it is not JSON");
    pushing(new byte[] {(byte) 0xc3, (byte) 0x28, '{', '}'}, "is damaged: it is not JSON");
    pushing(new byte[] {'{', '"', (byte) 0xff, '"', ':', '1', '}'}, "is damaged: it is not JSON");
    for (String other : new String[] {"null", "5", "[]", "\"state\"", "{}", PLAN}) {
      pushing(other.getBytes(UTF_8), "is not a state file");
    }
    Captured fed = Captured.fed(folder, "{\"type\":", "state", "push", "-");
    refused(fed, "is damaged: it is not JSON");
  }

  private void pushesStates(byte[] right) throws Exception {
    pushing(edited(right, true, file -> file.put("version", 1)), "is damaged or was edited");
    pushing(edited(right, false, file -> file.put("v", 99)), "has an unknown version");
    pushing(edited(right, false, file -> file.put("v", "two")), "has an unknown version");
    pushing(edited(right, false, file -> file.put("lineage", "another")), "is a different state");
    pushing(edited(right, false, file -> file.put("resources", 5)), "is not a complete state");
    pushing(edited(right, false, file -> file.putNull("resources")), "is not a complete state");
    pushing(edited(right, false, file -> file.remove("workspace")), "is not a complete state");
    pushing(
        edited(right, false, file -> resource(file).remove("type")),
        "has a resource that cannot be read");
    pushing(
        edited(right, false, file -> resource(file).put("address", "")),
        "has a resource that cannot be read");
    pushing(
        edited(right, false, file -> resource(file).put("status", "splendid")),
        "has a resource that cannot be read");
    pushing(
        edited(
            right,
            false,
            file -> ((ArrayNode) file.path("resources")).add(resource(file).deepCopy())),
        "has random_password.word twice");
  }

  private void pushesTerraformStates() throws Exception {
    byte[] state = TERRAFORM.getBytes(UTF_8);
    pushing(edited(state, true, file -> file.put("version", 3)), "version 3");
    pushing(edited(state, true, file -> file.put("version", 5)), "version 5");
    pushing(edited(state, true, file -> file.put("lineage", "")), "is not a complete state");
    pushing(edited(state, true, file -> file.put("serial", "x")), "is not a complete state");
    pushing(state, "is a different state");
    pushing(
        edited(state, true, file -> ((ObjectNode) file.at("/resources/0")).put("type", "aws_vpc")),
        "no provider here has");
  }

  /** What somebody has changed since it was pulled. */
  private void pushesWhatIsOld(byte[] right) throws Exception {
    assertThat(local.run("taint", "terraform_data.a").code()).isZero();
    before = listed();
    pushing(right, "is older than state");
    Path key = folder.resolve(".sluice/key");
    Path aside = Files.move(key, folder.resolve("key"));
    refuses("There is no key at", "state", "push", "wrong.json", "--workspace", "other");
    Files.move(aside, key);
  }

  private void restoresFolders(byte[] right) throws Exception {
    String[] restore = {"state", "restore", "--from"};
    refuses("No such file", with(restore, folder.resolve("nowhere").toString()));
    refuses("is not a folder", with(restore, folder.resolve("right.json").toString()));
    Path export = folder("export");
    refuses("contains no export", with(restore, export.toString()));
    Path file = export.resolve("w.state.json");
    for (byte[] wrong :
        new byte[][] {
          {}, {(byte) 0xff, (byte) 0xfe, 'x'}, Arrays.copyOf(right, right.length - 9), {'[', ']'}
        }) {
      Files.write(file, wrong);
      refuses("w.state.json is", with(restore, export.toString()));
    }
    Files.write(file, edited(right, false, tree -> tree.put("workspace", "no name!")));
    refuses("is not a valid workspace name", with(restore, export.toString()));
  }

  private void goesBackToMoments() {
    refuses("names no moment", "state", "restore", "yesterday");
    refuses("names no moment", "state", "restore", "--undo", "nobody");
    refuses("What should be restored?", "state", "restore");
    refuses("names no moment", "state", "diff", "2026-13-45");
    refuses("nothing that this run wrote", "state", "at", "01jd0000000000000000000000");
  }

  private void writesWhereNothingCanBe() throws Exception {
    String file = folder.resolve("right.json").toString();
    refuses("can't be written", "export", file + "/below");
    refuses("can't be written", "state", "pull", "--out", folder("taken").toString());
    refuses("cannot name a resource", "import", "nonsense", "x");
    refuses("id", "import", "local_file.new", "");
  }

  private Path folder(String name) throws IOException {
    return Files.createDirectories(folder.resolve(name));
  }

  private static String[] with(String[] words, String last) {
    String[] all = Arrays.copyOf(words, words.length + 1);
    all[words.length] = last;
    return all;
  }

  private static ObjectNode resource(JsonNode file) {
    return (ObjectNode) file.at("/resources/0");
  }

  private static byte[] edited(byte[] right, boolean checked, Consumer<ObjectNode> change)
      throws Exception {
    ObjectNode file = (ObjectNode) Json.tree(right);
    if (!checked) {
      file.remove("checksum");
    }
    change.accept(file);
    return Json.encode(file);
  }

  private Path write(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("wrong.json"), bytes);
  }

  private void pushing(byte[] bytes, String why) throws IOException {
    write(bytes);
    refuses(why, "state", "push", "wrong.json");
  }

  private void refuses(String why, String... command) {
    refused(local.run(command), why);
  }

  private String listed() {
    String lines = local.run("state", "list", "--json").out();
    return lines.replaceAll("\"@timestamp\":\"[^\"]*\"", "");
  }

  private void refused(Captured ended, String why) {
    String said = ended.out() + ended.err();
    assertThat(ended.code()).as(said).isOne();
    assertThat(ended.err())
        .contains("Error: ", why)
        .doesNotContain("Internal error", "Exception", "\tat ");
    assertThat(listed()).as(why).isEqualTo(before);
  }
}
