import { assert, it } from "vitest"
import { randomBytes } from "node:crypto"
import { privateBucket } from "#domain/buckets/policies/AccessRules.ts"
import { decideAccess } from "#domain/buckets/policies/decideAccess.ts"
import { decodePolicy } from "#domain/buckets/policies/decodePolicy.ts"
import { realGateway } from "../../support/RealGateway.ts"
import { requirement } from "../../support/Requirement.ts"
import { ask, must } from "./askGateway.ts"

const { gateway, lack } = await realGateway("a")
const agent = "probe/1"

const corners: ReadonlyArray<readonly [name: string, part: Readonly<Record<string, unknown>>, key?: string]> = [
  ["Bool of a text that is no truth value", { Condition: { Bool: { "aws:UserAgent": "true" } } }],
  ["Bool of a text, false", { Condition: { Bool: { "aws:UserAgent": "false" } } }],
  ["? for a letter beyond ASCII", { Resource: "BUCKET/public/?" }, "public/ü"],
  ["?? for a letter of two bytes", { Resource: "BUCKET/public/??" }, "public/ü"],
  ["* for letters beyond ASCII", { Resource: "BUCKET/public/*x" }, "public/üx"],
  ["a key with a star in it", { Resource: "BUCKET/public/\\*" }, "public/*"],
  ["a key with a colon", { Resource: "BUCKET/public/*" }, "public/a:b"],
  ["a colon by ?", { Resource: "BUCKET/public/a?b" }, "public/a:b"],
  ["case of letters beyond ASCII", { Condition: { StringEqualsIgnoreCase: { "aws:Referer": "Ü" } } }],
  ["a number in hexadecimal", { Condition: { NumericEquals: { "aws:Referer": "0x10" } } }],
  ["a number with a fraction", { Condition: { NumericEquals: { "aws:Referer": "16.0" } } }],
  ["a number above another", { Condition: { NumericGreaterThan: { "aws:Referer": "9" } } }],
  ["a number, not equal, of two", { Condition: { NumericNotEquals: { "aws:Referer": ["1", "16"] } } }],
  ["a number, not equal", { Condition: { NumericNotEquals: { "aws:Referer": ["1", "2"] } } }],
  ["a number, not equal to a text", { Condition: { NumericNotEquals: { "aws:Referer": "x" } } }],
  ["a date with a zone", { Condition: { DateGreaterThan: { "aws:CurrentTime": "2020-01-01T00:00:00+01:00" } } }],
  ["a date with fractions", { Condition: { DateGreaterThan: { "aws:CurrentTime": "2020-01-01T00:00:00.123Z" } } }],
  ["a date without seconds", { Condition: { DateGreaterThan: { "aws:CurrentTime": "2020-01-01T00:00Z" } } }],
  ["a year", { Condition: { DateGreaterThan: { "aws:CurrentTime": "2020" } } }],
  ["a date that is none, not equal", { Condition: { DateNotEquals: { "aws:CurrentTime": "nope" } } }],
  ["an address of IPv6 for one of IPv4", { Condition: { IpAddress: { "aws:SourceIp": "::ffff:127.0.0.1" } } }],
  ["an address in short", { Condition: { IpAddress: { "aws:SourceIp": "127.1" } } }],
  ["a network with spaces", { Condition: { IpAddress: { "aws:SourceIp": " 127.0.0.0/8" } } }],
  ["no network at all, not in it", { Condition: { NotIpAddress: { "aws:SourceIp": "nope" } } }],
  ["no values, not equal", { Condition: { StringNotEquals: { "aws:UserAgent": [] } } }],
  ["no values, all of them", { Condition: { "ForAllValues:StringEquals": { "aws:UserAgent": [] } } }],
  ["Null of several values", { Condition: { Null: { "aws:UserAgent": ["true", "false"] } } }],
  ["Null of something else", { Condition: { Null: { "aws:UserAgent": "maybe" } } }],
  ["Null of a text in capitals", { Condition: { Null: { "aws:Nope": "TRUE" } } }],
  ["a pattern with classes", { Condition: { StringLike: { "aws:UserAgent": "[p]robe/1" } } }],
  ["a variable that is not there", { Condition: { StringEquals: { "aws:UserAgent": "${aws:Nope}" } } }],
  ["a variable that is not there, not equal", { Condition: { StringNotEquals: { "aws:UserAgent": "${aws:Nope}" } } }],
  ["BinaryEquals", { Condition: { BinaryEquals: { "aws:Referer": "MTY=" } } }]
]

/** Differences to RGW 20.2.4, in the order above: those of docs/policies.md. */
const known: ReadonlySet<string> = new Set([])

requirement("real RGW", lack)("corners of the evaluator and a real gateway", () => {
  it("are answered alike, but for those that are known", async () => {
    const {
      accounts: [own],
      url
    } = gateway!
    const bucket = `policy-${randomBytes(6).toString("hex")}`
    await must(url, own.root, { method: "PUT", path: `/${bucket}` })
    const differing: Array<string> = []
    for (const [name, part, key = "public/a"] of corners) {
      const statement = { Effect: "Allow", Principal: "*", Action: "s3:GetObject", Resource: "BUCKET/*", ...part }
      const text = JSON.stringify({ Version: "2012-10-17", Statement: [statement] }).replaceAll(
        "BUCKET",
        `arn:aws:s3:::${bucket}`
      )
      const { faults, policy } = decodePolicy(text, "rgw")
      assert.deepStrictEqual(faults, [], name)
      const path = `/${bucket}/${key
        .split("/")
        .map((part) => encodeURIComponent(part).replaceAll("*", "%2A"))
        .join("/")}`
      await must(url, own.root, { method: "PUT", path, body: "x" })
      await must(url, own.root, { method: "PUT", path: `/${bucket}`, query: { policy: "" }, body: text })
      const referer = name.startsWith("case of") ? "ü" : "16"
      const { status } = await ask(url, undefined, {
        method: "GET",
        path,
        headers: { "user-agent": agent, referer: Buffer.from(referer, "utf8").toString("latin1") }
      })
      const decision = decideAccess(
        {
          principal: { kind: "anonymous" },
          action: "s3:GetObject",
          key,
          context: {
            "aws:UserAgent": [agent],
            "aws:Referer": [referer],
            "aws:SourceIp": ["127.0.0.1"],
            "aws:CurrentTime": [new Date().toISOString()]
          }
        },
        { ...privateBucket(bucket, own.id), bucketPolicy: policy },
        "rgw"
      )
      if ((decision.outcome === "allowed") !== (status !== 403)) differing.push(`${name}: gateway ${status}`)
    }
    assert.deepStrictEqual(differing, [...known])
  }, 120_000)
})
