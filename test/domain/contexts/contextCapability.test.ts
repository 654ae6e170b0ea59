import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import type { ConnectionEvidence } from "#domain/accounts/ConnectionEvidence.ts"
import { contextCapabilities, capabilityNames, type ContextFacts } from "#domain/accounts/contexts/ContextCapability.ts"
import type { ExecutionContext } from "#domain/accounts/contexts/ExecutionContext.ts"
import { capabilitiesOf, type FeatureEvidence } from "#domain/gateways/endpoints/StorageEndpoint.ts"

const at = DateTime.makeUnsafe("2026-11-20T10:00:00.000Z")
const context: ExecutionContext = {
  kind: "account",
  id: "12",
  name: "climate",
  endpoint_id: 1,
  endpoint_name: "Lab",
  endpoint_url: "http://lab.test",
  endpoint_is_default: true,
  endpoint_is_sandbox: false,
  capabilities: { can_manage_buckets: true, can_manage_iam: true, can_browse_objects: true, has_admin_ops: true },
  tags: [],
  expires_at: null,
  unusable_reason: null
}
const found = (feature: FeatureEvidence["feature"], available: boolean | null, evidence: string): FeatureEvidence => ({
  feature,
  available,
  evidence,
  checked_at: at
})
const switches = capabilitiesOf({
  features: {
    admin: { enabled: true },
    iam: { enabled: true },
    sns: { enabled: true },
    usage: { enabled: true },
    static_website: { enabled: true }
  }
})
const detected = {
  cluster_id: "c",
  suggested: { features: {} },
  checked_at: at,
  evidence: [
    found("liveness", true, "GET / answered 200"),
    found("admin", true, "GET /admin/info answered the cluster id"),
    found("iam", true, "ListRoles answered 200"),
    found("sns", false, "ListTopics answered 405: not supported"),
    found("usage", null, "Refused: the RGW user of the key lacks usage=read")
  ]
}
const whole: ContextFacts = {
  context,
  endpoint: { name: "Lab", switches, detected, has_key: true },
  probe: null,
  rgw: true
}
const told = (known: Partial<ContextFacts> = {}) =>
  new Map(contextCapabilities({ ...whole, ...known }).map((one) => [one.name, one]))

describe("what may be done in a context", () => {
  it("is told of every capability, with what was tried, when, and what came back", () => {
    const all = told()
    assert.deepStrictEqual([...all.keys()], [...capabilityNames])
    assert.deepStrictEqual(
      [...all.values()].filter(({ available }) => !available).map(({ name }) => name),
      ["topics", "replication"]
    )
    assert.deepStrictEqual(all.get("iam"), {
      name: "iam",
      available: true,
      reason: null,
      evidence: "ListRoles answered 200",
      checked_at: "2026-11-20T10:00:00.000Z"
    })
    assert.deepInclude(all.get("topics"), { available: false, evidence: "ListTopics answered 405: not supported" })
    assert.deepInclude(all.get("usage"), {
      available: true,
      evidence: "Refused: the RGW user of the key lacks usage=read"
    })
    for (const { available, reason } of all.values()) assert.strictEqual(available, reason === null)
  })

  it("ends with a switch, a key, an association or a kind of context that does not let it", () => {
    const off = told({
      endpoint: { name: "Lab", switches: capabilitiesOf({ features: {} }), detected: null, has_key: true }
    })
    for (const name of ["admin_ops", "iam", "topics", "usage", "static_website"] as const)
      assert.match(off.get(name)?.reason ?? "", /switched off for Lab/, name)
    assert.match(
      told({ endpoint: { ...whole.endpoint!, has_key: false } }).get("admin_ops")?.reason ?? "",
      /No technical key is stored for Lab/
    )
    assert.match(
      told({ context: { ...context, kind: "s3_user", id: "s3u-3" } }).get("iam")?.reason ?? "",
      /a user of none/
    )
    const unseen = told({
      context: { ...context, capabilities: { ...context.capabilities, can_browse_objects: false } }
    })
    assert.match(unseen.get("objects")?.reason ?? "", /does not open its data/)
    assert.isTrue(unseen.get("buckets")?.available)
    assert.isTrue(told({ rgw: false }).get("replication")?.available)
  })

  it("of a connection is what trying its keys brought, and never what an endpoint's technical key may", () => {
    const probe = {
      calls: [
        {
          call: "ListBuckets",
          http_status: 403,
          code: "AccessDenied",
          took_ms: 3,
          worked: false,
          evidence: "ListBuckets was refused"
        },
        {
          call: "iam:GetUser",
          http_status: 405,
          code: "MethodNotAllowed",
          took_ms: 3,
          worked: null,
          evidence: "GetUser answered 405"
        }
      ],
      checked_at: at
    } as unknown as ConnectionEvidence
    const connection = {
      ...context,
      kind: "connection" as const,
      id: "conn-8",
      endpoint_id: null,
      endpoint_name: "s3.example.org"
    }
    const all = told({ context: connection, endpoint: null, probe })
    assert.deepInclude(all.get("buckets"), {
      available: false,
      evidence: "ListBuckets was refused",
      checked_at: "2026-11-20T10:00:00.000Z"
    })
    assert.deepInclude(all.get("iam"), { available: true, evidence: "GetUser answered 405" })
    for (const name of ["admin_ops", "usage", "topics"] as const) assert.isFalse(all.get(name)?.available, name)
    assert.isNull(all.get("admin_ops")?.evidence)
    const ended = told({ context: { ...connection, unusable_reason: "expired" }, endpoint: null, probe: null })
    assert.deepInclude(ended.get("buckets"), { available: false, reason: "Its credentials have ended", evidence: null })
  })
})
