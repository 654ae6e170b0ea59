import { authorize, findBucket } from "./Access.ts"
import type { Bucket } from "./Buckets.ts"
import type { Call, Reply } from "./Call.ts"
import { GatewayError } from "./GatewayError.ts"
import type { ObjectRow } from "./Objects.ts"
import { isoTime, ownerXml, xml } from "./ServiceOps.ts"
import type { Store } from "./Store.ts"
import { document, leaf, node } from "./Xml.ts"

const longestPage = 5000

export const afterPrefix = (prefix: string): string | undefined => {
  const points = [...prefix]
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    const code = last.codePointAt(0) ?? 0
    if (code < 0x10ffff) return points.join("") + String.fromCodePoint(code + 1 === 0xd800 ? 0xe000 : code + 1)
  }
  return undefined
}

interface Page {
  readonly rows: ReadonlyArray<ObjectRow>
  readonly prefixes: ReadonlyArray<string>
  readonly truncated: boolean
  readonly last: { readonly name: string; readonly version: string } | undefined
}

interface Start {
  readonly key: string
  readonly inclusive: boolean
}

const listing = (call: Call) => {
  const maxKeys = call.query.get("max-keys")
  if (maxKeys !== undefined && !/^\d+$/.test(maxKeys)) throw new GatewayError("InvalidArgument")
  const url = call.query.get("encoding-type") === "url"
  return {
    prefix: call.query.get("prefix") ?? "",
    delimiter: call.query.get("delimiter") ?? "",
    limit: Math.min(maxKeys === undefined ? 1000 : Number(maxKeys), longestPage),
    url,
    name: (text: string) =>
      url ? encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`) : text
  }
}
type Listing = ReturnType<typeof listing>

const commonPrefix = (key: string, { delimiter, prefix }: Listing): string | undefined => {
  if (delimiter === "") return undefined
  const at = key.indexOf(delimiter, prefix.length)
  return at < 0 ? undefined : key.slice(0, at + delimiter.length)
}

/** Skips a common prefix in one step, however many keys it has. */
const readPage = (
  query: Listing,
  start: Start,
  skipped: string | undefined,
  from: (start: Start) => Iterable<ObjectRow>
): Page => {
  const rows: Array<ObjectRow> = []
  const prefixes: Array<string> = []
  let last: Page["last"]
  let position: Start | undefined = start
  if (query.limit === 0) return { rows, prefixes, truncated: false, last }
  while (position !== undefined) {
    let next: Start | undefined
    for (const row of from(position)) {
      if (!row.key.startsWith(query.prefix)) break
      const common = commonPrefix(row.key, query)
      if (common !== undefined && common === skipped) {
        next = jump(common)
        break
      }
      if (rows.length + prefixes.length >= query.limit) return { rows, prefixes, truncated: true, last }
      if (common === undefined) {
        rows.push(row)
        last = { name: row.key, version: row.version }
      } else {
        prefixes.push(common)
        last = { name: common, version: "" }
        next = jump(common)
        break
      }
    }
    position = next
  }
  return { rows, prefixes, truncated: false, last }
}

const jump = (common: string): Start | undefined => {
  const key = afterPrefix(common)
  return key === undefined ? undefined : { key, inclusive: true }
}

const startAt = (marker: string, prefix: string): Start =>
  Buffer.compare(Buffer.from(marker), Buffer.from(prefix)) >= 0 && marker !== ""
    ? { key: marker, inclusive: false }
    : { key: prefix, inclusive: true }

const etagXml = (etag: string): string => leaf("ETag", `"${etag}"`)

const contents = (query: Listing, row: ObjectRow, owner: string): string =>
  node(
    "Contents",
    leaf("Key", query.name(row.key)),
    leaf("LastModified", isoTime(Math.floor(row.mtime / 1000) * 1000)),
    etagXml(row.etag),
    leaf("Size", row.size),
    leaf("StorageClass", "STANDARD"),
    owner,
    leaf("Type", "Normal")
  )

const common = (query: Listing, page: Page): ReadonlyArray<string> =>
  page.prefixes.map((prefix) => node("CommonPrefixes", leaf("Prefix", query.name(prefix))))

const head = (query: Listing, bucket: Bucket, page: Page): ReadonlyArray<string> => [
  ...(query.url ? [leaf("EncodingType", "url")] : []),
  leaf("Name", bucket.name),
  leaf("Prefix", query.name(query.prefix)),
  leaf("MaxKeys", query.limit),
  ...(query.delimiter === "" ? [] : [leaf("Delimiter", query.name(query.delimiter))]),
  leaf("IsTruncated", page.truncated)
]

export const listObjects = (store: Store, call: Call): Reply => {
  const bucket = findBucket(store, call)
  authorize(store, call, bucket, "ListBucket")
  const query = listing(call)
  const second = call.query.get("list-type") === "2"
  const token = call.query.get("continuation-token")
  const marker = (second ? (token ?? call.query.get("start-after")) : call.query.get("marker")) ?? ""
  const page = readPage(query, startAt(marker, query.prefix), commonPrefix(marker, query), (start) =>
    store.objects.currentFrom(bucket, start.key, start.inclusive)
  )
  const owner = ownerXml(store, "Owner", bucket.owner)
  const shown = !second || call.query.get("fetch-owner") === "true" ? owner : ""
  const startAfter = call.query.get("start-after")
  return xml(
    document(
      "ListBucketResult",
      ...head(query, bucket, page),
      ...page.rows.map((row) => contents(query, row, shown)),
      ...common(query, page),
      ...(second
        ? [
            ...(token === undefined ? [] : [leaf("ContinuationToken", token)]),
            ...(page.truncated && page.last !== undefined ? [leaf("NextContinuationToken", page.last.name)] : []),
            leaf("KeyCount", page.rows.length + page.prefixes.length),
            ...(startAfter === undefined ? [] : [leaf("StartAfter", query.name(startAfter))])
          ]
        : [
            leaf("Marker", query.name(marker)),
            ...(page.truncated && page.last !== undefined ? [leaf("NextMarker", query.name(page.last.name))] : [])
          ])
    )
  )
}

const versionXml = (query: Listing, row: ObjectRow, owner: string): string => {
  const place = [
    leaf("Key", query.name(row.key)),
    leaf("VersionId", row.version),
    leaf("IsLatest", row.latest === 1),
    leaf("LastModified", isoTime(Math.floor(row.mtime / 1000) * 1000))
  ]
  return row.marker === 1
    ? node("DeleteMarker", ...place, owner, leaf("Type", "Normal"))
    : node(
        "Version",
        ...place,
        etagXml(row.etag),
        leaf("Size", row.size),
        leaf("StorageClass", "STANDARD"),
        owner,
        leaf("Type", "Normal")
      )
}

export const listVersions = (store: Store, call: Call): Reply => {
  const bucket = findBucket(store, call)
  authorize(store, call, bucket, "ListBucketVersions")
  const query = listing(call)
  const keyMarker = call.query.get("key-marker") ?? ""
  const versionMarker = call.query.get("version-id-marker") ?? ""
  const seq = versionMarker === "" ? undefined : store.objects.find(bucket, keyMarker, versionMarker)?.seq
  let first = true
  const page = readPage(query, startAt(keyMarker, query.prefix), commonPrefix(keyMarker, query), (start) => {
    const among =
      first && seq !== undefined ? { afterSeq: seq } : start.inclusive ? ("from" as const) : ("after" as const)
    first = false
    return store.objects.versionsFrom(bucket, start.key, among)
  })
  const owner = ownerXml(store, "Owner", bucket.owner)
  return xml(
    document(
      "ListVersionsResult",
      ...head(query, bucket, page),
      ...common(query, page),
      leaf("KeyMarker", query.name(keyMarker)),
      leaf("VersionIdMarker", versionMarker),
      ...(page.truncated && page.last !== undefined
        ? [
            leaf("NextKeyMarker", query.name(page.last.name)),
            ...(page.last.version === "" ? [] : [leaf("NextVersionIdMarker", page.last.version)])
          ]
        : []),
      ...page.rows.map((row) => versionXml(query, row, owner))
    )
  )
}
