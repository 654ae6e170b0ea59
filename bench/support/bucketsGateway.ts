// Simulated gateway: one in a hundred of an owner's buckets changes at each listing of names.
import * as http from "node:http"

const buckets = Number(process.env["BUCKETS"] ?? 1_000)
const readings = new Map<string, number>()

const nameOf = (uid: string, index: number) => `${uid}-${String(index).padStart(6, "0")}`

const bucketOf = (uid: string, index: number) => {
  const reading = readings.get(uid) ?? 0
  const changes = Math.floor((reading + 99 - (index % 100)) / 100)
  return {
    bucket: nameOf(uid, index),
    tenant: "",
    zonegroup: "ca1e4aba-ab11-4967-801c-fb06ab39a581",
    placement_rule: "default-placement",
    id: `d780aa93-4446-42c1-a1b8-492e12ba08a0.4109.${index}`,
    marker: `d780aa93-4446-42c1-a1b8-492e12ba08a0.4109.${index}`,
    index_type: "Normal",
    versioning: "off",
    object_lock_enabled: false,
    owner: uid,
    num_shards: 11,
    ver: "0#1",
    master_ver: "0#0",
    max_marker: "0#",
    mtime: "2026-01-02T03:04:05.406159Z",
    creation_time: "2026-01-02T03:04:05.405Z",
    usage: {
      "rgw.main": {
        size: 1_000 * index + changes,
        size_actual: 1_000 * index + changes,
        size_utilized: 0,
        num_objects: index
      }
    },
    bucket_quota: { enabled: false, check_on_raw: false, max_size: -1, max_size_kb: 0, max_objects: -1 }
  }
}

const server = http.createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost")
  const answer = (body: unknown, status = 200) =>
    response
      .writeHead(status, { "content-type": "application/json", "x-amz-request-id": "tx0" })
      .end(JSON.stringify(body))
  request.resume()
  const uid = searchParams.get("uid")
  if (pathname !== "/admin/bucket" || uid === null) return answer({ Code: "MethodNotAllowed" }, 405)
  if (searchParams.get("stats") !== "true") {
    readings.set(uid, (readings.get(uid) ?? 0) + 1)
    return answer(Array.from({ length: buckets }, (_, index) => nameOf(uid, index)))
  }
  const marker = searchParams.get("marker")
  const from = marker === null ? 0 : Number(marker.slice(-6)) + 1
  const upTo = Math.min(buckets, from + Number(searchParams.get("max-entries") ?? 1_000))
  answer({
    buckets: Array.from({ length: Math.max(0, upTo - from) }, (_, index) => bucketOf(uid, from + index)),
    truncated: upTo < buckets,
    count: Math.max(0, upTo - from),
    ...(upTo < buckets ? { marker: nameOf(uid, upTo - 1) } : {})
  })
})
server.listen(Number(process.env["PORT"]), "127.0.0.1", () => console.log("ready"))
process.on("SIGTERM", () => {
  server.close()
  server.closeAllConnections()
})
