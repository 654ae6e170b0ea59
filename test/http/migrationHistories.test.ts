import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { sandboxPlace } from "../support/managedAccount.ts"
import { freshName, migrationScene, migrationService } from "../support/migrationScene.ts"

/** Buckets with writers of their own; MIGRATION_SEED is the first of their seeds. */
const HISTORIES = Number(process.env["MIGRATION_HISTORIES"] ?? "2")
const FIRST_SEED = Number(process.env["MIGRATION_SEED"] ?? "1")
/** More would keep two processor cores too busy for the migration itself. */
const BUCKETS_PER_MIGRATION = 5
const WRITERS = 3
const KEYS = 4
const ENDS = ["completed", "completed_with_errors", "failed", "canceled"] as const

const randomOf = (seed: number) => {
  let state = seed * 2_654_435_761
  return (bound: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0
    return (state >>> 8) % bound
  }
}

/** Writes and deletes its own keys until refused. Returns the last acknowledged body by key; null: deleted. */
const write = async (s3: S3Client, Bucket: string, writer: string, seed: number) => {
  const random = randomOf(seed)
  const history = new Map<string, string | null>()
  for (let turn = 0; ; turn++) {
    const Key = `${writer}//${random(KEYS)}`
    const Body = random(4) === 0 ? null : `turn ${turn}${"x".repeat(random(2_000))}`
    const command =
      Body === null ? new DeleteObjectCommand({ Bucket, Key }) : new PutObjectCommand({ Bucket, Key, Body })
    const refusal = await s3.send(command as PutObjectCommand).then(
      () => null,
      (error: { readonly name: string }) => error.name
    )
    if (refusal !== null) return { history, refusal, turns: turn }
    history.set(Key, Body)
  }
}

const bodyOf = (s3: S3Client, Bucket: string, Key: string) =>
  s3.send(new GetObjectCommand({ Bucket, Key })).then(
    ({ Body }) => Body?.transformToString() ?? "",
    (error: { readonly name: string }) => (error.name === "NoSuchKey" ? null : Promise.reject(error))
  )

layer(migrationService("sandbox"), { excludeTestServices: true, timeout: "120 seconds" })(
  "writers during a migration",
  (it) => {
    it.effect(
      "find the last write and the last deletion that the source acknowledged at the target",
      () =>
        Effect.gen(function* () {
          const { place } = yield* sandboxPlace
          const { bucketWith, client, draftOf, itemsOf, other, send, started, until } = yield* migrationScene(place)
          for (let first = 0; first < HISTORIES; first += BUCKETS_PER_MIGRATION) {
            const pairs = yield* Effect.forEach(
              Array.from({ length: Math.min(BUCKETS_PER_MIGRATION, HISTORIES - first) }),
              () =>
                Effect.map(bucketWith(client, "logs", ["w0//0", "w1//1", "kept"]), (source) => ({
                  source,
                  target: freshName("moved")
                }))
            )
            const writers = yield* Effect.forEach(pairs, ({ source }, index) =>
              Effect.forEach(Array.from({ length: WRITERS }), (_, writer) =>
                Effect.forkChild(
                  Effect.promise(() =>
                    write(client, source, `w${writer}`, FIRST_SEED * 1_000 + (first + index) * WRITERS + writer)
                  )
                )
              )
            )
            const path = yield* started({ ...draftOf(pairs), mode: "pre_sync" })
            yield* until(path, "awaiting_cutover", ...ENDS)
            assert.strictEqual((yield* send("POST", `${path}/continue`)).status, 200)
            const histories = yield* Effect.forEach(writers, (of) => Effect.forEach(of, Fiber.join))
            const end = yield* until(path, ...ENDS)
            assert.strictEqual(end.body["state"], "completed", JSON.stringify(yield* itemsOf(path)))
            for (const [index, { target }] of pairs.entries())
              for (const { history, refusal, turns } of histories[index] ?? []) {
                assert.strictEqual(refusal, "AccessDenied")
                assert.isAbove(turns, 0)
                for (const [key, body] of history)
                  assert.strictEqual(
                    yield* Effect.promise(() => bodyOf(other, target, key)),
                    body,
                    `${key} of seed ${FIRST_SEED}, bucket ${first + index}`
                  )
              }
          }
        }).pipe(Effect.scoped),
      { timeout: 120_000 + HISTORIES * 10_000 }
    )
  }
)
