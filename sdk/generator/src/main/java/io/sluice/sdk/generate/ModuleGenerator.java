package io.sluice.sdk.generate;

import io.sluice.language.config.Declarations;
import io.sluice.language.config.Module;
import io.sluice.sdk.generate.Shape.Member;
import io.sluice.sdk.generate.Shape.ObjectOf;
import io.sluice.sdk.generate.Shape.Presence;
import java.util.ArrayList;
import java.util.List;

/** A class for the calls of a module: its variables can be set, its outputs be read. */
public final class ModuleGenerator {
  private final String packageName;

  public ModuleGenerator(String packageName) {
    this.packageName = packageName;
  }

  /**
   * The class of a module.
   *
   * @param called what the class is called like
   * @param source as the call has it
   */
  public GeneratedClass of(String called, String source, Module module) {
    String name = JavaNames.type(called) + "Module";
    JavaText out = new JavaText();
    TypeGenerator.head(out, "A call of the module in " + source + ".", name, "ModuleBlock");
    out.line("public " + name + "(String name) {")
        .line("super(name, %s);".formatted(JavaText.quoted(source)))
        .line("}");
    return TypeGenerator.whole(
        packageName, out, name, body(module), "new " + name + "(ownLabel())");
  }

  private static ObjectOf body(Module module) {
    List<Member> members = new ArrayList<>();
    for (Declarations.Variable variable : module.variables().values()) {
      Presence presence = variable.defaultValue() == null ? Presence.REQUIRED : Presence.OPTIONAL;
      members.add(
          new Member(
              variable.name(),
              SchemaShapes.of(variable.type().type()),
              presence,
              false,
              false,
              variable.description(),
              ""));
    }
    for (Declarations.Output output : module.outputs().values()) {
      members.add(
          new Member(
              output.name(),
              Shape.Scalar.ANY,
              Presence.COMPUTED,
              false,
              true,
              output.description(),
              ""));
    }
    return new ObjectOf("", members);
  }
}
