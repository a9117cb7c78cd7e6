package io.sluice.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A configuration as a tree, so that parts of it can be taken out. */
sealed interface Written {
  String text(String indent);

  record Argument(String name, String expression) implements Written {
    @Override
    public String text(String indent) {
      return indent + name + " = " + expression + "\n";
    }
  }

  record Block(String head, List<Written> parts) implements Written {
    public Block {
      parts = List.copyOf(parts);
    }

    /** Of a resource. */
    String address() {
      return head.replace("resource \"", "").replace("\" \"", ".").replace("\"", "");
    }

    @Override
    public String text(String indent) {
      StringBuilder text = new StringBuilder(indent + head + " {\n");
      parts.forEach(part -> text.append(part.text(indent + "  ")));
      return text + indent + "}\n";
    }
  }

  /** A directory below that of the configuration, with a file of its own. */
  record Folder(String name, List<Written> parts) implements Written {
    public Folder {
      parts = List.copyOf(parts);
    }

    @Override
    public String text(String indent) {
      return Laid.mark(name + "/" + Laid.MAIN) + Written.text(parts) + Laid.mark(Laid.MAIN);
    }
  }

  static String text(List<Written> all) {
    StringBuilder text = new StringBuilder();
    all.forEach(each -> text.append(each.text("")));
    return text.toString();
  }

  /** The same without one of its parts, for each part at any depth, larger ones first. */
  static List<List<Written>> smaller(List<Written> all) {
    List<List<Written>> smaller = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      smaller.add(with(all, i, Optional.empty()));
    }
    for (int i = 0; i < all.size(); i++) {
      switch (all.get(i)) {
        case Argument argument -> {}
        case Block(String head, List<Written> parts) -> {
          for (List<Written> less : smaller(parts)) {
            smaller.add(with(all, i, Optional.of(new Block(head, less))));
          }
        }
        case Folder(String name, List<Written> parts) -> {
          for (List<Written> less : smaller(parts)) {
            smaller.add(with(all, i, Optional.of(new Folder(name, less))));
          }
        }
      }
    }
    return smaller;
  }

  private static List<Written> with(List<Written> all, int at, Optional<Written> instead) {
    List<Written> changed = new ArrayList<>(all);
    changed.remove(at);
    instead.ifPresent(each -> changed.add(at, each));
    return changed;
  }
}
