package io.sluice.language.oracle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Asks Terraform for every expression and writes the golden file. */
public final class RefreshOracle {
  private RefreshOracle() {}

  /** The first argument is the folder of the oracle's resources. */
  public static void main(String[] arguments) throws Exception {
    Path resources = Path.of(arguments[0]);
    String version =
        Oracle.version()
            .orElseThrow(() -> new IllegalStateException("there is no terraform on PATH"));
    // A console locks the state of its directory, so each thread has its own.
    ThreadLocal<Oracle> oracle = ThreadLocal.withInitial(() -> prepare(resources));
    List<Case> cases = Case.all();
    Map<String, Answer> answers = new LinkedHashMap<>();
    try (ExecutorService pool =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      Map<Case, Future<Answer>> asked = new LinkedHashMap<>();
      cases.forEach(
          each -> asked.put(each, pool.submit(() -> oracle.get().ask(each.expression()))));
      for (Map.Entry<Case, Future<Answer>> each : asked.entrySet()) {
        answers.put(each.getKey().expression(), each.getValue().get());
      }
    }
    Golden.write(resources.resolve("golden.json"), version, answers);
    System.out.println(version + " answered " + answers.size() + " expressions");
  }

  private static Oracle prepare(Path resources) {
    try {
      return Oracle.prepare(
          resources.resolve("fixture"), Files.createTempDirectory("sluice-oracle"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
