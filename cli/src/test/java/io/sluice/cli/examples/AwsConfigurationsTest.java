package io.sluice.cli.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Large configurations of many types, made and destroyed by Terraform and by Sluice, each on an AWS
 * of its own: the same actions, objects and outputs, and the same for those who look at AWS. They
 * run with {@code -Psluice.awsConfigurations=all}.
 */
@Timeout(value = 1500, unit = TimeUnit.SECONDS)
class AwsConfigurationsTest {
  private static final Path CONFIGURATIONS =
      Path.of("src", "test", "resources", "aws-configurations");
  private static final Path GALLERY = Path.of("..", "examples", "aws");
  private static final Pattern TYPE = Pattern.compile("(?m)^resource \"(aws_\\w+)\"");
  private static final int TYPES = 87;

  private static final List<String> OFFICE =
      List.of(
          "ec2 describe-vpcs --query"
              + " sort_by(Vpcs[?!IsDefault],&CidrBlock)[].[CidrBlock,CidrBlockAssociationSet[].CidrBlock,sort_by(Tags||`[]`,&Key)]",
          "ec2 describe-subnets --query"
              + " sort_by(Subnets[?!DefaultForAz],&CidrBlock)[].[CidrBlock,AvailabilityZone,MapPublicIpOnLaunch,sort_by(Tags||`[]`,&Key)]",
          "ec2 describe-network-acls --query"
              + " sort_by(NetworkAcls[?!IsDefault].Entries[],&join('-',[to_string(RuleNumber),to_string(Egress)]))[].[RuleNumber,Egress,CidrBlock,PortRange,RuleAction]",
          "ec2 describe-security-groups --query"
              + " sort_by(SecurityGroups,&Description)[].[Description,length(IpPermissions),sort_by(IpPermissions,&to_string(FromPort))[].[FromPort,ToPort,IpRanges]]",
          "ec2 describe-instances --query"
              + " Reservations[].Instances[?State.Name!='terminated'][].[ImageId,InstanceType,State.Name,length(NetworkInterfaces)]",
          "ec2 describe-volumes --query"
              + " sort_by(Volumes,&to_string(Size))[].[Size,VolumeType,Encrypted,State]",
          "ec2 describe-managed-prefix-lists --query"
              + " PrefixLists[?OwnerId!='AWS'].[PrefixListName,MaxEntries,State]",
          "ec2 describe-flow-logs --query"
              + " FlowLogs[].[TrafficType,LogGroupName,DeliverLogsPermissionArn]",
          "iam list-users --query sort_by(Users,&UserName)[].[UserName,Path]",
          "iam list-groups --query sort_by(Groups,&GroupName)[].[GroupName,Path]",
          "iam list-policies --scope Local --query"
              + " sort_by(Policies,&PolicyName)[].[PolicyName,AttachmentCount]",
          "iam list-saml-providers --query SAMLProviderList[].Arn",
          "logs describe-log-groups --query logGroups[].[logGroupName,retentionInDays]",
          "logs describe-resource-policies --query resourcePolicies[].[policyName,policyDocument]",
          "ssm describe-parameters --query sort_by(Parameters,&Name)[].[Name,Type]",
          "ssm list-documents --filters Key=Owner,Values=Self --query"
              + " DocumentIdentifiers[].[Name,DocumentFormat]",
          "ssm describe-maintenance-windows --query WindowIdentities[].[Name,Schedule,Duration]");

  private static final List<String> MILL =
      List.of(
          "sqs list-queues --query length(QueueUrls||`[]`)",
          "sns list-topics --query sort(Topics[].TopicArn)",
          "s3api list-buckets --query sort(Buckets[].Name)",
          "kinesis list-streams --query StreamNames",
          "firehose list-delivery-streams --query DeliveryStreamNames",
          "kms list-aliases --query Aliases[?!starts_with(AliasName,'alias/aws/')].AliasName",
          "route53 list-hosted-zones --query HostedZones[].[Name,Config,ResourceRecordSetCount]",
          "route53 list-health-checks --query HealthChecks[].HealthCheckConfig",
          "acm list-certificates --query CertificateSummaryList[].DomainName",
          "elbv2 describe-load-balancers --query LoadBalancers[].[LoadBalancerName,Scheme,Type]",
          "elbv2 describe-target-groups --query"
              + " TargetGroups[].[TargetGroupName,Port,HealthCheckPath,Matcher]",
          "ecs describe-clusters --clusters mill --query clusters[?status!='INACTIVE'].clusterName",
          "ecs list-task-definitions --query taskDefinitionArns",
          "efs describe-file-systems --query"
              + " FileSystems[].[CreationToken,NumberOfMountTargets,Encrypted]",
          "rds describe-db-instances --query"
              + " DBInstances[].[DBInstanceIdentifier,Engine,DBName,MasterUsername,AllocatedStorage]",
          "glue get-databases --query DatabaseList[].Name",
          "events list-event-buses --query EventBuses[].Name",
          "scheduler list-schedules --query Schedules[].[Name,GroupName]",
          "apigateway get-rest-apis --query items[].[name,description]",
          "ecr describe-repositories --query repositories[].repositoryName",
          "cognito-idp list-user-pools --max-results 9 --query UserPools[].Name",
          "iam list-roles --query sort_by(Roles,&RoleName)[].[RoleName,AssumeRolePolicyDocument]",
          "wafv2 list-ip-sets --scope REGIONAL --query IPSets[].Name");

  @TempDir(cleanup = CleanupMode.NEVER)
  private static Path directory;

  @Test
  void theOfficeIsMadeAndDestroyedAsByTerraform() throws Exception {
    requireAsked();
    compare("office", OFFICE);
  }

  @Test
  void theMillIsMadeAndDestroyedAsByTerraform() throws Exception {
    requireAsked();
    compare("mill", MILL);
  }

  private static void requireAsked() {
    assumeTrue(
        System.getProperty("sluice.awsConfigurations", "").equals("all"),
        "skipped: the long configurations were not asked for");
  }

  @Test
  void togetherTheyHaveManyTypes() throws Exception {
    Set<String> types = new TreeSet<>();
    for (Path folder : List.of(CONFIGURATIONS, GALLERY)) {
      types.addAll(types(folder));
    }
    assertThat(types).hasSizeGreaterThanOrEqualTo(TYPES);
  }

  private static void compare(String name, List<String> looks) throws Exception {
    Path folder = Files.createDirectory(directory.resolve(name));
    try (TwoClouds clouds = new TwoClouds(folder, CONFIGURATIONS.resolve(name), looks)) {
      SortedMap<String, JsonNode> before = clouds.looksTheSame("before");
      TwoClouds.Step made = clouds.step("made");
      assertThat(made.ours().objects()).hasSizeBetween(66, 73);
      assertThat(clouds.looksTheSame("made")).isNotEqualTo(before);

      Applied gone = clouds.step("destroyed", "-destroy").ours();
      assertThat(gone.actions().values()).hasSize(made.ours().objects().size());
      assertThat(gone.actions().values()).containsOnly("delete");
      assertThat(gone.objects()).isEmpty();
      assertThat(clouds.looksTheSame("destroyed")).isEqualTo(before);
    }
  }

  private static Set<String> types(Path folder) throws IOException {
    Set<String> types = new TreeSet<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".tf")).toList()) {
        Matcher type = TYPE.matcher(Files.readString(file));
        while (type.find()) {
          types.add(type.group(1));
        }
      }
    }
    return types;
  }
}
