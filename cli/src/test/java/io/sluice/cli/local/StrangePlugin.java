package io.sluice.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;

/** A jar with a provider that leaves a trace as soon as its class is loaded. */
record StrangePlugin(Path jar, Path trace) {
  private static final String SOURCE =
      """
      package com.example;

      import com.fasterxml.jackson.databind.JsonNode;
      import io.sluice.model.RepeatClass;
      import io.sluice.model.json.Json;
      import io.sluice.provider.*;
      import io.sluice.provider.schema.*;
      import java.nio.file.*;

      public final class StrangeProvider implements Provider {
        static {
          try {
            Files.writeString(Path.of("TRACE"), "ran");
          } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
          }
        }

        private final TypedSession types = TypedSession.of(new Thing());

        public String name() {
          return "strange";
        }

        public ProviderSchema schema() {
          return types.schema();
        }

        public Configured configure(JsonNode configuration) {
          return new Configured.Ready(types);
        }

        record Thing() implements StateOnlyType {
          public TypeSchema schema() {
            return TypeSchema.resource("strange_thing", "A thing.", Repeats.all(RepeatClass.PURE));
          }

          public Outcome create(OperationContext context, JsonNode desired) {
            return new Outcome.Done("1", Json.object());
          }
        }
      }
      """;

  static StrangePlugin in(Path directory, Path scratch) throws Exception {
    Path trace = scratch.resolve("trace");
    Path classes = Files.createDirectories(scratch.resolve("classes"));
    Path source = scratch.resolve("StrangeProvider.java");
    Files.writeString(source, SOURCE.replace("TRACE", trace.toString()));
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString(),
                source.toString());
    assertThat(result).isZero();
    Path jar = Files.createDirectories(directory.resolve("plugins")).resolve("strange.jar");
    StrangePlugin plugin = new StrangePlugin(jar, trace);
    plugin.write(classes, "first");
    return plugin;
  }

  /** The same provider, and something more: another content. */
  void write(Path classes, String note) throws Exception {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> compiled = Files.walk(classes)) {
      out.putNextEntry(new ZipEntry("META-INF/services/io.sluice.provider.Provider"));
      out.write("com.example.StrangeProvider\n".getBytes(StandardCharsets.UTF_8));
      out.putNextEntry(new ZipEntry(note));
      for (Path each : compiled.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new ZipEntry(classes.relativize(each).toString()));
        out.write(Files.readAllBytes(each));
      }
    }
  }

  boolean ran() {
    return Files.exists(trace);
  }
}
