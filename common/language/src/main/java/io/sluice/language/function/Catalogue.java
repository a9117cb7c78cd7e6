package io.sluice.language.function;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Every function there is. */
final class Catalogue {
  private Catalogue() {}

  static Map<String, Function> all() {
    Map<String, Function> byName = new TreeMap<>();
    for (List<Function> family :
        List.of(
            NumberFunctions.all(),
            StringFunctions.all(),
            TextFunctions.all(),
            RegexFunctions.all(),
            FormatFunctions.all(),
            SequenceFunctions.all(),
            SelectionFunctions.all(),
            MappingFunctions.all(),
            SetFunctions.all(),
            EncodingFunctions.all(),
            DocumentFunctions.all(),
            HashFunctions.all(),
            FileFunctions.all(),
            TimeFunctions.all(),
            NetworkFunctions.all(),
            ConversionFunctions.all(),
            MarkFunctions.all())) {
      family.forEach(function -> byName.put(function.name(), function));
    }
    return byName;
  }
}
