/** Request that a gateway logged. Texts are as in the log; `null` where it says `-`. */
export interface AccessLogLine {
  /** Milliseconds since 1970; the log has seconds. */
  readonly at: number
  readonly client_address: string | null
  /** RGW uid; `anonymous` without credentials. */
  readonly requester: string
  readonly request_id: string
  readonly operation: string
  readonly key: string | null
  readonly method: string
  readonly uri: string
  readonly status: number
  readonly error_code: string | null
  readonly size_bytes: number | null
  readonly duration_ms: number | null
  readonly version_id: string | null
  readonly auth: "header" | "query" | null
  readonly user_agent: string | null
  /** The address of the request names the key. False: the key comes from a body or a header, and may be forged. */
  readonly key_checked: boolean
}

/**
 * Reason why a line is not a record.
 *
 * - `head`: it does not begin as a record
 * - `bucket`: another bucket than the one whose log it is
 * - `time`: outside the time of its log object
 * - `request`: no request follows
 * - `cut`: the log object ends within it
 */
export type LineRefusal = "head" | "bucket" | "time" | "request" | "cut"

/** Facts of a log object, which bound its records. */
export interface LogObjectFacts {
  readonly bucket: string
  /** Milliseconds since 1970; records are between. */
  readonly from: number
  readonly until: number
}

export interface LineReader {
  readonly onRecord: (line: AccessLogLine) => void
  readonly onRefusal: (reason: LineRefusal) => void
}
