package io.sluice.cli.plan;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.render.plan.ShownChange;
import io.sluice.cli.render.plan.ShownOutput;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.FileTrouble;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.message.Snapshot;
import io.sluice.planning.configuration.ConfigurationPlan.OutputChange;
import io.sluice.planning.configuration.ConfigurationPlan.ResourceChange;
import io.sluice.planning.configuration.SavedPlan;
import io.sluice.seal.Keyring;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Between saved plans and what people see of them. */
public final class SavedPlans {
  private SavedPlans() {}

  /** Whether a file looks like a saved plan. */
  public static boolean is(Path file) {
    try {
      return Files.isRegularFile(file) && SavedPlan.is(Files.readAllBytes(file));
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Reads one.
   *
   * @param keyring asked only once the file is known to be one
   */
  public static SavedPlan read(Invocation invocation, String name, Supplier<Keyring> keyring) {
    Path file = invocation.resolve(name);
    try {
      byte[] bytes = Files.readAllBytes(file);
      requireSaved(invocation, name, bytes);
      return SavedPlan.decode(bytes, keyring.get());
    } catch (SavedPlan.Unusable e) {
      throw Fault.of(name + " can't be used as a plan", String.valueOf(e.getMessage()), e.hint())
          .because(e);
    } catch (NoSuchFileException e) {
      throw Fault.of("No such file: " + name, "Looked in " + invocation.directory() + ".", "")
          .because(e);
    } catch (IOException e) {
      throw FileTrouble.reading(file, e).fault("The plan " + name + " can't be read").because(e);
    }
  }

  private static void requireSaved(Invocation invocation, String name, byte[] bytes) {
    if (SavedPlan.is(bytes) || SavedPlan.began(bytes)) {
      return;
    }
    if (PlanFile.is(bytes)) {
      throw PlanFile.unsuited(invocation, name);
    }
    throw Fault.of(
        name + " is not a saved plan",
        "`sluice plan --out` writes saved plans.",
        "Make one: `" + invocation.command("plan", "--out", "FILE") + "`.");
  }

  public static List<ShownChange> changes(SavedPlan plan) {
    return ShownParts.changes(
        List.of(decoded(plan.shown().path("changes"), ResourceChange[].class)));
  }

  public static List<ShownOutput> outputs(SavedPlan plan) {
    return ShownParts.outputs(List.of(decoded(plan.shown().path("outputs"), OutputChange[].class)));
  }

  private static <T> T[] decoded(JsonNode tree, Class<T[]> type) {
    try {
      return Json.decode(Json.encode(tree), type);
    } catch (MalformedMessage e) {
      throw Fault.of("The saved plan can't be read", String.valueOf(e.getMessage()), "Plan again.")
          .because(e);
    }
  }

  /** A plan whose state has moved on is not what was looked at. */
  public static void requireFresh(SavedPlan plan, Snapshot state) {
    List<Address> moved = plan.stale(state);
    if (!moved.isEmpty()) {
      String names = moved.stream().map(Address::text).sorted().collect(Collectors.joining(", "));
      throw Fault.of(
          "Saved plan is stale",
          "State has changed since it was made: " + names + ".",
          "Plan again.");
    }
  }
}
