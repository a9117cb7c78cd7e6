package io.sluice.install.hash;

import io.sluice.language.address.BadText;

/**
 * What a package must be: {@code h1:} over the files in it, {@code zh:} over the archive that it
 * was delivered in. A scheme that is not known is kept and matches nothing.
 */
public record PackageHash(String scheme, String value) implements Comparable<PackageHash> {
  public static final String FILES = "h1";
  public static final String ARCHIVE = "zh";

  public static PackageHash parse(String text) {
    int colon = text.indexOf(':');
    if (colon < 1) {
      throw new BadText("\"" + text + "\" is not a hash: it begins with a scheme such as \"h1:\"");
    }
    return new PackageHash(text.substring(0, colon), text.substring(colon + 1));
  }

  /** Of an archive with this SHA-256, in hexadecimal digits. */
  public static PackageHash ofArchive(String sha256) {
    return new PackageHash(ARCHIVE, sha256);
  }

  /** Whether it can be compared with a package at all. */
  public boolean isKnown() {
    return scheme.equals(FILES) || scheme.equals(ARCHIVE);
  }

  public boolean isOfFiles() {
    return scheme.equals(FILES);
  }

  @Override
  public int compareTo(PackageHash other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public String toString() {
    return scheme + ":" + value;
  }
}
