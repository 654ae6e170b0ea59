import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { CurrentOrigin } from "#domain/platform/access/RequestOrigin.ts"
import type { ShareRecord } from "#domain/objects/shares/ShareRecord.ts"
import * as ShareHitsSql from "#layers/sql/objects/ShareHitsSql.ts"
import * as ShareRecordsSql from "#layers/sql/objects/ShareRecordsSql.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { Archives } from "#services/objects/Archives.ts"
import { ObjectBrowser } from "#services/objects/ObjectBrowser.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import { Uploads } from "#services/objects/Uploads.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { ShareDownloads } from "#services/objects/shares/ShareDownloads.ts"
import { ShareHits } from "#services/objects/shares/ShareHits.ts"
import { ShareRecords } from "#services/objects/shares/ShareRecords.ts"
import { ShareUploads } from "#services/objects/shares/ShareUploads.ts"
import { ShareVisits } from "#services/objects/shares/ShareVisits.ts"
import { somebody } from "../../rules/people.ts"
import { AccessOnDatabase } from "../support/accessLayer.ts"

const context = { s3: {}, listingKey: "endpoint:1/owner:a" } as unknown as ResolvedContext

const Links = Layer.mergeAll(ShareVisits.layer, ShareDownloads.layer, ShareUploads.layer).pipe(
  Layer.provideMerge(Layer.merge(ShareRecordsSql.layer, ShareHitsSql.layer)),
  Layer.provide(
    Layer.mergeAll(
      Layer.mock(ExecutionContexts, { forUser: () => Effect.succeed(context) }),
      Layer.mock(ObjectStore, { facts: () => Effect.succeed({ key: "a", size_bytes: 5 } as never) }),
      Layer.mock(ObjectBrowser, {}),
      Layer.mock(Uploads, {}),
      Layer.mock(Archives, { selection: () => Stream.empty } as never)
    )
  ),
  Layer.provideMerge(AccessOnDatabase)
)

const link = Effect.fnUntraced(function* (kind: ShareRecord["kind"], more: Partial<ShareRecord> = {}) {
  const secrets = yield* Secrets
  const { user } = yield* somebody()
  const now = yield* DateTime.now
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url")
  const share: ShareRecord = {
    id: crypto.randomUUID(),
    kind,
    user_id: user.id,
    made_by: "",
    context_id: "1",
    bucket: "b",
    prefix: "",
    keys: kind === "upload" ? [] : ["a"],
    objects: [],
    version_id: null,
    title: "",
    note: "",
    password_hash: null,
    created_at: now,
    expires_at: DateTime.add(now, { hours: 1 }),
    revoked_at: null,
    max_uses: null,
    max_file_bytes: null,
    max_total_bytes: null,
    uses: 0,
    bytes: 0,
    ...more
  }
  assert.isTrue(yield* (yield* ShareRecords).add(share, { digest: secrets.digest(token), sealed: "" }, 100))
  return { share, token }
})

layer(Links, { timeout: "120 seconds" })("links of our own under a clock", (it) => {
  it.effect("a link opens until the moment it ends, and not at that moment, whatever was begun before it", () =>
    Effect.gen(function* () {
      const [visits, downloads, uploads, records, hits] = yield* Effect.all([
        ShareVisits,
        ShareDownloads,
        ShareUploads,
        ShareRecords,
        ShareHits
      ])
      const [one, folder, asked] = [yield* link("object"), yield* link("archive"), yield* link("upload")]
      const opened = yield* Effect.forEach([one, folder, asked], ({ token }) =>
        Effect.flatMap(visits.caller(token), (caller) =>
          Effect.map(visits.visit(caller, null, true), (visit) => ({ caller, visit }))
        )
      )
      yield* TestClock.adjust(3_600_000 - 1)
      for (const { token } of [one, folder, asked]) assert.strictEqual((yield* visits.caller(token))._tag, "Share")
      for (const { caller } of opened) assert.isTrue((yield* visits.visit(caller, null, true)).unlocked)
      yield* TestClock.adjust(1)
      for (const { token } of [one, folder, asked])
        assert.strictEqual((yield* Effect.flip(visits.caller(token)))._tag, "NotFound")
      for (const { caller } of opened)
        assert.strictEqual((yield* Effect.flip(visits.visit(caller, null, true)))._tag, "NotFound")
      // a visitor who was just admitted begins nothing more: no use is counted, no hit written
      const [object, archive, upload] = opened.map(({ visit }) => visit)
      const refusals = [
        downloads.file(object!, null, { range: null, ifMatch: null }),
        downloads.archive(archive!),
        uploads.receive(opened[2]!.caller, upload!, { name: "x", length: 1, bytes: Stream.make(new Uint8Array(1)) })
      ]
      for (const refused of refusals)
        assert.strictEqual((yield* Effect.flip<unknown, { readonly _tag: string }, never>(refused))._tag, "NotFound")
      for (const { share } of [one, folder, asked]) {
        assert.deepInclude(yield* records.find(share.id), { uses: 0, bytes: 0 })
        assert.deepStrictEqual(yield* hits.list(share.id, 10), [])
      }
    }).pipe(Effect.provideService(CurrentOrigin, { requestId: "r", address: "192.0.2.1", userAgent: "" }))
  )

  it.effect("what a link takes holds to the byte, and a revoked one opens nothing from the moment it was told", () =>
    Effect.gen(function* () {
      const [visits, uploads, records] = yield* Effect.all([ShareVisits, ShareUploads, ShareRecords])
      const { share, token } = yield* link("upload", { max_file_bytes: 10, max_total_bytes: 15 })
      const caller = yield* visits.caller(token)
      const visit = yield* visits.visit(caller, null, true)
      const now = yield* DateTime.now
      const tooLarge = yield* Effect.flip(
        uploads.receive(caller, visit, { name: "x", length: 11, bytes: Stream.empty })
      )
      assert.deepInclude(tooLarge, { _tag: "PayloadTooLarge", limit_bytes: 10 })
      assert.isTrue(yield* records.take(share.id, 10, now))
      assert.deepInclude(
        yield* Effect.flip(uploads.receive(caller, visit, { name: "x", length: 6, bytes: Stream.empty })),
        { _tag: "PayloadTooLarge", limit_bytes: 5 }
      )
      assert.isTrue(yield* records.take(share.id, 5, now), "exactly what is left")
      assert.isTrue(yield* records.revoke(share.id, now))
      assert.strictEqual((yield* Effect.flip(visits.caller(token)))._tag, "NotFound")
      assert.isFalse(yield* records.take(share.id, 0, now))
    }).pipe(Effect.provideService(CurrentOrigin, { requestId: "r", address: "192.0.2.1", userAgent: "" }))
  )
})
