package io.sluice.language.function.library;

import io.sluice.language.function.Function;
import io.sluice.language.function.collection.CombiningFunctions;
import io.sluice.language.function.collection.ConversionFunctions;
import io.sluice.language.function.collection.MappingFunctions;
import io.sluice.language.function.collection.MarkFunctions;
import io.sluice.language.function.collection.SelectionFunctions;
import io.sluice.language.function.collection.SequenceFunctions;
import io.sluice.language.function.collection.SetFunctions;
import io.sluice.language.function.encode.DocumentFunctions;
import io.sluice.language.function.encode.EncodingFunctions;
import io.sluice.language.function.encode.HashFunctions;
import io.sluice.language.function.file.FileFunctions;
import io.sluice.language.function.number.NetworkFunctions;
import io.sluice.language.function.number.NumberFunctions;
import io.sluice.language.function.text.FormatFunctions;
import io.sluice.language.function.text.RegexFunctions;
import io.sluice.language.function.text.StringFunctions;
import io.sluice.language.function.text.TextFunctions;
import io.sluice.language.function.time.TimeFunctions;
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
            CombiningFunctions.all(),
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
