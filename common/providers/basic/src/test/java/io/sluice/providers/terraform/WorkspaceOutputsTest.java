package io.sluice.providers.terraform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.sun.net.httpserver.HttpServer;
import io.sluice.model.json.Json;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.contract.Calls;
import io.sluice.provider.workspace.WorkspaceOutput;
import io.sluice.provider.workspace.Workspaces;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Outputs of other workspaces and of state files, read by data sources. */
class WorkspaceOutputsTest {
  private static final String STATE =
      """
      {"version": 4, "outputs": {
        "vpc": {"value": "vpc-1", "type": "string"},
        "login": {"value": {"password": "s3cret"}, "sensitive": true}}}
      """;

  @TempDir private Path directory;

  private final Workspaces others =
      workspace ->
          workspace.equals("network")
              ? new Workspaces.Found(
                  new TreeMap<>(
                      Map.of(
                          "vpc", new WorkspaceOutput(TextNode.valueOf("vpc-1"), false),
                          "key", new WorkspaceOutput(TextNode.valueOf("s3cret"), true))))
              : new Workspaces.Missing();

  private OperationContext context() {
    return new Calls(directory).fresh().among(others);
  }

  private static JsonNode json(String text) {
    try {
      return Json.tree(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    } catch (io.sluice.model.json.MalformedMessage e) {
      throw new IllegalArgumentException(e);
    }
  }

  private Outcome.Done remote(String config) throws Exception {
    return (Outcome.Done) new RemoteStateData().read(context(), json(config));
  }

  @Test
  void bringsTheOutputsOfAnotherWorkspaceAndHidesTheSensitiveOnes() throws Exception {
    Outcome.Done read =
        (Outcome.Done) new OutputsData().read(context(), json("{'workspace':'network'}"));
    assertThat(read.attributes().at("/outputs/vpc").asText()).isEqualTo("vpc-1");
    assertThat(read.attributes().path("sensitive_outputs")).hasToString("[\"key\"]");
    assertThat(read.secret()).containsExactly("/outputs/key");
  }

  @Test
  void saysWhichWorkspaceIsMissingAndWhatToDo() {
    assertThatThrownBy(() -> new OutputsData().read(context(), json("{'workspace':'netwrok'}")))
        .isInstanceOf(ProviderFailure.class)
        .hasMessageContaining("there is no workspace netwrok")
        .hasMessageContaining("sluice workspace list");
  }

  @Test
  void refusesItsOwnOutputs() {
    assertThatThrownBy(() -> new OutputsData().read(context(), json("{'workspace':'test'}")))
        .hasMessageContaining("reads its own outputs");
  }

  @Test
  void stillRecordsTheOutputsOfTheRootModule() throws Exception {
    Outcome.Done read =
        (Outcome.Done) new OutputsData().read(context(), json("{'values':{'a':{'value':1}}}"));
    assertThat(read.attributes()).isEqualTo(json("{'values':{'a':{'value':1}}}"));
  }

  @Test
  void readsStateFilesAsTerraformKeepsThem() throws Exception {
    Files.writeString(directory.resolve("net.tfstate"), STATE);
    Path of = Files.createDirectories(directory.resolve("terraform.tfstate.d/prod"));
    Files.writeString(of.resolve("terraform.tfstate"), STATE.replace("vpc-1", "vpc-2"));
    Outcome.Done read =
        remote("{'backend':'local','config':{'path':'net.tfstate'},'defaults':{'zone':'a'}}");
    assertThat(read.attributes().path("outputs"))
        .isEqualTo(json("{'zone':'a','vpc':'vpc-1','login':{'password':'s3cret'}}"));
    assertThat(read.secret()).containsExactly("/outputs/login");
    assertThat(remote("{'backend':'local','workspace':'prod'}").attributes().at("/outputs/vpc"))
        .isEqualTo(TextNode.valueOf("vpc-2"));
  }

  @Test
  void saysWhereThereIsNoState() {
    assertThatThrownBy(() -> remote("{'backend':'local','config':{'path':'none.tfstate'}}"))
        .hasMessageContaining("there is none at " + directory.resolve("none.tfstate"));
    assertThatThrownBy(() -> remote("{'backend':'sluice','config':{'workspace':'none'}}"))
        .hasMessageContaining("there is no workspace none");
  }

  @Test
  void readsWhatTerraformsHttpBackendKeeps() throws Exception {
    String login = Base64.getEncoder().encodeToString("me:pass".getBytes(StandardCharsets.UTF_8));
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          List<String> given = exchange.getRequestHeaders().get("Authorization");
          boolean mine = given != null && given.contains("Basic " + login);
          boolean there = exchange.getRequestURI().getPath().equals("/state");
          byte[] body = STATE.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(mine ? there ? 200 : 404 : 401, there ? body.length : -1);
          if (there) {
            exchange.getResponseBody().write(body);
          }
          exchange.close();
        });
    server.start();
    try {
      String config =
          "{'backend':'http','config':{'address':'http://127.0.0.1:%d%s','username':'me','password':'%s'}}";
      int port = server.getAddress().getPort();
      assertThat(remote(config.formatted(port, "/state", "pass")).attributes().at("/outputs/vpc"))
          .isEqualTo(TextNode.valueOf("vpc-1"));
      assertThatThrownBy(() -> remote(config.formatted(port, "/other", "pass")))
          .hasMessageContaining("there is none at");
      assertThatThrownBy(() -> remote(config.formatted(port, "/state", "wrong")))
          .hasMessageContaining("refuses the login")
          .hasMessageNotContaining("wrong\"");
    } finally {
      server.stop(0);
    }
  }
}
