import { flag, json, microTime } from "./AdminReply.ts"
import type { Call, Reply } from "./Call.ts"
import { GatewayError } from "./GatewayError.ts"
import { empty } from "./ServiceOps.ts"
import type { Store } from "./Store.ts"
import type { UsageRow } from "./UsageLog.ts"

const figures = (rows: ReadonlyArray<UsageRow>) => ({
  bytes_sent: rows.reduce((sum, row) => sum + row.sent, 0),
  bytes_received: rows.reduce((sum, row) => sum + row.received, 0),
  ops: rows.reduce((sum, row) => sum + row.ops, 0),
  successful_ops: rows.reduce((sum, row) => sum + row.ok, 0)
})

const byCategory = (rows: ReadonlyArray<UsageRow>) =>
  [...Map.groupBy(rows, (row) => row.category)]
    .map(([category, of]) => ({ category, ...figures(of) }))
    .sort((a, b) => (a.category < b.category ? -1 : 1))

const time = (text: string | undefined, absent: number): number => {
  if (text === undefined || text === "") return absent
  const at = Date.parse(`${text.replace(" ", "T")}${text.length > 10 ? "" : "T00:00:00"}Z`)
  if (Number.isNaN(at)) throw new GatewayError("InvalidArgument")
  return Math.floor(at / 1000)
}

const nothing = { bytes_processed: 0, bytes_returned: 0 }

/** Calls of account users are under the account's id. */
export const adminUsage = (store: Store, call: Call): Reply => {
  const uid = call.query.get("uid")
  const start = time(call.query.get("start"), 0)
  const end = time(call.query.get("end"), Number.MAX_SAFE_INTEGER)
  if (call.method === "DELETE") {
    if (uid === undefined && flag(call, "remove-all") !== true) throw new GatewayError("InvalidArgument")
    store.usage.trim(uid, start, end)
    return empty(200)
  }
  if (call.method !== "GET") throw new GatewayError("MethodNotAllowed")
  const wanted = call.query.get("categories")?.split(",")
  const rows = store.usage.read({ owner: uid, bucket: call.query.get("bucket"), start, end })
  const shown = (of: ReadonlyArray<UsageRow>) =>
    wanted === undefined ? of : of.filter((row) => wanted.includes(row.category))
  const owners = [...Map.groupBy(rows, (row) => row.owner)]
  const entries = owners.map(([user, of]) => ({
    user,
    buckets: [...Map.groupBy(of, (row) => `${row.bucket}/${row.hour}`)].map(([, hour]) => ({
      bucket: hour[0]?.bucket ?? "",
      time: microTime((hour[0]?.hour ?? 0) * 1000),
      epoch: hour[0]?.hour ?? 0,
      owner: user,
      categories: byCategory(shown(hour)),
      s3select: wanted === undefined ? nothing : {}
    }))
  }))
  const summary = owners.map(([user, of]) => ({
    user,
    categories: byCategory(shown(of)),
    total: { ...figures(shown(of)), ...nothing }
  }))
  return json({
    ...(flag(call, "show-entries") === false ? {} : { entries }),
    ...(flag(call, "show-summary") === false ? {} : { summary })
  })
}
