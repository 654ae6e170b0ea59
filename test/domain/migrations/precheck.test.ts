import { describe, expect, it } from "vitest"
import { encryptionFindings } from "#domain/objects/migrations/encryptionFindings.ts"
import { endpointDifferences, isSameCluster } from "#domain/objects/migrations/endpointDifferences.ts"
import { estimatedDuration } from "#domain/objects/migrations/estimatedDuration.ts"
import { ownerRoom } from "#domain/objects/migrations/ownerRoom.ts"

const quota = (max_size_bytes: number | null, max_objects: number | null = null, enabled = true) => ({
  enabled,
  max_size_bytes,
  max_objects
})

describe("the quota of a target's owner", () => {
  it.each([
    ["no limit", quota(null), null, { bytes: null, objects: null }, "enough"],
    ["a quota that is off", quota(1, 1, false), null, { bytes: 9, objects: 9 }, "enough"],
    ["exactly enough", quota(10), { bytes: 4, objects: 1 }, { bytes: 6, objects: 1 }, "enough"],
    ["one byte too many with what is there", quota(10), { bytes: 5, objects: 1 }, { bytes: 6, objects: 1 }, "tight"],
    ["sources that alone are too large", quota(10), { bytes: 0, objects: 0 }, { bytes: 11, objects: 1 }, "full"],
    ["too many objects, of an unknown size", quota(10, 3), null, { bytes: null, objects: 4 }, "full"],
    [
      "a full owner, and sources of unknown size",
      quota(10),
      { bytes: 11, objects: 1 },
      { bytes: null, objects: null },
      "tight"
    ],
    ["sources of unknown size", quota(10), { bytes: 1, objects: 1 }, { bytes: null, objects: 1 }, "unknown"],
    ["an unknown usage", quota(10), null, { bytes: 6, objects: 1 }, "unknown"],
    [
      "an unknown size that no limit counts",
      quota(null, 5),
      { bytes: 1, objects: 1 },
      { bytes: null, objects: 4 },
      "enough"
    ]
  ] as const)("with %s", (_, limits, used, added, room) => {
    expect(ownerRoom(limits, used, added)).toBe(room)
  })
})

describe("the duration of a migration", () => {
  const past = { buckets: 2, objects: 100, bytes: 1_000, seconds: 10 }
  it.each([
    ["the objects take longest", { objects: 200, bytes: 10 }, past, 20],
    ["the bytes take longest", { objects: 1, bytes: 5_001 }, past, 51],
    ["only the number of objects is known", { objects: 50, bytes: null }, past, 5],
    ["only empty objects were copied before", { objects: 10, bytes: 7 }, { ...past, bytes: 0 }, 1],
    ["nothing was copied before", { objects: 1, bytes: 1 }, { buckets: 0, objects: 0, bytes: 0, seconds: 0 }, null],
    ["the size is not known", { objects: null, bytes: null }, past, null]
  ])("where %s", (_, planned, copies, seconds) => {
    expect(estimatedDuration(planned, copies)).toBe(seconds)
  })
})

describe("the endpoints of a migration", () => {
  const capabilities = {
    admin: true,
    account: true,
    iam: true,
    sts: false,
    sns: true,
    usage: true,
    metrics: false,
    static_website: true
  }
  const endpoint = {
    capabilities,
    detected: null,
    provider: "cluster",
    region: "",
    url: "https://one.example"
  } as const

  it("have no differences where only the address differs", () => {
    expect(endpointDifferences(endpoint, { ...endpoint, url: "https://two.example" })).toEqual([])
  })

  it("differ in provider, region, protocol, and in capabilities that buckets need", () => {
    const target = {
      ...endpoint,
      capabilities: { ...capabilities, sns: false, usage: false },
      region: "eu",
      url: "http://two.example"
    }
    expect(endpointDifferences(endpoint, target)).toEqual([
      { name: "region", source: "", target: "eu" },
      { name: "protocol", source: "https", target: "http" },
      { name: "sns", source: "on", target: "off" }
    ])
  })

  it("lead to one cluster only where both were detected", () => {
    const detected = (cluster_id: string | null) => ({ detected: { cluster_id } as never })
    expect(isSameCluster(detected("a"), detected("a"))).toBe(true)
    expect(isSameCluster(detected("a"), detected("b"))).toBe(false)
    expect(isSameCluster(detected("a"), detected(null))).toBe(null)
    expect(isSameCluster(detected("a"), { detected: null })).toBe(null)
  })
})

describe("encrypted objects of a migration", () => {
  const kinds = ["none", "sse_kms", "sse_s3", "sse_kms"] as const

  it("are no finding where none is encrypted", () => {
    expect(encryptionFindings(["none"], [], { accepted: false, isOneGateway: false })).toEqual([])
  })

  it("are counted by kind, and keep it on one gateway", () => {
    expect(encryptionFindings(kinds, [], { accepted: false, isOneGateway: true })).toMatchObject([
      { severity: "info", code: "encryption_kept", evidence: { sse_kms: 2, sse_s3: 1, objects_read: 4 } }
    ])
  })

  it("are encrypted anew between gateways, or lose their encryption where that is accepted", () => {
    const message = (accepted: boolean) => encryptionFindings(kinds, [], { accepted, isOneGateway: false })[0]?.message
    expect(message(false)).toMatch(/encrypted anew .* not copied/)
    expect(message(true)).toMatch(/without their encryption, as accepted/)
  })

  it("with a key of their owner are not copied", () => {
    expect(encryptionFindings(["none"], ["a", "b"], { accepted: true, isOneGateway: true })).toMatchObject([
      { severity: "warning", code: "customer_key", evidence: { objects: 2, key: "a", objects_read: 3 } }
    ])
  })
})
