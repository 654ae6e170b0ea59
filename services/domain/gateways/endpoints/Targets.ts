import type { GatewayCredential } from "./GatewayCredential.ts"

/** Where and as whom the S3 API of one context is called. */
export interface S3Target {
  /** An address that somebody typed in: its host is checked against the allowlist, and again when the socket is opened. */
  readonly userSupplied: boolean
  /** Null for custom connections; the guard then keys on the URL. */
  readonly endpointId: number | null
  readonly url: string
  readonly region: string
  readonly verifyTls: boolean
  readonly pathStyle: boolean
  readonly credential: GatewayCredential
}

/** Where and as whom the Admin Ops API of one storage endpoint is called. */
export interface AdminTarget {
  readonly endpointId: number
  /** Base URL without trailing slash; the `/admin` prefix is added by the adapter. */
  readonly url: string
  readonly region: string
  readonly verifyTls: boolean
  readonly credential: GatewayCredential
}

/** Whose buckets: every bucket of the gateway, or those of one uid (for an account: any of its users, RGW answers for the whole account). */
export type BucketOwner = { readonly _tag: "All" } | { readonly _tag: "Uid"; readonly uid: string }
