package io.sluice.install.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.install.address.Version;
import io.sluice.install.address.VersionConstraints;
import io.sluice.install.lock.DependencyLocks;
import io.sluice.install.lock.ProviderLock;
import io.sluice.install.provider.ProviderChoice.Served;
import io.sluice.language.address.ProviderSource;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ProviderChoiceTest {
  private static final Set<String> BUILT_IN = Set.of("local", "terraform");

  @Test
  void servesByPackageWhatIsLockedOrHasNoBuiltIn() {
    ProviderChoice choice = new ProviderChoice(BUILT_IN::contains, false);

    assertThat(choice.of(required("hashicorp/aws", false), DependencyLocks.NONE))
        .isEqualTo(Served.BY_PACKAGE);
    assertThat(choice.of(required("hashicorp/local", false), DependencyLocks.NONE))
        .isEqualTo(Served.BY_BUILT_IN);
    assertThat(choice.of(required("hashicorp/local", false), locked("hashicorp/local")))
        .isEqualTo(Served.BY_PACKAGE);
    assertThat(choice.of(required("example.com/acme/local", false), locked("hashicorp/local")))
        .isEqualTo(Served.BY_BUILT_IN);
  }

  @Test
  void neverInstallsWhatIsBuiltInByItsSource() {
    ProviderChoice choice = new ProviderChoice(BUILT_IN::contains, false);

    assertThat(choice.of(required("sluice.io/builtin/local", true), DependencyLocks.NONE))
        .isEqualTo(Served.BY_BUILT_IN);
    assertThat(choice.of(required("terraform.io/builtin/terraform", true), DependencyLocks.NONE))
        .isEqualTo(Served.BY_BUILT_IN);
  }

  @Test
  void asksNoRegistryForANameThatAJarMayServe() {
    ProviderChoice choice = new ProviderChoice(BUILT_IN::contains, true);

    assertThat(choice.of(required("hashicorp/strange", false), DependencyLocks.NONE))
        .isEqualTo(Served.BY_BUILT_IN);
    assertThat(choice.of(required("hashicorp/strange", true), DependencyLocks.NONE))
        .isEqualTo(Served.BY_PACKAGE);
  }

  @Test
  void meansTheRealProviderWhereverItIsRequired() {
    ProviderChoice choice = new ProviderChoice(BUILT_IN::contains, false);

    assertThat(choice.of(required("hashicorp/local", true), DependencyLocks.NONE))
        .isEqualTo(Served.BY_PACKAGE);
    assertThat(choice.of(required("hashicorp/local", false), DependencyLocks.NONE))
        .isEqualTo(Served.BY_BUILT_IN);
  }

  private static ProviderRequirement required(String source, boolean named) {
    return new ProviderRequirement(
        ProviderSource.parse(source), VersionConstraints.NONE, named, new TreeSet<>(), List.of());
  }

  private static DependencyLocks locked(String source) {
    return DependencyLocks.NONE.with(
        new ProviderLock(
            ProviderSource.parse(source),
            Version.parse("1.0.0"),
            VersionConstraints.NONE,
            new TreeSet<>()));
  }
}
