import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { boundedMetadata, layer as AuditSql } from "#layers/sql/platform/audit/AuditSql.ts"
import { Audit } from "#services/platform/audit/Audit.ts"
import { TestDatabase } from "../../../support/TestDatabase.ts"

const entry = {
  actor: { user_id: null, email: "a\0da@example.org", role: null, via: "operator" },
  scope: "admin",
  action: "test.write",
  entity: { type: "thing", id: "i\0d", label: "half \ud800" },
  status: "success",
  message: "said \0 and \udc00",
  metadata: { "k\0ey": ["v\0alue", { deep: "\ud83d" }], emoji: "😀" }
} as const

layer(AuditSql.pipe(Layer.provideMerge(TestDatabase.layer)), { timeout: "60 seconds" })("the audit trail", (it) => {
  it.effect("keeps an event whatever texts it is told with", () =>
    Effect.gen(function* () {
      yield* (yield* Audit).record(entry)
      const [row] = yield* (yield* SqlClient.SqlClient)<Record<string, unknown>>`
      select actor_email, entity_id, entity_label, message, metadata from audit_logs where action = 'test.write'`
      assert.deepStrictEqual(row, {
        actor_email: "a\ufffdda@example.org",
        entity_id: "i\ufffdd",
        entity_label: "half \ufffd",
        message: "said \ufffd and \ufffd",
        metadata: { "k\ufffdey": ["v\ufffdalue", { deep: "\ufffd" }], emoji: "😀" }
      })
    })
  )

  it.effect("keeps the beginning of long metadata, also where it would be cut through a character", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (let shift = 0; shift < 4; shift++) {
        const metadata = { text: `${"x".repeat(shift)}${"😀".repeat(9_000)}` }
        assert.isTrue((JSON.parse(boundedMetadata(metadata)) as { preview: string }).preview.isWellFormed())
        yield* (yield* Audit).record({ ...entry, action: "test.long", metadata })
      }
      assert.lengthOf(
        yield* sql`select 1 from audit_logs where action = 'test.long' and metadata ->> 'truncated' = 'true'`,
        4
      )
    })
  )
})
