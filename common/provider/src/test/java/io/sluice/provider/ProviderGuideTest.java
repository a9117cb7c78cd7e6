package io.sluice.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.provider.contract.ResourceContract;
import io.sluice.provider.plugin.Plugins;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page that says how to write a provider, followed to the letter. */
class ProviderGuideTest {
  private static final Path GUIDE = Path.of("..", "..", "docs", "providers.md");
  private static final Pattern CODE = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

  @TempDir Path directory;

  @Test
  void theProviderOfTheGuideIsFoundAsAPluginAndKeepsTheContract() throws Exception {
    List<String> listings = listings();
    Path classes = Files.createDirectory(directory.resolve("classes"));
    compile(classes, "NotesProvider", listings.get(0));
    Path plugins = Files.createDirectory(directory.resolve("plugins"));
    jar(plugins.resolve("notes.jar"), classes);

    Plugins found = Plugins.of(directory, Map.of("HOME", directory.resolve("home").toString()));
    assertThat(ProviderRegistry.load(found).resource("notes_note")).isEmpty();
    found.allow(plugins.resolve("notes.jar"));
    ProviderRegistry registry = ProviderRegistry.load(found);
    assertThat(registry.broken()).isEmpty();
    assertThat(registry.resource("notes_note")).isPresent();

    compile(classes, "NoteTest", listings.get(1));
    assertThat(contractTests(classes)).isGreaterThan(10);
  }

  /** Runs the kit as its runner would: a new instance and a folder for every test. */
  private int contractTests(Path classes) throws Exception {
    URL[] urls = {classes.toUri().toURL()};
    int run = 0;
    try (URLClassLoader loader =
        new URLClassLoader(urls, ProviderGuideTest.class.getClassLoader())) {
      Class<?> test = loader.loadClass("com.example.NoteTest");
      Constructor<?> constructor = test.getDeclaredConstructor();
      constructor.setAccessible(true);
      for (var method : ResourceContract.class.getDeclaredMethods()) {
        if (method.isAnnotationPresent(Test.class) && method.getParameterCount() == 0) {
          ResourceContract contract = (ResourceContract) constructor.newInstance();
          run += ContractRun.of(contract, method, directory.resolve("run" + run)) ? 1 : 0;
        }
      }
    }
    return run;
  }

  private static List<String> listings() throws IOException {
    List<String> listings = new ArrayList<>();
    Matcher code = CODE.matcher(Files.readString(GUIDE));
    while (code.find()) {
      listings.add(code.group(1));
    }
    assertThat(listings).hasSizeGreaterThanOrEqualTo(2);
    return listings;
  }

  private void compile(Path classes, String name, String code) throws IOException {
    Path source = Files.writeString(directory.resolve(name + ".java"), code);
    String path = System.getProperty("java.class.path") + java.io.File.pathSeparator + classes;
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-cp", path, "-d", classes.toString(), source.toString());
    assertThat(result).as(name).isZero();
  }

  private static void jar(Path file, Path classes) throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out);
        Stream<Path> compiled = Files.walk(classes)) {
      jar.putNextEntry(new ZipEntry("META-INF/services/" + Provider.class.getName()));
      jar.write("com.example.NotesProvider\n".getBytes(StandardCharsets.UTF_8));
      for (Path each : compiled.filter(Files::isRegularFile).toList()) {
        jar.putNextEntry(new ZipEntry(classes.relativize(each).toString()));
        jar.write(Files.readAllBytes(each));
      }
    }
  }
}
