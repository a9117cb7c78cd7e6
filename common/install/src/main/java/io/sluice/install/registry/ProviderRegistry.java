package io.sluice.install.registry;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.install.address.Platform;
import io.sluice.install.address.Version;
import io.sluice.install.fault.InstallFault;
import io.sluice.install.http.HttpFetch;
import io.sluice.install.source.PackageOffer;
import io.sluice.install.source.PackageSource;
import io.sluice.language.address.BadText;
import io.sluice.language.address.ProviderSource;
import io.sluice.language.address.ServiceHost;
import io.sluice.model.json.Json;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The registry of each provider's own host. Answers are kept: what is asked twice is fetched once.
 */
public final class ProviderRegistry implements PackageSource {
  /** The plug-in protocols that the bridge speaks. */
  private static final Set<String> PROTOCOLS = Set.of("5", "6");

  private final HttpFetch http;
  private final Discovery discovery;
  private final Map<ProviderSource, Optional<Set<Version>>> versions = new HashMap<>();

  public ProviderRegistry(HttpFetch http, Discovery discovery) {
    this.http = http;
    this.discovery = discovery;
  }

  @Override
  public String describe(ProviderSource provider) {
    return "the registry " + ServiceHost.displayed(provider.host());
  }

  @Override
  public Optional<Set<Version>> versions(ProviderSource provider) {
    Optional<Set<Version>> known = versions.get(provider);
    if (known == null) {
      known = askForVersions(provider);
      versions.put(provider, known);
    }
    return known;
  }

  private Optional<Set<Version>> askForVersions(ProviderSource provider) {
    Optional<JsonNode> answer = ask(provider, "versions").map(Document::content);
    if (answer.isEmpty()) {
      return Optional.empty();
    }
    Set<Version> found = new TreeSet<>(java.util.Comparator.comparing(Version::toString));
    for (JsonNode entry : answer.get().path("versions")) {
      try {
        found.add(Version.parse(entry.path("version").asText()));
      } catch (BadText e) {
        // A version that no constraint can contain cannot be wanted.
      }
    }
    return Optional.of(found);
  }

  @Override
  public Optional<PackageOffer> offer(ProviderSource provider, Version version, Platform platform) {
    String path = version + "/download/" + platform.os() + "/" + platform.arch();
    Optional<Document> answer = ask(provider, path);
    return answer.map(document -> offer(provider, version, platform, document));
  }

  private PackageOffer offer(
      ProviderSource provider, Version version, Platform platform, Document document) {
    JsonNode content = document.content();
    requireProtocol(provider, version, content.path("protocols"));
    Platform offered = new Platform(content.path("os").asText(), content.path("arch").asText());
    if (!offered.equals(platform)) {
      throw invalid(provider, "asked for " + platform + " it offers a package for " + offered);
    }
    String sha256 = content.path("shasum").asText("").toLowerCase(java.util.Locale.ROOT);
    if (!sha256.matches("[0-9a-f]{64}")) {
      throw invalid(provider, "\"shasum\" is not a SHA-256");
    }
    List<String> keys = new ArrayList<>();
    content
        .path("signing_keys")
        .path("gpg_public_keys")
        .forEach(key -> keys.add(key.path("ascii_armor").asText()));
    SignedChecksums proof =
        new SignedChecksums(
            content.path("filename").asText(),
            sha256,
            file(provider, document, "shasums_url"),
            file(provider, document, "shasums_signature_url"),
            keys);
    URI uri = uri(provider, document, "download_url");
    return new PackageOffer(
        provider, version, platform, describe(provider), new PackageOffer.Download(uri), proof);
  }

  private void requireProtocol(ProviderSource provider, Version version, JsonNode protocols) {
    List<String> spoken = new ArrayList<>();
    protocols.forEach(protocol -> spoken.add(protocol.asText()));
    if (!spoken.isEmpty()
        && spoken.stream().noneMatch(one -> PROTOCOLS.contains(one.split("\\.", 2)[0]))) {
      throw new InstallFault(
          "Provider speaks another protocol",
          "%s %s speaks plug-in protocol %s; Sluice speaks 5 and 6."
              .formatted(provider.displayed(), version, String.join(", ", spoken)),
          "Choose a newer version of it in required_providers.");
    }
  }

  private byte[] file(ProviderSource provider, Document document, String field) {
    URI uri = uri(provider, document, field);
    try {
      HttpFetch.Answer answer = http.get(uri, Optional.empty());
      if (answer.isOk()) {
        return answer.body();
      }
      throw Discovery.unreachable(provider.host(), uri + " answered " + answer.status());
    } catch (IOException e) {
      throw Discovery.unreachable(provider.host(), uri + ": " + e.getMessage()).because(e);
    }
  }

  private URI uri(ProviderSource provider, Document document, String field) {
    String written = document.content().path(field).asText("");
    try {
      URI uri = document.uri().resolve(written);
      if (!written.isEmpty() && String.valueOf(uri.getScheme()).matches("https?")) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      throw invalid(provider, "\"" + field + "\" is not a URL").because(e);
    }
    throw invalid(provider, "\"" + field + "\" is not a URL");
  }

  private record Document(URI uri, JsonNode content) {}

  private Optional<Document> ask(ProviderSource provider, String path) {
    URI base = discovery.service(provider.host(), Discovery.PROVIDERS);
    URI uri = base.resolve(provider.namespace() + "/" + provider.type() + "/" + path);
    try {
      HttpFetch.Answer answer = http.get(uri, discovery.token(provider.host()));
      if (answer.isMissing()) {
        return Optional.empty();
      }
      if (answer.isRefused()) {
        throw Discovery.refused(provider.host());
      }
      if (!answer.isOk()) {
        throw Discovery.unreachable(
            provider.host(), "it answered " + answer.status() + " to " + uri);
      }
      return Optional.of(new Document(answer.uri(), Json.mapper().readTree(answer.body())));
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw invalid(provider, uri + " is not JSON").because(e);
    } catch (IOException e) {
      throw Discovery.unreachable(provider.host(), String.valueOf(e.getMessage())).because(e);
    }
  }

  private static InstallFault invalid(ProviderSource provider, String reason) {
    return new InstallFault(
        "Invalid answer from a registry",
        "%s can't be installed from %s: %s."
            .formatted(provider.displayed(), ServiceHost.displayed(provider.host()), reason),
        "Ask those who run it.");
  }
}
