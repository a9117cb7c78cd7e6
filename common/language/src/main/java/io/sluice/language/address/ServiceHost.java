package io.sluice.language.address;

import java.net.IDN;
import java.util.Locale;
import java.util.regex.Pattern;

/** Host names as registries have them: lower case, with a port unless it is the usual one. */
public final class ServiceHost {
  public static final String TERRAFORM = "registry.terraform.io";

  private static final Pattern PORT = Pattern.compile("[1-9][0-9]{0,4}");

  private ServiceHost() {}

  /** The form in which hosts are compared, looked up and written to URLs. */
  public static String normalised(String written) {
    int colon = written.indexOf(':');
    String name = colon < 0 ? written : written.substring(0, colon);
    String port = colon < 0 ? "" : written.substring(colon + 1);
    if (colon >= 0 && !PORT.matcher(port).matches()) {
      throw new BadText("\"" + written + "\" has an invalid port number");
    }
    try {
      String ascii =
          IDN.toASCII(name, IDN.USE_STD3_ASCII_RULES | IDN.ALLOW_UNASSIGNED)
              .toLowerCase(Locale.ROOT);
      if (ascii.isEmpty() || ascii.startsWith(".") || ascii.endsWith(".")) {
        throw new BadText("\"" + written + "\" is not a host name");
      }
      return port.isEmpty() || port.equals("443") ? ascii : ascii + ":" + port;
    } catch (IllegalArgumentException e) {
      throw new BadText("\"" + written + "\" is not a host name");
    }
  }

  /** The form for people, lock files and directories. */
  public static String displayed(String normalised) {
    int colon = normalised.indexOf(':');
    return colon < 0
        ? IDN.toUnicode(normalised)
        : IDN.toUnicode(normalised.substring(0, colon)) + normalised.substring(colon);
  }
}
