package io.sluice.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TypedExpressionsTest {
  private static List<String> cut(String... lines) {
    TypedExpressions typed = new TypedExpressions();
    List<String> found = new ArrayList<>();
    for (String line : lines) {
      typed.line(line).ifPresent(found::add);
    }
    typed.rest().ifPresent(found::add);
    return found;
  }

  @Test
  void takesEachLineForAnExpression() {
    assertThat(cut("1 + 1", "", "upper(\"a\")")).containsExactly("1 + 1", "upper(\"a\")");
  }

  @Test
  void goesOnWhileABracketIsOpen() {
    assertThat(cut("{", "  a = [1,", "  2]", "}", "3"))
        .containsExactly("{\n  a = [1,\n  2]\n}", "3");
  }

  @Test
  void goesOnToTheEndOfAHeredoc() {
    assertThat(cut("<<-EOT", "  ( open", "  EOT", "1"))
        .containsExactly("<<-EOT\n  ( open\n  EOT", "1");
  }

  @Test
  void countsNoBracketInATextOrAComment() {
    assertThat(cut("\"a ( \\\" ${upper(\"}{\")} [\"", "1 # (", "2 // {"))
        .containsExactly("\"a ( \\\" ${upper(\"}{\")} [\"", "1 # (", "2 // {");
    assertThat(cut("1 /* ( */", "2", "3")).containsExactly("1 /* ( */", "2", "3");
  }

  @Test
  void givesWhatIsOpenAtTheEnd() {
    assertThat(cut("[1,")).containsExactly("[1,");
  }
}
