package io.sluice.bridge.cloud;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Where the provider for AWS lies on this machine, if it does. */
public final class AwsMirror {
  private static final Pattern PATH = Pattern.compile("path\\s*=\\s*\"([^\"]+)\"");
  private static final String AWS = "registry.terraform.io/hashicorp/aws";

  private AwsMirror() {}

  /**
   * A mirror that has it: one that the settings for terraform name, one where it looks anyway, or
   * one below /opt.
   */
  public static Optional<Path> find() throws IOException {
    List<Path> mirrors = new ArrayList<>();
    Path home = Path.of(System.getProperty("user.home"));
    Path settings =
        Path.of(
            System.getenv()
                .getOrDefault("TF_CLI_CONFIG_FILE", home.resolve(".terraformrc").toString()));
    if (Files.isRegularFile(settings)) {
      Matcher mirror = PATH.matcher(Files.readString(settings));
      while (mirror.find()) {
        mirrors.add(Path.of(mirror.group(1)));
      }
    }
    mirrors.add(home.resolve(".terraform.d/plugins"));
    if (Files.isDirectory(Path.of("/opt"))) {
      try (Stream<Path> folders = Files.list(Path.of("/opt"))) {
        mirrors.addAll(folders.toList());
      }
    }
    return mirrors.stream().filter(each -> Files.isDirectory(each.resolve(AWS))).findFirst();
  }

  /** The program of the package that a mirror has. */
  public static Optional<Path> program(Path mirror) throws IOException {
    try (Stream<Path> files = Files.walk(mirror.resolve(AWS), 3)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("terraform-provider-aws"))
          .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
          .findFirst();
    }
  }
}
