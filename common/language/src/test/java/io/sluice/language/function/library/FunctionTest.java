package io.sluice.language.function.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.language.expression.FileTemplates;
import io.sluice.language.function.FileAccess;
import io.sluice.language.function.FunctionContext;
import io.sluice.language.function.FunctionFailure;
import io.sluice.language.function.Moment;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.crypto.Cipher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class FunctionTest {
  private static Value call(String name, FunctionContext context, Value... arguments)
      throws FunctionFailure {
    return Functions.all().find(name).orElseThrow().call(List.of(arguments), context);
  }

  private static FunctionContext context(FileAccess files) {
    return FileTemplates.context(Functions.all(), files, Moment.UNKNOWN);
  }

  @Test
  void hasEveryFunctionOfTerraformAndItsOwn() {
    assertThat(Functions.all().names())
        .hasSize(117)
        .contains("templatestring", "ephemeralasnull", "issensitive", "worker_env");
  }

  @Test
  @Timeout(60)
  void matchesInLinearTimeWhereOthersBacktrackForever() {
    String text = "a".repeat(60) + "b";
    assertThatThrownBy(
            () ->
                call(
                    "regex",
                    context(FileAccess.NONE),
                    Value.of(".*a".repeat(20) + "c"),
                    Value.of(text)))
        .isInstanceOf(FunctionFailure.class)
        .hasMessageContaining("did not match");
  }

  @Test
  void stopsATemplateThatRendersItselfForever() {
    FileAccess files = new OneFile("t", "${templatefile(\"t\", {})}");
    assertThatThrownBy(
            () ->
                call(
                    "templatefile",
                    context(files),
                    Value.of("t"),
                    io.sluice.language.value.ObjectValue.EMPTY))
        .isInstanceOf(FunctionFailure.class)
        .hasMessageContaining("maximum recursion depth");
  }

  @Test
  void saysSoWhereThereAreNoFiles() {
    assertThatThrownBy(() -> call("file", context(FileAccess.NONE), Value.of("a.txt")))
        .isInstanceOf(FunctionFailure.class)
        .hasMessageContaining("a.txt");
  }

  @Test
  void decryptsWithAPrivateKey() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    KeyPair pair = generator.generateKeyPair();
    Cipher cipher = Cipher.getInstance("RSA/ECB/PKCS1Padding");
    cipher.init(Cipher.ENCRYPT_MODE, pair.getPublic());
    String text = Base64.getEncoder().encodeToString(cipher.doFinal("hello".getBytes()));
    String pem =
        "-----BEGIN PRIVATE KEY-----\n"
            + Base64.getMimeEncoder().encodeToString(pair.getPrivate().getEncoded())
            + "\n-----END PRIVATE KEY-----\n";
    assertThat(call("rsadecrypt", context(FileAccess.NONE), Value.of(text), Value.of(pem)))
        .isEqualTo(Value.of("hello"));
  }

  @Test
  void unknownArgumentsGiveAnUnknownResultOfTheRightType() throws FunctionFailure {
    Value unknown = Value.unknown(Type.map(io.sluice.language.value.Types.NUMBER));
    assertThat(call("keys", context(FileAccess.NONE), unknown).type())
        .isEqualTo(Type.list(io.sluice.language.value.Types.STRING));
    assertThat(call("values", context(FileAccess.NONE), unknown).type())
        .isEqualTo(Type.list(io.sluice.language.value.Types.NUMBER));
  }

  private record OneFile(String name, String text) implements FileAccess {
    @Override
    public Kind kind(String path) {
      return path.equals(name) ? Kind.FILE : Kind.NONE;
    }

    @Override
    public byte[] read(String path) {
      return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    @Override
    public List<String> filesBelow(String directory) {
      return List.copyOf(Map.of(name, text).keySet());
    }

    @Override
    public String absolute(String path) {
      return "/" + path;
    }

    @Override
    public String home() {
      return "/home";
    }
  }
}
