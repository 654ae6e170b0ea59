import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { StorageError } from "#domain/platform/errors/Errors.ts"
import { policyEvaluations } from "#domain/iam/policyEvaluations.ts"
import type { OpenLinks } from "#domain/buckets/policies/OpenLinks.ts"
import {
  exposureDocuments,
  exposurePage,
  type ExposureRow,
  exposureParts,
  exposureRow,
  exposureVerdicts
} from "#domain/buckets/features/ExposureRow.ts"

const open = JSON.stringify({
  Version: "2012-10-17",
  Statement: [
    { Sid: "site", Effect: "Allow", Principal: "*", Action: "s3:GetObject", Resource: "arn:aws:s3:::photos/*" }
  ]
})
const shut =
  "<PublicAccessBlockConfiguration><RestrictPublicBuckets>true</RestrictPublicBuckets></PublicAccessBlockConfiguration>"
const none = Result.succeed(null)
const nothing = { policy: none, public_access_block: none, acl: none, website: none }
const refused = (storage_status: number) =>
  Result.fail(
    new StorageError({
      operation: "s3.GetBucket",
      storage_code: "AccessDenied",
      storage_status,
      storage_request_id: null,
      detail: "refused"
    })
  )
const row = (some: Partial<Parameters<typeof exposureRow>[1]>, links: OpenLinks | null = null) => {
  const reads = { ...nothing, ...some }
  return exposureRow(
    "photos",
    reads,
    policyEvaluations.exposure({ bucket: "photos", dialect: "rgw", links, ...exposureDocuments(reads) }),
    0
  )
}

describe("the exposure of one bucket of many", () => {
  it("has no verdict where the policy names too much to be evaluated", () => {
    assert.deepInclude(exposureRow("photos", { ...nothing, policy: Result.succeed(open) }, null, 0), {
      verdict: "unavailable",
      ways: []
    })
  })

  it("says through what it is public, and what shields it", () => {
    assert.deepInclude(row({}), { verdict: "private", ways: [], problem: null })
    const found = row({ policy: Result.succeed(open) })
    assert.deepStrictEqual(
      [found.verdict, found.ways.map(({ may, via }) => `${via} ${may}`)],
      ["public", ["policy read"]]
    )
    assert.strictEqual(
      row({ policy: Result.succeed(open), public_access_block: Result.succeed(shut) }).verdict,
      "shielded"
    )
  })

  it("gives no verdict where something that decides is unreadable, but tells what is known", () => {
    for (const part of exposureParts.filter((name) => name !== "website")) {
      const told = row({ policy: Result.succeed(open), [part]: refused(403) })
      assert.deepStrictEqual([told.verdict, told.problem?.storage_code], ["unavailable", "AccessDenied"], part)
      assert.lengthOf(told.ways, part === "policy" ? 0 : 1, part)
    }
    assert.strictEqual(row({ website: refused(403) }).verdict, "private", "a website opens nothing by itself")
  })

  it("counts share and upload links as exposure, also of a bucket whose policy lets nobody in", () => {
    const links = { downloads: 2, uploads: 1, end: "2026-12-01T00:00:00.000Z" }
    const linked = row({}, links)
    assert.deepStrictEqual(
      [linked.verdict, linked.ways.map(({ may, to, via }) => `${via} ${to} ${may}`)],
      ["linked", ["link whoever_has_the_link read", "link whoever_has_the_link write"]]
    )
    assert.strictEqual(
      linked.words,
      "Open by links: Whoever has one of 2 open share links may read objects by it. Whoever has the open " +
        "upload link may send files by it."
    )
    assert.strictEqual(
      row({ policy: Result.succeed(open), public_access_block: Result.succeed(shut) }, links).verdict,
      "linked",
      "no public access block keeps links out"
    )
    assert.strictEqual(row({ policy: Result.succeed(open) }, links).verdict, "public")
  })

  it("takes a gateway without a feature for one that has nothing of it", () => {
    for (const status of [405, 501])
      assert.strictEqual(row({ policy: Result.succeed(open), public_access_block: refused(status) }).verdict, "public")
  })

  it("is narrowed, sorted with the most open first, and paged", () => {
    const rows = exposureVerdicts
      .toReversed()
      .map((verdict, index): ExposureRow => ({ ...row({}), bucket: `b${index}`, verdict, words: `it is ${verdict}` }))
    const names = (query: Parameters<typeof exposurePage>[1]) =>
      exposurePage(rows, query).items.map(({ verdict }) => verdict)
    assert.deepStrictEqual(names({ sort_by: "verdict" }), [...exposureVerdicts])
    assert.deepStrictEqual(names({ sort_by: "verdict", sort_dir: "desc" }), exposureVerdicts.toReversed())
    assert.deepStrictEqual(names({ verdict: ["public", "unavailable"], sort_by: "verdict" }), ["public", "unavailable"])
    assert.deepStrictEqual(names({ search: "SHIELD" }), ["shielded"])
    const second = exposurePage(rows, { sort_by: "verdict", page: 2, page_size: 2 })
    assert.deepStrictEqual(
      [second.items.map(({ verdict }) => verdict), second.total, second.total_all, second.has_next],
      [["unavailable", "linked"], 6, 6, true]
    )
  })
})
