import { adminAccount } from "./AdminAccounts.ts"
import { adminBucket } from "./AdminBuckets.ts"
import { requireCap } from "./AdminCaps.ts"
import { adminMetadata } from "./AdminMetadata.ts"
import { adminRateLimit } from "./AdminRateLimit.ts"
import { json } from "./AdminReply.ts"
import { adminUsage } from "./AdminUsage.ts"
import { adminUser } from "./AdminUsers.ts"
import type { Call, Reply } from "./Call.ts"
import { GatewayError } from "./GatewayError.ts"
import type { Store } from "./Store.ts"

const caps: Readonly<Record<string, string>> = {
  account: "accounts",
  user: "users",
  bucket: "buckets",
  metadata: "metadata",
  usage: "usage",
  info: "info",
  ratelimit: "ratelimit"
}

const verbs: Readonly<Record<string, string>> = { GET: "Get", PUT: "Put", POST: "Post", DELETE: "Delete" }

export const adminOp = (call: Call): string => {
  const [resource = ""] = call.key.split("/")
  const name = resource === "" ? "" : `${resource[0]?.toUpperCase() ?? ""}${resource.slice(1)}`
  if (resource === "ratelimit") return `AdminRateLimit${call.method === "GET" ? "Get" : "Put"}`
  for (const part of ["key", "quota", "caps", "policy", "index"]) {
    if (call.query.has(part) && resource !== "metadata") {
      return `Admin${name}${part[0]?.toUpperCase() ?? ""}${part.slice(1)}${verbs[call.method] ?? ""}`
    }
  }
  if (resource === "bucket" && call.method === "GET") {
    return call.query.get("stats") === "true" || call.query.has("bucket") ? "AdminBucketStats" : "AdminBucketList"
  }
  if (resource === "user" && call.method === "GET" && call.query.has("list")) return "AdminUserList"
  if (resource === "metadata" && call.method === "GET" && !call.query.has("key")) return "AdminMetadataList"
  return `Admin${name}${verbs[call.method] ?? ""}`
}

/** RGW decodes twice: a plus becomes a space, and a stray percent sign ends the value. */
const decodeAgain = (value: string): string => {
  const spaced = value.replaceAll("+", " ")
  const whole = /^(?:[^%]|%[0-9A-Fa-f]{2})*/.exec(spaced)?.[0] ?? ""
  return Buffer.from(
    whole.replace(/%([0-9A-Fa-f]{2})|[^%]+/g, (part, hex: string | undefined) =>
      hex === undefined ? Buffer.from(part, "utf8").toString("latin1") : String.fromCharCode(Number.parseInt(hex, 16))
    ),
    "latin1"
  ).toString("utf8")
}

export const adminOps = async (store: Store, asked: Call, names: ReadonlySet<string> | undefined): Promise<Reply> => {
  const call: Call = { ...asked, query: new Map([...asked.query].map(([name, value]) => [name, decodeAgain(value)])) }
  const [resource = "", section = ""] = call.key.split("/")
  const cap = caps[resource]
  if (call.principal === undefined) throw new GatewayError("AccessDenied")
  if (cap === undefined) throw new GatewayError("MethodNotAllowed")
  requireCap(call.principal, cap, call.method === "GET" || call.method === "HEAD" ? "read" : "write")
  switch (resource) {
    case "account":
      return adminAccount(store, call)
    case "user":
      return await adminUser(store, call)
    case "bucket":
      return await adminBucket(store, call, names)
    case "metadata":
      return adminMetadata(store, call, section)
    case "usage":
      return adminUsage(store, call)
    case "ratelimit":
      return adminRateLimit(store, call)
    default:
      return json({ info: { storage_backends: [{ name: "rados", cluster_id: store.identity("cluster") }] } })
  }
}
