package io.sluice.cli.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
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

  @Test
  void isMadeAsByTerraform() throws Exception {
    try (TwoClouds clouds = new TwoClouds(directory, EXAMPLE, LOOKS, "-var=token=" + SECRET)) {
      clouds.sluice("validate");

      assertThat(clouds.step("first").ours().objects()).hasSize(49);
      clouds.looksTheSame("first");
    }
  }
}
