package com.acme.site;

import static io.sluice.sdk.value.Values.template;
import static io.sluice.sdk.value.Values.texts;

import com.acme.site.generated.LocalDirectory;
import com.acme.site.generated.LocalFile;
import com.acme.site.generated.RandomId;
import io.sluice.sdk.Stack;
import io.sluice.sdk.block.Variable;
import io.sluice.sdk.function.Functions;
import io.sluice.sdk.value.TextValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A small site: a folder, a page for each topic, and a page that links to them. */
public final class Site {
  private Site() {}

  /** The stack, with a page for each topic. */
  public static Stack stack(Map<String, String> topics) {
    Stack stack = new Stack("site");
    TextValue title = stack.add(Variable.text("title").defaultsTo("Quickstart")).value();

    RandomId edition = stack.add(new RandomId("edition").byteLength(4));
    LocalDirectory folder = stack.add(new LocalDirectory("site").path("out/site"));

    List<LocalFile> pages = new ArrayList<>();
    new TreeMap<>(topics)
        .forEach(
            (name, text) ->
                pages.add(
                    stack.add(
                        new LocalFile(name)
                            .filename(template(folder.path(), "/" + name + ".html"))
                            .content(text))));

    stack.add(
        new LocalFile("index")
            .filename(template(folder.path(), "/index.html"))
            .content(
                Functions.join(
                    "\n",
                    Functions.concat(
                        texts(template(Functions.upper(title), ", edition ", edition.hex())),
                        texts(
                            pages.stream().map(LocalFile::filename).toArray(TextValue[]::new))))));

    stack.output("edition", edition.hex());
    return stack;
  }

  public static void main(String[] arguments) {
    Map<String, String> topics =
        Map.of(
            "events", "A plan is a graph; each node is an event.",
            "state", "Each result is committed once.");
    Path directory = Path.of(arguments.length == 0 ? "." : arguments[0]);
    System.out.println(stack(topics).write(directory));
  }
}
