package io.sluice.providers.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.provider.Provider;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.junit.jupiter.api.Test;

/**
 * Each command reads the schemas of all providers. The library that makes certificates is signed:
 * the first of its classes costs the verification of its jar.
 */
class SchemasWithoutLibraryTest {
  /** Loads this provider anew, and notes what it loads of the library. */
  private static final class Noting extends ClassLoader {
    private final List<String> noted = new ArrayList<>();

    Noting() {
      super(SchemasWithoutLibraryTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("org.bouncycastle.")) {
        noted.add(name);
      }
      if (!name.startsWith("io.sluice.providers.tls.")) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? read(name) : loaded;
    }

    private Class<?> read(String name) throws ClassNotFoundException {
      try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (file == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = file.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  @Test
  void noClassOfTheLibraryIsLoadedForTheSchemas() throws Exception {
    Noting loader = new Noting();

    Provider provider =
        (Provider)
            Class.forName(TlsProvider.class.getName(), true, loader)
                .getDeclaredConstructor()
                .newInstance();

    assertThat(provider.getClass()).as("loaded anew").isNotEqualTo(TlsProvider.class);
    assertThat(provider.schema().types()).hasSizeGreaterThan(4);
    assertThat(loader.noted).isEmpty();
  }

  @Test
  void theNumbersAreTheLibrarys() {
    assertThat(SubjectSchema.PARTS.values())
        .containsExactly(
            BCStyle.C.getId(),
            BCStyle.O.getId(),
            BCStyle.OU.getId(),
            BCStyle.L.getId(),
            BCStyle.ST.getId(),
            BCStyle.STREET.getId(),
            BCStyle.POSTAL_CODE.getId(),
            BCStyle.CN.getId(),
            BCStyle.SERIALNUMBER.getId(),
            BCStyle.EmailAddress.getId());
    assertThat(AllowedUses.PURPOSES)
        .containsAllEntriesOf(
            Map.of(
                "any_extended", KeyPurposeId.anyExtendedKeyUsage.getId(),
                "server_auth", KeyPurposeId.id_kp_serverAuth.getId(),
                "client_auth", KeyPurposeId.id_kp_clientAuth.getId(),
                "code_signing", KeyPurposeId.id_kp_codeSigning.getId(),
                "email_protection", KeyPurposeId.id_kp_emailProtection.getId(),
                "ipsec_end_system", KeyPurposeId.id_kp_ipsecEndSystem.getId(),
                "ipsec_tunnel", KeyPurposeId.id_kp_ipsecTunnel.getId(),
                "ipsec_user", KeyPurposeId.id_kp_ipsecUser.getId(),
                "timestamping", KeyPurposeId.id_kp_timeStamping.getId(),
                "ocsp_signing", KeyPurposeId.id_kp_OCSPSigning.getId()));
  }
}
