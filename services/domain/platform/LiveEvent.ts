import { Schema } from "effect"

/**
 * What one process tells every other (and itself) as it happens. Events carry ids only: whoever is interested reads
 * the rows, so an event can be lost, doubled or late without anything being wrong for long.
 *
 * - `ListingChanged`: the snapshot `key` now has `version`; readers of that listing query it again.
 * - `SessionRevoked`: this session ended; streams and caches held for it are dropped.
 * - `TokenRevoked`: the same of an API token.
 * - `AssociationsChanged`: which contexts the user may act as has changed.
 * - `UserAccessChanged`: all sessions and tokens of the user must be checked again (logout everywhere, `auth_version`).
 *   These four are announced by triggers (migrations 0005 and 0009): no code remembers to.
 * - `AuditWritten`: an entry waits to be sealed; `AuditSealed`: the chain of the audit trail reaches link `seq`.
 * - `SettingsChanged`: the application settings are others; announced by a trigger of theirs.
 * - `WorkChanged`: a run of long work, or items of it, are as they were not (announced by a trigger as well, migration 0014).
 * - `NotificationsChanged`: this user has another count of unread notifications (migration 0015).
 * - `DriftChanged`: what differs between registrations and gateways is something else now (migration 0017).
 * - `EndpointHealthChanged`: a check of this storage endpoint is written down (migration 0018).
 * - `GatewayReachChanged`: a process found a gateway of this storage endpoint silent, or answering again; whoever calls it asks for itself.
 * - `FeatureChanged`: a feature of a bucket was changed by us; whoever remembers how it stood reads it again.
 * - `ShareChanged`: a link of this user was made, used or ended (migration 0027).
 * - `DeliveryArrived`: a gateway pushed something to this listener of ours.
 * - `StopAll`: every open stream of every process ends now.
 * - `Resync`: events may have been missed (the connection to the database was lost); read everything again.
 *   It is made by the listener itself and never published.
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
  NotificationsChanged: { userId: Schema.String },
  DriftChanged: {},
  EndpointHealthChanged: { endpointId: Schema.Int },
  GatewayReachChanged: { endpointId: Schema.Int },
  FeatureChanged: { key: Schema.String, bucket: Schema.String, feature: Schema.String },
  ShareChanged: { shareId: Schema.String, userId: Schema.String, ended: Schema.Boolean },
  DeliveryArrived: { id: Schema.String },
  StopAll: {},
  Resync: {}
})
export type LiveEvent = typeof LiveEvent.Type
