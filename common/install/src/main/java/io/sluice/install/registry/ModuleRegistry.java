package io.sluice.install.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.install.address.Version;
import io.sluice.install.fault.InstallFault;
import io.sluice.install.http.HttpFetch;
import io.sluice.language.address.BadText;
import io.sluice.language.address.ServiceHost;
import io.sluice.model.json.Json;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The registries of modules: which versions there are, and where each is to be fetched from. */
public final class ModuleRegistry {
  private final HttpFetch http;
  private final Discovery discovery;
  private final Map<Name, List<Version>> versions = new HashMap<>();

  public ModuleRegistry(HttpFetch http, Discovery discovery) {
    this.http = http;
    this.discovery = discovery;
  }

  /** A module of a registry. */
  public record Name(String host, String namespace, String name, String system) {
    private String path() {
      return namespace + "/" + name + "/" + system;
    }
  }

  public List<Version> versions(Name module) {
    List<Version> known = versions.get(module);
    if (known == null) {
      known = askForVersions(module);
      versions.put(module, known);
    }
    return known;
  }

  private List<Version> askForVersions(Name module) {
    HttpFetch.Answer answer = ask(module, module.path() + "/versions");
    try {
      List<Version> found = new ArrayList<>();
      JsonNode listed =
          Json.mapper().readTree(answer.body()).path("modules").path(0).path("versions");
      for (JsonNode entry : listed) {
        String text = entry.path("version").asText();
        try {
          found.add(Version.parse(text.startsWith("v") ? text.substring(1) : text));
        } catch (BadText e) {
          // A version that no constraint can contain cannot be wanted.
        }
      }
      return List.copyOf(found);
    } catch (JsonProcessingException e) {
      throw invalid(module, "its list of versions is not JSON").because(e);
    } catch (IOException e) {
      throw new IllegalStateException("reading from memory", e);
    }
  }

  /** An address as {@code source} takes it, made absolute. */
  public String location(Name module, Version version) {
    HttpFetch.Answer answer = ask(module, module.path() + "/" + version + "/download");
    String location = answer.header("X-Terraform-Get").orElseGet(() -> inBody(answer));
    if (location.isEmpty()) {
      throw invalid(module, "it does not say where version " + version + " is");
    }
    boolean relative =
        location.startsWith("/") || location.startsWith("./") || location.startsWith("../");
    return relative ? resolved(answer.uri(), location) : location;
  }

  private static String inBody(HttpFetch.Answer answer) {
    try {
      return Json.mapper().readTree(answer.body()).path("location").asText("");
    } catch (IOException e) {
      return "";
    }
  }

  /** A // is a part of the address and must not get lost. */
  private static String resolved(URI base, String location) {
    int sub = location.indexOf("//");
    return sub <= 0
        ? base.resolve(location).toString()
        : base.resolve(location.substring(0, sub)) + location.substring(sub);
  }

  private HttpFetch.Answer ask(Name module, String path) {
    URI uri = discovery.service(module.host(), Discovery.MODULES).resolve(path);
    try {
      HttpFetch.Answer answer = http.get(uri, discovery.token(module.host()));
      if (answer.isMissing()) {
        throw new InstallFault(
            "No such module",
            "%s was not found in the registry %s."
                .formatted(module.path(), ServiceHost.displayed(module.host())),
            "Check the source of the module block.");
      }
      if (answer.isRefused()) {
        throw Discovery.refused(module.host());
      }
      if (answer.status() != 200 && answer.status() != 204) {
        throw Discovery.unreachable(module.host(), "it answered " + answer.status() + " to " + uri);
      }
      return answer;
    } catch (IOException e) {
      throw Discovery.unreachable(module.host(), String.valueOf(e.getMessage())).because(e);
    }
  }

  private static InstallFault invalid(Name module, String reason) {
    return new InstallFault(
        "Invalid answer from a registry",
        "%s can't be installed from %s: %s."
            .formatted(module.path(), ServiceHost.displayed(module.host()), reason),
        "Ask those who run it.");
  }
}
