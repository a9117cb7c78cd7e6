package io.sluice.install.support;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.install.address.Platform;
import io.sluice.model.json.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** A registry of providers and modules, on a loopback server, that can be made to lie. */
public final class FakeRegistry {
  private final LoopbackServer server;
  private final SigningKey key;
  private final Map<String, TreeSet<String>> versions = new TreeMap<>();

  public FakeRegistry(LoopbackServer server, SigningKey key) {
    this.server = server;
    this.key = key;
    server.json(
        "/.well-known/terraform.json",
        "{\"providers.v1\":\"/v1/providers/\",\"modules.v1\":\"/v1/modules/\"}");
  }

  public String source(String name) {
    return server.host() + "/acme/" + name;
  }

  /** Publishes a version for platforms, signed. */
  public void provider(String type, String version, Platform... platforms) {
    provider(type, version, key, document -> {}, platforms);
  }

  public interface Change {
    void of(ObjectNode document);
  }

  public void provider(
      String type, String version, SigningKey signer, Change change, Platform... platforms) {
    SortedMap<Platform, byte[]> archives = new TreeMap<>();
    StringBuilder sums = new StringBuilder();
    for (Platform platform : platforms) {
      Map<String, String> files = Packages.provider(type, version);
      files.put("README-" + platform, platform.toString());
      archives.put(platform, Packages.zip(files));
    }
    archives.forEach(
        (platform, bytes) ->
            sums.append(sha256(bytes))
                .append("  ")
                .append(name(type, version, platform))
                .append('\n'));
    String base = "/files/" + type + "/" + version + "/";
    byte[] list = sums.toString().getBytes(StandardCharsets.UTF_8);
    server.bytes(base + "SHA256SUMS", list);
    server.bytes(base + "SHA256SUMS.sig", signer.sign(list));
    archives.forEach(
        (platform, bytes) -> {
          String name = name(type, version, platform);
          server.bytes(base + name, bytes);
          ObjectNode document = Json.object();
          document.putArray("protocols").add("5.0");
          document.put("os", platform.os()).put("arch", platform.arch());
          document.put("filename", name).put("download_url", base + name);
          document.put("shasum", sha256(bytes));
          document.put("shasums_url", base + "SHA256SUMS");
          document.put("shasums_signature_url", base + "SHA256SUMS.sig");
          document
              .putObject("signing_keys")
              .putArray("gpg_public_keys")
              .addObject()
              .put("key_id", key.id())
              .put("ascii_armor", key.armoured());
          change.of(document);
          server.json(
              "/v1/providers/acme/%s/%s/download/%s/%s"
                  .formatted(type, version, platform.os(), platform.arch()),
              document.toString());
        });
    versions.computeIfAbsent(type, of -> new TreeSet<>()).add(version);
    ObjectNode listed = Json.object();
    ArrayNode all = listed.putArray("versions");
    versions
        .get(type)
        .forEach(one -> all.addObject().put("version", one).putArray("protocols").add("5.0"));
    server.json("/v1/providers/acme/" + type + "/versions", listed.toString());
  }

  /** Publishes versions of a module; where each is fetched from is said by {@code location}. */
  public void module(String name, List<String> published, String location) {
    ObjectNode document = Json.object();
    ArrayNode all = document.putArray("modules").addObject().putArray("versions");
    for (String version : published) {
      all.addObject().put("version", version);
      server.reply(
          "/v1/modules/acme/" + name + "/aws/" + version + "/download",
          204,
          Map.of("X-Terraform-Get", location.replace("VERSION", version)),
          new byte[0]);
    }
    server.json("/v1/modules/acme/" + name + "/aws/versions", document.toString());
  }

  private static String name(String type, String version, Platform platform) {
    return "terraform-provider-" + type + "_" + version + "_" + platform + ".zip";
  }

  public static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
