package io.sluice.cli.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.Captured;
import io.sluice.cli.exchange.Terraform;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * What becomes of objects on AWS after they were made: changed behind one's back, updated,
 * replaced, found and taken over, handed from Terraform to Sluice and back, destroyed. Terraform
 * takes the same steps on an AWS of its own, to the same effect.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class AwsLifeTest {
  private static final Path SHOP = Path.of("src", "test", "resources", "aws-life");
  private static final Path FOUND = Path.of("src", "test", "resources", "aws-life-found");

  /** What has tags, and the rest. */
  private static final List<String> LOOKS =
      List.of(
          "iam list-users --query sort(Users[].UserName)",
          "iam list-policies --scope Local --query Policies[].[PolicyName,AttachmentCount]",
          "ec2 describe-security-groups --query sort_by(SecurityGroups,&Description)[].Description",
          "resourcegroupstaggingapi get-resources --query"
              + " sort_by(ResourceTagMappingList[?!contains(ResourceARN,':ec2:')],&ResourceARN)[].[ResourceARN,sort_by(Tags,&Key)]");

  private static final String[] BEGUN = {};
  private static final String[] CHANGED = {
    "-var=stage=live",
    "-var=limit=20",
    "-var=retention=30",
    "-var=topic=purchases",
    "-var=purpose=Customers",
    "-var=readers=[\"grace\",\"mary\"]"
  };

  @TempDir(cleanup = CleanupMode.NEVER)
  private static Path directory;

  @Test
  void objectsLiveAsTheyDoWithTerraform() throws Exception {
    try (TwoClouds clouds = new TwoClouds(directory, SHOP, LOOKS)) {
      SortedMap<String, JsonNode> before = clouds.looksTheSame("before");
      assertThat(clouds.step("made", BEGUN).ours().objects()).hasSize(13);

      mendsWhatWasChangedOutside(clouds);
      updatesAndReplaces(clouds);
      clouds.looksTheSame("updated and replaced");
      takesOverWhatIsThere(clouds);
      goesOverFromTerraformAndBack(clouds);
      leavesNothing(clouds, before);
    }
  }

  private static void mendsWhatWasChangedOutside(TwoClouds clouds) throws Exception {
    String tags = "TagSet=[{Key=owner,Value=nobody},{Key=stage,Value=test}]";
    clouds.outside("s3api", "put-bucket-tagging", "--bucket", "shop-orders", "--tagging", tags);
    clouds.outside("s3api", "delete-object", "--bucket", "shop-orders", "--key", "prices.json");
    clouds.outside("ssm", "delete-parameter", "--name", "/shop/group");
    clouds.outside("logs delete-retention-policy --log-group-name /shop/orders".split(" "));
    clouds.outside(
        "iam detach-user-policy --user-name ada --policy-arn arn:aws:iam::123456789012:policy/shop-publish"
            .split(" "));
    clouds.outside(
        "sns delete-topic --topic-arn arn:aws:sns:eu-central-1:123456789012:orders".split(" "));

    Captured told = clouds.sluice(TwoClouds.line(clouds.toOurs(BEGUN), "plan"));
    assertThat(told.out())
        .contains("aws_sns_topic.orders: deleted outside", "aws_s3_bucket.orders: changed outside")
        .doesNotContain("State now has what was found");
    assertThat(clouds.sluice("state", "list").out()).contains("aws_sns_topic.orders");
    compare(
        clouds,
        "changed outside",
        Map.of(
            "aws_s3_bucket.orders", "update",
            "aws_s3_object.prices", "create",
            "aws_ssm_parameter.group", "create",
            "aws_cloudwatch_log_group.orders", "update",
            "aws_iam_user_policy_attachment.reader[\"ada\"]", "create",
            "aws_sns_topic.orders", "create",
            "aws_iam_policy.publish", "update"),
        BEGUN);
  }

  private static void updatesAndReplaces(TwoClouds clouds) throws Exception {
    compare(
        clouds,
        "updated and replaced",
        Map.ofEntries(
            Map.entry("aws_cloudwatch_log_group.orders", "update"),
            Map.entry("aws_iam_policy.publish", "update"),
            Map.entry("aws_iam_user.reader[\"ada\"]", "delete"),
            Map.entry("aws_iam_user.reader[\"grace\"]", "update"),
            Map.entry("aws_iam_user.reader[\"mary\"]", "create"),
            Map.entry("aws_iam_user_policy_attachment.reader[\"ada\"]", "delete"),
            Map.entry("aws_iam_user_policy_attachment.reader[\"mary\"]", "create"),
            Map.entry("aws_s3_bucket.orders", "update"),
            Map.entry("aws_s3_object.prices", "update"),
            Map.entry("aws_security_group.web", "create+delete"),
            Map.entry("aws_sns_topic.orders", "delete+create"),
            Map.entry("aws_ssm_parameter.group", "update"),
            Map.entry("aws_ssm_parameter.limit", "update"),
            Map.entry("aws_vpc.shop", "update")),
        CHANGED);
  }

  private static void takesOverWhatIsThere(TwoClouds clouds) throws Exception {
    clouds.outside(
        "s3api create-bucket --bucket shop-archive --create-bucket-configuration LocationConstraint=eu-central-1"
            .split(" "));
    clouds.outside(
        "logs create-log-group --log-group-name /shop/returns --tags stage=live".split(" "));
    clouds.outside("iam", "create-user", "--user-name", "guest");
    clouds.lay(FOUND);
    String[] guest = {"aws_iam_user.guest", "guest"};
    clouds.terraform(TwoClouds.line(clouds.toTheirs(CHANGED, guest), "import"));
    clouds.sluice(TwoClouds.line(clouds.toOurs(CHANGED, guest), "import"));

    compare(
        clouds,
        "taken over",
        Map.of(
            "aws_iam_user.guest", "update",
            "aws_s3_bucket.archive", "update, importing shop-archive",
            "aws_cloudwatch_log_group.found[\"returns\"]", "no-op, importing /shop/returns"),
        CHANGED);
  }

  /** Sluice goes on with what Terraform made, and Terraform with what Sluice made of it. */
  private static void goesOverFromTerraformAndBack(TwoClouds clouds) throws Exception {
    Files.writeString(clouds.ours().resolve("theirs.json"), clouds.terraform("state", "pull"));
    clouds.sluice("state", "push", "theirs.json", "--workspace", "theirs");
    String[] there = {"--workspace", "theirs"};
    Captured planned =
        clouds.sluice(
            TwoClouds.line(clouds.toTheirs(CHANGED, there), "plan", "-detailed-exitcode"));
    assertThat(planned.out()).contains("No changes.");

    String[] longer = CHANGED.clone();
    longer[2] = "-var=retention=60";
    clouds.sluice(TwoClouds.line(clouds.toTheirs(longer, there), "apply", "-auto-approve"));
    Captured pulled =
        clouds.sluice(
            "state", "pull", "--format", "terraform", "--reveal", "--workspace", "theirs");

    Files.writeString(clouds.theirs().resolve("back.json"), pulled.out());
    clouds.terraform("state", "push", "back.json");
    Terraform.Ended back =
        new Terraform(clouds.theirs())
            .run(TwoClouds.line(clouds.toTheirs(longer), "plan", "-detailed-exitcode"));
    assertThat(back.code()).as(back.out()).isZero();
  }

  private static void leavesNothing(TwoClouds clouds, SortedMap<String, JsonNode> before)
      throws Exception {
    Applied gone = clouds.step("destroyed", TwoClouds.line(CHANGED, "-destroy")).ours();

    assertThat(gone.actions())
        .hasSize(16)
        .allSatisfy((name, what) -> assertThat(what).isEqualTo("delete"));
    assertThat(gone.objects()).isEmpty();
    assertThat(clouds.looksTheSame("destroyed")).isEqualTo(before);
  }

  /** A plan says so, an apply does it, Terraform does the same, and keeps the same of it. */
  private static void compare(
      TwoClouds clouds, String what, Map<String, String> actions, String... flags)
      throws Exception {
    Captured planned = clouds.sluice(TwoClouds.line(clouds.toOurs(flags), "plan", "--json"));
    assertThat(Applied.planned(planned.out())).as("planned: " + what).isEqualTo(actions);
    TwoClouds.Step step = clouds.step(what, flags);
    assertThat(step.ours().actions()).as(what).isEqualTo(actions);
    assertThat(step.ours().attributes())
        .as("attributes: " + what)
        .containsExactlyInAnyOrderEntriesOf(step.theirs().attributes());
  }
}
