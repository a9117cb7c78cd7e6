package io.sluice.worker.files;

import io.sluice.bridge.process.PluginEnvironment;
import io.sluice.model.file.PathLook;
import io.sluice.model.plan.PluginWork;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Chooses where a task's provider runs. The worker of a local deployment is where people plan, so a
 * call with relative paths is made in their directory, as they would see it with Terraform. Any
 * other worker lays out what came with the run. Where relative paths play no part, the worker's
 * root does for all: then they share processes.
 *
 * @param root where paths start that nothing is known of
 * @param layouts empty on a local deployment
 * @param sharing whether a local deployment makes calls without relative paths in its root
 */
public record Workplaces(Path root, Optional<Layouts> layouts, boolean sharing)
    implements AutoCloseable {
  /** Of a fleet. */
  public Workplaces(Path root, Layouts layouts) {
    this(root, Optional.of(layouts), true);
  }

  /** Of a local deployment. */
  public static Workplaces here(Path root) {
    return new Workplaces(root, Optional.empty(), true);
  }

  /**
   * The same for providers in this environment: a relative path in it, such as that of credentials,
   * means another file in each directory.
   */
  public static Workplaces here(Path root, Map<String, String> environment) {
    boolean sharing =
        PluginEnvironment.of(environment, Set.of()).values().stream()
            .noneMatch(Workplaces::isRelative);
    return new Workplaces(root, Optional.empty(), sharing);
  }

  private static boolean isRelative(String value) {
    return !value.startsWith("-") && PathLook.mayBe(value) && PathLook.isMeant(value);
  }

  /** The outcome of looking for one. */
  public sealed interface Found {
    record Ready(Workplace place) implements Found {}

    /** Nothing was done; {@code reason} is a sentence. */
    record Missing(String reason) implements Found {}
  }

  public Found find(PluginWork work, String workspace, String run) {
    String files = work.files();
    if (layouts.isEmpty() || files == null) {
      return new Found.Ready(standingPlace(work));
    }
    return layouts.get().find(new Layouts.Wanted(workspace, run, files));
  }

  /** For what needs none of a run's files. */
  public Workplace standingPlace(PluginWork work) {
    Path directory = standing(work);
    return Workplace.standing(directory, sharing ? root : directory);
  }

  private Path standing(PluginWork work) {
    return layouts.isEmpty() ? submitted(work).orElse(root) : root;
  }

  /** The directory that was planned, if it may be on this machine. */
  public Optional<Path> submitted(PluginWork work) {
    return Optional.ofNullable(work.directory()).map(Path::of).filter(Files::isDirectory);
  }

  @Override
  public void close() {
    layouts.ifPresent(Layouts::close);
  }
}
