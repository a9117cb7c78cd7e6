package io.sluice.language.function;

import java.util.List;

/** For evaluations that have no files: every access says so. */
record NoFiles() implements FileAccess {
  private static Unreadable refused(String path) {
    return new Unreadable("\"" + path + "\" cannot be read here: no files are available");
  }

  @Override
  public Kind kind(String path) throws Unreadable {
    throw refused(path);
  }

  @Override
  public byte[] read(String path) throws Unreadable {
    throw refused(path);
  }

  @Override
  public List<String> filesBelow(String directory) throws Unreadable {
    throw refused(directory);
  }

  @Override
  public String absolute(String path) throws Unreadable {
    throw refused(path);
  }

  @Override
  public String home() throws Unreadable {
    throw refused("~");
  }
}
