package io.sluice.providers.fakecloud;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A kind of things that the cloud has. */
@SuppressWarnings("ImmutableEnumChecker")
enum Kind {
  NETWORK("networks", "net", List.of("name", "cidr"), false, Map.of()),
  SUBNET(
      "subnets",
      "sub",
      List.of("name", "cidr", "network_id"),
      false,
      Map.of("network_id", "networks")),
  INSTANCE(
      "instances",
      "i",
      List.of("name", "size", "subnet_id"),
      false,
      Map.of("subnet_id", "subnets")),
  BUCKET("buckets", "b", List.of("name"), true, Map.of()),
  DATABASE(
      "databases",
      "db",
      List.of("name", "engine", "subnet_id"),
      false,
      Map.of("subnet_id", "subnets"));

  final String path;
  final String prefix;
  final List<String> required;
  final boolean uniqueName;

  /** Field to the kind that it must name an object of. */
  final Map<String, String> references;

  Kind(
      String path,
      String prefix,
      List<String> required,
      boolean uniqueName,
      Map<String, String> references) {
    this.path = path;
    this.prefix = prefix;
    this.required = required;
    this.uniqueName = uniqueName;
    this.references = references;
  }

  static Optional<Kind> at(String path) {
    for (Kind kind : values()) {
      if (kind.path.equals(path)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }
}
