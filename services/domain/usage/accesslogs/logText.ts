export interface LogTextLine {
  readonly account: string
  readonly bucket_name: string
  readonly at: string
  readonly client_address: string | null
  readonly requester: string
  readonly request_id: string
  readonly operation: string
  readonly path: string | null
  readonly method: string
  readonly uri: string
  readonly status: number
  readonly error_code: string | null
  readonly size_bytes: number | null
  readonly duration_ms: number | null
  readonly user_agent: string | null
  readonly version_id: string | null
  readonly auth: "header" | "query" | null
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
const timeOf = (iso: string): string =>
  `${iso.slice(8, 10)}/${months[Number(iso.slice(5, 7)) - 1]}/${iso.slice(0, 4)}:${iso.slice(11, 19)} +0000`

/** Encodes as in addresses, so that no key, agent or name of a client ends a line or a field. */
const encode = (text: string): string => encodeURIComponent(text).replaceAll("%2F", "/").replaceAll("%3A", ":")
const field = (text: string | number | null): string => (text === null || text === "" ? "-" : encode(String(text)))
const quoted = (text: string | null): string =>
  text === null ? "-" : encode(text).replaceAll("%20", " ").replaceAll("%3B", ";")

/** Format of S3 server access logs; keys and agents are percent-encoded. */
export const logText = (line: LogTextLine): string => {
  const address = line.uri.replace(/["\s]/gu, encodeURIComponent)
  const auth = line.auth === null ? "-" : line.auth === "header" ? "AuthHeader" : "QueryString"
  const duration = line.duration_ms === null ? "-" : String(line.duration_ms)
  return [
    field(line.account),
    field(line.bucket_name),
    `[${timeOf(line.at)}]`,
    field(line.client_address),
    field(line.requester),
    field(line.request_id),
    field(line.operation),
    field(line.path),
    `"${line.method} ${address} HTTP/1.1"`,
    String(line.status),
    field(line.error_code),
    "-",
    field(line.size_bytes),
    "-",
    duration,
    '"-"',
    `"${quoted(line.user_agent)}"`,
    field(line.version_id),
    "- - -",
    auth,
    "- - - -"
  ].join(" ")
}
