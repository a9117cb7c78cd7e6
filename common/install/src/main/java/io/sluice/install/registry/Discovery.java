package io.sluice.install.registry;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.install.fault.InstallFault;
import io.sluice.install.http.HttpFetch;
import io.sluice.install.settings.InstallSettings;
import io.sluice.language.address.ServiceHost;
import io.sluice.model.json.Json;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Finds the services of a host, by {@code /.well-known/terraform.json} or by the settings. */
public final class Discovery {
  public static final String PROVIDERS = "providers.v1";
  public static final String MODULES = "modules.v1";

  private final HttpFetch http;
  private final InstallSettings settings;
  private final Map<String, Found> known = new HashMap<>();

  private record Found(URI document, JsonNode services) {}

  public Discovery(HttpFetch http, InstallSettings settings) {
    this.http = http;
    this.settings = settings;
  }

  /** The base URL of a service, with a slash at its end. */
  public URI service(String host, String service) {
    if (settings.knowsServicesOf(host)) {
      String written = settings.service(host, service).orElseThrow(() -> without(host, service));
      return base(URI.create("https://" + host + "/"), written, host);
    }
    Found found = known.get(host);
    if (found == null) {
      found = ask(host);
      known.put(host, found);
    }
    String written = found.services().path(service).asText("");
    if (written.isEmpty()) {
      throw without(host, service);
    }
    return base(found.document(), written, host);
  }

  public Optional<String> token(String host) {
    return settings.credentials().token(host);
  }

  private Found ask(String host) {
    URI uri = URI.create("https://" + host + "/.well-known/terraform.json");
    try {
      HttpFetch.Answer answer = http.get(uri, token(host));
      if (answer.isMissing()) {
        return new Found(answer.uri(), Json.mapper().createObjectNode());
      }
      if (!answer.isOk()) {
        throw unreachable(host, "it answered " + answer.status() + " to " + uri);
      }
      JsonNode services = Json.mapper().readTree(answer.body());
      if (!services.isObject()) {
        throw unreachable(host, uri + " is not a JSON object");
      }
      return new Found(answer.uri(), services);
    } catch (IOException e) {
      throw unreachable(host, String.valueOf(e.getMessage())).because(e);
    }
  }

  private static URI base(URI document, String written, String host) {
    try {
      URI base = document.resolve(written.endsWith("/") ? written : written + "/");
      if (String.valueOf(base.getScheme()).matches("https?") && base.getHost() != null) {
        return base;
      }
    } catch (IllegalArgumentException e) {
      throw invalid(host, written).because(e);
    }
    throw invalid(host, written);
  }

  private static InstallFault invalid(String host, String written) {
    return new InstallFault(
        "Invalid answer from a registry",
        ServiceHost.displayed(host) + " names \"" + written + "\" as a service, which is no URL.",
        "Ask those who run it.");
  }

  /** The host is away, or something between here and there. */
  public static InstallFault unreachable(String host, String reason) {
    return new InstallFault(
        "Registry can't be reached",
        "Asking " + ServiceHost.displayed(host) + " failed: " + reason + ".",
        "Check the network and HTTPS_PROXY, or install from a mirror (provider_installation in"
            + " ~/.terraformrc).");
  }

  /** The host wants a token, or another one. */
  static InstallFault refused(String host) {
    String name = ServiceHost.displayed(host);
    String variable = "TF_TOKEN_" + host.replace("-", "__").replace('.', '_');
    return new InstallFault(
        "Registry refuses access",
        name + " wants a token, or refuses the one that it was given.",
        "Set "
            + variable
            + ", or write credentials \""
            + name
            + "\" { token = … } to ~/.terraformrc.");
  }

  private static InstallFault without(String host, String service) {
    String what = service.equals(PROVIDERS) ? "providers" : "modules";
    return new InstallFault(
        "Not a registry",
        ServiceHost.displayed(host) + " has no registry of " + what + ".",
        "Check the host in the source for a typing error.");
  }
}
