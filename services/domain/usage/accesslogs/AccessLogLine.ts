/** Null: the log has `-`. */
export interface AccessLogLine {
  /** Milliseconds since 1970; the log has seconds. */
  readonly at: number
  readonly client_address: string | null
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
  /** False: the key comes from a body or a header, and may be forged. */
  readonly key_checked: boolean
}

/**
 * - `head`: it does not begin as a record
 * - `bucket`: of another bucket
 * - `time`: outside the time of its log object
 * - `cut`: the log object ends within it
 */
export type LineRefusal = "head" | "bucket" | "time" | "request" | "cut"

export interface LogObjectFacts {
  readonly bucket: string
  readonly from: number
  readonly until: number
}

export interface LineReader {
  readonly onRecord: (line: AccessLogLine) => void
  readonly onRefusal: (reason: LineRefusal) => void
}
