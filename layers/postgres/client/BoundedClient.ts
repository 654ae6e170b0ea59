import { PgClient, PgConnection, type PgPool, PgTypes } from "@effect/sql-pg"
import { Effect, Exit, type Layer, Scope, Stream } from "effect"
import { type SqlConnection, SqlClient, SqlError } from "effect/sql"
import * as BoundedPool from "./BoundedPool.ts"

type Rows = ReadonlyArray<PgConnection.Row>
type Transform = Parameters<SqlConnection.Connection["execute"]>[2]

class Connection implements SqlConnection.Connection {
  readonly session: PgConnection.PgConnection
  readonly pool: BoundedPool.BoundedPool

  constructor(session: PgConnection.PgConnection, pool: BoundedPool.BoundedPool) {
    this.session = session
    this.pool = pool
  }

  private rows(
    sql: string,
    params: ReadonlyArray<unknown>,
    transform: Transform,
    prepare: boolean
  ): Effect.Effect<Rows, SqlError.SqlError> {
    return Effect.map(this.pool.answered(this.session, this.session.query(sql, params, prepare)), ({ rows }) =>
      transform === undefined ? rows : transform(rows)
    )
  }
  execute(sql: string, params: ReadonlyArray<unknown>, transform: Transform) {
    return this.rows(sql, params, transform, true)
  }
  executeUnprepared(sql: string, params: ReadonlyArray<unknown>, transform: Transform) {
    return this.rows(sql, params, transform, false)
  }
  executeRaw(sql: string, params: ReadonlyArray<unknown>) {
    return this.pool.answered(this.session, this.session.query(sql, params))
  }
  executeValues(sql: string, params: ReadonlyArray<unknown>) {
    return this.pool.answered(this.session, this.session.queryValues(sql, params))
  }
  executeValuesUnprepared(sql: string, params: ReadonlyArray<unknown>) {
    return this.pool.answered(this.session, this.session.queryValues(sql, params, false))
  }
  executeStream(sql: string, params: ReadonlyArray<unknown>, transform: Transform) {
    const rows = this.session.stream(sql, params)
    return transform === undefined ? rows : Stream.mapArray(rows, (some) => transform(some) as typeof some)
  }
}

/** PostgreSQL answers ROLLBACK to the COMMIT of a failed transaction. */
const commit = (connection: SqlConnection.Connection) =>
  Effect.flatMap(connection.executeRaw("COMMIT", []), (answer) =>
    (answer as PgConnection.Result).command !== "ROLLBACK"
      ? Effect.void
      : Effect.fail(
          new SqlError.SqlError({
            reason: new SqlError.UnknownError({
              cause: new Error("the transaction had failed"),
              message: "COMMIT rolled back",
              operation: "commit"
            })
          })
        )
  )

/** The connection closes before its listener: `UNLISTEN` on a dead one would wait for TCP's timeout. */
const listening = (options: PgConnection.Config) => (channel: string) =>
  Effect.gen(function* () {
    const [connection, listener] = [yield* Scope.make(), yield* Scope.make()]
    yield* Effect.addFinalizer(() =>
      Effect.andThen(Scope.close(connection, Exit.void), Scope.close(listener, Exit.void))
    )
    const session = yield* Scope.provide(PgConnection.make(options), connection)
    return yield* Scope.provide(session.listen(channel), listener)
  })

export const layer = (
  options: PgPool.Config,
  isStarting?: () => boolean
): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, SqlError.SqlError> =>
  PgClient.layerFrom(
    Effect.gen(function* () {
      const pool = yield* BoundedPool.make(options, isStarting)
      const asConnection = (session: PgConnection.PgConnection) => new Connection(session, pool)
      const client = yield* SqlClient.make({
        acquirer: Effect.map(pool.get, asConnection),
        transactionAcquirer: Effect.map(pool.reserve, asConnection),
        compiler: PgClient.makeCompiler(),
        driver: "pg",
        prepareTransactionControls: true,
        commit,
        isTransaction: (connection) => !(connection instanceof Connection && pool.isGivenUp(connection.session)),
        releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
        spanAttributes: [["db.system.name", "postgresql"]]
      })
      return Object.assign(client, {
        [PgClient.TypeId]: PgClient.TypeId,
        config: options,
        json: (value: unknown) => client`${PgTypes.jsonb(value)}`,
        listen: listening(options),
        notify: (channel: string, payload: string) => Effect.asVoid(client`select pg_notify(${channel}, ${payload})`)
      })
    })
  )
