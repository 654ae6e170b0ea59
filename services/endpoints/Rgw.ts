import { Context, type Effect, type Option, type Redacted, type Stream } from "effect"
import type { Conflict, GatewayFailure, NotFound } from "#domain/errors/Errors.ts"
import type { AdminTarget, BucketOwner } from "#domain/endpoints/Targets.ts"
import type { BucketStatistics } from "#domain/buckets/BucketListing.ts"
import type { GatewayAccount, GatewayUser } from "#domain/endpoints/Gateway.ts"
import type { GatewayIntent } from "#services/audit/GatewayIntent.ts"

/** A key pair of the gateway; the secret never leaves as text. */
export interface GatewayKey {
  readonly access_key: string
  readonly secret_key: Redacted.Redacted
}

/**
 * The Admin Ops API of a Ceph RGW, in our words. Implemented by layers/rgw, which alone knows its parameters and quirks.
 * Every method fails with a typed gateway failure within its timeout; nothing hangs. Ids and access keys are the caller's
 * choice, so that they are written down before the gateway is asked for them.
 */
export class Rgw extends Context.Service<Rgw, {
  /** The cluster id behind the gateway; proves that the key has admin capabilities. */
  readonly info: (target: AdminTarget) => Effect.Effect<{ readonly cluster_id: string }, GatewayFailure>
  readonly account: (target: AdminTarget, id: string) => Effect.Effect<GatewayAccount, NotFound | GatewayFailure>
  readonly createAccount: (
    target: AdminTarget,
    input: { readonly id: string; readonly name: string; readonly email: string | null; readonly maxBuckets: number | null }
  ) => Effect.Effect<GatewayAccount, Conflict | GatewayFailure, GatewayIntent>
  readonly user: (target: AdminTarget, uid: string) => Effect.Effect<GatewayUser, NotFound | GatewayFailure>
  /** Creates a user with a key; `accountRootOf` names the account whose root user it becomes. The gateway makes the secret. */
  readonly createUser: (
    target: AdminTarget,
    input: {
      readonly uid: string; readonly displayName: string; readonly email: string | null; readonly accountRootOf: string | null
      readonly accessKey: string
    }
  ) => Effect.Effect<{ readonly user: GatewayUser; readonly key: GatewayKey }, Conflict | NotFound | GatewayFailure, GatewayIntent>
  /** A new key for a user; existing keys are left untouched. */
  readonly mintKey: (
    target: AdminTarget, uid: string, accessKey: string
  ) => Effect.Effect<GatewayKey, NotFound | GatewayFailure, GatewayIntent>
  /** Takes a key away again; one that is gone already is fine. For undoing a step whose successor failed. */
  readonly removeKey: (target: AdminTarget, accessKey: string) => Effect.Effect<void, GatewayFailure, GatewayIntent>
  /** Deletes a user without buckets; for undoing. */
  readonly removeUser: (target: AdminTarget, uid: string) => Effect.Effect<void, GatewayFailure, GatewayIntent>
  /** Deletes an empty account; for undoing. */
  readonly removeAccount: (target: AdminTarget, id: string) => Effect.Effect<void, GatewayFailure, GatewayIntent>
  /** The root users of an account (uids). */
  readonly accountRoots: (target: AdminTarget, accountId: string) => Effect.Effect<ReadonlyArray<string>, GatewayFailure>
  /** Names only: cheap (about 25 µs a bucket). Of every owner they are told as `tenant/name` inside a tenant. */
  readonly bucketNames: (target: AdminTarget, owner: BucketOwner) => Effect.Effect<ReadonlyArray<string>, GatewayFailure>
  /**
   * Buckets with statistics, in chunks as soon as known and in no order, several calls at a time at the pace that the gateway
   * keeps. `names`: what `bucketNames` answered; others that have come since are told too. Of every owner: what one fails to
   * tell is left out; it fails when none tells anything.
   */
  readonly bucketStatistics: (target: AdminTarget, owner: BucketOwner, names: ReadonlyArray<string>) => Stream.Stream<ReadonlyArray<BucketStatistics>, GatewayFailure>
  /** One bucket, or none when the gateway has no such bucket. */
  readonly bucket: (target: AdminTarget, name: string) => Effect.Effect<Option.Option<BucketStatistics>, GatewayFailure>
}>()("stowage/services/endpoints/Rgw") {}
