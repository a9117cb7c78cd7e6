package io.sluice.install.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.install.address.Version;
import io.sluice.install.address.VersionConstraints;
import io.sluice.install.hash.PackageHash;
import io.sluice.language.address.ProviderSource;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class LockFileTest {
  private static final String FILE =
      """
      # This file is maintained automatically by "terraform init".
      # Manual edits may be lost in future updates.

      provider "example.com/acme/cloud" {
        version = "1.2.3-beta1"
        hashes = [
          "h1:abc=",
        ]
      }

      provider "registry.terraform.io/hashicorp/aws" {
        version     = "5.100.0"
        constraints = ">= 4.0.0, ~> 5.0"
        hashes = [
          "h1:edXOJWE4ORX8Fm+dpVpICzMZJat4AX0VRCAy/xkcOc0=",
          "zh:0000",
          "zz:from-the-future",
        ]
      }
      """;

  private final Diagnostics diagnostics = new Diagnostics();

  @Test
  void keepsEveryByteOfWhatItRead() {
    DependencyLocks locks = parse(FILE);

    assertThat(diagnostics.list()).isEmpty();
    assertThat(LockFile.text(locks)).isEqualTo(FILE);
  }

  @Test
  void writesNothingWithoutLocksButTheHeader() {
    assertThat(LockFile.text(DependencyLocks.NONE))
        .isEqualTo(FILE.substring(0, FILE.indexOf("\n\n") + 1));
  }

  @Test
  void refusesWhatIsNotInNormalForm() {
    parse(
        """
        provider "hashicorp/aws" {
          version     = "5.0"
          constraints = ">=4"
        }
        """);

    assertThat(diagnostics.list())
        .extracting(Diagnostic::summary)
        .contains(
            "Invalid provider source in the lock file",
            "Invalid version in the lock file",
            "Invalid constraints in the lock file");
  }

  @Test
  void refusesTheSameProviderTwiceAndOneThatIsBuiltIn() {
    parse(
        """
        provider "example.com/acme/cloud" {
          version = "1.0.0"
        }
        provider "example.com/acme/cloud" {
          version = "1.0.0"
        }
        provider "terraform.io/builtin/terraform" {
          version = "1.0.0"
        }
        """);

    assertThat(diagnostics.list())
        .extracting(Diagnostic::summary)
        .containsExactly("Duplicate provider lock", "Invalid provider source");
  }

  @Test
  void doesNotTakeOtherConstraintsForAnotherChoice() {
    ProviderLock lock =
        new ProviderLock(
            ProviderSource.parse("aws"),
            Version.parse("1.0.0"),
            VersionConstraints.NONE,
            new TreeSet<>(List.of(PackageHash.parse("h1:a"))));
    DependencyLocks before = DependencyLocks.NONE.with(lock);
    DependencyLocks worded =
        before.with(
            new ProviderLock(
                lock.source(), lock.version(), VersionConstraints.parse("~> 1.0"), lock.hashes()));

    assertThat(worded.chooseSameAs(before)).isTrue();
    assertThat(before.with(lock.with(List.of(PackageHash.parse("zh:b")))).chooseSameAs(before))
        .isFalse();
  }

  private DependencyLocks parse(String text) {
    return LockFile.parse(SourceFile.of(LockFile.NAME, text), diagnostics);
  }
}
