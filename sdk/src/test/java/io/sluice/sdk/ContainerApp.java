package io.sluice.sdk;

import io.sluice.sdk.block.ResourceBlock;
import io.sluice.sdk.value.Kind;
import io.sluice.sdk.value.ListValue;
import io.sluice.sdk.value.MapValue;
import io.sluice.sdk.value.ObjectValue;
import io.sluice.sdk.value.TextValue;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A class as it is generated. */
final class ContainerApp extends ResourceBlock<ContainerApp> {
  static final class Ingress extends ObjectValue {
    static final Kind<Ingress> KIND = Kind.object(Ingress.class, Ingress::new);

    @Override
    protected Ingress fresh() {
      return new Ingress();
    }

    TextValue fqdn() {
      return computed("fqdn", Kind.TEXT);
    }

    TextValue transport() {
      return argument("transport", Kind.TEXT, Form.ATTRIBUTE);
    }

    Ingress transport(String value) {
      assign("transport", Kind.TEXT.of(value), Form.ATTRIBUTE);
      return this;
    }
  }

  ContainerApp(String name) {
    super("azurerm_container_app", name);
  }

  @Override
  protected ContainerApp fresh() {
    return new ContainerApp(ownLabel());
  }

  @Override
  protected List<String> requiredArguments() {
    return List.of("location");
  }

  TextValue id() {
    return computed("id", Kind.TEXT);
  }

  TextValue location() {
    return argument("location", Kind.TEXT, Form.ATTRIBUTE);
  }

  ContainerApp location(String value) {
    assign("location", Kind.TEXT.of(value), Form.ATTRIBUTE);
    return this;
  }

  ContainerApp location(TextValue value) {
    assign("location", value, Form.ATTRIBUTE);
    return this;
  }

  MapValue<TextValue> tags() {
    return argument("tags", Kind.map(Kind.TEXT), Form.ATTRIBUTE);
  }

  ContainerApp tags(Map<String, ?> entries) {
    assign("tags", Kind.map(Kind.TEXT).of(entries), Form.ATTRIBUTE);
    return this;
  }

  ContainerApp tags(MapValue<TextValue> entries) {
    assign("tags", entries, Form.ATTRIBUTE);
    return this;
  }

  ListValue<Ingress> ingress() {
    return argument("ingress", Kind.list(Ingress.KIND), Form.BLOCKS);
  }

  ContainerApp ingress(Consumer<Ingress> contents) {
    Ingress block = new Ingress();
    contents.accept(block);
    add("ingress", Kind.list(Ingress.KIND), block, Form.BLOCKS);
    return this;
  }
}
