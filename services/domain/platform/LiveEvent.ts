import { Schema } from "effect"

/** Ids only; may be lost, duplicated or late, so subscribers read the rows. `Resync`: read everything again. */
export const LiveEvent = Schema.TaggedUnion({
  ListingChanged: { key: Schema.String, version: Schema.Int },
  SessionRevoked: { sessionId: Schema.String },
  TokenRevoked: { tokenId: Schema.String },
  AssociationsChanged: { userId: Schema.String },
  UserAccessChanged: { userId: Schema.String },
  AuditWritten: {},
  AuditSealed: { seq: Schema.Int },
  SettingsChanged: {},
  WorkChanged: { runId: Schema.Int },
  /** Draft, precheck or run of a bucket migration; its run publishes `WorkChanged`. */
  MigrationChanged: { migrationId: Schema.Int },
  NotificationsChanged: { userId: Schema.String },
  DriftChanged: {},
  EndpointHealthChanged: { endpointId: Schema.Int },
  GatewayReachChanged: { endpointId: Schema.Int },
  FeatureChanged: { key: Schema.String, bucket: Schema.String, feature: Schema.String },
  WorkbenchChanged: { place: Schema.String },
  ShareChanged: { shareId: Schema.String, userId: Schema.String, ended: Schema.Boolean },
  DeliveryArrived: { id: Schema.String },
  StopAll: {},
  Resync: {}
})
export type LiveEvent = typeof LiveEvent.Type
