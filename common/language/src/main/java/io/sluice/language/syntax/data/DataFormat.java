package io.sluice.language.syntax.data;

/** What messages call the parts of a text. */
enum DataFormat {
  JSON("JSON object", "JSON array", "Extraneous JSON object property", "Incorrect JSON value type"),
  YAML("mapping", "sequence", "Extraneous YAML key", "Incorrect YAML value type");

  private final String object;
  private final String array;
  private final String extraneous;
  private final String wrongType;

  DataFormat(String object, String array, String extraneous, String wrongType) {
    this.object = object;
    this.array = array;
    this.extraneous = extraneous;
    this.wrongType = wrongType;
  }

  String object() {
    return object;
  }

  String array() {
    return array;
  }

  String extraneous() {
    return extraneous;
  }

  String wrongType() {
    return wrongType;
  }
}
