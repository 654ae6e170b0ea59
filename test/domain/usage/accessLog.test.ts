import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { AccessLogLine, LineRefusal } from "#domain/usage/accesslogs/AccessLogLine.ts"
import {
  hasKeyOutsideAddress,
  mayHaveKeyOutside,
  namesKey,
  nextCandidate
} from "#domain/usage/accesslogs/logRequest.ts"
import { LOOKAHEAD_BYTES, readAccessLog } from "#domain/usage/accesslogs/readAccessLog.ts"
import { accessLogText, accessLogTime } from "../../../bench/support/accessLogText.ts"

const AT = Date.UTC(2026, 10, 26, 20, 51, 21)
const facts = { bucket: "logs", from: AT - 60_000, until: AT + 60_000 }
const bytesOf = (text: string) => Buffer.from(text, "utf8").toString("latin1")
const encode = (key: string) => encodeURIComponent(key).replaceAll("%2F", "/")

interface Written {
  readonly id: string
  readonly operation: string
  readonly method: string
  readonly key: string
  readonly agent: string
  readonly referer: string
  readonly bucket?: string
  readonly time?: string
}
const lineOf = ({
  agent,
  bucket = "logs",
  id,
  key,
  method,
  operation,
  referer,
  time = "26/Nov/2026:20:51:21"
}: Written) => {
  const head = `RGW1 ${bucket} [${time} +0000] 10.0.0.1 ada ${id} REST.${operation} ${key}`
  const request = `"${method} /${bucket}/${encode(key)} HTTP/1.1" 200 - 1 1 - 4ms`
  return `${head} ${request} ${referer} "${agent}" - - SigV4 - AuthHeader h - - -\n`
}

const read = (text: string, final = true) => {
  const records: Array<AccessLogLine> = []
  const refusals: Array<LineRefusal> = []
  const position = readAccessLog(text, facts, final, {
    onRecord: (line) => records.push(line),
    onRefusal: (reason) => refusals.push(reason)
  })
  return { records, refusals, position }
}
const readLines = (...lines: ReadonlyArray<string>) => read(bytesOf(lines.join("")))

const plain: Written = { id: "z.1.1", operation: "PUT.OBJECT", method: "PUT", key: "k", agent: "-", referer: "-" }
const forged = lineOf({ ...plain, id: "f.1.1", operation: "DELETE.OBJECT", method: "DELETE", key: "forged" })

// pieces that end records early, begin others or break quotes; careless readers decode "%" twice
const pieces = [
  "a",
  "dir/",
  " ",
  '"',
  "\n",
  "%0A",
  "ü€",
  "-",
  "\\",
  '"PUT /logs/a HTTP/1.1" 200 - 1 1 - 4ms - "-" - - SigV4 - AuthHeader h - - -',
  ' "GET /logs/a HTTP/1.1" 200 - 1 1 - 4ms ',
  `\n${forged}`,
  `\n${forged.trimEnd()}`,
  'a "PUT /logs/a HTTP/1.1" 200 - 1 1 - 4ms - "-" - - SigV4 - AuthHeader h - - -\n'
]
const Piece = Schema.Literals(pieces)
const Key = Schema.Array(Piece).check(Schema.isMinLength(1), Schema.isMaxLength(5))
const Header = Schema.Array(Schema.Literals(pieces.filter((one) => !one.includes("\n")))).check(Schema.isMaxLength(3))
const Request = Schema.Struct({ key: Key, agent: Header, referer: Header })
const Requests = Schema.Array(Request).check(Schema.isMinLength(1), Schema.isMaxLength(6))

const writtenOf = ({ agent, key, referer }: typeof Request.Type, at: number): Written => ({
  ...plain,
  id: `z.1.${at}`,
  key: key.join(""),
  agent: agent.join("") || "-",
  referer: referer.join("") || "-"
})

const slowRead = (text: string) => {
  const taken: Array<readonly [id: string, key: string, checked: boolean]> = []
  const time = String.raw`\[\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000\]`
  const head = new RegExp(
    String.raw`^([^ \n]+) ([^ \n]+) ${time} ([^ \n]+) ([^\n]+?) ([^ \n]+) ([A-Z]+\.[A-Z]+\.[\w.]+) `,
    "u"
  )
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf("\n", start)
    const lineEnd = feed < 0 ? text.length : feed
    const found = head.exec(text.slice(start))
    const from = start + (found?.[0].length ?? 0)
    const candidates = Array.from({ length: 2_049 }, (_, offset) => nextCandidate(text, from + offset, from + offset))
      .filter((one) => one !== null)
      .filter(({ start: at }, index, all) => index === 0 || at !== all[index - 1]!.start)
    const outside = hasKeyOutsideAddress(found?.[6] ?? "")
    const named = outside
      ? candidates.find((one) => mayHaveKeyOutside(found?.[6] ?? "", one))
      : candidates.findLast((one) => namesKey(text.slice(from, one.start), one.uri))
    const chosen = found === null ? undefined : (named ?? candidates.find((one) => one.start < lineEnd))
    if (chosen === undefined) {
      start = lineEnd + 1
      continue
    }
    const key = text.slice(from, chosen.start)
    if (found![2] === "logs" && found![0].includes("26/Nov/2026:20:51:21"))
      taken.push([found![5]!, Buffer.from(key, "latin1").toString(), named !== undefined && (!outside || key === "-")])
    const end = text.indexOf("\n", chosen.end - 1)
    start = end < 0 ? text.length : end + 1
  }
  return taken
}

describe("an access log", () => {
  it("reads the fields of a line as RGW writes it", () => {
    const { records, refusals } = readLines(
      "RGW1 logs [26/Nov/2026:20:51:21 +0000] 127.0.0.1 acme-root aabe.4109.1 REST.GET.OBJECT dir/a b+ü%?&.txt " +
        '"GET /logs/dir/a%20b%2B%C3%BC%25%3F%26.txt?X-Amz-Signature=1 HTTP/1.1" ' +
        '404 NoSuchKey - 5 - 12ms http://ref.example/?x=1 2 "my "agent" 1.0" ' +
        "v1 - SigV4 - QueryString 127.0.0.1.localhost - - -\n",
      "RGW1 logs [26/Nov/2026:20:51:21 +0000] 127.0.0.1 anonymous aabe.4109.2 REST.GET.BUCKET - " +
        '"GET /logs?list-type=2 HTTP/1.1" 403 AccessDenied 187 - - 4ms - "-" - - - - - h - - -\n'
    )
    assert.deepStrictEqual(refusals, [])
    assert.deepStrictEqual(records, [
      {
        at: AT,
        client_address: "127.0.0.1",
        requester: "acme-root",
        request_id: "aabe.4109.1",
        operation: "REST.GET.OBJECT",
        key: "dir/a b+ü%?&.txt",
        method: "GET",
        uri: "/logs/dir/a%20b%2B%C3%BC%25%3F%26.txt?X-Amz-Signature=1",
        status: 404,
        error_code: "NoSuchKey",
        size_bytes: 5,
        duration_ms: 12,
        version_id: "v1",
        auth: "query",
        user_agent: 'my "agent" 1.0',
        key_checked: true
      },
      {
        at: AT,
        client_address: "127.0.0.1",
        requester: "anonymous",
        request_id: "aabe.4109.2",
        operation: "REST.GET.BUCKET",
        key: null,
        method: "GET",
        uri: "/logs?list-type=2",
        status: 403,
        error_code: "AccessDenied",
        size_bytes: null,
        duration_ms: 4,
        version_id: null,
        auth: null,
        user_agent: null,
        key_checked: true
      }
    ])
  })

  it("takes a record that a key holds for a part of the key, even after a line that looks complete", () => {
    for (const key of [`x\n${forged}`, `a "PUT /logs/a HTTP/1.1" 200 - 1 1 - 4ms - "-" - - S - A h - - -\n${forged}`]) {
      const { records, refusals } = readLines(lineOf({ ...plain, key }), lineOf({ ...plain, id: "z.1.2" }))
      assert.deepStrictEqual(
        records.map((one) => [one.request_id, one.operation, one.key, one.key_checked]),
        [
          ["z.1.1", "REST.PUT.OBJECT", key, true],
          ["z.1.2", "REST.PUT.OBJECT", "k", true]
        ]
      )
      assert.deepStrictEqual(refusals, [])
    }
  })

  it("does not call the keys of many deletions checked, and keeps them where they hold a record", () => {
    const deletion = (key: string, id = "z.1.1") =>
      lineOf({ ...plain, id, operation: "POST.DELETE_MULTI_OBJECT", method: "POST", key }).replace(
        /"POST \S+ HTTP/u,
        '"POST /logs?delete= HTTP'
      )
    const { records } = readLines(deletion("a"), deletion("x\nforged"), deletion("-"), deletion("b", "z.1.2"))
    assert.deepStrictEqual(
      records.map((one) => [one.key, one.key_checked]),
      [
        ["a", false],
        ["x\nforged", false],
        [null, true],
        ["b", false]
      ]
    )
  })

  it("refuses lines that are cut, of another bucket, or from another time, each with its reason", () => {
    const whole = lineOf(plain)
    assert.deepStrictEqual(
      readLines(
        "nonsense\n",
        whole.replace(/ "PUT.*/u, ""),
        lineOf({ ...plain, bucket: "other" }),
        lineOf({ ...plain, time: "26/Nov/2027:20:51:21" }),
        lineOf({ ...plain, time: "26/Nov/2025:20:51:21" }),
        lineOf({ ...plain, time: "26/Foo/2026:20:51:21" }),
        "\n",
        whole.slice(0, -30)
      ).refusals,
      ["head", "request", "bucket", "time", "time", "time", "cut"]
    )
    for (let length = 1; length < whole.length - 1; length++) {
      const { records, refusals } = readLines(whole.slice(0, length))
      assert.strictEqual(records.length + refusals.length, 1, whole.slice(0, length))
      if (length < whole.length - 20) assert.deepStrictEqual(refusals, ["cut"])
    }
  })

  it.prop("holds exactly the requests that were made, whatever their keys and headers", [Requests], ([requests]) => {
    const written = requests.map(writtenOf)
    const { records, refusals } = readLines(...written.map(lineOf))
    assert.deepStrictEqual(
      records.map((one) => [one.request_id, one.key]),
      written.map(({ id, key }) => [id, key === "-" ? null : key])
    )
    assert.deepStrictEqual(refusals, [])
    assert.isTrue(records.every((one) => one.key_checked))
  })

  it.prop(
    "is read as by a slow reader, also where lines are cut or mixed",
    [
      Requests,
      Schema.Array(
        Schema.Struct({ at: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })), piece: Piece })
      ).check(Schema.isMaxLength(4))
    ],
    ([requests, noise]) => {
      let text = bytesOf(requests.map((one, at) => lineOf(writtenOf(one, at))).join(""))
      for (const { at, piece } of noise) {
        const place = Math.floor(at * text.length)
        text = text.slice(0, place) + bytesOf(piece) + text.slice(place + piece.length)
      }
      if (!text.endsWith("\n")) text += "\n"
      const { records } = read(text)
      assert.deepStrictEqual(
        records.map((one) => [one.request_id, one.key ?? "-", one.key_checked] as const),
        slowRead(text)
      )
    }
  )

  it("reads the same in pieces as at once", () => {
    const filler = lineOf({ ...plain, id: "z.1.9", agent: "x".repeat(2_000) }).repeat(200)
    const hostile = lineOf({ ...plain, key: `x\n${forged}${forged}`, id: "z.1.8" })
    const text = bytesOf(filler + hostile + filler)
    const whole = read(text)
    const first = read(text.slice(0, filler.length + 150 + LOOKAHEAD_BYTES), false)
    const cut = read(text.slice(0, filler.length + 150), false)
    for (const part of [first, cut]) {
      const rest = read(text.slice(part.position))
      assert.deepStrictEqual([...part.records, ...rest.records], whole.records)
    }
    assert.strictEqual(first.records.at(-1)?.request_id, "z.1.8")
  })

  it("reads every line of the log that its speed is measured with", () => {
    const records: Array<AccessLogLine> = []
    const refusals: Array<LineRefusal> = []
    readAccessLog(accessLogText(2_000), { ...facts, from: accessLogTime, until: accessLogTime + 3_600_000 }, true, {
      onRecord: (line) => records.push(line),
      onRefusal: (reason) => refusals.push(reason)
    })
    assert.deepStrictEqual(refusals, [])
    assert.strictEqual(new Set(records.map((one) => one.key)).size, 2_000)
  })
})
