/** Functions between texts, documents and digests: base64, JSON, YAML, CSV, hashes, keys. */
@NullMarked
package io.sluice.language.function.encode;

import org.jspecify.annotations.NullMarked;
