import { json } from "./AdminReply.ts"
import { type Call, header, type Reply } from "./Call.ts"
import { findUser } from "./findUser.ts"
import { GatewayError } from "./GatewayError.ts"
import { readText } from "./Payload.ts"
import { changedQuota, quotaJson } from "./Quota.ts"
import { empty } from "./ServiceOps.ts"
import type { Store } from "./Store.ts"

interface QuotaBody {
  readonly enabled?: boolean
  readonly max_size?: number
  readonly max_size_kb?: number
  readonly max_objects?: number
}

/** A JSON body may replace the parameters; RGW refuses one with a signed hash. */
const parameters = async (call: Call): Promise<ReadonlyMap<string, string>> => {
  if (Number(header(call, "content-length") ?? 0) === 0) return call.query
  if (call.payloadHash !== "UNSIGNED-PAYLOAD") throw new GatewayError("NotImplemented")
  let body: QuotaBody
  try {
    body = JSON.parse(await readText(call)) as QuotaBody
  } catch (cause) {
    throw cause instanceof GatewayError ? cause : new GatewayError("InvalidArgument")
  }
  const query = new Map(call.query)
  for (const [name, value] of Object.entries(body)) query.set(name.replaceAll("_", "-"), String(value))
  return query
}

export const adminUserQuota = async (store: Store, call: Call): Promise<Reply> => {
  const user = findUser(store, call)
  const type = call.query.get("quota-type")
  if (type !== undefined && type !== "user" && type !== "bucket") throw new GatewayError("InvalidArgument")
  if (call.method === "GET") {
    if (type === "user") return json(quotaJson(user.user_quota))
    if (type === "bucket") return json(quotaJson(user.bucket_quota))
    return json({ bucket_quota: quotaJson(user.bucket_quota), user_quota: quotaJson(user.user_quota) })
  }
  if (call.method !== "PUT" || type === undefined)
    throw new GatewayError(type === undefined ? "InvalidArgument" : "MethodNotAllowed")
  const field = type === "user" ? "user_quota" : "bucket_quota"
  store.users.save({ ...user, [field]: changedQuota(user[field], await parameters(call), { kilobytes: true }) })
  return empty(200)
}
