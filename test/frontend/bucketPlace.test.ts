import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  afterUpdate,
  needsReload,
  type PlaceFacts,
  type PlaceUpdate,
  UNREAD_PLACE
} from "../../frontend/src/features/buckets/bucket-place/place-state.ts"
import type { Bucket, ListingState } from "../../frontend/src/features/buckets/bucket.ts"
import { bucketHref, bucketOfPath } from "../../frontend/src/lib/bucket-place.ts"

const pathOf = (href: string) => new URL(href, "http://console.example").pathname

describe("the address of a bucket", () => {
  it.prop(
    "names the bucket again that it was made of, whatever it is called, and no other page",
    { bucket: Schema.String, contextId: Schema.String },
    ({ bucket, contextId }) => {
      const named = bucketOfPath(pathOf(bucketHref({ bucket, contextId })))
      if (/^\.{0,2}$/.test(bucket)) assert.isNull(named)
      else assert.strictEqual(named?.full, bucket.toWellFormed())
    }
  )

  it("keeps dots, tenants and what Qwik City would take for its own", () => {
    for (const bucket of [
      "logs.2026",
      "acme/logs",
      "q-data.json",
      "my.q-data.json",
      "..a",
      "a..",
      "index.html",
      "-",
      "objects"
    ]) {
      for (const tab of ["", "objects"]) {
        const href = bucketHref({ bucket, contextId: "12" }, tab)
        const { full, tab: read } = bucketOfPath(pathOf(href)) ?? {}
        assert.deepStrictEqual([full, read], [bucket, tab], href)
        assert.isFalse(pathOf(href).endsWith("/q-data.json"))
      }
    }
    assert.deepStrictEqual(bucketOfPath("/manager/buckets/acme%2Flogs"), {
      full: "acme/logs",
      tenant: "acme",
      name: "logs",
      possible: true,
      tab: ""
    })
  })

  it("asks nobody for what no bucket can be called", () => {
    for (const spelled of [
      "%2e%2e%2f",
      "acme%2F..",
      "acme%2F.",
      "%E2%98%83",
      "a%20b",
      "%00",
      "a%2Fb%2Fc",
      "admin",
      "%zz",
      "%ff",
      "a".repeat(256),
      "-%2Flogs"
    ]) {
      assert.strictEqual(bucketOfPath(`/manager/buckets/${spelled}`)?.possible, false, spelled)
    }
    for (const path of [
      "/manager/buckets",
      "/manager/buckets/",
      "/manager/usage",
      "/manager/buckets/a/b/c",
      "/browser"
    ])
      assert.isNull(bucketOfPath(path), path)
  })
})

describe("a bucket's place", () => {
  const named = bucketOfPath("/manager/buckets/logs") ?? assert.fail()
  const row = (name = "logs", tenant = "") => ({ name, tenant, object_count: 1 }) as Bucket
  const listing = (state: ListingState["state"], version = 1) =>
    ({ state, version, refreshing: false, stale: false }) as ListingState
  const heard = (...news: ReadonlyArray<PlaceUpdate>) =>
    news.reduce<PlaceFacts>((known, each) => afterUpdate(known, named, each), UNREAD_PLACE)

  it("is there once its row is, and follows it", () => {
    const known = heard(
      { kind: "row", row: row() },
      { kind: "rows", rows: [row("other"), { ...row(), object_count: 2 }], listing: listing("complete") }
    )
    assert.deepStrictEqual([known.status, known.row?.object_count], ["ready", 2])
  })

  it("is not called missing while its listing has not been read to its end", () => {
    assert.strictEqual(heard({ kind: "none" }).status, "reading")
    assert.strictEqual(heard({ kind: "listing", listing: listing("partial") }, { kind: "none" }).status, "reading")
    assert.strictEqual(heard({ kind: "listing", listing: listing("complete") }, { kind: "none" }).status, "missing")
  })

  it("tells one that was deleted while it was looked at from one that never was, and welcomes it back", () => {
    const gone = heard({ kind: "row", row: row() }, { kind: "removed", names: ["logs"], listing: listing("complete") })
    assert.deepStrictEqual([gone.status, gone.row?.name], ["deleted", "logs"])
    assert.strictEqual(afterUpdate(gone, named, { kind: "none" }).status, "deleted")
    assert.strictEqual(
      afterUpdate(gone, named, { kind: "rows", rows: [row()], listing: listing("complete", 2) }).status,
      "ready"
    )
    assert.strictEqual(
      heard({ kind: "row", row: row() }, { kind: "removed", names: ["other"], listing: listing("complete") }).status,
      "ready"
    )
  })

  it("keeps its facts when they cannot be read again", () => {
    const problem = { message: "down" } as never
    assert.strictEqual(heard({ kind: "failed", problem }).status, "failed")
    const kept = heard({ kind: "row", row: row() }, { kind: "failed", problem })
    assert.deepStrictEqual([kept.status, kept.row?.name, kept.problem === null], ["ready", "logs", false])
    assert.isNull(afterUpdate(kept, named, { kind: "row", row: row() }).problem)
  })

  it("is the bucket of the tenant that the address names", () => {
    const tenants = bucketOfPath("/manager/buckets/acme%2Flogs") ?? assert.fail()
    assert.strictEqual(
      afterUpdate({ ...UNREAD_PLACE, listing: listing("complete") }, tenants, {
        kind: "row",
        row: row("logs", "other")
      }).status,
      "missing"
    )
    assert.strictEqual(afterUpdate(UNREAD_PLACE, tenants, { kind: "row", row: row("logs", "acme") }).status, "ready")
  })

  it("is asked for again when its listing became another one, and not while it is there", () => {
    const before = heard({ kind: "listing", listing: listing("partial", 1) })
    assert.isTrue(needsReload(before, afterUpdate(before, named, { kind: "listing", listing: listing("complete", 1) })))
    assert.isTrue(needsReload(before, afterUpdate(before, named, { kind: "listing", listing: listing("partial", 2) })))
    assert.isFalse(needsReload(before, afterUpdate(before, named, { kind: "listing", listing: listing("partial", 1) })))
    const ready = heard({ kind: "row", row: row() })
    assert.isFalse(needsReload(ready, afterUpdate(ready, named, { kind: "listing", listing: listing("complete", 9) })))
  })
})
