package io.sluice.sdk.junit;

import static io.sluice.sdk.junit.StackPlans.assertPlan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.sdk.Stack;
import io.sluice.sdk.block.DataSource;
import io.sluice.sdk.block.Each;
import io.sluice.sdk.block.ModuleCall;
import io.sluice.sdk.block.Output;
import io.sluice.sdk.block.Resource;
import io.sluice.sdk.block.Variable;
import io.sluice.sdk.value.TextValue;
import io.sluice.sdk.value.Values;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StackPlansTest {
  private static Stack site() {
    Stack stack = new Stack("site");
    TextValue title = stack.add(Variable.text("title").defaultsTo("Hello")).value();
    Resource id = stack.add(new Resource("random_id", "edition").set("byte_length", 4));
    stack.add(
        new Resource("local_file", "page")
            .forEach("a", "b")
            .set("filename", Values.template("out/", Each.key(), ".html"))
            .set("content", title));
    stack.add(
        new Resource("local_file", "index")
            .set("filename", "out/index.html")
            .set("content", id.part("hex")));
    stack.output("title", title);
    return stack;
  }

  @Test
  void showsWhatAStackWouldMake() {
    assertPlan(site())
        .creates(
            "random_id.edition",
            "local_file.page[\"a\"]",
            "local_file.page[\"b\"]",
            "local_file.index")
        .value("local_file.page[\"a\"]", "filename", "out/a.html")
        .value("local_file.page[\"b\"]", "content", "Hello")
        .value("random_id.edition", "byte_length", 4)
        .unknown("local_file.index", "content")
        .output("title", "Hello");
    assertPlan(site(), Map.of("title", "Bye")).output("title", "Bye");
  }

  @Test
  void saysWhatIsOtherwise() {
    assertThatThrownBy(() -> assertPlan(site()).creates("local_file.index"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("and was to create [local_file.index]");
    assertThatThrownBy(() -> assertPlan(site()).value("local_file.index", "filename", "x"))
        .hasMessage("local_file.index.filename is planned to be \"out/index.html\", not \"x\"");
    assertThatThrownBy(() -> assertPlan(site()).unknown("local_file.index", "filename"))
        .hasMessageContaining("is known already");
    assertThatThrownBy(() -> assertPlan(site()).value("local_file.none", "filename", "x"))
        .hasMessageStartingWith("local_file.none is not in the plan");
    assertThatThrownBy(() -> assertPlan(site()).output("title", "x"))
        .hasMessage("output title is planned to be \"Hello\", not \"x\"");
  }

  @Test
  void aStackThatCanNotBePlannedSaysWhyAndWhatItIs() {
    Stack stack = new Stack("broken");
    stack.add(new Resource("local_file", "page").set("nonsense", true));
    assertThatThrownBy(() -> assertPlan(stack))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Stack \"broken\" can't be planned")
        .hasMessageContaining("nonsense")
        .hasMessageContaining("resource \"local_file\" \"page\" {");
  }

  @Test
  void modulesAndFilesAreThoseOfTheDirectory(@TempDir Path directory) throws Exception {
    Path module = Files.createDirectories(directory.resolve("modules/name"));
    Files.writeString(
        module.resolve("main.tf"),
        """
        variable "name" { type = string }
        output "loud" { value = upper(var.name) }
        """);
    Files.writeString(directory.resolve("name.txt"), "shop");
    Stack stack = new Stack("named");
    ModuleCall named =
        stack.add(
            new ModuleCall("named", "./modules/name")
                .set("name", Values.called("file", Values.text("name.txt"))));
    stack.output("name", named.part("loud"));

    StackPlans.in(directory, Map.of()).planned(stack).output("name", "SHOP");
    assertThat(directory).isDirectoryNotContaining("glob:**.tf");
  }

  @Test
  void whatOnlyAWorkerReadsIsUnknown() {
    Stack stack = new Stack("reads");
    DataSource file =
        stack.add(new DataSource("local_file", "there").set("filename", "build.gradle"));
    stack.add(
        new Resource("local_file", "copy")
            .set("filename", "copy")
            .set("content", file.part("content")));
    assertPlan(stack).unknown("local_file.copy", "content");
  }

  @Test
  void aModuleThatIsAStackIsPlannedWithItsCaller() {
    Stack page = new Stack("page");
    Variable<TextValue> title = page.add(Variable.text("title"));
    page.add(
        new Resource("local_file", "page").set("filename", "page").set("content", title.value()));
    Output<TextValue> shown = page.output("shown", title.value());
    Stack site = new Stack("site");
    ModuleCall call =
        site.add(
            new ModuleCall("pages", page)
                .forEach(Values.textSet("a", "b"), (key, one) -> one.set(title, key)));
    site.output("shown", call.all(each -> each.get(shown)));

    assertPlan(site)
        .creates("module.pages[\"a\"].local_file.page", "module.pages[\"b\"].local_file.page")
        .value("module.pages[\"b\"].local_file.page", "content", "b")
        .output("shown", List.of("a", "b"));
  }
}
