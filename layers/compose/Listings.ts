import { Layer } from "effect"
import { AccessSweep } from "#services/identity/AccessSweep.ts"
import { GatewayReconciliation } from "#services/platform/audit/GatewayReconciliation.ts"
import { BucketMeasures } from "#services/buckets/BucketMeasures.ts"
import { Buckets } from "#services/buckets/Buckets.ts"
import { StreamRights } from "#services/accounts/contexts/StreamRights.ts"
import { Notifications } from "#services/platform/Notifications.ts"
import { NotificationRetention } from "#services/platform/NotificationRetention.ts"
import { WorkRetention } from "#services/platform/work/WorkRetention.ts"
import { GoldenTemplates } from "#services/buckets/templates/GoldenTemplates.ts"
import { FeatureReads } from "#services/buckets/workbench/FeatureReads.ts"
import { BucketViews } from "#services/buckets/workbench/BucketViews.ts"
import { UiTags } from "#services/buckets/workbench/UiTags.ts"
import { BucketWorkbench } from "#services/buckets/workbench/BucketWorkbench.ts"
import { BucketListingActor } from "#streams/listings/BucketListingActor.ts"
import { BucketListingsShared } from "#streams/listings/BucketListingsShared.ts"
import { UserEventsShared } from "#streams/notifications/UserEventsShared.ts"
import { UsageScans } from "#services/usage/UsageScans.ts"
import { UsageReports } from "#services/usage/UsageReports.ts"
import { UsageTraffics } from "#services/usage/UsageTraffics.ts"
import { UsageActor } from "#streams/usage/UsageActor.ts"
import { UsageShared } from "#streams/usage/UsageShared.ts"
import { WorkbenchFeedsShared } from "#streams/workbench/WorkbenchFeedsShared.ts"
import * as BucketSnapshotsSql from "../sql/buckets/BucketSnapshotsSql.ts"
import * as BucketViewRecordsSql from "../sql/buckets/workbench/BucketViewRecordsSql.ts"
import * as DriftRecordsSql from "../sql/buckets/workbench/DriftRecordsSql.ts"
import * as FeatureRecordsSql from "../sql/buckets/workbench/FeatureRecordsSql.ts"
import * as TemplateRecordsSql from "../sql/buckets/workbench/TemplateRecordsSql.ts"
import * as UiTagRecordsSql from "../sql/buckets/workbench/UiTagRecordsSql.ts"
import * as WorkbenchRecordsSql from "../sql/buckets/workbench/WorkbenchRecordsSql.ts"
import * as RightRecordsSql from "../sql/accounts/RightRecordsSql.ts"
import * as JobLeaseSql from "../sql/platform/JobLeaseSql.ts"
import * as WorkRecordsSql from "../sql/platform/WorkRecordsSql.ts"
import * as UsageDaysSql from "../sql/usage/UsageDaysSql.ts"
import * as UsageSnapshotsSql from "../sql/usage/UsageSnapshotsSql.ts"

const records = Layer.mergeAll(
  BucketSnapshotsSql.layer,
  UiTagRecordsSql.layer,
  BucketViewRecordsSql.layer,
  FeatureRecordsSql.layer,
  DriftRecordsSql.layer,
  TemplateRecordsSql.layer,
  WorkbenchRecordsSql.layer,
  RightRecordsSql.layer,
  JobLeaseSql.layer,
  UsageSnapshotsSql.layer,
  UsageDaysSql.layer,
  WorkRecordsSql.layer
)

export const Listings = Layer.mergeAll(
  Buckets.layer,
  BucketMeasures.layer,
  UsageReports.layer,
  UsageTraffics.layer,
  GoldenTemplates.layer,
  Notifications.layer,
  UserEventsShared,
  WorkbenchFeedsShared
).pipe(
  Layer.provideMerge(Layer.mergeAll(BucketWorkbench.layer, UiTags.layer, BucketViews.layer)),
  Layer.provideMerge(FeatureReads.layer),
  Layer.provideMerge(
    Layer.mergeAll(
      BucketListingsShared,
      UsageShared,
      StreamRights.layer,
      NotificationRetention.layer,
      WorkRetention.layer,
      AccessSweep.layer,
      GatewayReconciliation.layer
    )
  ),
  Layer.provideMerge(Layer.mergeAll(BucketListingActor, UsageActor.pipe(Layer.provide(UsageScans.layer)))),
  Layer.provideMerge(records)
)
