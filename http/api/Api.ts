import { HttpApi, OpenApi } from "effect/http-api"
import { FeatureValues } from "#domain/buckets/features/FeatureValues.ts"
import { Problem } from "#domain/platform/errors/Problem.ts"
import { AccountsGroup } from "./admin/Accounts.ts"
import { ApplyGroup } from "./admin/Apply.ts"
import { AuditGroup } from "./admin/Audit.ts"
import { DriftGroup } from "./admin/Drift.ts"
import { EndpointHealthGroup } from "./admin/EndpointHealth.ts"
import { GroupsGroup } from "./admin/Groups.ts"
import { IdentityGroup } from "./admin/Identity.ts"
import { IdentityProvidersGroup } from "./admin/IdentityProviders.ts"
import { JobsGroup } from "./admin/Jobs.ts"
import { LinkChoicesGroup } from "./admin/LinkChoices.ts"
import { ImportsGroup } from "./admin/Imports.ts"
import { LinkBatchesGroup } from "./admin/LinkBatches.ts"
import { S3ConnectionsGroup } from "./admin/S3Connections.ts"
import { KeyRotationGroup } from "./admin/KeyRotation.ts"
import { AccountGatewayGroup } from "./admin/AccountGateway.ts"
import { S3UserGatewayGroup } from "./admin/S3UserGateway.ts"
import { S3UserKeysGroup } from "./admin/S3UserKeys.ts"
import { S3UsersGroup } from "./admin/S3Users.ts"
import { SettingsGroup } from "./admin/Settings.ts"
import { QuotaSubjectsGroup } from "./admin/QuotaSubjects.ts"
import { BillingGroup } from "./admin/Billing.ts"
import { QuotaHistoryGroup } from "./admin/QuotaHistory.ts"
import { StatsGroup } from "./admin/Stats.ts"
import { ClusterS3KeysGroup } from "./admin/ClusterS3Keys.ts"
import { StorageEndpointsGroup } from "./admin/StorageEndpoints.ts"
import { UsersGroup } from "./admin/Users.ts"
import { WorkGroup } from "./admin/Work.ts"
import { ApiTokensGroup } from "./auth/ApiTokens.ts"
import { AuthGroup } from "./auth/Auth.ts"
import { WebAuthnGroup } from "./auth/WebAuthn.ts"
import { BrandingGroup } from "./Branding.ts"
import { BrowserArchivesGroup } from "./browser/Archives.ts"
import { BrowserBucketsGroup } from "./browser/Buckets.ts"
import { BrowserListingsGroup } from "./browser/Listings.ts"
import { BrowserObjectDetailsGroup } from "./browser/ObjectDetails.ts"
import { BrowserObjectsGroup } from "./browser/Objects.ts"
import { BrowserFolderHistoryGroup } from "./browser/FolderHistory.ts"
import { BrowserObjectWorkGroup } from "./browser/ObjectWork.ts"
import { BrowserWorkGroup } from "./browser/Work.ts"
import { BrowserSharesGroup, OwnSharesGroup } from "./browser/Shares.ts"
import { BrowserUploadsGroup } from "./browser/Uploads.ts"
import { AdminSharesGroup } from "./admin/Shares.ts"
import { ManagerSharesGroup } from "./manager/Shares.ts"
import { ShareGroup } from "./share/Share.ts"
import { DeliveriesGroup } from "./events/Deliveries.ts"
import { describe } from "./document/describe.ts"
import { ClusterBucketsGroup } from "./cluster-admin/Buckets.ts"
import { ClusterBucketChangesGroup } from "./cluster-admin/BucketChanges.ts"
import { ClusterBucketViewsGroup } from "./cluster-admin/BucketViews.ts"
import { ClusterWorkGroup } from "./cluster-admin/Work.ts"
import { OpsBucketChangesGroup } from "./storage-ops/BucketChanges.ts"
import { OpsBucketViewsGroup } from "./storage-ops/BucketViews.ts"
import { OpsWorkGroup } from "./storage-ops/Work.ts"
import { OpsBucketsGroup } from "./storage-ops/Buckets.ts"
import { ConnectionsGroup } from "./me/Connections.ts"
import { ExecutionContextsGroup } from "./me/ExecutionContexts.ts"
import { NotificationsGroup } from "./me/Notifications.ts"
import { OnboardingGroup } from "./me/Onboarding.ts"
import { OwnProfileGroup } from "./me/Profile.ts"
import { OwnSecurityGroup } from "./me/Security.ts"
import { ClusterAccountsGroup } from "./cluster-admin/Accounts.ts"
import { ClusterCopyChecksGroup } from "./cluster-admin/CopyChecks.ts"
import { ClusterEndpointsGroup } from "./cluster-admin/Endpoints.ts"
import { ClusterExposuresGroup } from "./cluster-admin/Exposures.ts"
import { ClusterGoldenTemplatesGroup } from "./cluster-admin/GoldenTemplates.ts"
import { ClusterUsageGroup } from "./cluster-admin/UsageStats.ts"
import { ClusterUsersGroup } from "./cluster-admin/Users.ts"
import { InternalJobsGroup } from "./internal/Jobs.ts"
import { ManagerBucketsGroup } from "./manager/Buckets.ts"
import { LifecycleGroup } from "./manager/Lifecycle.ts"
import { ManagerFeaturesGroup } from "./manager/Features.ts"
import { ContextCapabilitiesGroup } from "./manager/Capabilities.ts"
import { ManagerBucketAccessGroup } from "./manager/BucketAccess.ts"
import { ManagerPoliciesGroup } from "./manager/Policies.ts"
import { ManagerObjectsGroup } from "./manager/Objects.ts"
import { ManagerWorkGroup } from "./manager/Work.ts"
import { CreationsGroup } from "./manager/Creations.ts"
import { EmptyingGroup } from "./manager/Emptying.ts"
import { MigrationsGroup } from "./manager/Migrations.ts"
import { ComparisonsGroup } from "./manager/Comparisons.ts"
import { FeatureCopiesGroup } from "./manager/FeatureCopies.ts"
import { ExposuresGroup } from "./manager/Exposures.ts"
import { ManagerClusterKeysGroup } from "./manager/ClusterKeys.ts"
import { ManagerIamGroup } from "./manager/Iam.ts"
import { ManagerIamChangesGroup } from "./manager/IamChanges.ts"
import { ManagerIamReportsGroup } from "./manager/IamReports.ts"
import { FeatureRulesGroup } from "./manager/FeatureRules.ts"
import { ManagerPrivateAccessGroup } from "./manager/PrivateAccess.ts"
import { PortalAccessKeysGroup } from "./portal/AccessKeys.ts"
import { PortalAccessLogsGroup } from "./portal/AccessLogs.ts"
import { PortalRequestsGroup } from "./portal/Requests.ts"
import { PortalGrowthGroup } from "./portal/Growth.ts"
import { PortalSpacesGroup } from "./portal/Spaces.ts"
import { PortalStatusGroup } from "./portal/Status.ts"
import { PortalGroup } from "./portal/Portal.ts"
import { AdminPortalGroup } from "./admin/Portal.ts"
import { QuarantinesGroup } from "./manager/Quarantines.ts"
import { ManagerTopicsGroup } from "./manager/Topics.ts"
import { UsageStatsGroup } from "./manager/UsageStats.ts"
import { AccessControl, ProblemDocuments } from "./Middleware.ts"
import { version } from "#domain/identity/application/version.ts"

export class Api extends HttpApi.make("stowage")
  .add(StorageEndpointsGroup)
  .add(ClusterS3KeysGroup)
  .add(EndpointHealthGroup)
  .add(AccountsGroup)
  .add(S3UsersGroup)
  .add(S3UserKeysGroup)
  .add(S3UserGatewayGroup)
  .add(AccountGatewayGroup)
  .add(ClusterEndpointsGroup)
  .add(ClusterAccountsGroup)
  .add(ClusterUsersGroup)
  .add(ClusterUsageGroup)
  .add(ClusterCopyChecksGroup)
  .add(ClusterExposuresGroup)
  .add(ClusterGoldenTemplatesGroup)
  .add(LinkBatchesGroup)
  .add(S3ConnectionsGroup)
  .add(ConnectionsGroup)
  .add(OwnProfileGroup)
  .add(ExecutionContextsGroup)
  .add(OnboardingGroup)
  .add(NotificationsGroup)
  .add(AuthGroup)
  .add(WebAuthnGroup)
  .add(ApiTokensGroup)
  .add(OwnSecurityGroup)
  .add(UsersGroup)
  .add(GroupsGroup)
  .add(LinkChoicesGroup)
  .add(IdentityGroup)
  .add(IdentityProvidersGroup)
  .add(AuditGroup)
  .add(SettingsGroup)
  .add(StatsGroup)
  .add(QuotaHistoryGroup)
  .add(QuotaSubjectsGroup)
  .add(BillingGroup)
  .add(BrandingGroup)
  .add(WorkGroup)
  .add(ManagerWorkGroup)
  .add(CreationsGroup)
  .add(EmptyingGroup)
  .add(ExposuresGroup)
  .add(ManagerClusterKeysGroup)
  .add(ManagerIamGroup)
  .add(ManagerIamChangesGroup)
  .add(ManagerIamReportsGroup)
  .add(ManagerTopicsGroup)
  .add(FeatureRulesGroup)
  .add(FeatureCopiesGroup)
  .add(ComparisonsGroup)
  .add(MigrationsGroup)
  .add(ManagerPrivateAccessGroup)
  .add(QuarantinesGroup)
  .add(KeyRotationGroup)
  .add(ApplyGroup)
  .add(ImportsGroup)
  .add(DriftGroup)
  .add(ManagerBucketsGroup)
  .add(ClusterBucketsGroup)
  .add(OpsBucketsGroup)
  .add(ClusterBucketChangesGroup)
  .add(OpsBucketChangesGroup)
  .add(ClusterBucketViewsGroup)
  .add(OpsBucketViewsGroup)
  .add(ClusterWorkGroup)
  .add(OpsWorkGroup)
  .add(ManagerFeaturesGroup)
  .add(LifecycleGroup)
  .add(ManagerPoliciesGroup)
  .add(ManagerBucketAccessGroup)
  .add(ContextCapabilitiesGroup)
  .add(ManagerObjectsGroup)
  .add(UsageStatsGroup)
  .add(JobsGroup)
  .add(InternalJobsGroup)
  .add(BrowserArchivesGroup)
  .add(BrowserBucketsGroup)
  .add(BrowserObjectsGroup)
  .add(BrowserObjectDetailsGroup)
  .add(BrowserUploadsGroup)
  .add(BrowserListingsGroup)
  .add(BrowserWorkGroup)
  .add(BrowserObjectWorkGroup)
  .add(BrowserSharesGroup)
  .add(OwnSharesGroup)
  .add(ManagerSharesGroup)
  .add(AdminSharesGroup)
  .add(ShareGroup)
  .add(DeliveriesGroup)
  .add(BrowserFolderHistoryGroup)
  .add(AdminPortalGroup)
  .add(PortalGroup)
  .add(PortalSpacesGroup)
  .add(PortalRequestsGroup)
  .add(PortalAccessKeysGroup)
  .add(PortalAccessLogsGroup)
  .add(PortalStatusGroup)
  .add(PortalGrowthGroup)
  .middleware(AccessControl)
  .middleware(ProblemDocuments)
  .annotate(HttpApi.AdditionalSchemas, [Problem, FeatureValues])
  .annotate(HttpApi.ParseOptions, { onExcessProperty: "error", errors: "all" })
  .annotate(HttpApi.HeadersParseOptions, {})
  .annotate(HttpApi.SuccessParseOptions, {})
  .annotate(HttpApi.ErrorParseOptions, {})
  .annotateMerge(
    OpenApi.annotations({
      title: "Stowage",
      version,
      description:
        "Storage management for S3-compatible gateways: buckets, objects, accounts and users across many clusters.",
      license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
      servers: [{ url: "/", description: "The installation that serves this document" }],
      transform: (spec: Record<string, any>): Record<string, any> =>
        describe(Api, { ...spec, info: { ...spec["info"], contact: { name: "The Stowage authors" } } })
    })
  ) {}
