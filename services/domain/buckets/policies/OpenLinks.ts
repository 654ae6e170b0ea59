/** Share and upload links to a bucket that somebody may open now. */
export interface OpenLinks {
  readonly downloads: number
  readonly uploads: number
  /** When the last of them ends, in ISO 8601. */
  readonly end: string
}
