import { Clock, Context, DateTime, Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { AuditArchived } from "#layers/compose/AuditArchived.ts"
import * as SecretsNode from "#layers/crypto/SecretsNode.ts"
import * as TokensJose from "#layers/crypto/TokensJose.ts"
import * as AuditSql from "#layers/sql/platform/audit/AuditSql.ts"
import * as GatewayIntentsSql from "#layers/sql/platform/audit/GatewayIntentsSql.ts"
import * as TransactionSql from "#layers/sql/platform/audit/TransactionSql.ts"
import * as LiveEventsSql from "#layers/sql/platform/LiveEventsSql.ts"
import { Audit } from "#services/platform/audit/Audit.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { AuditArchiving } from "#services/platform/audit/AuditArchiving.ts"
import { AuditFileChecks } from "#services/platform/audit/AuditFileChecks.ts"
import { AuditSealing } from "#services/platform/audit/AuditSealing.ts"
import { AuditVerification } from "#services/platform/audit/AuditVerification.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { testSettings, TestSettings } from "../../support/testSettings.ts"
import type { KeyRing } from "#services/platform/Settings.ts"

export const archivedWith = (jwt: KeyRing) => {
  const { rings } = testSettings()
  return AuditArchived.pipe(
    Layer.provideMerge(
      Audited.layer.pipe(Layer.provide(GatewayIntentsSql.layer), Layer.provideMerge(TransactionSql.layer))
    ),
    Layer.provideMerge(Layer.mergeAll(AuditSql.layer, SecretsNode.layer, TokensJose.layer, LiveEventsSql.layer)),
    Layer.provide(TestSettings({ rings: { ...rings, jwt } })),
    Layer.fresh
  )
}

export const someRing = (): KeyRing => testSettings().rings.jwt

export const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(path.join(tmpdir(), "stowage-archive-"))),
  (where) => Effect.sync(() => rmSync(where, { recursive: true, force: true }))
)

export class Folder extends Context.Service<Folder, string>()("test/audit/Folder") {}

export const World = Layer.fresh(
  Layer.suspend(() => archivedWith(someRing())).pipe(
    Layer.provideMerge(Layer.effect(Folder, folder)),
    Layer.provideMerge(TestDatabase.layer)
  )
)

const daysAgo = (days: number) =>
  Effect.map(Clock.Clock, (clock): Clock.Clock => {
    const millis = () => clock.currentTimeMillisUnsafe() - days * 86_400_000
    const nanos = () => BigInt(millis()) * 1_000_000n
    return Object.assign(Object.create(clock) as Clock.Clock, {
      currentTimeMillisUnsafe: millis,
      currentTimeMillis: Effect.sync(millis),
      currentTimeNanosUnsafe: nanos,
      currentTimeNanos: Effect.sync(nanos)
    })
  })

export const sealed = (count: number, days: number) =>
  Effect.gen(function* () {
    const audit = yield* Audit
    yield* Effect.forEach(
      Array.from({ length: count }, (_, index) => index),
      (n) =>
        audit.record({
          actor: { user_id: 7, email: "ada@example.org", role: "ui_admin", via: "session" },
          scope: "admin",
          action: "thing.write",
          entity: { type: "thing", id: String(n), label: null },
          status: "success",
          message: `wrote ${n} — "ä\n"`,
          metadata: { n, deep: { z: null, y: [1.5, "ä"] } }
        }),
      { discard: true }
    )
    yield* (yield* AuditSealing).seal
  }).pipe(Effect.provideServiceEffect(Clock.Clock, daysAgo(days)))

export const seal = Effect.flatMap(AuditSealing, (sealing) => sealing.seal)
export const verify = Effect.flatMap(AuditVerification, (verification) => verification.verify(null, () => Effect.void))
export const check = (...files: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { archives } = yield* verify
    return yield* (yield* AuditFileChecks).check(files, archives, null)
  })

export const inFolder = (name: string) => Effect.map(Folder, (where) => path.join(where, name))

export const archive = (file: string, days: number) =>
  Effect.gen(function* () {
    const before = DateTime.subtractDuration(yield* DateTime.now, Duration.days(days))
    return yield* (yield* AuditArchiving).archive({ before, file, by: "ada@machine" }, () => Effect.void)
  })

export const rowsLeft = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ links: number; entries: number; archives: number }>`
  select (select count(*)::int from audit_chain) as links, (select count(*)::int from audit_logs) as entries,
    (select count(*)::int from audit_archives) as archives`
).pipe(
  Effect.map(([row]) => row!),
  Effect.orDie
)
