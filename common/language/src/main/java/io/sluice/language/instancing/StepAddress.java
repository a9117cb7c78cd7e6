package io.sluice.language.instancing;

import io.sluice.language.substitution.ReferencePath;
import io.sluice.model.Address;
import java.util.ArrayList;
import java.util.List;

/** Which addresses are those of steps: a resource may have any name, "step" as well. */
public final class StepAddress {
  private StepAddress() {}

  /** {@code step.exec.a}, {@code module.m["k"].step.exec.a[0]}. */
  public static boolean is(Address address) {
    if (!address.text().contains("step.")) {
      return false;
    }
    List<String> names = new ArrayList<>();
    try {
      ReferencePath path = ReferencePath.parse(address.text().replace("[*]", ""));
      names.add(path.root());
      for (ReferencePath.Segment segment : path.segments()) {
        if (segment instanceof ReferencePath.Field(String name)) {
          names.add(name);
        }
      }
    } catch (IllegalArgumentException e) {
      return false;
    }
    int at = 0;
    while (at < names.size() && names.get(at).equals("module")) {
      at += 2;
    }
    return at < names.size() && names.get(at).equals("step");
  }
}
