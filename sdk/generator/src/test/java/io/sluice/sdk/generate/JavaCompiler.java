package io.sluice.sdk.generate;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;

/** Compiles sources as a project does that has the SDK alone, and takes no warning. */
final class JavaCompiler {
  private final Path directory;
  private final List<File> sources = new ArrayList<>();

  JavaCompiler(Path directory) {
    this.directory = directory;
  }

  JavaCompiler with(String packageName, GeneratedClass each) throws IOException {
    Path file = directory.resolve(packageName.replace('.', '/')).resolve(each.name() + ".java");
    Files.createDirectories(file.getParent());
    Files.writeString(file, each.text());
    sources.add(file.toFile());
    return this;
  }

  /** What the compiler says; empty if it is content. */
  String compiled() throws IOException {
    StringWriter said = new StringWriter();
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      Path classes = Files.createDirectories(directory.resolve("classes"));
      List<String> options =
          List.of(
              "-Xlint:all,-path",
              "-Xdoclint:all,-missing",
              "-Werror",
              "-proc:none",
              "--release",
              "21",
              "-d",
              classes.toString(),
              "-classpath",
              classPath());
      boolean done =
          compiler
              .getTask(said, files, null, options, null, files.getJavaFileObjectsFromFiles(sources))
              .call();
      return done ? "" : said.toString();
    }
  }

  /** The SDK, and what its API names. */
  private static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(
            entry ->
                entry.matches(".*/sdk/build/libs/sdk-[^/]*")
                    || entry.contains("/common/model/build/")
                    || entry.contains("jackson-")
                    || entry.contains("jspecify"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** What a static method of a compiled class gives. */
  String call(String className, String method) throws Exception {
    URL[] classes = {directory.resolve("classes").toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(classes, getClass().getClassLoader())) {
      return String.valueOf(loader.loadClass(className).getMethod(method).invoke(null));
    }
  }
}
