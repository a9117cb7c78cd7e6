package io.sluice.bridge.session;

import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.codec.DynamicValues;
import io.sluice.bridge.schema.FunctionSignature;
import io.sluice.bridge.wire.CallFailed;
import io.sluice.bridge.wire.Rpcs;
import io.sluice.bridge.wire.proto.Wire;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import java.util.ArrayList;
import java.util.List;

/** Functions of a provider, for which it need not be configured. */
final class FunctionCalls {
  private static final String FAILED = "Error in function call";

  private final Conversation provider;

  FunctionCalls(Conversation provider) {
    this.provider = provider;
  }

  /** Unknown arguments make an unknown result unless the function wants to see them. */
  Value call(String name, List<Value> arguments) throws CallFailed, DecodeFailed, Refusal {
    FunctionSignature signature =
        provider
            .catalog()
            .function(name)
            .orElseThrow(
                () -> new Refusal(FAILED, "The provider has no function \"%s\".".formatted(name)));
    int least = signature.parameters().size();
    if (arguments.size() < least || (arguments.size() > least && signature.variadic().isEmpty())) {
      throw new Refusal(
          FAILED,
          "Function \"%s\" takes %s%d arguments, not %d."
              .formatted(
                  name,
                  signature.variadic().isPresent() ? "at least " : "",
                  least,
                  arguments.size()));
    }
    Wire.CallRequest.Builder request = Wire.CallRequest.newBuilder().setName(name);
    List<Value> converted = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      FunctionSignature.Parameter parameter =
          i < least ? signature.parameters().get(i) : signature.variadic().orElseThrow();
      Value argument = fit(parameter, arguments.get(i));
      if (!argument.isWhollyKnown() && !parameter.allowsUnknown()) {
        return Value.unknown(signature.result());
      }
      converted.add(argument);
      request.addArguments(Conversation.encode(argument, parameter.type()));
    }
    Wire.CallResponse response = provider.call(Rpcs.CALL, request.build());
    if (response.hasError()) {
      throw failure(response.getError(), signature);
    }
    Value result = DynamicValues.decode(response.getResult(), signature.result());
    if (!result.isWhollyKnown() && converted.stream().allMatch(Value::isWhollyKnown)) {
      throw new Refusal(
          FAILED,
          "Function \"%s\" gave something unknown for known arguments. This is a fault of the provider."
              .formatted(name));
    }
    return result;
  }

  private static Value fit(FunctionSignature.Parameter parameter, Value argument) throws Refusal {
    try {
      Value converted = Conversion.convert(argument, parameter.type());
      if (converted.isNull() && !parameter.allowsNull()) {
        throw new Refusal(FAILED, "Argument \"%s\" must not be null.".formatted(parameter.name()));
      }
      return converted;
    } catch (ConversionException e) {
      throw new Refusal(
          FAILED, "Argument \"%s\" does not fit: %s.".formatted(parameter.name(), e.getMessage()));
    }
  }

  private static Refusal failure(Wire.FunctionError error, FunctionSignature signature) {
    boolean isAbout = error.hasFunctionArgument();
    int index = (int) error.getFunctionArgument();
    String which =
        !isAbout
            ? ""
            : index < signature.parameters().size()
                ? "Argument \"" + signature.parameters().get(index).name() + "\": "
                : "Argument %d: ".formatted(index + 1);
    return new Refusal(FAILED, which + error.getText());
  }
}
