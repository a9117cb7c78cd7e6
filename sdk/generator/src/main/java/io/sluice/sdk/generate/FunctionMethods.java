package io.sluice.sdk.generate;

import io.sluice.provider.Provider;
import io.sluice.provider.schema.FunctionSchema;
import io.sluice.sdk.generate.Shape.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The class with a method for each function of a provider. */
final class FunctionMethods {
  private FunctionMethods() {}

  static GeneratedClass of(String packageName, Provider provider) {
    String name = JavaNames.type(provider.name()) + "Functions";
    JavaText out = new JavaText();
    out.javadoc("The functions of provider " + provider.name() + ".", "");
    out.line("@NullMarked");
    out.line("public final class " + name + " {");
    out.line("private " + name + "() {}");
    for (String function : new TreeSet<>(provider.functionNames())) {
      method(out, provider.name(), function, provider.function(function).orElseThrow());
    }
    out.line("}");
    return TypeGenerator.file(packageName, name, out.toString());
  }

  private static void method(
      JavaText out, String provider, String function, FunctionSchema schema) {
    String called = "provider::" + provider + "::" + function;
    List<String> parameters = new ArrayList<>();
    StringBuilder arguments = new StringBuilder();
    for (FunctionSchema.Parameter parameter : schema.parameters()) {
      String name = JavaNames.variable(parameter.name());
      parameters.add("Object " + name);
      arguments.append(", ").append(name);
    }
    schema.variadic().ifPresent(more -> parameters.add("Object... more"));
    Shape result = FunctionGenerator.withoutObjects(SchemaShapes.shape(schema.result()));
    ClassWriter classes = new ClassWriter(new JavaText(), "");
    String call =
        schema.variadic().isPresent()
            ? "Values.calledWith(\"%s\", more%s)".formatted(called, arguments)
            : "Values.called(\"%s\"%s)".formatted(called, arguments);
    out.method(
        "Calls " + called + ".",
        List.of(),
        "public static %s %s(%s)"
            .formatted(
                classes.value("", result),
                JavaNames.variable(function),
                String.join(", ", parameters)),
        "return %s;".formatted(result == Scalar.ANY ? call : call + converted(result, classes)));
  }

  private static String converted(Shape result, ClassWriter classes) {
    return ".as(" + classes.kind("", result) + ")";
  }
}
