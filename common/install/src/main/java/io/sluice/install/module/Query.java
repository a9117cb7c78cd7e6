package io.sluice.install.module;

import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A URL in two parts, so that parameters that are meant for the installer can be taken out.
 *
 * @param parameters as written, {@code name=value}
 */
record Query(String base, List<String> parameters) {
  Query {
    parameters = List.copyOf(parameters);
  }

  static Query of(String url) {
    int mark = url.indexOf('?');
    return mark < 0
        ? new Query(url, List.of())
        : new Query(url.substring(0, mark), List.of(url.substring(mark + 1).split("&")));
  }

  Optional<String> value(String name) {
    return parameters.stream()
        .filter(parameter -> parameter.startsWith(name + "="))
        .map(parameter -> parameter.substring(name.length() + 1))
        .map(value -> URLDecoder.decode(value, StandardCharsets.UTF_8))
        .findFirst();
  }

  Query without(String name) {
    return new Query(
        base, parameters.stream().filter(parameter -> !parameter.startsWith(name + "=")).toList());
  }

  Query with(String name, String value) {
    List<String> more = new ArrayList<>(parameters);
    more.add(name + "=" + value);
    return new Query(base, more);
  }

  URI toUri() throws IOException {
    try {
      return URI.create(toString());
    } catch (IllegalArgumentException e) {
      throw new IOException("\"" + base + "\" is no URL", e);
    }
  }

  @Override
  public String toString() {
    return parameters.isEmpty() ? base : base + "?" + String.join("&", parameters);
  }
}
