package io.sluice.cli.install;

import io.sluice.cli.terminal.Invocation;
import io.sluice.install.address.Version;
import io.sluice.install.module.ModuleProgress;
import io.sluice.install.provider.InstallProgress;
import io.sluice.install.provider.ProviderRequirement;
import io.sluice.language.address.ProviderSource;
import java.io.PrintStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says what is installed while it is, a line each. */
public final class InstallReport {
  private final PrintStream out;
  private boolean anything;

  public InstallReport(Invocation invocation) {
    this.out = invocation.terminal().out();
  }

  /** Whether there was a module or a provider to speak of. */
  public boolean anything() {
    return anything;
  }

  public void line(String text) {
    out.println(text);
    out.flush();
  }

  public ModuleProgress modules() {
    return new ModuleProgress() {
      @Override
      public void fetching(String call, String source, String version) {
        line("Fetching " + dotted(call) + " from " + source + before(" ", version));
      }

      @Override
      public void installed(Installed installed) {
        anything = true;
        if (!installed.fresh()) {
          line(dotted(installed.call()) + before(" ", installed.version()) + " is installed");
        }
      }
    };
  }

  private static String dotted(String call) {
    return Stream.of(call.split("\\."))
        .map(name -> name.contains("/") ? name.replace('/', '.') : "module." + name)
        .collect(Collectors.joining("."));
  }

  private static String before(String separator, String text) {
    return text.isEmpty() ? "" : separator + text;
  }

  public InstallProgress providers() {
    return new InstallProgress() {
      @Override
      public void looking(ProviderRequirement requirement, String where) {
        anything = true;
        String wanted = requirement.constraints().isEmpty() ? "" : " " + requirement.constraints();
        line("Looking for " + requirement.source().displayed() + wanted + " in " + where);
      }

      @Override
      public void fetching(ProviderSource provider, Version version, String from) {
        line("Installing " + provider.displayed() + " " + version);
      }

      @Override
      public void installed(Installed installed) {
        anything = true;
        line(
            installed.provider().displayed()
                + " "
                + installed.version()
                + " is installed ("
                + installed.how()
                + before(", from ", installed.from())
                + ")");
      }
    };
  }
}
