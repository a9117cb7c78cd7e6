package io.sluice.install.mirror;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.install.address.Platform;
import io.sluice.install.address.Version;
import io.sluice.install.fault.InstallFault;
import io.sluice.install.hash.PackageHash;
import io.sluice.install.http.HttpFetch;
import io.sluice.install.settings.Credentials;
import io.sluice.install.source.PackageOffer;
import io.sluice.install.source.PackageSource;
import io.sluice.install.source.Proof;
import io.sluice.language.address.BadText;
import io.sluice.language.address.ProviderSource;
import io.sluice.model.json.Json;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** A server with copies of packages of many registries. */
final class NetworkMirror implements PackageSource {
  private final HttpFetch http;
  private final URI base;
  private final Optional<String> token;

  private NetworkMirror(HttpFetch http, URI base, Optional<String> token) {
    this.http = http;
    this.base = base;
    this.token = token;
  }

  static NetworkMirror at(String url, HttpFetch http, Credentials credentials) {
    URI base = uri(url.endsWith("/") ? url : url + "/");
    if (base == null || !"https".equals(base.getScheme()) || base.getHost() == null) {
      throw new InstallFault(
          "Invalid mirror of providers",
          "\"" + url + "\" is not a URL that begins with https:.",
          "Correct it in the CLI configuration.");
    }
    return new NetworkMirror(http, base, credentials.token(base.getAuthority()));
  }

  private static @org.jspecify.annotations.Nullable URI uri(String text) {
    try {
      return URI.create(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  @Override
  public String describe(ProviderSource provider) {
    return "the mirror " + base;
  }

  @Override
  public Optional<Set<Version>> versions(ProviderSource provider) {
    Optional<Document> index = ask(provider, "index.json");
    if (index.isEmpty()) {
      return Optional.empty();
    }
    Set<Version> versions = new TreeSet<>(Comparator.comparing(Version::toString));
    index
        .get()
        .content()
        .path("versions")
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (isVersion(name)) {
                versions.add(Version.parse(name));
              }
            });
    return Optional.of(versions);
  }

  private static boolean isVersion(String name) {
    try {
      Version.parse(name);
      return true;
    } catch (BadText e) {
      return false;
    }
  }

  @Override
  public Optional<PackageOffer> offer(ProviderSource provider, Version version, Platform platform) {
    Optional<Document> answer = ask(provider, version + ".json");
    if (answer.isEmpty()) {
      return Optional.empty();
    }
    JsonNode archive = answer.get().content().path("archives").path(platform.toString());
    String url = archive.path("url").asText("");
    if (url.isEmpty()) {
      return Optional.empty();
    }
    List<PackageHash> hashes = new ArrayList<>();
    try {
      archive.path("hashes").forEach(hash -> hashes.add(PackageHash.parse(hash.asText())));
      URI at = answer.get().uri().resolve(url);
      return Optional.of(
          new PackageOffer(
              provider,
              version,
              platform,
              describe(provider),
              new PackageOffer.Download(at),
              hashes.isEmpty() ? Proof.NONE : new ListedHashes(hashes)));
    } catch (BadText e) {
      throw failed(provider, e.reason()).because(e);
    } catch (IllegalArgumentException e) {
      throw failed(provider, "\"" + url + "\" is no URL").because(e);
    }
  }

  private record Document(URI uri, JsonNode content) {}

  private Optional<Document> ask(ProviderSource provider, String name) {
    // With the dot, a port in the first part does not make a scheme of the host.
    URI uri =
        base.resolve(
            "./"
                + provider.host()
                + "/"
                + provider.namespace()
                + "/"
                + provider.type()
                + "/"
                + name);
    try {
      HttpFetch.Answer answer = http.get(uri, token);
      if (answer.isMissing()) {
        return Optional.empty();
      }
      if (!answer.isOk()) {
        throw failed(provider, uri + " answered " + answer.status());
      }
      return Optional.of(new Document(answer.uri(), Json.mapper().readTree(answer.body())));
    } catch (JsonProcessingException e) {
      throw failed(provider, uri + " is not JSON").because(e);
    } catch (IOException e) {
      throw failed(provider, String.valueOf(e.getMessage())).because(e);
    }
  }

  private InstallFault failed(ProviderSource provider, String reason) {
    return new InstallFault(
        "Mirror of providers failed",
        "%s can't be installed from %s: %s."
            .formatted(provider.displayed(), describe(provider), reason),
        "Check the network, the URL in the CLI configuration, and the token for its host.");
  }
}
