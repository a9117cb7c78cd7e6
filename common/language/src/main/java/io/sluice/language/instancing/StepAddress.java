package io.sluice.language.instancing;

import io.sluice.model.Address;
import io.sluice.model.CallKind;
import io.sluice.model.Lineage;
import java.util.List;

/** Which addresses are those of steps: a resource may have any name, "step" as well. */
public final class StepAddress {
  private StepAddress() {}

  /** {@code step.exec.a}, {@code module.m["k"].step.exec.a[0]}. */
  public static boolean is(Address address) {
    if (!address.text().contains("step.")) {
      return false;
    }
    if (!(Lineage.read(address.text().replace("[*]", "")) instanceof Lineage.Read(Lineage path))) {
      return false;
    }
    List<String> names = path.names();
    int at = 0;
    while (at < names.size() && CallKind.of(names.get(at)).isPresent()) {
      at += 2;
    }
    return at < names.size() && names.get(at).equals("step");
  }
}
