import { Schema } from "effect"
import { readCommand } from "./readCommand.ts"
import { s3Action } from "./s3Actions.ts"
import { actionOfHttp, actionOfOperation } from "./s3Operations.ts"

export const PastedRequest = Schema.Struct({
  kind: Schema.Literals(["error_xml", "aws_cli", "curl", "http", "url", "sdk_error"]),
  bucket: Schema.NullOr(Schema.String),
  key: Schema.NullOr(Schema.String),
  action: Schema.NullOr(Schema.String),
  signed: Schema.NullOr(Schema.Boolean),
  context: Schema.Record(Schema.String, Schema.Array(Schema.String)),
  error_code: Schema.NullOr(Schema.String)
}).annotate({ identifier: "PastedRequest" })
export type PastedRequest = typeof PastedRequest.Type

const nothing = { bucket: null, key: null, action: null, signed: null, context: {}, error_code: null } as const

/** `bucket` identifies virtual-host addresses. Null: unrecognised. */
export const readPastedRequest = (text: string, bucket: string): PastedRequest | null => {
  const pasted = text.trim()
  if (/<Error>|<Code>/.test(pasted)) return ofXml(pasted)
  const words = readCommand(pasted)
  const program = words[0] === "$" ? words.slice(1) : words
  if (program[0] === "curl") return ofCurl(program.slice(1), bucket)
  if (program[0] === "aws") return ofAws(program.slice(1))
  const match = /\((\w+)\) when calling the (\w+) operation/.exec(pasted)
  if (match !== null)
    return { ...nothing, kind: "sdk_error", error_code: match[1]!, action: actionOfOperation(match[2]!, knownAction) }
  const line = /^(GET|HEAD|PUT|POST|DELETE|OPTIONS)\s+(\S+)(?:\s+HTTP\/[\d.]+)?([^]*)$/.exec(pasted)
  if (line !== null) return ofHttp(line[1]!, line[2]!, line[3]!, bucket)
  return /^https?:\/\/\S+$/.test(pasted) ? ofAddress("url", "GET", pasted, bucket, []) : null
}

const knownAction = (name: string) => s3Action(name)?.name ?? null

const ofXml = (text: string): PastedRequest => {
  const part = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? null
  const [, resourceBucket = null, resourceKey = null] = /^\/?([^/]+)(?:\/(.+))?$/.exec(part("Resource") ?? "") ?? []
  return {
    ...nothing,
    kind: "error_xml",
    bucket: part("BucketName") ?? resourceBucket,
    key: part("Key") ?? resourceKey,
    error_code: part("Code")
  }
}

const headerKeys: Readonly<Record<string, string>> = {
  "user-agent": "aws:UserAgent",
  referer: "aws:Referer",
  "x-amz-acl": "s3:x-amz-acl",
  "x-amz-server-side-encryption": "s3:x-amz-server-side-encryption",
  "x-amz-copy-source": "s3:x-amz-copy-source",
  "x-amz-storage-class": "s3:x-amz-storage-class"
}

const ofAddress = (
  kind: PastedRequest["kind"],
  method: string,
  address: string,
  bucket: string,
  headers: ReadonlyArray<readonly [string, string]>
): PastedRequest => {
  if (!URL.canParse(address)) return { ...nothing, kind }
  const url = new URL(address)
  const inHost = url.hostname === bucket || url.hostname.startsWith(`${bucket}.`)
  const path = decoded(url.pathname.slice(1))
  const slash = path.indexOf("/")
  const named = inHost ? bucket : slash < 0 ? path : path.slice(0, slash)
  const key = inHost ? path : slash < 0 ? "" : path.slice(slash + 1)
  const names = [...url.searchParams.keys()]
  const parts = Object.fromEntries(
    ["prefix", "delimiter", "max-keys"].flatMap((name) => {
      const value = url.searchParams.get(name)
      return key !== "" || value === null ? [] : [[`s3:${name}`, [value]]]
    })
  )
  const context = {
    ...(url.protocol === "https:"
      ? { "aws:SecureTransport": ["true"] }
      : url.protocol === "http:"
        ? { "aws:SecureTransport": ["false"] }
        : {}),
    ...parts,
    ...Object.fromEntries(
      headers.flatMap(([name, value]) =>
        headerKeys[name.toLowerCase()] === undefined ? [] : [[headerKeys[name.toLowerCase()], [value]]]
      )
    ),
    ...(names.includes("versionId") ? { "s3:VersionId": [url.searchParams.get("versionId") ?? ""] } : {})
  }
  const signed =
    names.some((name) => /^(x-amz-signature|signature|awsaccesskeyid)$/i.test(name)) ||
    headers.some(([name]) => name.toLowerCase() === "authorization")
  return {
    ...nothing,
    kind,
    bucket: named === "" ? null : named,
    key: key === "" ? null : key,
    action: actionOfHttp(method, key === "" ? null : key, names),
    signed,
    context
  }
}

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const ofHttp = (method: string, target: string, rest: string, bucket: string): PastedRequest => {
  const headers = Array.from(
    rest.matchAll(/^([\w-]+):[ \t]*(.*?)\r?$/gm),
    ([, name, value]) => [name!, value!] as const
  )
  const host = headers.find(([name]) => name.toLowerCase() === "host")?.[1] ?? "gateway.invalid"
  const parsedRequest = ofAddress(
    "http",
    method,
    /^https?:/.test(target) ? target : `http://${host}${target}`,
    bucket,
    headers
  )
  // the protocol is unknown
  const { "aws:SecureTransport": _, ...context } = parsedRequest.context
  return { ...parsedRequest, context }
}

const curlValues = new Set([
  "-o",
  "--output",
  "-u",
  "--user",
  "--cacert",
  "--cert",
  "--key",
  "-m",
  "--max-time",
  "--connect-timeout",
  "-x",
  "--proxy",
  "-w",
  "--write-out",
  "--aws-sigv4"
])

const ofCurl = (words: ReadonlyArray<string>, bucket: string): PastedRequest => {
  let [method, address, signed] = ["", "", false]
  const headers: Array<readonly [string, string]> = []
  const queue = [...words]
  while (queue.length > 0) {
    const word = queue.shift()!
    if (word === "-X" || word === "--request") method = queue.shift() ?? ""
    else if (/^-X./.test(word)) method = word.slice(2)
    else if (word === "-I" || word === "--head") method ||= "HEAD"
    else if (word === "-H" || word === "--header") {
      const [name = "", ...value] = (queue.shift() ?? "").split(":")
      headers.push([name.trim(), value.join(":").trim()])
    } else if (word === "-A" || word === "--user-agent") headers.push(["User-Agent", queue.shift() ?? ""])
    else if (word === "-e" || word === "--referer") headers.push(["Referer", queue.shift() ?? ""])
    else if (word === "-T" || word === "--upload-file") {
      method ||= "PUT"
      queue.shift()
    } else if (/^(-d|--data(-\w+)?)$/.test(word)) {
      method ||= "POST"
      queue.shift()
    } else if (curlValues.has(word)) {
      if (word === "-u" || word === "--user" || word === "--aws-sigv4") signed = true
      queue.shift()
    } else if (!word.startsWith("-")) address = word
  }
  const parsedRequest = ofAddress(
    "curl",
    method || "GET",
    /^https?:\/\//.test(address) ? address : `http://${address}`,
    bucket,
    headers
  )
  return { ...parsedRequest, signed: signed || parsedRequest.signed }
}

const ofAws = (words: ReadonlyArray<string>): PastedRequest => {
  const option = (name: string) =>
    words.includes(name)
      ? (words[words.indexOf(name) + 1] ?? null)
      : (words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1) ?? null)
  const service = words.findIndex((word) => word === "s3api" || word === "s3")
  const verb = words[service + 1] ?? ""
  const signed = !words.includes("--no-sign-request")
  const endpoint = option("--endpoint-url")
  const secure: Readonly<Record<string, ReadonlyArray<string>>> =
    endpoint === null ? {} : { "aws:SecureTransport": [String(endpoint.startsWith("https:"))] }
  if (words[service] === "s3api") {
    const prefix = option("--prefix")
    return {
      ...nothing,
      kind: "aws_cli",
      bucket: option("--bucket"),
      key: option("--key"),
      signed,
      action: actionOfOperation(verb, knownAction),
      context: { ...secure, ...(prefix === null ? {} : { "s3:prefix": [prefix] }) }
    }
  }
  const places = words
    .filter((word) => word.startsWith("s3://"))
    .map((place) => {
      const [, bucket = "", key = ""] = /^s3:\/\/([^/]*)\/?([^]*)$/.exec(place) ?? []
      return { bucket, key }
    })
  const last = places.at(-1)
  const source = words[service + 2]?.startsWith("s3://") === true
  const action =
    verb === "ls"
      ? last === undefined
        ? "s3:ListAllMyBuckets"
        : "s3:ListBucket"
      : verb === "rm"
        ? "s3:DeleteObject"
        : verb === "mb"
          ? "s3:CreateBucket"
          : verb === "rb"
            ? "s3:DeleteBucket"
            : places.length === 1 && source
              ? "s3:GetObject"
              : "s3:PutObject"
  const listing = verb === "ls" && last !== undefined
  return {
    ...nothing,
    kind: "aws_cli",
    bucket: last?.bucket || null,
    key: listing ? null : last?.key || null,
    action,
    signed,
    context: { ...secure, ...(listing ? { "s3:prefix": [last.key], "s3:delimiter": ["/"] } : {}) }
  }
}
