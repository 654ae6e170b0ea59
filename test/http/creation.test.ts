import {
  GetBucketTaggingCommand,
  GetBucketVersioningCommand,
  GetObjectLockConfigurationCommand,
  HeadBucketCommand,
  type S3Client
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { managedAccount, places, sandboxPlace } from "../support/managedAccount.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"

const freshName = () => `made-${randomBytes(6).toString("hex")}`
const tagsOf = (client: S3Client, bucket: string) =>
  Effect.promise(() =>
    client.send(new GetBucketTaggingCommand({ Bucket: bucket })).then(
      ({ TagSet }) => TagSet ?? [],
      () => []
    )
  )
const versioningOf = (client: S3Client, bucket: string) =>
  Effect.promise(() =>
    client.send(new GetBucketVersioningCommand({ Bucket: bucket })).then(({ Status }) => Status ?? null)
  )

for (const { lack, name, place } of places) {
  requirement(name, lack)(`creating a bucket on the ${name}`, () => {
    layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
      it.effect(
        "with what it is to have: versioning, tags, quota, object lock, a template's and another bucket's, as " +
          "a foreign client sees them",
        () =>
          Effect.gen(function* () {
            const { browser, client, contextId } = yield* managedAccount(yield* place)
            const create = (body: object) =>
              Effect.promise(() => browser.post(`/api/manager/bucket-creations?context_id=${contextId}`, body))
            const tags = { tags: [{ key: "team", value: "Lagerhaltung ü 東京" }] }
            const [first, second, third] = [freshName(), freshName(), freshName()]
            const made = yield* create({
              name: first,
              features: {
                versioning: { status: "enabled" },
                tags,
                quota: { max_size_bytes: null, max_objects: 500, enabled: true }
              }
            })
            assert.strictEqual(made.status, 201, made.text)
            assert.deepInclude(made.body, { name: first, state: "created" }, made.text)
            assert.deepStrictEqual(
              made.body["steps"].map(({ label, state }: Record<string, string>) => `${label} ${state}`),
              ["The bucket completed", "Versioning completed", "Tags completed", "Quota completed"]
            )
            assert.deepStrictEqual(
              [yield* versioningOf(client, first), yield* tagsOf(client, first)],
              ["Enabled", [{ Key: "team", Value: "Lagerhaltung ü 東京" }]]
            )
            const quota = yield* Effect.promise(() =>
              browser.get(`/api/manager/buckets/${first}/features/quota?context_id=${contextId}`)
            )
            assert.deepInclude(quota.body["value"], { max_objects: 500, enabled: true })
            const history = yield* Effect.promise(() =>
              browser.get(`/api/manager/buckets/${first}/history?context_id=${contextId}`)
            )
            assert.deepStrictEqual(
              history.body["items"].map(({ feature, origin }: Record<string, string>) => `${feature} ${origin}`),
              ["quota create", "tags create", "versioning create"]
            )

            assert.deepInclude((yield* create({ name: second, template: "archive" })).body, { state: "created" })
            const lock = yield* Effect.promise(() =>
              client.send(new GetObjectLockConfigurationCommand({ Bucket: second }))
            )
            assert.strictEqual(lock.ObjectLockConfiguration?.ObjectLockEnabled, "Enabled")

            assert.deepInclude((yield* create({ name: third, like: first })).body, { state: "created" })
            assert.deepStrictEqual(
              [yield* versioningOf(client, third), yield* tagsOf(client, third)],
              ["Enabled", [{ Key: "team", Value: "Lagerhaltung ü 東京" }]]
            )

            assert.strictEqual((yield* create({ name: first })).code, "already_exists")
            const bad = freshName()
            const refused = yield* create({
              name: bad,
              features: {
                tags: {
                  tags: [
                    { key: "a", value: "1" },
                    { key: "a", value: "2" }
                  ]
                }
              }
            })
            assert.deepStrictEqual(
              [refused.status, refused.body["errors"][0].path],
              [422, ["payload", "features", "tags", "tags", "1", "key"]],
              refused.text
            )
            const there = yield* Effect.promise(() =>
              client.send(new HeadBucketCommand({ Bucket: bad })).then(
                () => true,
                () => false
              )
            )
            assert.isFalse(there, "nothing is created of what is wrong")
          }).pipe(Effect.scoped)
      )
    })
  })
}

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })(
  "a bucket that is created in part",
  (it) => {
    it.effect("is there, and what it lacks is named: nothing is missing silently", () =>
      Effect.gen(function* () {
        const { gateway, place } = yield* sandboxPlace
        const { browser, client, contextId } = yield* managedAccount(place)
        gateway.faults.inject({ match: { op: "PutBucketTagging" }, effect: { status: 403, code: "AccessDenied" } })
        const bucket = freshName()
        const made = yield* Effect.promise(() =>
          browser.post(`/api/manager/bucket-creations?context_id=${contextId}`, {
            name: bucket,
            features: { versioning: { status: "enabled" }, tags: { tags: [{ key: "team", value: "x" }] } }
          })
        )
        assert.deepInclude(made.body, { state: "created_in_part" }, made.text)
        const steps = made.body["steps"] as ReadonlyArray<{
          readonly label: string
          readonly state: string
          readonly detail: string | null
        }>
        assert.deepStrictEqual(
          steps.map(({ label, state }) => `${label} ${state}`),
          ["The bucket completed", "Versioning completed", "Tags failed"]
        )
        assert.include(steps[2]?.detail, "The gateway does not let these credentials do this")
        assert.strictEqual(yield* versioningOf(client, bucket), "Enabled")
        const said = yield* (yield* SqlClient.SqlClient)<{
          said: string
        }>`select action || ' ' || status as said from audit_logs where action like 'bucket%' order by id`
        assert.deepStrictEqual(
          said.map((row) => row.said),
          [
            "bucket_creation.start success",
            "bucket.create success",
            "bucket.versioning.update success",
            "bucket.tags.update failure",
            "bucket_creation.end failure"
          ]
        )
      }).pipe(Effect.scoped)
    )
  }
)
