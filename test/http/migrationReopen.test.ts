import { DeleteObjectCommand, HeadBucketCommand, ListObjectsV2Command, PutObjectCommand } from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Readable } from "node:stream"
import { verifyCertificate } from "#layers/crypto/certificateSignature.ts"
import { sandboxPlace } from "../support/managedAccount.ts"
import { freshName, migrationScene } from "../support/migrationScene.ts"
import { WholeService } from "../support/WholeService.ts"

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })("an ended migration", (it) => {
  it.effect(
    "retries what failed; a rollback deletes no copy that was changed, that replaced another, or is the only one",
    () =>
      Effect.gen(function* () {
        const { place } = yield* sandboxPlace
        const { bucketWith, client, draftOf, itemsOf, other, proxy, send, sql, started, until } =
          yield* migrationScene(place)
        const source = yield* bucketWith(client, "logs", ["a", "b", "c"])
        const second = yield* bucketWith(client, "second", ["taken", "free"])
        const taken = yield* bucketWith(other, "taken", [])
        yield* Effect.promise(() => other.send(new PutObjectCommand({ Bucket: taken, Key: "taken", Body: "old" })))
        const target = freshName("moved")
        const keysOf = (Bucket: string) =>
          Effect.promise(async () => {
            const { Contents = [] } = await other.send(new ListObjectsV2Command({ Bucket }))
            return Contents.map(({ Key }) => Key)
          })

        const refusal = { status: 403, type: "application/xml", text: "<Error><Code>AccessDenied</Code></Error>" }
        proxy.set((method, address) => (method === "PUT" && address.startsWith(`/${target}/b`) ? refusal : "pass"))
        const path = yield* started(
          draftOf([
            { source, target },
            { source: second, target: taken }
          ])
        )
        for (const action of ["retry", "rollback"])
          assert.strictEqual(
            (yield* send("POST", `${path}/items/1/${action}`)).code,
            "state_conflict",
            "before the end of the migration"
          )
        assert.strictEqual((yield* send("GET", `${path}/certificate`)).code, "state_conflict")
        const certified = Effect.gen(function* () {
          const answer = yield* send("GET", `${path}/certificate`)
          assert.strictEqual(answer.status, 200, answer.text)
          const verified = yield* Effect.promise(() =>
            verifyCertificate(Readable.from([Buffer.from(answer.text)]), null)
          )
          return typeof verified === "string" ? yield* Effect.die(new Error(verified)) : verified
        })
        const partial = yield* until(path, "completed_with_errors", "completed", "failed")
        assert.strictEqual(partial.body["state"], "completed_with_errors")
        assert.deepStrictEqual(partial.body["actions"], ["retry", "rollback", "delete"])
        const [failed, done] = yield* itemsOf(path)
        assert.deepInclude(failed, { state: "failed", actions: ["retry", "rollback"] })
        assert.deepInclude(done, { state: "completed", actions: ["rollback"] })
        assert.strictEqual((yield* send("POST", `${path}/items/2/retry`)).code, "state_conflict", "it is completed")
        assert.strictEqual((yield* send("POST", `${path}/items/3/retry`)).status, 404)
        assert.strictEqual((yield* send("POST", `${path}/retry`, { subset: "all" })).status, 422)

        const first = yield* certified
        assert.deepInclude(first.summary, {
          buckets: 2,
          unverified: [],
          objects: { same: 4, different: 0, missing: 1, extra: 0, unknown: 0 }
        })
        assert.strictEqual(first.summary.header.migration.state, "completed_with_errors")

        yield* sql`update work_items set notes = jsonb_set(notes, '{synced_since}', '"2999-01-01T00:00:00.000Z"')
          where notes ? 'synced_since'`
        const written: Array<string> = []
        proxy.set((method, address) => {
          if (method === "PUT" && address.startsWith(`/${target}/`)) written.push(address.slice(target.length + 2)[0]!)
          return "pass"
        })
        assert.strictEqual((yield* send("POST", `${path}/retry`, { subset: "failed" })).status, 200)
        const retried = yield* until(path, "completed", "completed_with_errors", "failed")
        assert.strictEqual(retried.body["state"], "completed")
        assert.deepStrictEqual(new Set(written), new Set(["b"]), "what is there already is not copied again")
        assert.deepInclude((yield* itemsOf(path))[0], { copied: 3, problem: null })
        assert.deepStrictEqual(yield* keysOf(target), ["a", "b", "c"])
        const complete = yield* certified
        assert.deepInclude(complete.summary, { byEtag: 5, unverified: [] })
        assert.strictEqual(complete.thumbprint, first.thumbprint, "the key stays")
        for (const action of ["retry", "rollback"])
          assert.strictEqual((yield* send("POST", `${path}/${action}`, { subset: "failed" })).code, "state_conflict")

        yield* Effect.promise(async () => {
          await other.send(new PutObjectCommand({ Bucket: target, Key: "a", Body: "written since" }))
          await client.send(new DeleteObjectCommand({ Bucket: source, Key: "b" }))
        })
        const rollBack = (item: number) =>
          Effect.andThen(
            send("POST", `${path}/items/${item}/rollback`),
            until(path, "completed", "completed_with_errors", "failed", "rolled_back")
          )
        assert.strictEqual((yield* rollBack(1)).body["state"], "completed_with_errors")
        const [kept, untouched] = yield* itemsOf(path)
        assert.deepStrictEqual([kept.state, untouched.state], ["completed", "completed"])
        assert.match(kept.problem, /1 undone; 2 stay: a .*, b .*only copy/)
        assert.deepStrictEqual(yield* keysOf(target), ["a", "b"])
        assert.sameMembers(yield* keysOf(taken), ["free", "taken"], "the other bucket is not rolled back")

        yield* rollBack(2)
        assert.match((yield* itemsOf(path))[1].problem, /1 undone; 1 stay: taken/)
        assert.deepStrictEqual(yield* keysOf(taken), ["taken"])

        yield* Effect.promise(async () => {
          await client.send(new PutObjectCommand({ Bucket: source, Key: "b", Body: "b" }))
          await other.send(new DeleteObjectCommand({ Bucket: target, Key: "a" }))
        })
        yield* rollBack(1)
        assert.strictEqual((yield* itemsOf(path))[0].state, "rolled_back")
        assert.deepInclude(
          (yield* certified).summary,
          { byEtag: 0, unverified: [`${source} (rolled_back)`, `${second} (completed)`] },
          "what was removed since is not certified"
        )
        const gone = yield* Effect.promise(() =>
          other.send(new HeadBucketCommand({ Bucket: target })).then(
            () => "there",
            () => "gone"
          )
        )
        assert.strictEqual(gone, "gone", "the migration had created the bucket")
      }).pipe(Effect.scoped),
    { timeout: 120_000 }
  )
})
