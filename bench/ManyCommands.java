import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.cli.Sluice;
import io.sluice.cli.render.Style;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.terminal.Terminal;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs commands in one process: reads {"dir": …, "words": […], "input": …} line by line and answers
 * each with {"code": …, "out": …, "err": …}. Started as a source file with the class path of
 * Sluice.
 */
public final class ManyCommands {
  public static void main(String[] arguments) throws Exception {
    ObjectMapper json = new ObjectMapper();
    PrintStream answers = System.out;
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      JsonNode asked = json.readTree(line);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      List<String> words = new ArrayList<>();
      asked.path("words").forEach(word -> words.add(word.asText()));
      Terminal terminal =
          new Terminal(
              new ByteArrayInputStream(
                  asked.path("input").asText().getBytes(StandardCharsets.UTF_8)),
              new PrintStream(out, true, StandardCharsets.UTF_8),
              new PrintStream(err, true, StandardCharsets.UTF_8),
              false,
              false,
              Style.PLAIN,
              Style.PLAIN,
              200);
      int code =
          Sluice.run(
              new Invocation(Path.of(asked.path("dir").asText()), Map.of(), terminal),
              words.toArray(String[]::new));
      answers.println(
          json.createObjectNode()
              .put("code", code)
              .put("out", out.toString(StandardCharsets.UTF_8))
              .put("err", err.toString(StandardCharsets.UTF_8)));
      answers.flush();
    }
    System.exit(0);
  }
}
