import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ComparisonCounts } from "#domain/objects/comparison/BucketComparison.ts"
import { MigrationManifests } from "#services/objects/migrations/MigrationManifests.ts"
import { isoText } from "../../postgres/moments.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const manifestReader = makeRowReader(
  "bucket_migration_manifests",
  Schema.Struct({
    id: Schema.Int,
    portion: Schema.String,
    verified_at: Schema.String,
    counts: ComparisonCounts,
    pages: Schema.Int
  })
)
const idReader = makeRowReader("bucket_migration_manifests", Schema.Struct({ id: Schema.Int }))
const pageReader = makeRowReader("bucket_migration_manifest_pages", Schema.Struct({ lines: Schema.String }))

export const layer = Layer.effect(
  MigrationManifests,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const clear = (runId: number, portion: string) =>
      Effect.asVoid(sql`
        delete from bucket_migration_manifests where run_id = ${runId} and portion = ${portion}`)
    return MigrationManifests.of({
      begin: Effect.fn("MigrationManifests.begin")(function* (runId: number, portion: string) {
        yield* clear(runId, portion)
        const { id } = yield* idReader.one(sql`
          insert into bucket_migration_manifests (run_id, portion) values (${runId}, ${portion}) returning id`)
        return id
      }, Effect.orDie),
      add: Effect.fn("MigrationManifests.add")(
        (id: number, page: number, lines: string) =>
          Effect.asVoid(sql`
            insert into bucket_migration_manifest_pages (manifest_id, page, lines) values (${id}, ${page}, ${lines})`),
        Effect.orDie
      ),
      complete: Effect.fn("MigrationManifests.complete")(
        (id: number, count: number, counts: ComparisonCounts) =>
          Effect.asVoid(sql`
            update bucket_migration_manifests set verified_at = now(), pages = ${count},
              counts = ${JSON.stringify(counts)}::text::jsonb
            where id = ${id}`),
        Effect.orDie
      ),
      clear: Effect.fn("MigrationManifests.clear")(clear, Effect.orDie),
      ofRun: Effect.fn("MigrationManifests.ofRun")(
        (runId: number) =>
          manifestReader.all(sql`
            select id, portion, ${sql.literal(isoText("verified_at"))} as verified_at, counts, pages
            from bucket_migration_manifests where run_id = ${runId} and verified_at is not null order by id`),
        Effect.orDie
      ),
      page: Effect.fn("MigrationManifests.page")(
        (id: number, page: number) =>
          Effect.map(
            pageReader.one(sql`
              select lines from bucket_migration_manifest_pages where manifest_id = ${id} and page = ${page}`),
            ({ lines }) => lines
          ),
        Effect.orDie
      )
    })
  })
)
