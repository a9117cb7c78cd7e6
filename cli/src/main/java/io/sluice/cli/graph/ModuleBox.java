package io.sluice.cli.graph;

import io.sluice.model.Address;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A module in a drawing, with what is in it.
 *
 * @param path as in addresses, without a dot at the end; empty for the root
 * @param name the last call of it, {@code module.net["a"]}
 */
record ModuleBox(
    String path, String name, List<Drawing.Box> boxes, SortedMap<String, ModuleBox> inner) {
  static ModuleBox root(Drawing drawing) {
    ModuleBox root = of("", "");
    drawing.boxes().values().forEach(root::add);
    return root;
  }

  private static ModuleBox of(String path, String name) {
    return new ModuleBox(path, name, new ArrayList<>(), new TreeMap<>());
  }

  private void add(Drawing.Box box) {
    ModuleBox at = this;
    String within = box.name();
    int end = firstCall(within);
    while (end > 0) {
      String call = within.substring(0, end);
      String below = at.path.isEmpty() ? call : at.path + "." + call;
      at = at.inner.computeIfAbsent(call, any -> of(below, call));
      within = within.substring(end + 1);
      end = firstCall(within);
    }
    at.boxes.add(box);
  }

  /** Where {@code module.a["k"]} ends at the beginning of a name; 0 if nothing is called there. */
  private static int firstCall(String name) {
    int all = Address.afterCalls(name);
    for (int at = 0; at < all; at++) {
      if (name.charAt(at) == '.'
          && Address.afterCalls(name.substring(0, at + 1) + "t.n") == at + 1) {
        return at;
      }
    }
    return 0;
  }
}
