package io.sluice.cli.fleet;

import io.sluice.cli.deployment.Settings;
import io.sluice.cli.local.LocalDirectory;
import io.sluice.cli.terminal.Invocation;
import io.sluice.language.config.Membership;
import io.sluice.planning.configuration.DirectorySource;
import io.sluice.planning.configuration.Neighbour;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A directory that is one workspace of several, where a command for one directory is typed: what it
 * looks at is that directory's own, and not what `sluice fleet` made.
 */
public final class OwnDeployment {
  private static final int HIGHEST = 4;

  private OwnDeployment() {}

  /**
   * What to say of it.
   *
   * @param workspace that the command looks at
   */
  public static Optional<String> note(Invocation inside, Settings settings, String workspace) {
    Membership said = Neighbour.membership(new DirectorySource(inside.directory()));
    Optional<Path> above =
        settings.fleet().isPresent() ? Optional.empty() : deploymentAbove(inside.directory());
    String name = said.workspace();
    List<String> walked = above.map(home -> walked(home, inside.directory())).orElse(List.of());
    boolean other = name != null && !name.equals(workspace);
    boolean member = name != null || !said.after().isEmpty() || !walked.isEmpty();
    if (!other && !(member && above.isPresent())) {
      return Optional.empty();
    }
    String here =
        settings.fleet().isPresent()
            ? "workspace " + workspace
            : "workspace " + workspace + " of this directory's own deployment";
    String there =
        name != null ? name : walked.isEmpty() ? "another" : String.join(" and ", walked);
    return Optional.of(
        "This is about %s. As one of several workspaces it is %s: `%s` shows that."
            .formatted(here, there, typed(above, inside.directory())));
  }

  private static String typed(Optional<Path> above, Path directory) {
    return above
        .map(
            home ->
                "sluice -chdir="
                    + home
                    + " fleet plan "
                    + home.relativize(directory).toString().replace('\\', '/'))
        .orElse("sluice fleet plan");
  }

  /** The workspaces of this directory that a run of several has walked there. */
  private static List<String> walked(Path home, Path directory) {
    return WalkedMembers.read(home).entrySet().stream()
        .filter(each -> each.getValue().equals(directory))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static Optional<Path> deploymentAbove(Path directory) {
    Path above = directory.toAbsolutePath().getParent();
    for (int height = 0; above != null && height < HIGHEST; height++) {
      if (Files.isDirectory(new LocalDirectory(above).kafka())) {
        return Optional.of(above);
      }
      above = above.getParent();
    }
    return Optional.empty();
  }
}
