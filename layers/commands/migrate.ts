import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { Settings } from "#services/platform/Settings.ts"
import * as Migrations from "#layers/postgres/Migrations.ts"
import { CommandDatabase } from "./database.ts"

export const migrate = Command.make(
  "migrate",
  {},
  Effect.fn(function* () {
    const { backupVerified } = yield* Settings
    const applied = yield* Migrations.migrate(Migrations.migrationsDirectory, backupVerified)
    const { build, database } = yield* Migrations.requireUsableSchema()
    for (const [id, name] of applied) yield* Console.log(`applied ${String(id).padStart(4, "0")}_${name}`)
    if (database > build)
      yield* Console.log(
        `nothing to do: the database is at version ${database}, ahead of this build, ` +
          `which needs ${build} and works with it`
      )
    else yield* Console.log(applied.length === 0 ? `nothing to do: version ${database}` : `now at version ${database}`)
  }, Effect.provide(CommandDatabase))
).pipe(Command.withDescription("Apply pending migrations to the database"))
