import { assert, describe, it } from "@effect/vitest"
import {
  diagnose,
  type GatewayFinding,
  type Observations,
  type ObservedAnswer
} from "#domain/gateways/endpoints/GatewayDiagnosis.ts"

const answer = (status: number, code: string | null = null, gateway = true): ObservedAnswer => ({
  _tag: "Answer",
  status,
  code,
  gateway
})
const silent = (reason: Extract<ObservedAnswer, { readonly _tag: "Silence" }>["reason"]): ObservedAnswer => ({
  _tag: "Silence",
  reason,
  detail: `no (${reason})`
})

const fine: Observations = {
  liveness: answer(200),
  info: answer(200),
  signed: null,
  aheadSeconds: 1,
  refusedCapabilities: []
}
const denied = answer(403, "AccessDenied")

const cases: ReadonlyArray<readonly [what: string, observed: Partial<Observations>, finding: GatewayFinding]> = [
  ["everything answers", {}, "ready"],
  ["no key was given", { info: null }, "no_key"],
  ["nobody listens", { liveness: silent("unreachable") }, "unreachable"],
  ["packets are dropped", { liveness: silent("timeout") }, "no_answer"],
  ["the certificate is not trusted", { liveness: silent("certificate") }, "certificate_refused"],
  ["https at a plain port", { liveness: silent("tls") }, "no_tls"],
  ["http at a TLS port", { liveness: silent("broken") }, "connection_broken"],
  ["a sign-in page answers", { liveness: answer(200, null, false) }, "not_s3"],
  ["a proxy answers for a dead gateway", { liveness: answer(502, null, false) }, "gateway_failing"],
  ["the gateway is too busy", { liveness: answer(503, "SlowDown") }, "gateway_failing"],
  [
    "the access key is unknown",
    { info: answer(403, "InvalidAccessKeyId"), signed: answer(403, "InvalidAccessKeyId") },
    "unknown_access_key"
  ],
  [
    "the secret is wrong",
    { info: answer(403, "SignatureDoesNotMatch"), signed: answer(403, "SignatureDoesNotMatch") },
    "wrong_secret_key"
  ],
  ["a gateway with STS refuses the key everywhere (T3)", { info: denied, signed: denied }, "key_refused"],
  [
    "Admin Ops names no fault, S3 does",
    { info: denied, signed: answer(403, "InvalidAccessKeyId") },
    "unknown_access_key"
  ],
  [
    "the user is suspended",
    { info: answer(403, "UserSuspended"), signed: answer(403, "UserSuspended") },
    "key_suspended"
  ],
  [
    "the clocks differ",
    { info: answer(403, "RequestTimeTooSkewed"), signed: answer(403, "RequestTimeTooSkewed") },
    "clock_skew"
  ],
  ["the clocks differ, and nobody says so", { info: denied, signed: denied, aheadSeconds: -5400 }, "clock_skew"],
  ["the clocks differ a little: that is not why", { info: denied, signed: denied, aheadSeconds: 600 }, "key_refused"],
  ["the key lists buckets, and has no capability", { info: denied, signed: answer(200) }, "missing_capabilities"],
  ["the key lacks one of them", { refusedCapabilities: ["accounts=read"] }, "missing_capabilities"],
  ["an S3 server without Admin Ops", { info: answer(405, "MethodNotAllowed"), signed: answer(200) }, "no_admin_ops"],
  ["a bucket called admin is missing there", { info: answer(404, "NoSuchKey"), signed: answer(200) }, "no_admin_ops"],
  [
    "Admin Ops is elsewhere, and a page answers",
    { info: answer(200, null, false), signed: answer(200) },
    "no_admin_ops"
  ],
  ["the Admin Ops address is dead", { info: silent("unreachable"), signed: answer(200) }, "no_admin_ops"],
  [
    "the Admin Ops address is dead, and the key is refused",
    { info: silent("unreachable"), signed: denied },
    "key_refused"
  ],
  ["Admin Ops fails", { info: answer(500, "InternalError"), signed: answer(200) }, "gateway_failing"],
  ["a signed page of a proxy", { info: answer(200, null, false), signed: answer(200, null, false) }, "not_s3"],
  [
    "another region is wanted",
    { info: answer(400, "AuthorizationHeaderMalformed"), signed: answer(400, "AuthorizationHeaderMalformed") },
    "key_refused"
  ]
]

describe("the diagnosis of a gateway", () => {
  for (const [what, observed, finding] of cases) {
    it(`${what}: ${finding}`, () => {
      const said = diagnose({ ...fine, ...observed })
      assert.strictEqual(said.finding, finding)
      assert.notStrictEqual(said.summary, "")
      assert.strictEqual(said.next === null, finding === "ready")
    })
  }

  it("a key that is refused is never said to lack capabilities", () => {
    for (const code of [
      "AccessDenied",
      "InvalidAccessKeyId",
      "SignatureDoesNotMatch",
      "RequestTimeTooSkewed",
      "UserSuspended"
    ]) {
      const refused = answer(403, code)
      const said = diagnose({ ...fine, info: refused, signed: refused, refusedCapabilities: ["users=read"] })
      assert.notStrictEqual(said.finding, "missing_capabilities")
      assert.deepStrictEqual(said.missing_capabilities, [])
    }
  })

  it("the missing capabilities are named as radosgw-admin takes them", () => {
    const said = diagnose({
      ...fine,
      info: denied,
      signed: answer(200),
      refusedCapabilities: ["accounts=read", "users=read"]
    })
    assert.deepStrictEqual(said.missing_capabilities, ["info=read", "accounts=read", "users=read"])
  })

  it("the clocks' difference is told in minutes", () => {
    assert.include(diagnose({ ...fine, info: denied, signed: denied, aheadSeconds: 5400 }).summary, "90 minutes")
  })
})
