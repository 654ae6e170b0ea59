import {
  CreateBucketCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketPolicyCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketPolicyCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  type S3Client
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Passage } from "../support/GatewayProxy.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { installed, type Installation, nothingOpen, sandboxAccount } from "./killed/KilledWork.ts"

/** Buckets that are each held at a request of their own when the process is killed; MIGRATION_SEED is the first. */
const KILLS = Number(process.env["MIGRATION_KILLS"] ?? "8")
const FIRST_SEED = Number(process.env["MIGRATION_SEED"] ?? "1")
/** A process migrates four runs at once, and two buckets of each. */
const BUCKETS_PER_ROUND = 8
const KEYS = ["a", "b//c", "d/ü.txt", "e", "f"]

const randomOf = (seed: number) => {
  let state = (seed * 2_654_435_761) | 0
  return (bound: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0
    return (state >>> 8) % bound
  }
}

/**
 * `requests`: of a bucket before and after the cutover begins; while one bucket is held before, the other cannot get
 * there.
 */
const kinds = [
  { options: { mode: "one_shot", strategy: "current_only" }, requests: [28, 0] },
  {
    options: { mode: "pre_sync", strategy: "current_only", strong_integrity_check: true, delete_source: true },
    requests: [26, 86]
  },
  { options: { mode: "pre_sync", strategy: "current_only" }, requests: [26, 72] },
  { options: { mode: "pre_sync", strategy: "version_aware" }, requests: [48, 40] }
] as const

const policyOf = (bucket: string) =>
  `{ "Version":"2012-10-17",\n "Statement": {"Effect": "Deny", "Principal": "*", "Action": "s3:PutBucketWebsite",` +
  ` "Resource": "arn:aws:s3:::${bucket}"} }`
const lifecycle = {
  Rules: [{ ID: "old", Status: "Enabled" as const, Filter: { Prefix: "tmp/" }, Expiration: { Days: 30 } }]
}

const makeSource = async (client: S3Client, Bucket: string, isVersioned: boolean) => {
  await client.send(new CreateBucketCommand({ Bucket }))
  if (isVersioned)
    await client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: "Enabled" } }))
  for (const Key of KEYS)
    for (const turn of isVersioned ? [1, 2] : [1])
      await client.send(new PutObjectCommand({ Bucket, Key, Body: `${Key} ${turn}` }))
  await client.send(new PutBucketPolicyCommand({ Bucket, Policy: policyOf(Bucket) }))
  await client.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: lifecycle }))
}

/** Bodies by key, the newest version first. */
const contentOf = async (client: S3Client, Bucket: string) => {
  const { DeleteMarkers, Versions } = await client.send(new ListObjectVersionsCommand({ Bucket }))
  const content: Record<string, Array<string>> = {}
  for (const { Key = "", VersionId } of Versions ?? []) {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, VersionId }))
    content[Key] = [...(content[Key] ?? []), (await Body?.transformToString()) ?? ""]
  }
  return { content, markers: DeleteMarkers?.length ?? 0 }
}

const bucketOf = (path: string): string => path.slice(1).split(/[/?]/)[0] ?? ""

/** Begins four runs; each bucket is held at its seed's request unless it ends before. Returns the check of the end. */
const begun = Effect.fnUntraced(function* (installation: Installation, seeds: ReadonlyArray<number>) {
  const { browser } = installation
  const sql = yield* SqlClient.SqlClient
  const runs = yield* Effect.forEach(kinds, (kind, index) =>
    Effect.gen(function* () {
      const own = seeds.filter((_, at) => at % kinds.length === index)
      const buckets = own.map((seed) => `source-${seed}`)
      const isVersioned = kind.options.strategy === "version_aware"
      const [before, after] = kind.requests
      const isHeldAfter = after > 0 && randomOf(own[0] ?? 0)(3) > 0
      let isCutover = false
      const place = yield* sandboxAccount(installation, async (client) => {
        for (const bucket of buckets) await makeSource(client, bucket, isVersioned)
      })
      const holds = new Map(
        own.map((seed) => {
          const random = randomOf(seed)
          const passage: Passage = random(2) === 0 ? "hold the request" : "hold the answer"
          const hold: { left: number; readonly passage: Passage } = {
            left: 1 + random(isHeldAfter ? after : before),
            passage
          }
          return [seed, hold] as const
        })
      )
      const held = new Set<number>()
      const at = (path: string) => `/api/manager/migrations${path}?context_id=${place.context}`
      const send = (path: string, body: object = {}) => Effect.promise(() => browser.post(at(path), body))
      const made = yield* send("", {
        source_context_id: String(place.context),
        target_context_id: String(place.context),
        buckets: own.map((seed) => ({ source: `source-${seed}`, target: `target-${seed}` })),
        copy_bucket_settings: false,
        strong_integrity_check: false,
        ...kind.options
      })
      assert.strictEqual(made.status, 201, made.text)
      const path = `/${made.body["id"]}`
      const checked = yield* send(`${path}/precheck`)
      assert.include([200, 202], checked.status, checked.text)
      place.proxy.set((_, address) => {
        const seed = Number(/^(?:source|target)-(\d+)$/.exec(bucketOf(address))?.[1])
        const hold = holds.get(seed)
        if (hold === undefined || isCutover !== isHeldAfter || --hold.left !== 0) return "pass"
        held.add(seed)
        return hold.passage
      })
      const started = yield* send(`${path}/start`)
      assert.strictEqual(started.status, 200, started.text)
      const state = Effect.gen(function* () {
        const { body, status, text } = yield* Effect.promise(() => browser.get(at(path)))
        assert.strictEqual(status, 200, text)
        if (body["state"] === "awaiting_cutover") {
          isCutover = true
          yield* send(`${path}/continue`)
        }
        return String(body["state"])
      })
      return { ...place, buckets, own, kind, held, state, isVersioned }
    })
  )
  const isOver = (state: string) => /^(completed|failed|canceled)/.test(state)
  const follow = (isDone: (run: (typeof runs)[number], state: string) => boolean) =>
    Effect.forEach(
      runs,
      (run) =>
        Effect.repeat(Effect.delay(run.state, "100 millis"), { until: (state) => isDone(run, state) }).pipe(
          Effect.timeoutOrElse({
            duration: "2 minutes",
            orElse: () =>
              Effect.gen(function* () {
                const items = yield* sql`select run_id, label, state, problem, notes from work_items`
                const words = `${JSON.stringify(run.kind.options)} of ${run.own} does not go on, ${run.held.size} held`
                return yield* Effect.die(new Error(`${words}: ${JSON.stringify(items)}`))
              })
          })
        ),
      { concurrency: "unbounded" }
    )
  yield* follow(({ held, own }, state) => isOver(state) || held.size === own.length)
  return {
    held: runs.reduce((sum, { held }) => sum + held.size, 0),
    check: Effect.gen(function* () {
      for (const { proxy } of runs) proxy.set(() => "pass")
      yield* installation.start
      const ends = yield* follow((_, state) => isOver(state))
      assert.deepStrictEqual(yield* nothingOpen, [], `seeds ${seeds}`)
      const items = yield* sql`select label, state, problem from work_items where state <> 'succeeded'`
      assert.deepStrictEqual([...new Set(ends)], ["completed"], JSON.stringify({ seeds, ends, items }))
      assert.lengthOf(yield* sql`select 1 from bucket_migration_locks`, 0, "no lock is left")
      yield* Effect.promise(async () => {
        for (const { client, isVersioned, kind, own } of runs)
          for (const seed of own) {
            const [Bucket, why] = [`source-${seed}`, `seed ${seed}, ${JSON.stringify(kind.options)}`]
            const expected = Object.fromEntries(
              KEYS.map((key) => [key, (isVersioned ? [2, 1] : [1]).map((turn) => `${key} ${turn}`)])
            )
            assert.deepStrictEqual(await contentOf(client, `target-${seed}`), { content: expected, markers: 0 }, why)
            const source = await contentOf(client, Bucket)
            assert.deepStrictEqual(source.content, "delete_source" in kind.options ? {} : expected, why)
            const { Policy } = await client.send(new GetBucketPolicyCommand({ Bucket }))
            assert.strictEqual(Policy, policyOf(Bucket), why)
            const { Rules } = await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))
            assert.deepStrictEqual(Rules, lifecycle.Rules, why)
          }
      })
    })
  }
})

layer(TestDatabase.layer.pipe(Layer.orDie), { excludeTestServices: true, timeout: "2 minutes" })(
  "migrations whose process is killed at any request to the gateway",
  (it) => {
    it.effect(
      "copy everything once, delete nothing too early, and give policy and lifecycle rules back",
      () =>
        Effect.gen(function* () {
          const installation = yield* installed
          let held = 0
          for (let first = 0; first < KILLS; first += BUCKETS_PER_ROUND) {
            if (first > 0) {
              yield* installation.kill
              yield* installation.startPatient
              yield* Effect.promise(() => installation.browser.post("/api/auth/refresh"))
            }
            const seeds = Array.from({ length: BUCKETS_PER_ROUND }, (_, index) => FIRST_SEED + first + index)
            yield* Effect.scoped(
              Effect.gen(function* () {
                const round = yield* begun(installation, seeds)
                held += round.held
                yield* installation.kill
                yield* round.check
              })
            )
          }
          assert.strictEqual(held, Math.ceil(KILLS / BUCKETS_PER_ROUND) * BUCKETS_PER_ROUND, "each bucket was held")
        }).pipe(Effect.scoped),
      { timeout: 180_000 + KILLS * 20_000 }
    )
  }
)
