package io.sluice.providers;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.provider.Provider;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.plugin.Plugins;
import io.sluice.provider.schema.TypeSchema;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProviderRegistryTest {
  @TempDir Path plugins;
  @TempDir Path compiled;

  @Test
  void findsTheBuiltInTypes() {
    ProviderRegistry registry = ProviderRegistry.load(Plugins.in(plugins.resolve("missing")));
    assertThat(registry.broken()).isEmpty();
    assertThat(registry.resource("random_id")).isPresent();
    assertThat(registry.resource("terraform_data").orElseThrow().provider().name())
        .isEqualTo("terraform");
    assertThat(registry.resource("random_idd")).isEmpty();
    assertThat(registry.suggestion(TypeSchema.Kind.RESOURCE, "random_idd")).contains("random_id");
  }

  @Test
  void aPluginJarIsFoundAndBrokenOnesAreNamed() throws IOException {
    Files.writeString(plugins.resolve("a-garbage.jar"), "no jar");
    jar("b-empty.jar", null);
    jar("c-missing-class.jar", "com.example.Nowhere");
    jarOfThingProvider("d-good.jar");

    ProviderRegistry registry = ProviderRegistry.load(Plugins.in(plugins));

    assertThat(registry.broken())
        .extracting(ProviderRegistry.Broken::name)
        .containsExactly("a-garbage.jar", "b-empty.jar", "c-missing-class.jar");
    assertThat(registry.broken().get(2).reason()).contains("com.example.Nowhere");
    assertThat(registry.resource("plugin_thing")).isPresent();
    assertThat(registry.resource("random_id")).isPresent();
  }

  @Test
  void aTypeBelongsToOneProvider() throws IOException {
    jarOfThingProvider("one.jar");
    jarOfThingProvider("two.jar");
    ProviderRegistry registry = ProviderRegistry.load(Plugins.in(plugins));
    assertThat(registry.broken())
        .extracting(ProviderRegistry.Broken::name)
        .containsExactly("two.jar");
  }

  /** Compiled here and now, so that it is on no class path but the jar's own. */
  private void jarOfThingProvider(String name) throws IOException {
    Path source = compiled.resolve("ThingProvider.java");
    try (var in =
        ProviderRegistryTest.class.getResourceAsStream("/plugin/ThingProvider.java.txt")) {
      Files.write(source, in.readAllBytes());
    }
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-classpath",
                System.getProperty("java.class.path"),
                "-d",
                compiled.toString(),
                source.toString());
    assertThat(result).isZero();
    jar(name, "com.example.ThingProvider", "ThingProvider", "ThingProvider$Thing");
  }

  private void jar(String name, @Nullable String service, String... classes) throws IOException {
    try (OutputStream file = Files.newOutputStream(plugins.resolve(name));
        JarOutputStream jar = new JarOutputStream(file)) {
      jar.putNextEntry(new ZipEntry("readme"));
      if (service != null) {
        jar.putNextEntry(new ZipEntry("META-INF/services/" + Provider.class.getName()));
        jar.write(service.getBytes(StandardCharsets.UTF_8));
      }
      for (String type : classes) {
        String path = "com/example/" + type + ".class";
        jar.putNextEntry(new ZipEntry(path));
        jar.write(Files.readAllBytes(compiled.resolve(path)));
      }
    }
  }
}
