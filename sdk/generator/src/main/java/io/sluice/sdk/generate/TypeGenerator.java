package io.sluice.sdk.generate;

import io.sluice.language.address.ProviderSource;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.schema.TypeSchema.Kind;
import io.sluice.sdk.generate.Shape.ObjectOf;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Classes for the types of providers. */
public final class TypeGenerator {
  private final String packageName;
  private final ProviderRegistry registry;

  public TypeGenerator(String packageName, ProviderRegistry registry) {
    this.packageName = packageName;
    this.registry = registry;
  }

  /** A resource; empty if no provider has that type. */
  public Optional<GeneratedClass> resource(String type) {
    return find(Kind.RESOURCE, type)
        .map(found -> typed(found, JavaNames.type(type), "ResourceBlock", "resource"));
  }

  public Optional<GeneratedClass> data(String type) {
    return find(Kind.DATA, type)
        .map(found -> typed(found, JavaNames.type(type) + "Data", "DataBlock", "data source"));
  }

  public Optional<GeneratedClass> ephemeral(String type) {
    return find(Kind.EPHEMERAL, type)
        .map(
            found ->
                typed(
                    found,
                    JavaNames.type(type) + "Ephemeral",
                    "EphemeralBlock",
                    "ephemeral resource"));
  }

  /** The functions of a provider; empty if it has none. */
  public Optional<GeneratedClass> functions(String name) {
    return providers(name)
        .filter(each -> !each.functionNames().isEmpty())
        .findFirst()
        .map(each -> FunctionMethods.of(packageName, each));
  }

  /** What a provider itself is configured with. */
  public Optional<GeneratedClass> provider(String name) {
    return providers(name).findFirst().map(this::provider);
  }

  private Stream<Provider> providers(String name) {
    return Stream.concat(registry.real().values().stream(), registry.providers().stream())
        .filter(each -> each.name().equals(name));
  }

  /** Real providers first: they are there because the configuration asks for them. */
  private Optional<ProviderRegistry.Found> find(Kind kind, String type) {
    return registry.real().keySet().stream()
        .flatMap(source -> registry.find(source, kind, type).stream())
        .findFirst()
        .or(() -> registry.find(null, kind, type));
  }

  private GeneratedClass typed(
      ProviderRegistry.Found found, String name, String base, String what) {
    TypeSchema schema = found.schema();
    ObjectOf body = SchemaShapes.body(schema.description(), schema.body());
    String requirement = requirement(found.provider());
    JavaText out = new JavaText();
    String description =
        schema.description().isBlank()
            ? "The " + what + " " + schema.type() + "."
            : schema.description();
    head(out, description, name, base);
    if (requirement != null) {
      out.line("private static final Requirement REQUIREMENT =").line("    " + requirement + ";");
      out.line("");
    }
    out.line("public " + name + "(String name) {")
        .line(
            "super(%s, name%s);"
                .formatted(
                    JavaText.quoted(schema.type()), requirement == null ? "" : ", REQUIREMENT"))
        .line("}");
    return whole(out, name, body, "new " + name + "(ownLabel())");
  }

  private GeneratedClass provider(Provider provider) {
    String name = JavaNames.type(provider.name()) + "Provider";
    String requirement = requirement(provider);
    JavaText out = new JavaText();
    head(out, "The configuration of provider " + provider.name() + ".", name, "ProviderBlock");
    out.line("public " + name + "() {")
        .line(
            "super(%s, %s);"
                .formatted(JavaText.quoted(provider.name()), String.valueOf(requirement)))
        .line("}");
    ObjectOf body = SchemaShapes.body("", provider.configuration());
    return whole(out, name, body, "new " + name + "()");
  }

  static void head(JavaText out, String description, String name, String base) {
    out.javadoc(description, "");
    out.line("@NullMarked");
    out.line("public final class %s extends %s<%s> {".formatted(name, base, name));
  }

  private GeneratedClass whole(JavaText out, String name, ObjectOf body, String fresh) {
    return whole(packageName, out, name, body, fresh);
  }

  static GeneratedClass whole(
      String packageName, JavaText out, String name, ObjectOf body, String fresh) {
    out.method(
        null, List.of("@Override"), "protected " + name + " fresh()", "return " + fresh + ";");
    ClassWriter members = new ClassWriter(out, name);
    members.members(name, body);
    members.nestedClasses();
    out.line("}");
    return file(packageName, name, out.toString());
  }

  static GeneratedClass file(String packageName, String name, String text) {
    JavaText file = new JavaText();
    file.line(
        "// Generated by `sluice sdk generate`: changes are lost when it is generated again.");
    file.line("package " + packageName + ";").line("");
    ClassWriter.imports(text).forEach(file::line);
    return new GeneratedClass(name, file.line("") + text);
  }

  /** How a real provider is required; null for one of Sluice's own, which needs no entry. */
  private static @Nullable String requirement(Provider provider) {
    return provider
        .plugin()
        .map(
            plugin ->
                "new Requirement(%s, %s, %s)"
                    .formatted(
                        JavaText.quoted(provider.name()),
                        JavaText.quoted(displayed(plugin.source())),
                        JavaText.quoted(constraint(plugin.version()))))
        .orElse(null);
  }

  private static String displayed(String source) {
    return ProviderSource.parse(source).displayed();
  }

  /** Later versions of the same generation have the same arguments and more. */
  private static String constraint(String version) {
    String[] parts = version.split("\\.", -1);
    return parts.length < 2 ? "" : "~> " + parts[0] + "." + parts[1];
  }
}
