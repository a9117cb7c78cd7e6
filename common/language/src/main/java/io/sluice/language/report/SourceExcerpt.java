package io.sluice.language.report;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Quoting;
import io.sluice.language.syntax.hcl.NativeBody;
import io.sluice.language.syntax.hcl.NativeParser;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/** Names the block that a fault is in. The file is read again for it: faults are rare. */
final class SourceExcerpt {
  private final IdentityHashMap<SourceFile, NativeBody> bodies = new IdentityHashMap<>();

  /** The header of the outermost block around, or null. */
  @Nullable String around(SourceRange range) {
    SourceFile source = range.source();
    if (!isNative(source.name())) {
      return null;
    }
    NativeBody file =
        bodies.computeIfAbsent(source, text -> NativeParser.file(text, new Diagnostics()));
    for (Block block : file.blocks()) {
      boolean inHeader = block.headerRange().start() <= range.start();
      if (inHeader
          && block.body() instanceof NativeBody body
          && range.start() < body.range().end()) {
        return header(block);
      }
    }
    return null;
  }

  /** Other texts have no blocks to name; reading them again would find nothing or anything. */
  private static boolean isNative(String name) {
    return name.endsWith(".tf") || name.endsWith(".hcl") || name.endsWith(".tfvars");
  }

  private static String header(Block block) {
    StringBuilder text = new StringBuilder(block.type());
    block.labels().forEach(label -> text.append(' ').append(Quoting.quote(label)));
    return text.toString();
  }
}
