import { findBucketByName } from "./AdminBuckets.ts"
import { flag, integer, json, requiredQuery } from "./AdminReply.ts"
import type { Call, Reply } from "./Call.ts"
import { findUser } from "./findUser.ts"
import { GatewayError } from "./GatewayError.ts"
import { empty } from "./ServiceOps.ts"
import type { Store } from "./Store.ts"
import type { RateLimit } from "./Users.ts"

const none: RateLimit = { max_read_ops: 0, max_write_ops: 0, max_read_bytes: 0, max_write_bytes: 0, enabled: false }

const changed = (call: Call, before: RateLimit): RateLimit => ({
  max_read_ops: integer(call, "max-read-ops") ?? before.max_read_ops,
  max_write_ops: integer(call, "max-write-ops") ?? before.max_write_ops,
  max_read_bytes: integer(call, "max-read-bytes") ?? before.max_read_bytes,
  max_write_bytes: integer(call, "max-write-bytes") ?? before.max_write_bytes,
  enabled: flag(call, "enabled") ?? before.enabled
})

export const adminRateLimit = (store: Store, call: Call): Reply => {
  const reading = call.method === "GET"
  if (!reading && call.method !== "POST") throw new GatewayError("MethodNotAllowed")
  if (reading && flag(call, "global") === true) {
    return json({ bucket_ratelimit: none, user_ratelimit: none, anonymous_ratelimit: none })
  }
  switch (requiredQuery(call, "ratelimit-scope")) {
    case "user": {
      const user = findUser(store, call)
      if (reading) return json({ user_ratelimit: user.ratelimit ?? none })
      store.users.save({ ...user, ratelimit: changed(call, user.ratelimit ?? none) })
      return empty(200)
    }
    case "bucket": {
      const bucket = findBucketByName(store, requiredQuery(call, "bucket"))
      const stored = store.buckets.config(bucket.id, "ratelimit")
      const limit = stored === undefined ? none : (JSON.parse(stored) as RateLimit)
      if (reading) return json({ bucket_ratelimit: limit })
      store.buckets.setConfig(bucket.id, "ratelimit", JSON.stringify(changed(call, limit)))
      return empty(200)
    }
    default:
      throw new GatewayError("InvalidArgument")
  }
}
