import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { randomBytes } from "node:crypto"
import { readFileSync, statSync } from "node:fs"
import * as path from "node:path"
import { keyRing } from "#layers/config/keyRings.ts"
import { archivedWith, seal } from "../test/services/audit/auditWorld.ts"
import { shiftedClock } from "../test/support/shiftedClock.ts"
import { dataFolder } from "./support/dataFolder.ts"
import { type Figure, printTable } from "./support/figures.ts"
import { listingDatabase } from "./support/listingDatabase.ts"
import { benchSize } from "./support/size.ts"

const sizes = [benchSize("FEW", 20_000, 200), benchSize("ENTRIES", 200_000, 400)].slice(0, benchSize("TRAILS", 2, 1))
const MAX_GROWTH_MEGABYTES = 100
const memoryFlags = ["--max-old-space-size=192", "--max-semi-space-size=8"]

const seeded = Effect.fnUntraced(function* (url: string, key: string, entries: number) {
  const ring = keyRing([key])
  if (ring === null) return yield* Effect.die(new Error("no key"))
  const client = PgClient.layer({ url: Redacted.make(url), maxConnections: 2 })
  yield* Effect.provide(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* shiftedClock(-2 * 24 * 60)
      for (let from = 1; from <= entries; from += 50_000) {
        yield* sql`
        insert into audit_logs (created_at, actor_user_id, actor_email, actor_role, actor_via, scope, action,
          entity_type, entity_id, entity_label, status, message, metadata, request_id, client_address)
        select now() - interval '2 days', n % 10000, 'person' || n % 10000 || '@example.org', 'ui_user', 'session',
          'manager', 'bucket.create', 'bucket', 'bucket-' || n, null, 'success',
          'Bucket bucket-' || n || ' was created', json_build_object('n', n, 'name', 'bucket-' || n, 'endpoint',
            'archive', 'object_lock', false)::jsonb, md5(n::text), '10.0.' || n % 256 || '.' || n % 199
        from generate_series(${from}::int, ${Math.min(entries, from + 49_999)}::int) n`
        yield* seal
      }
      yield* sql`vacuum analyze audit_logs, audit_chain`
    }).pipe(Effect.scoped),
    archivedWith(ring).pipe(Layer.provideMerge(client))
  )
})

const measured = (args: ReadonlyArray<string>, env: Record<string, string>) =>
  Effect.promise(async () => {
    const began = performance.now()
    const child = spawn(process.execPath, [...memoryFlags, "layers/commands/main.ts", ...args], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "inherit"]
    })
    let [output, megabytes, ticks] = ["", 0, 0]
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text
    })
    const looking = setInterval(() => {
      try {
        megabytes = Math.max(
          megabytes,
          Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1] ?? 0) / 1024
        )
        const [user = 0, system = 0] =
          readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]?.split(" ").slice(11, 13).map(Number) ?? []
        ticks = user + system
      } catch {
        // the process has ended
      }
    }, 50)
    const [code] = await once(child, "exit")
    clearInterval(looking)
    if (code !== 0) throw new Error(`${args.join(" ")}: ${code} ${output}`)
    return { seconds: (performance.now() - began) / 1_000, processor: ticks / 100, megabytes }
  })

const first = new Map<string, number>()
for (const entries of sizes) {
  await Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const dataDir = yield* dataFolder
        const key = randomBytes(32).toString("base64url")
        const database = yield* listingDatabase(dataDir, key, 1)
        yield* seeded(database.url, key, entries)
        const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, JWT_KEYS: key }
        const file = path.join(dataDir, "audit.jsonl")
        const commands: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
          ["verify-audit before", ["verify-audit"]],
          ["archive-audit", ["archive-audit", "--to", file, "--older-than", "1"]],
          ["verify-audit --archive", ["verify-audit", "--archive", file]]
        ]
        const figures: Array<Figure> = []
        for (const [name, args] of commands) {
          const { megabytes, processor, seconds } = yield* measured(args, env)
          const least = first.get(name) ?? megabytes
          first.set(name, least)
          figures.push(
            [`${name}: seconds`, seconds, null, null],
            ["  seconds of processors", processor, null, null],
            ["  megabytes resident at most", megabytes, megabytes - least, MAX_GROWTH_MEGABYTES]
          )
        }
        printTable(
          `An audit trail of ${entries.toLocaleString("en")} entries, ` +
            `${(statSync(file).size / 1e6).toFixed(0)} MB as a file`,
          figures
        )
      })
    ) as Effect.Effect<void>
  )
}
