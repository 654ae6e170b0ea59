import type { AccessLogLine, LineReader, LogObjectFacts } from "./AccessLogLine.ts"
import { hasKeyOutsideAddress, MAX_KEY_BYTES, mayHaveKeyOutside, namesKey, nextCandidate } from "./logRequest.ts"
import type { RequestCandidate } from "./logRequest.ts"

/** Bytes that decide a record: its key, the request that may follow it, and the headers after it. */
export const LOOKAHEAD_BYTES = 131_072
/** Longest request line and headers that RGW accepts, with room. */
const MAX_HEADER_BYTES = 65_536

const months: Readonly<Record<string, number>> = Object.fromEntries(
  ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"].map((name, at) => [name, at])
)
const time = String.raw`\[(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d):(\d\d):(\d\d) \+0000\]`
const operation = String.raw`[A-Z]+\.[A-Z]+\.[\w.]+`
/** A uid may have spaces; the id and the operation after it have none. */
const head = new RegExp(String.raw`([^ \n]+) ([^ \n]+) ${time} ([^ \n]+) ([^\n]+?) ([^ \n]+) (${operation}) `, "uy")

const noneAs = (text: string): string | null => (text === "-" ? null : text)
const digits = (text: string): number | null => {
  const number = Number.parseInt(text, 10)
  return Number.isSafeInteger(number) ? number : null
}

const decoder = new TextDecoder()
const highByte = /[\u0080-\u00ff]/u
const decodeBytes = (text: string): string =>
  highByte.test(text) ? decoder.decode(Uint8Array.from(text, (one) => one.charCodeAt(0))) : text

/** Fields after the numbers: `referer "user-agent" version host-id sigver cipher auth host tls arn acl`. */
const readTail = (tail: string): Pick<AccessLogLine, "version_id" | "auth" | "user_agent"> => {
  let end = tail.length
  const fields: Array<string> = []
  for (let count = 0; count < 9; count++) {
    const space = tail.lastIndexOf(" ", end - 1)
    if (space < 0) return { version_id: null, auth: null, user_agent: null }
    fields.unshift(tail.slice(space + 1, end))
    end = space
  }
  const first = tail.indexOf('"')
  const last = end - 1
  const quoted = first >= 0 && first < last && tail[last] === '"'
  const [version = "-", , , , auth] = fields
  return {
    version_id: quoted ? noneAs(version) : null,
    auth: !quoted ? null : auth === "AuthHeader" ? "header" : auth === "QueryString" ? "query" : null,
    user_agent: quoted ? noneAs(decodeBytes(tail.slice(first + 1, last))) : null
  }
}

interface Found {
  readonly request: RequestCandidate
  readonly checked: boolean
}

/** A key may hold a whole record: the last request whose address names all before it is the true one. */
const findRequest = (text: string, operation: string, from: number, lineEnd: number, feeds: boolean): Found | null => {
  const outside = hasKeyOutsideAddress(operation)
  const scope = text.slice(0, outside || feeds ? from + MAX_KEY_BYTES + MAX_HEADER_BYTES : lineEnd)
  const until = from + MAX_KEY_BYTES
  let first: RequestCandidate | null = null
  let named: RequestCandidate | null = null
  for (let one = nextCandidate(scope, from, until); one !== null; one = nextCandidate(scope, one.start + 1, until)) {
    const key = text.slice(from, one.start)
    if (outside && mayHaveKeyOutside(operation, one)) return { request: one, checked: key === "-" }
    if (!outside && namesKey(key, one.uri)) named = one
    if (first === null && one.start < lineEnd) first = one
  }
  if (named !== null) return { request: named, checked: true }
  return first === null ? null : { request: first, checked: false }
}

/** RGW, Standard mode. `text`: one character per byte. Returns the position read; without `final`, a rest stays. */
export const readAccessLog = (
  text: string,
  facts: LogObjectFacts,
  final: boolean,
  { onRecord, onRefusal }: LineReader
): number => {
  let position = 0
  let encodedFeed = -1
  const hasEncodedFeed = (from: number): boolean => {
    if (encodedFeed < from && encodedFeed !== text.length) {
      const upper = text.indexOf("%0A", from)
      const lower = text.indexOf("%0a", from)
      encodedFeed = Math.min(upper < 0 ? text.length : upper, lower < 0 ? text.length : lower)
    }
    return encodedFeed < Math.min(text.length, from + LOOKAHEAD_BYTES)
  }
  const limit = final ? text.length : text.length - LOOKAHEAD_BYTES
  while (position < limit) {
    const feed = text.indexOf("\n", position)
    const lineEnd = feed < 0 ? text.length : feed
    const refuse = (reason: Parameters<typeof onRefusal>[0]) => {
      if (lineEnd > position) onRefusal(feed < 0 ? "cut" : reason)
      position = lineEnd + 1
    }
    head.lastIndex = position
    const match = head.exec(text)
    if (match === null) {
      refuse("head")
      continue
    }
    const from = head.lastIndex
    const [
      ,
      ,
      bucket,
      day,
      month = "",
      year,
      hour,
      minute,
      second,
      client = "",
      requester = "",
      id = "",
      operation = ""
    ] = match
    const request = findRequest(text, operation, from, lineEnd, hasEncodedFeed(from))
    if (request === null) {
      refuse("request")
      continue
    }
    const { end, error, method, size, start, status, total, turnaround, uri } = request.request
    const recordFeed = text.indexOf("\n", end - 1)
    const recordEnd = recordFeed < 0 ? text.length : recordFeed
    const at = Date.UTC(Number(year), months[month] ?? NaN, Number(day), Number(hour), Number(minute), Number(second))
    position = recordEnd + 1
    const tail = readTail(text.slice(end, recordEnd))
    if (recordFeed < 0 && tail.user_agent === null && tail.auth === null) onRefusal("cut")
    else if (bucket !== facts.bucket && !bucket?.endsWith(`:${facts.bucket}`)) onRefusal("bucket")
    else if (!(at >= facts.from && at <= facts.until)) onRefusal("time")
    else {
      const key = text.slice(from, start)
      onRecord({
        at,
        client_address: noneAs(client),
        requester: decodeBytes(requester),
        request_id: id,
        operation,
        key: key === "-" ? null : decodeBytes(key),
        method,
        uri: decodeBytes(uri),
        status: Number(status),
        error_code: noneAs(error),
        size_bytes: digits(size),
        duration_ms: digits(turnaround) ?? digits(total),
        ...tail,
        key_checked: request.checked
      })
    }
  }
  return Math.min(position, text.length)
}
