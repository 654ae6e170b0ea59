import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { diagnoseConnection, ownerTypeOf } from "#domain/accounts/diagnoseConnection.ts"
import { connectionFault, hostIsAllowed } from "#domain/accounts/usability.ts"

const answer = (status: number, code: string | null = null, gateway = true) => ({
  _tag: "Answer" as const,
  status,
  code,
  gateway
})

describe("what trying keys says", () => {
  it("the one thing that is wrong, told apart from what it looks like", () => {
    const cases = [
      [answer(200), "ready"],
      [answer(403, "InvalidAccessKeyId"), "unknown_access_key"],
      [answer(403, "SignatureDoesNotMatch"), "wrong_secret_key"],
      [answer(400, "ExpiredToken"), "key_refused"],
      [answer(403, "AccessDenied"), "key_refused"],
      [answer(403, "UserSuspended"), "key_suspended"],
      [answer(503), "gateway_failing"],
      [answer(200, null, false), "not_s3"],
      [answer(403, "RequestTimeTooSkewed"), "clock_skew"]
    ] as const
    for (const [seen, finding] of cases)
      assert.strictEqual(diagnoseConnection(seen, 0).finding, finding, JSON.stringify(seen))
    assert.strictEqual(diagnoseConnection(answer(403, "AccessDenied"), 2_000).finding, "clock_skew")
    assert.strictEqual(
      diagnoseConnection({ _tag: "Silence", reason: "timeout", detail: "" }, null).finding,
      "no_answer"
    )
    assert.include(diagnoseConnection(answer(400, "AuthorizationHeaderMalformed"), 0, "eu-west-1").next, "eu-west-1")
  })

  it("an ARN says which kind of owner it is", () => {
    const of = (arn: string | null) => ownerTypeOf({ arn, user_name: null, told_by: "iam:GetUser" })
    assert.deepStrictEqual(
      [
        "arn:aws:iam::RGW1:root",
        "arn:aws:iam::RGW1:user/a/b",
        "arn:aws:iam:::user/backup",
        "arn:aws:sts::1:assumed-role/x/y",
        "nonsense",
        null
      ].map(of),
      ["account_user", "iam_user", "s3_user", null, null, null]
    )
    assert.isNull(ownerTypeOf(null))
  })
})

describe("whether a connection can be used", () => {
  const now = DateTime.makeUnsafe("2026-05-04T12:00:00Z")
  const allowed = ["s3.example.org", "*.wasabisys.com"]
  it("a host or an address is listed exactly, or below a listed domain", () => {
    for (const url of [
      "https://s3.example.org",
      "https://S3.EXAMPLE.ORG:9000/x",
      "https://s3.eu-central-1.wasabisys.com"
    ])
      assert.isTrue(hostIsAllowed(allowed, url), url)
    for (const url of [
      "https://a.s3.example.org",
      "https://wasabisys.com",
      "http://127.0.0.1",
      "http://2130706433",
      "http://[::1]:9000",
      "https://s3.example.org.evil.net"
    ]) {
      assert.isFalse(hostIsAllowed(allowed, url), url)
    }
    for (const url of ["http://127.0.0.1", "http://2130706433", "http://[::1]:9000", "http://[0:0::1]"])
      assert.isTrue(hostIsAllowed(["127.0.0.1", "[::1]", ...allowed], url), url)
  })
  it("the host comes first, then the end; the very moment of the end is over", () => {
    const at = (minutes: number) => DateTime.add(now, { minutes })
    const of = (customUrl: string | null, expiresAt: DateTime.Utc | null) =>
      connectionFault({ customUrl, expiresAt }, allowed, now)?.reason ?? null
    assert.deepStrictEqual(
      [
        of(null, null),
        of(null, at(1)),
        of(null, now),
        of("https://s3.example.org", at(-1)),
        of("https://elsewhere.net", at(-1))
      ],
      [null, null, "expired", "expired", "host_not_allowed"]
    )
  })
})
