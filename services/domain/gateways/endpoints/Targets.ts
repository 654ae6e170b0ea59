import type { GatewayCredential } from "./GatewayCredential.ts"
import type { ObjectGrant } from "./objectGrants.ts"

export interface S3Target {
  /** The guard checks the host, and again when the socket opens. */
  readonly userSupplied: boolean
  /** Null for custom connections; the guard then keys on the URL. */
  readonly endpointId: number | null
  readonly url: string
  readonly region: string
  readonly verifyTls: boolean
  readonly pathStyle: boolean
  readonly credential: GatewayCredential
  /** Absent for a key of the tenant itself. */
  readonly tenant?: string
  readonly grants?: ReadonlyArray<ObjectGrant>
  /** Version that writes of one object create, instead of one with a new id. Takes a system user of RGW. */
  readonly writtenVersion?: WrittenVersion
}

export interface WrittenVersion {
  readonly id: string
  readonly owner: string
  readonly through: S3Target
}

export interface AdminTarget {
  readonly endpointId: number
  /** Base URL; the adapter adds `/admin`. */
  readonly url: string
  readonly region: string
  readonly verifyTls: boolean
  readonly credential: GatewayCredential
}

/** All buckets, or those of one uid (for a user of an account, RGW returns the account's). */
export type BucketOwner = { readonly _tag: "All" } | { readonly _tag: "Uid"; readonly uid: string }
