/** Active share and upload links of a bucket. */
export interface OpenLinks {
  readonly downloads: number
  readonly uploads: number
  /** Latest expiry, ISO 8601. */
  readonly end: string
}
