package io.sluice.install.support;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A repository of modules on this machine. */
public final class GitRepository {
  private final Path directory;

  private GitRepository(Path directory) {
    this.directory = directory;
  }

  public static GitRepository in(Path directory) throws IOException, InterruptedException {
    GitRepository repository = new GitRepository(Files.createDirectories(directory));
    repository.git("init", "--quiet", "--initial-branch=main");
    return repository;
  }

  public String url() {
    return "file://" + directory;
  }

  public void commit(String file, String text) throws IOException, InterruptedException {
    Packages.write(directory, Map.of(file, text));
    git("add", "--all");
    git("commit", "--quiet", "--message", "Change " + file);
  }

  public void tag(String name) throws IOException, InterruptedException {
    git("tag", name);
  }

  private void git(String... arguments) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "git", "-C", directory.toString(), "-c", "user.name=A", "-c", "user.email=a@b.c"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(said);
    }
  }
}
