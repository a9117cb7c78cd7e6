package io.sluice.providers.terraform;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.ANY;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.provider.DataType;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.schema.ValueCheck;
import io.sluice.provider.workspace.WorkspaceOutput;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * {@code data "terraform_remote_state"}: the outputs in a state file of Terraform's, at a path or
 * behind its HTTP backend, or those of another workspace of the same deployment.
 */
final class RemoteStateData implements DataType {
  private static final String DEFAULT = "default";
  private static final TypeSchema SCHEMA =
      TypeSchema.data(
          "terraform_remote_state",
          "The outputs of a state that something else keeps, or of another workspace.",
          required("backend", STRING)
              .checkedBy(ValueCheck.oneOf("local", "http", "sluice"))
              .describedAs("local, http or sluice."),
          optional("config", ANY)
              .describedAs(
                  "local: path, workspace_dir. http: address, username, password. sluice:"
                      + " workspace."),
          optional("defaults", ANY).describedAs("Values for outputs that are not there."),
          optional("workspace", STRING)
              .describedAs("Terraform's workspace, for local; its default workspace otherwise."),
          computed(ReadOutputs.OUTPUTS, ANY)
              .describedAs("The outputs by name. Those that are sensitive there are so here."),
          computed(ReadOutputs.SENSITIVE, AttributeType.listOf(STRING))
              .describedAs("The names of the outputs that are sensitive."));

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome read(OperationContext context, JsonNode config)
      throws ProviderFailure, InterruptedException {
    JsonNode settings = config.path("config");
    return switch (config.path("backend").asText()) {
      case "local" -> {
        Path path = file(context, settings, config.path("workspace").asText(DEFAULT));
        yield ofFile(path).in(path.toString(), config);
      }
      case "http" -> {
        String address = argument(settings, "address");
        yield fetched(context, address, settings).in(address, config);
      }
      default -> {
        String workspace = argument(settings, "workspace");
        yield ReadOutputs.of(context, workspace).in(workspace, config);
      }
    };
  }

  private static String argument(JsonNode settings, String name) throws ProviderFailure {
    String text = settings.path(name).asText("");
    if (text.isEmpty()) {
      throw ProviderFailure.user(
          "NO_" + name.toUpperCase(java.util.Locale.ROOT),
          "config of terraform_remote_state has no "
              + name
              + ": set config = { "
              + name
              + " = … }");
    }
    return text;
  }

  /** As Terraform's local backend finds it: other workspaces have directories of their own. */
  private static Path file(OperationContext context, JsonNode settings, String workspace) {
    String path = settings.path("path").asText("terraform.tfstate");
    if (workspace.isEmpty() || workspace.equals(DEFAULT)) {
      return context.root().resolve(path);
    }
    Path below =
        context.root().resolve(settings.path("workspace_dir").asText("terraform.tfstate.d"));
    return below.resolve(workspace).resolve("terraform.tfstate").normalize();
  }

  private static ReadOutputs ofFile(Path path) throws ProviderFailure {
    try {
      return outputs(Files.readAllBytes(path), path.toString());
    } catch (NoSuchFileException e) {
      throw missing(path.toString());
    } catch (IOException e) {
      throw ProviderFailure.user("UNREADABLE_STATE", path + " can't be read: " + e.getMessage());
    }
  }

  private static ReadOutputs fetched(OperationContext context, String address, JsonNode settings)
      throws ProviderFailure, InterruptedException {
    try {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(address))
              .header("Accept", "application/json")
              .timeout(context.deadline().remaining());
      if (settings.hasNonNull("username")) {
        String login =
            settings.path("username").asText() + ":" + settings.path("password").asText();
        byte[] bytes = login.getBytes(StandardCharsets.UTF_8);
        request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(bytes));
      }
      HttpResponse<byte[]> answer =
          context.http().send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      return switch (answer.statusCode()) {
        case 200 -> outputs(answer.body(), address);
        case 204, 404 -> throw missing(address);
        case 401, 403 ->
            throw ProviderFailure.user(
                "FORBIDDEN", address + " refuses the login: check username and password");
        default ->
            throw ProviderFailure.notDone(
                "UNREACHABLE", address + " answered with status " + answer.statusCode());
      };
    } catch (IllegalArgumentException e) {
      throw ProviderFailure.user("BAD_URL", "not an http or https URL: " + address);
    } catch (IOException e) {
      throw ProviderFailure.notDone(
          "UNREACHABLE", address + " can't be reached: " + e.getClass().getSimpleName());
    }
  }

  private static ProviderFailure missing(String where) {
    return ProviderFailure.user(
        "NO_STATE",
        "unable to find remote state: there is none at "
            + where
            + ". Apply what keeps its state there first, or correct config");
  }

  private static ReadOutputs outputs(byte[] state, String where) throws ProviderFailure {
    JsonNode tree;
    try {
      tree = Json.tree(state);
    } catch (MalformedMessage e) {
      throw ProviderFailure.user("UNREADABLE_STATE", where + " holds no JSON");
    }
    if (tree.path("version").asInt() != 4) {
      throw ProviderFailure.user(
          "UNREADABLE_STATE", where + " holds no state of version 4, which Terraform 0.12 began");
    }
    SortedMap<String, WorkspaceOutput> outputs = new TreeMap<>();
    for (Map.Entry<String, JsonNode> each : tree.path("outputs").properties()) {
      outputs.put(
          each.getKey(),
          new WorkspaceOutput(
              each.getValue().path("value"), each.getValue().path("sensitive").asBoolean()));
    }
    return new ReadOutputs(outputs);
  }
}
