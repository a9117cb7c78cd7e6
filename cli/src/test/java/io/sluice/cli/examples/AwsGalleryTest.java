package io.sluice.cli.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.cloud.AwsMirror;
import io.sluice.bridge.cloud.Moto;
import io.sluice.cli.Captured;
import io.sluice.cli.exchange.Terraform;
import io.sluice.cli.local.RunningDeployment;
import io.sluice.model.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * The gallery of examples/aws by Terraform's provider for AWS, made by Terraform and by Sluice with
 * its whole deployment, each against AWS's interfaces in memory: the same actions, objects and
 * outputs, and the same for those who look at AWS.
 */
@Timeout(value = 1500, unit = TimeUnit.SECONDS)
class AwsGalleryTest {
  private static final Path EXAMPLE = Path.of("..", "examples", "aws");
  private static final String REGION = "eu-central-1";
  private static final String SECRET = "canary-0123456789";
  private static final List<String> LOOKS =
      List.of(
          "s3api list-buckets --query sort(Buckets[].Name)",
          "iam list-roles --query Roles[].[RoleName,Path,AssumeRolePolicyDocument]",
          "iam list-policies --scope Local --query Policies[].[PolicyName,AttachmentCount]",
          "iam list-instance-profiles --query"
              + " InstanceProfiles[].[InstanceProfileName,Roles[].RoleName]",
          "lambda list-functions --query"
              + " Functions[].[FunctionName,MemorySize,CodeSha256,Environment,Handler]",
          "dynamodb list-tables --query sort(TableNames)",
          "sns list-topics --query Topics[].TopicArn",
          "events list-rules --query Rules[].[Name,ScheduleExpression,State]",
          "logs describe-log-groups --query logGroups[].[logGroupName,retentionInDays]",
          "cloudwatch describe-alarms --query MetricAlarms[].[AlarmName,Threshold,AlarmActions]",
          "ec2 describe-vpcs --query Vpcs[].[CidrBlock,sort_by(Tags,&Key)]",
          "ec2 describe-subnets --query sort_by(Subnets,&CidrBlock)[].[CidrBlock,AvailabilityZone]",
          "ec2 describe-security-groups --query"
              + " sort_by(SecurityGroups,&GroupName)[].[GroupName,Description,sort_by(IpPermissions,&to_string(FromPort))[].[FromPort,ToPort,IpRanges]]",
          "ec2 describe-launch-templates --query LaunchTemplates[].[LaunchTemplateName]",
          "ecr describe-repositories --query repositories[].[repositoryName,imageTagMutability]",
          "cognito-idp list-user-pools --max-results 9 --query UserPools[].Name",
          "secretsmanager list-secrets --query SecretList[].Name",
          "ssm describe-parameters --query sort_by(Parameters,&Name)[].[Name,Type]");

  @TempDir(cleanup = CleanupMode.NEVER)
  private static Path directory;

  private static Moto theirs;
  private static Moto ours;
  private static RunningDeployment local;

  @BeforeAll
  static void start() throws Exception {
    Path mirror = AwsMirror.find().orElse(null);
    assumeTrue(mirror != null, "skipped: no mirror on this machine has the provider for AWS");
    assumeTrue(
        Moto.isThere() && Moto.isOnPath("aws"), "skipped: there is no moto_server or no aws");
    assumeTrue(Terraform.isThere(directory), "skipped: there is no terraform to compare with");
    theirs = Moto.start(Files.createDirectory(directory.resolve("their-moto")));
    ours = Moto.start(Files.createDirectory(directory.resolve("our-moto")));
    lay(directory.resolve("theirs"));
    lay(directory.resolve("ours"));
    new Terraform(directory.resolve("theirs")).done("init", "-plugin-dir=" + mirror);
    Captured init =
        Captured.run(directory.resolve("ours"), "init", "--plugin-dir=" + mirror.toString());
    assertThat(init.code()).as(init.err()).isZero();
    local = RunningDeployment.up(directory.resolve("ours"), Map.of());
  }

  @AfterAll
  static void stop() throws Exception {
    if (local != null) {
      local.close();
    }
    for (Moto each : Stream.of(theirs, ours).filter(one -> one != null).toList()) {
      each.close();
    }
  }

  private static void lay(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(EXAMPLE)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path name = EXAMPLE.relativize(file);
        if (!name.startsWith(".terraform") && !name.startsWith(".sluice")) {
          Path copy = folder.resolve(name.toString());
          Files.createDirectories(copy.getParent());
          Files.copy(file, copy);
        }
      }
    }
  }

  private static String[] flags(Moto moto, String... more) {
    List<String> flags = new ArrayList<>(List.of(more));
    flags.add("-var=endpoint=" + moto.endpoint());
    flags.add("-var=token=" + SECRET);
    return flags.toArray(String[]::new);
  }

  private static Captured sluice(String command, String... more) {
    List<String> line = new ArrayList<>(List.of(command));
    line.addAll(List.of(flags(ours, more)));
    return local.run(line.toArray(String[]::new));
  }

  /** Applies the configuration with both, and compares what came of it. */
  private static Applied step(String what, String... flags) throws Exception {
    Applied wanted = Applied.byTerraform(directory.resolve("theirs"), flags(theirs, flags));
    Applied made = Applied.bySluice(local, "default", flags(ours, flags));
    assertThat(made.actions()).as("actions: " + what).isEqualTo(wanted.actions());
    assertThat(made.objects()).as("objects: " + what).isEqualTo(wanted.objects());
    assertThat(made.outputs()).as("outputs: " + what).isEqualTo(wanted.outputs());
    assertThat(seen(ours)).as("seen at AWS: " + what).isEqualTo(seen(theirs));
    Captured again = sluice("plan", join(flags, "--detailed-exitcode"));
    assertThat(again.code()).as(what + ", planned again: " + again.out() + again.err()).isZero();
    assertThat(again.out()).as(what).doesNotContain("changed outside");
    return made;
  }

  private static String[] join(String[] flags, String more) {
    return Stream.concat(
            Stream.of(flags).filter(flag -> !flag.startsWith("-replace")), Stream.of(more))
        .toArray(String[]::new);
  }

  /** As trees: the order of an object's fields says nothing, and is another one each time. */
  private static SortedMap<String, JsonNode> seen(Moto moto) throws Exception {
    SortedMap<String, JsonNode> seen = new TreeMap<>();
    for (String look : LOOKS) {
      seen.put(look, Json.tree(moto.aws(REGION, look.split(" ")).getBytes(UTF_8)));
    }
    return seen;
  }

  @Test
  void isMadeAsByTerraform() throws Exception {
    Captured valid = local.run("validate");
    assertThat(valid.code()).as(valid.err()).isZero();

    Applied made = step("first");
    assertThat(made.objects()).hasSize(49);
  }
}
