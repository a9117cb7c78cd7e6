package io.sluice.oracle;

import io.sluice.bridge.oracle.Terraform;
import io.sluice.bridge.trial.RequestLog;
import io.sluice.bridge.trial.TrialHost;
import io.sluice.bridge.trial.TrialServer;
import io.sluice.bridge.wire.ProtocolVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The terraform on PATH, attached to a provider in this process. It needs no {@code init} for what
 * it is attached to.
 */
final class TerraformSide implements Side {
  private final TrialServer server;
  private final Terraform terraform;
  private final Path directory;
  private String installed = "";

  TerraformSide(Path program, Path directory, ProtocolVersion version) throws IOException {
    this.directory = directory;
    server = TrialServer.inThisProcess(version);
    terraform =
        new Terraform(
            program, directory, Map.of("TF_REATTACH_PROVIDERS", server.reattach(TrialHost.SOURCE)));
  }

  @Override
  public Done take(Scenario.Step step) throws Exception {
    return switch (step) {
      case Scenario.Step.Apply(String configuration, List<String> flags, boolean fails) -> {
        Laid.out(HEAD + configuration, directory);
        if (configuration.contains("\nmodule \"") && !configuration.equals(installed)) {
          terraform.run("get", "-no-color");
          installed = configuration;
        }
        List<String> words = new ArrayList<>(List.of("apply", "-auto-approve", "-input=false"));
        words.addAll(flags);
        yield done(words);
      }
      case Scenario.Step.Destroy destroy ->
          done(List.of("destroy", "-auto-approve", "-input=false"));
      case Scenario.Step.Edit(Scenario.Verb verb, String address) ->
          done(
              switch (verb) {
                case TAINT, UNTAINT -> List.of(verb.name().toLowerCase(Locale.ROOT), address);
                case REMOVE -> List.of("state", "rm", address);
              });
    };
  }

  private Done done(List<String> words) throws Exception {
    server.log().clear();
    List<String> all = new ArrayList<>(words);
    if (!words.getFirst().equals("state")) {
      all.add(1, "-no-color");
    }
    if (words.contains("-auto-approve")) {
      all.add(1, "-parallelism=1");
    }
    all.removeIf(String::isEmpty);
    Terraform.Ended ended = terraform.ended(all.toArray(String[]::new));
    List<RequestLog.Entry> entries = server.log().entries();
    return new Done(ended.code() == 0, entries, ended.output());
  }

  @Override
  public void close() {
    server.close();
  }
}
