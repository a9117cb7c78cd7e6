package io.sluice.model.json;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a decoded record that lacks a component which is not {@code @Nullable}: what NullAway
 * takes for granted about our own code has to be checked for bytes that anyone may have written.
 */
public final class RequiredFields {
  private static final ClassValue<List<Field>> FIELDS =
      new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
          return fields(type);
        }
      };

  private record Field(String name, MethodHandle accessor) {}

  private RequiredFields() {}

  public static void check(Object decoded) throws MalformedMessage {
    for (Field field : FIELDS.get(decoded.getClass())) {
      if (value(field, decoded) == null) {
        throw new MalformedMessage(
            "a "
                + decoded.getClass().getSimpleName()
                + " needs the field \""
                + field.name()
                + "\"");
      }
    }
  }

  private static @Nullable Object value(Field field, Object decoded) {
    try {
      return (Object) field.accessor().invokeExact(decoded);
    } catch (Throwable e) {
      throw new IllegalStateException("the accessor " + field.name() + " failed", e);
    }
  }

  private static List<Field> fields(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    RecordComponent[] components = type.isRecord() ? type.getRecordComponents() : null;
    if (components == null) {
      return List.of();
    }
    for (RecordComponent component : components) {
      if (!component.getType().isPrimitive()
          && !component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
        try {
          Method accessor = component.getAccessor();
          accessor.setAccessible(true); // a provider's own records need not be public
          fields.add(
              new Field(
                  component.getName(),
                  MethodHandles.publicLookup()
                      .unreflect(accessor)
                      .asType(MethodType.methodType(Object.class, Object.class))));
        } catch (IllegalAccessException e) {
          throw new IllegalStateException(type + " can't be read", e);
        }
      }
    }
    return List.copyOf(fields);
  }
}
