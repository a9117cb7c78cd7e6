package io.sluice.sdk.generate;

import io.sluice.language.function.Budget;
import io.sluice.language.function.FileAccess;
import io.sluice.language.function.Function;
import io.sluice.language.function.FunctionContext;
import io.sluice.language.function.FunctionFailure;
import io.sluice.language.function.Moment;
import io.sluice.language.function.Parameter;
import io.sluice.language.function.library.Functions;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import io.sluice.sdk.generate.Shape.Scalar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The class with a method for each function of the language, typed by the language's own table. It
 * is made when the SDK is built, so no function is missing and none is there that is not known.
 */
public final class FunctionGenerator {
  private static final String PACKAGE = "io.sluice.sdk.function";
  private static final String NAME = "Functions";

  private FunctionGenerator() {}

  /**
   * Writes the class.
   *
   * @param arguments the directory of the sources
   */
  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[0]).resolve(PACKAGE.replace('.', '/'));
    Files.createDirectories(directory);
    Files.writeString(directory.resolve(NAME + ".java"), text());
  }

  static String text() {
    JavaText out = new JavaText();
    out.line("/** The functions of the language. */");
    out.line("public final class " + NAME + " {");
    out.line("private " + NAME + "() {}");
    for (String name : new TreeSet<>(Functions.all().names())) {
      function(out, Functions.all().find(name).orElseThrow());
    }
    out.line("}");
    String text = out.toString();
    JavaText file = new JavaText();
    file.line("package " + PACKAGE + ";").line("");
    file.line("import io.sluice.sdk.value.*;").line("");
    return file + text;
  }

  private static void function(JavaText out, Function function) {
    Shape result = result(function);
    int scalars =
        (int) function.parameters().stream().filter(FunctionGenerator::hasPlainForm).count();
    // Each scalar may be Java's own; with many of them, all or none.
    List<Integer> choices = new ArrayList<>();
    for (int choice = 0; choice < 1 << scalars; choice++) {
      if (scalars <= 3 || choice == 0 || choice == (1 << scalars) - 1) {
        choices.add(choice);
      }
    }
    for (int choice : choices) {
      method(out, function, result, choice);
    }
  }

  private static void method(JavaText out, Function function, Shape result, int plainOnes) {
    List<String> parameters = new ArrayList<>();
    List<String> arguments = new ArrayList<>();
    int scalar = 0;
    for (Parameter parameter : function.parameters()) {
      String name = argumentName(parameter);
      boolean plain = hasPlainForm(parameter) && (plainOnes & 1 << scalar++) != 0;
      Shape shape = SchemaShapes.of(parameter.type());
      parameters.add((plain ? ((Scalar) shape).plain() : accepted(shape)) + " " + name);
      arguments.add(plain ? ((Scalar) shape).kind() + ".of(" + name + ")" : name);
    }
    function
        .variadic()
        .ifPresent(
            more -> {
              parameters.add("Object... " + argumentName(more));
              arguments.add(argumentName(more));
            });
    String call =
        function.variadic().isPresent() && function.parameters().isEmpty()
            ? "Calls.of(\"%s\", %s)".formatted(function.name(), arguments.getFirst())
            : function.variadic().isPresent()
                ? "Calls.with(\"%s\", %s, %s)"
                    .formatted(
                        function.name(),
                        arguments.getLast(),
                        String.join(", ", arguments.subList(0, arguments.size() - 1)))
                : "Calls.of(\"%s\"%s)"
                    .formatted(
                        function.name(),
                        arguments.stream().map(each -> ", " + each).collect(Collectors.joining()));
    out.line("");
    out.line("/** {@code %s(…)} */".formatted(function.name()));
    out.line(
        "public static %s %s(%s) {"
            .formatted(
                value(result), JavaNames.variable(function.name()), String.join(", ", parameters)));
    out.line("return " + kind(result) + ".at(" + call + ");");
    out.line("}");
  }

  private static String argumentName(Parameter parameter) {
    return JavaNames.variable(parameter.name());
  }

  private static boolean hasPlainForm(Parameter parameter) {
    return SchemaShapes.of(parameter.type()) instanceof Scalar scalar && scalar != Scalar.ANY;
  }

  /** Whatever converts to the parameter's type by itself. */
  private static String accepted(Shape shape) {
    return switch (shape) {
      case Scalar scalar -> scalar == Scalar.ANY ? "Object" : "ScalarValue";
      case Shape.ListOf list -> "Value";
      case Shape.SetOf set -> "Value";
      case Shape.MapOf map -> "Value";
      case Shape.ObjectOf object -> "Value";
    };
  }

  /** What it gives for arguments of which nothing but their types is known. */
  private static Shape result(Function function) {
    List<Value> arguments = new ArrayList<>();
    function
        .parameters()
        .forEach(parameter -> arguments.add(Value.unknownNotNull(parameter.type())));
    function.variadic().ifPresent(more -> arguments.add(Value.unknownNotNull(more.type())));
    FunctionContext context =
        new FunctionContext(
            FileAccess.NONE,
            Moment.UNKNOWN,
            (name, text, variables, caller) -> {
              throw new IllegalStateException("nothing is rendered");
            },
            0,
            Budget.standard());
    try {
      Type type = function.call(arguments, context).type();
      return withoutObjects(SchemaShapes.of(type));
    } catch (FunctionFailure | RuntimeException e) {
      // It looks into its arguments before it says what it gives.
      return Scalar.ANY;
    }
  }

  /** Objects that a function gives have no class. */
  static Shape withoutObjects(Shape shape) {
    return switch (shape) {
      case Scalar scalar -> scalar;
      case Shape.ListOf(Shape element) -> new Shape.ListOf(withoutObjects(element));
      case Shape.SetOf(Shape element) -> new Shape.SetOf(withoutObjects(element));
      case Shape.MapOf(Shape element) -> new Shape.MapOf(withoutObjects(element));
      case Shape.ObjectOf object -> Scalar.ANY;
    };
  }

  private static String value(Shape shape) {
    return new ClassWriter(new JavaText(), NAME).value("", shape);
  }

  private static String kind(Shape shape) {
    return new ClassWriter(new JavaText(), NAME).kind("", shape);
  }
}
