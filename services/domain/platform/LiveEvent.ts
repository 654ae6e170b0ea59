import { Schema } from "effect"

/**
 * Event published to every process, itself included. Events carry ids only and subscribers read the rows again, so an
 * event may be lost, duplicated or late. Session, token, association and user access events are published by triggers
 * (migrations 0005 and 0009), as are settings, work, notification, drift, health and share events.
 * `GatewayReachChanged`: a process found a gateway silent or reachable again; others probe for themselves. `Resync`:
 * the listener lost its database connection and events may be missing; read everything again. It is never published.
 */
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
  /** Features, owners or UI tags of buckets. `place`: an endpoint, a listing or a user. */
  WorkbenchChanged: { place: Schema.String },
  ShareChanged: { shareId: Schema.String, userId: Schema.String, ended: Schema.Boolean },
  DeliveryArrived: { id: Schema.String },
  StopAll: {},
  Resync: {}
})
export type LiveEvent = typeof LiveEvent.Type
