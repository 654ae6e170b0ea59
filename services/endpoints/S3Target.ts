import type { Redacted } from "effect"

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
  readonly accessKey: string
  readonly secretKey: Redacted.Redacted
  readonly sessionToken: Redacted.Redacted | null
}
