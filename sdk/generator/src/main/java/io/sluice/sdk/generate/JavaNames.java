package io.sluice.sdk.generate;

import java.util.Locale;
import java.util.Set;
import javax.lang.model.SourceVersion;

/** Names of the language in the way in which Java writes names. */
public final class JavaNames {
  /** What the classes of the SDK, from which generated ones inherit, have methods for. */
  private static final Set<String> INHERITED =
      Set.of(
          "add",
          "addLabelled",
          "addUnordered",
          "alias",
          "all",
          "argument",
          "assign",
          "assignBlocks",
          "at",
          "belongTo",
          "belongsTo",
          "block",
          "blockIdentifier",
          "byKey",
          "called",
          "clone",
          "computed",
          "count",
          "dependsOn",
          "dynamic",
          "each",
          "equals",
          "expression",
          "finalize",
          "findMissing",
          "forEach",
          "fresh",
          "get",
          "getClass",
          "hashCode",
          "isInStack",
          "join",
          "keyOf",
          "lifecycle",
          "lineage",
          "missingArguments",
          "nested",
          "notify",
          "notifyAll",
          "ownLabel",
          "part",
          "provider",
          "providerName",
          "requiredArguments",
          "requirement",
          "set",
          "toString",
          "uniqueName",
          "wait",
          "within",
          "written",
          "writtenBody");

  /** Classes that generated code names, and that a nested class may therefore not hide. */
  private static final Set<String> USED =
      Set.of(
          "AnyValue",
          "BiConsumer",
          "BoolValue",
          "Calls",
          "Class",
          "Collection",
          "Consumer",
          "Deprecated",
          "Form",
          "Integer",
          "Keyed",
          "Kind",
          "List",
          "ListValue",
          "Long",
          "Map",
          "MapValue",
          "NullMarked",
          "NumberValue",
          "Object",
          "ObjectValue",
          "Override",
          "Requirement",
          "ScalarValue",
          "SequenceValue",
          "SetValue",
          "String",
          "TextValue",
          "Value",
          "Values");

  private JavaNames() {}

  /** {@code availability_zone} is {@code availabilityZone}; a name that is taken gets a dash. */
  public static String method(String name) {
    String camel = variable(name);
    return INHERITED.contains(camel) ? camel + "_" : camel;
  }

  /** The same where nothing is inherited. */
  static String variable(String name) {
    String pascal = pascal(name);
    String camel = pascal.substring(0, 1).toLowerCase(Locale.ROOT) + pascal.substring(1);
    return SourceVersion.isKeyword(camel) ? camel + "_" : camel;
  }

  /** {@code aws_vpc} is {@code AwsVpc}. */
  public static String type(String name) {
    String pascal = pascal(name);
    return USED.contains(pascal) ? pascal + "Block" : pascal;
  }

  private static String pascal(String name) {
    StringBuilder out = new StringBuilder();
    boolean begins = true;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (!Character.isJavaIdentifierPart(c) || c == '_' || c == '$') {
        begins = true;
      } else {
        out.append(begins ? Character.toUpperCase(c) : c);
        begins = false;
      }
    }
    boolean startsWell = !out.isEmpty() && Character.isJavaIdentifierStart(out.charAt(0));
    return startsWell ? out.toString() : "_" + out;
  }
}
