import { Effect, Schema } from "effect"
import { SqlClient, type SqlConnection } from "effect/sql"
import { Settings } from "#services/platform/Settings.ts"
import { sessionName } from "#layers/postgres/Database.ts"
import { makeRowReader } from "#layers/postgres/makeRowReader.ts"
import { CommandFailed } from "./CommandFailed.ts"

const say = (connection: SqlConnection.Connection, statement: string) =>
  Effect.map(connection.executeValuesUnprepared(statement, []), ([row]) => row?.[0])
const server = (connection: SqlConnection.Connection) => say(connection, "select pg_backend_pid()")

/** Refuses transaction poolers, which break LISTEN, locks and prepared statements: a transaction reveals them. */
const requireOwnSessions = Effect.scoped(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [one, other] = [yield* sql.reserve, yield* sql.reserve]
    const before = yield* server(one)
    const [taken, after] = yield* Effect.acquireUseRelease(
      say(other, "begin"),
      () => Effect.all([server(other), server(one)]),
      () => Effect.ignore(say(other, "rollback"))
    )
    if (taken !== before && after === before) return
    return yield* new CommandFailed({
      message:
        "DATABASE_URL: a pooler between Stowage and PostgreSQL gives each transaction another session " +
        "(PgBouncer: pool_mode=transaction). " +
        "Announcements and locks need sessions that last: name the server itself, or a pool with pool_mode=session"
    })
  })
)

const connectionRoomReader = makeRowReader("pg_settings", Schema.Struct({ room: Schema.Int, taken: Schema.Int }))

const room = (wanted: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    connectionRoomReader.one(sql`
  with others as (
    select count(*)::int as has, usename = current_user and application_name like 'stowage %/%' as ours
    from pg_stat_activity where usesysid is not null and application_name is distinct from ${sessionName}
      group by usename, application_name)
  select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int -
        coalesce(current_setting('reserved_connections', true)::int, 0),
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database())) as room,
    (select coalesce(sum(case when ours then greatest(has, ${wanted}::int) else has end), 0)::int
      from others) as taken`)
  )

const requireRoom = Effect.gen(function* () {
  const { databaseMaxConnections: wanted } = yield* Settings
  const { room: all, taken } = yield* room(wanted)
  if (wanted > all) {
    return yield* new CommandFailed({
      message:
        `DATABASE_MAX_CONNECTIONS: the database allows ${all} connections in all, and ${wanted} are asked for: ` +
        "raise max_connections there, or ask for fewer"
    })
  }
  if (wanted + taken > all) {
    yield* Effect.logWarning(
      `DATABASE_MAX_CONNECTIONS: of the ${all} connections that the database allows ${taken} are taken or may ` +
        `be wanted by other replicas, and this process may want ${wanted}: when none is left, requests are ` +
        "refused (503). " +
        "Raise max_connections there, or ask for fewer in each replica"
    )
  }
})

export const requireConnections = Effect.andThen(requireOwnSessions, requireRoom)
