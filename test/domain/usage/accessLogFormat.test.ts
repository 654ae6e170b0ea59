import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { accessLogActionOf } from "#domain/usage/accesslogs/accessLogAction.ts"
import type { AccessLogLine } from "#domain/usage/accesslogs/AccessLogLine.ts"
import { logBucketName, logBucketPolicy, logObjectTime } from "#domain/usage/accesslogs/logBucket.ts"
import { logText } from "#domain/usage/accesslogs/logText.ts"
import { prefixEnd } from "#domain/usage/accesslogs/prefixEnd.ts"
import { readAccessLog } from "#domain/usage/accesslogs/readAccessLog.ts"
import { endOfWeek, weekStart, weekStartsBetween } from "#domain/usage/accesslogs/weeks.ts"

const DAY = 86_400_000
const Time = Schema.Int.check(Schema.isBetween({ minimum: -40_000 * DAY, maximum: 40_000 * DAY }))
const Text = Schema.Array(
  Schema.Literals(["a", "/", " ", '"', "\n", "%", "%0A", "ü", "𝄞", "\ud7ff", "\u{10ffff}", "-"])
)

describe("access logs", () => {
  it("an operation has the category of what it does", () => {
    for (const [operation, action] of [
      ["REST.GET.OBJECT", "read"],
      ["REST.HEAD.OBJECT", "read"],
      ["REST.GET.BUCKET", "list"],
      ["REST.GET.BUCKETVERSIONS", "list"],
      ["REST.PUT.OBJECT", "write"],
      ["REST.PUT.PART", "write"],
      ["REST.POST.UPLOADS", "write"],
      ["REST.COPY.OBJECT_GET", "copy"],
      ["REST.DELETE.OBJECT", "delete"],
      ["REST.POST.DELETE_MULTI_OBJECT", "delete"],
      ["REST.DELETE.UPLOAD", "delete"],
      ["REST.PUT.ACL", "configuration"],
      ["REST.GET.LOGGING", "configuration"],
      ["REST.OPTIONS.options_cors", "configuration"],
      ["BATCH.EXPIRE.OBJECT", "other"]
    ] as const)
      assert.strictEqual(accessLogActionOf(operation), action, operation)
  })

  it.prop("each time is in one week, which begins on a Monday", [Time, Time], ([at, other]) => {
    const week = weekStart(at)
    assert.isTrue(week <= at && at < endOfWeek(week))
    assert.strictEqual(new Date(week).getUTCDay(), 1)
    const [from, to] = at < other ? [at, other] : [other, at]
    const weeks = weekStartsBetween(from, to)
    assert.strictEqual(weeks[0], weekStart(from))
    assert.strictEqual(weeks.at(-1), weekStart(to))
  })

  it.prop("a text begins with a prefix when it is between the prefix and its end", [Text, Text], ([some, other]) => {
    const [prefix, text] = [some.join(""), other.join("")]
    const bytes = (one: string) => Buffer.from(one, "utf8")
    const end = prefixEnd(prefix)
    const between =
      Buffer.compare(bytes(text), bytes(prefix)) >= 0 && (end === null || Buffer.compare(bytes(text), bytes(end)) < 0)
    assert.strictEqual(between, text.startsWith(prefix))
    assert.isTrue(end === null || Buffer.compare(bytes(`${prefix}${text}`), bytes(end)) < 0)
  })

  it.prop("a line of text is one line, whatever its key and agent hold", [Text, Text], ([key, agent]) => {
    const path = key.join("")
    const text = logText({
      account: "RGW1",
      bucket_name: "b",
      at: "2026-11-26T20:51:21.000Z",
      client_address: "::1",
      requester: "tenant$ada b",
      request_id: "z.1.1",
      operation: "REST.PUT.OBJECT",
      path,
      method: "PUT",
      uri: "/b/x",
      status: 200,
      error_code: null,
      size_bytes: 5,
      duration_ms: 4,
      user_agent: agent.join(""),
      version_id: null,
      auth: "query"
    })
    assert.notInclude(text, "\n")
    const lines: Array<AccessLogLine> = []
    const at = Date.UTC(2026, 10, 26, 20, 51, 21)
    readAccessLog(`${text}\n`, { bucket: "b", from: at, until: at }, true, {
      onRecord: (line) => lines.push(line),
      onRefusal: (reason) => assert.fail(`${reason}: ${text}`)
    })
    assert.lengthOf(lines, 1)
    assert.strictEqual(decodeURIComponent(lines[0]!.key ?? ""), path === "-" ? "" : path)
    assert.deepInclude(lines[0]!, { auth: "query", size_bytes: 5, duration_ms: 4, status: 200 })
  })

  it("the policy of a log bucket gets one statement beside those of others, once", () => {
    const first = logBucketPolicy(null, "logs", "RGW1")!
    assert.isNull(logBucketPolicy(first, "logs", "RGW1"))
    const foreign = { Sid: "Mine", Effect: "Deny", Principal: "*", Action: "s3:DeleteObject", Resource: "*" }
    const joined = logBucketPolicy(JSON.stringify({ Id: "x", Statement: foreign }), "logs", "RGW1")!
    assert.deepStrictEqual(JSON.parse(joined).Id, "x")
    assert.deepStrictEqual(JSON.parse(joined).Statement[0], foreign)
    assert.isNull(logBucketPolicy(joined, "logs", "RGW1"))
    const changed = first.replace("s3:PutObject", "s3:GetObject")
    assert.deepStrictEqual(JSON.parse(logBucketPolicy(changed, "logs", "RGW1")!), JSON.parse(first))
    assert.isNotNull(logBucketPolicy(first, "logs", "RGW2"))
    assert.strictEqual(logBucketName("RGW11111111111111111"), "stowage-logs-rgw11111111111111111")
  })

  it("only keys that RGW writes are log objects", () => {
    const at = Date.UTC(2026, 10, 26, 20, 49, 33)
    assert.strictEqual(logObjectTime("a", "a/2026-11-26-20-49-33-00000000003Y55WW"), at)
    for (const key of ["a/readme", "b/2026-11-26-20-49-33-00000000003Y55WW", "a/2026-11-26-20-49-33-", "stowage-probe"])
      assert.isNull(logObjectTime("a", key), key)
  })
})
