package io.sluice.provider.plugin;

import io.sluice.provider.plugin.Plugin.Standing;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarFile;

/**
 * Where plug-ins may come from. Reading a directory must not run what came with it: a jar of its
 * {@code plugins/} counts only when its hash is in the directory's list and in the user's own.
 *
 * @param own folders whose jars are the user's, and are loaded as they are
 * @param directory whose {@code plugins/} needs consent
 */
public record Plugins(List<Path> own, Optional<Path> directory, Consents consents) {
  /** The directory of a service, where it is not the one that the process works in. */
  public static final String DIRECTORY = "SLUICE_PLUGINS_DIRECTORY";

  /** A folder of the user's own. */
  public static final String FOLDER = "SLUICE_PLUGINS";

  private static final String SUBFOLDER = "plugins";

  /** By name, since a jar that offers one of them is loaded elsewhere. */
  private static final List<String> SERVICES =
      List.of(
          "META-INF/services/io.sluice.provider.Provider",
          "META-INF/services/io.sluice.provider.secret.SecretSourceKind");

  public Plugins {
    own = List.copyOf(own);
  }

  /** Of this directory, for the user whose environment this is. */
  public static Plugins of(Path directory, Map<String, String> environment) {
    Path root = directory.toAbsolutePath().normalize();
    Consents consents = Consents.of(environment);
    List<Path> own = new ArrayList<>();
    String named = environment.getOrDefault(FOLDER, "").strip();
    if (!named.isEmpty()) {
      own.add(root.resolve(named).normalize());
    }
    own.add(consents.plugins());
    boolean isOwn = own.contains(root.resolve(SUBFOLDER));
    return new Plugins(own, isOwn ? Optional.empty() : Optional.of(root), consents);
  }

  /** Of the directory in a service's settings, else of its working directory. */
  public static Plugins from(Map<String, String> environment) {
    return of(Path.of(environment.getOrDefault(DIRECTORY, "")), environment);
  }

  /** The jars of one folder that is the user's own. */
  public static Plugins in(Path folder) {
    return new Plugins(List.of(folder), Optional.empty(), Consents.of(Map.of()));
  }

  /** All that there are, the user's own first. */
  public List<Plugin> all() {
    List<Plugin> all = new ArrayList<>();
    for (Path folder : own) {
      Optional<String> distrust = consents.distrust(folder);
      if (distrust.isPresent()) {
        all.add(new Plugin(folder.toString(), folder, Standing.UNUSABLE, "", distrust.get()));
        continue;
      }
      for (Path jar : jars(folder, folder.toString(), all)) {
        all.add(new Plugin(name(jar), jar, Standing.OWN, "", ""));
      }
    }
    directory.ifPresent(
        root -> {
          for (Path jar : jars(root.resolve(SUBFOLDER), SUBFOLDER, all)) {
            all.add(looked(root, jar));
          }
        });
    return all;
  }

  private Plugin looked(Path root, Path jar) {
    String name = SUBFOLDER + "/" + name(jar);
    try {
      String digest = Consents.digest(jar);
      Optional<String> listed = new PluginList(root).digest(fileName(jar));
      if (listed.isPresent() && !listed.get().equals(digest)) {
        return new Plugin(name, jar, Standing.CHANGED, digest, "");
      }
      if (listed.isEmpty() || !consents.holds(digest)) {
        return new Plugin(name, jar, Standing.NOT_ALLOWED, digest, "");
      }
      return new Plugin(name, consents.copy(jar, digest), Standing.ALLOWED, digest, "");
    } catch (IOException e) {
      return unusable(name, jar, e);
    }
  }

  /**
   * Says yes to a jar, for the user and in the directory's list.
   *
   * @param jar a file in {@code plugins/} of the directory
   * @throws IOException with what to say where it is none, or holds no plug-in
   */
  public Plugin allow(Path jar) throws IOException {
    Path root = directory.orElseThrow(() -> new IOException("its folder is already your own"));
    if (!root.resolve(SUBFOLDER).equals(jar.toAbsolutePath().normalize().getParent())
        || !fileName(jar).endsWith(".jar")) {
      throw new IOException("it is not a jar in " + root.resolve(SUBFOLDER));
    }
    String name = SUBFOLDER + "/" + name(jar);
    if (!name.equals(SUBFOLDER + "/" + fileName(jar))) {
      throw new IOException("its name holds invisible characters");
    }
    Path taken = consents.take(jar);
    try {
      String digest = Consents.digest(taken);
      requirePlugin(taken);
      Path kept = consents.keep(taken, digest);
      consents.add(digest, root.resolve(name).toString().replaceAll("\\p{Cntrl}", "?"));
      new PluginList(root).put(fileName(jar), digest);
      return new Plugin(name, kept, Standing.ALLOWED, digest, "");
    } finally {
      Files.deleteIfExists(taken);
    }
  }

  /** Looks into the jar without loading anything of it. */
  public static void requirePlugin(Path jar) throws IOException {
    try (JarFile readable = new JarFile(jar.toFile())) {
      if (SERVICES.stream().allMatch(service -> readable.getEntry(service) == null)) {
        throw new IOException("it names no provider in META-INF/services");
      }
    } catch (java.util.zip.ZipException e) {
      throw new IOException("it is not a readable jar: " + e.getMessage(), e);
    }
  }

  private static List<Path> jars(Path folder, String name, List<Plugin> faulty) {
    List<Path> jars = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "*.jar")) {
        found.forEach(jars::add);
      } catch (IOException e) {
        faulty.add(
            new Plugin(
                name,
                folder,
                Standing.UNUSABLE,
                "",
                "the folder cannot be read: " + e.getMessage()));
      }
    }
    Collections.sort(jars);
    return jars;
  }

  private static Plugin unusable(String name, Path jar, IOException e) {
    return new Plugin(name, jar, Standing.UNUSABLE, "", "it cannot be used: " + e.getMessage());
  }

  private static String fileName(Path jar) {
    return String.valueOf(jar.getFileName());
  }

  /** A name that came with a directory may hold what moves a terminal's cursor. */
  private static String name(Path jar) {
    return fileName(jar).replaceAll("\\p{Cntrl}", "?");
  }
}
