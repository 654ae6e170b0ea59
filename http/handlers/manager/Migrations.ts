import { Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { attachment } from "#domain/objects/attachment.ts"
import type { ItemAction } from "#domain/objects/migrations/migrationState.ts"
import { Migrations } from "#services/objects/migrations/Migrations.ts"
import { WebhookTests } from "#services/objects/migrations/WebhookTests.ts"
import { numberedFrames } from "../numberedFrames.ts"
import { failOnRevocation, interruptOnRevocation } from "../streamRights.ts"

interface OfMigration {
  readonly params: { readonly migration_id: number }
}

const DEFAULT_LIMIT = 100

export const MigrationsHandlers = HttpApiBuilder.group(
  Api,
  "migrations",
  Effect.fn(function* (handlers) {
    const migrations = yield* Migrations
    const webhooks = yield* WebhookTests
    const act =
      (action: "continue" | "delete" | "pause" | "resume" | "stop") =>
      ({ params }: OfMigration) =>
        Effect.gen(function* () {
          return yield* migrations.act(yield* CurrentCaller, yield* CurrentContext, params.migration_id, action)
        })
    const reopen =
      (action: ItemAction) =>
      ({ params }: { readonly params: { readonly migration_id: number; readonly item_id?: number } }) =>
        Effect.gen(function* () {
          const item = params.item_id ?? null
          return yield* migrations.reopen(
            yield* CurrentCaller,
            yield* CurrentContext,
            params.migration_id,
            action,
            item
          )
        })
    return handlers.handleAll({
      retry: reopen("retry"),
      rollback: reopen("rollback"),
      retryItem: reopen("retry"),
      rollbackItem: reopen("rollback"),
      list: Effect.fn("migrations.list")(function* ({ query }) {
        const limit = query.limit ?? DEFAULT_LIMIT
        return { items: yield* migrations.newest(yield* CurrentCaller, yield* CurrentContext, limit) }
      }),
      create: Effect.fn("migrations.create")(function* ({ payload }) {
        return yield* migrations.create(yield* CurrentCaller, yield* CurrentContext, payload)
      }),
      testWebhook: Effect.fn("migrations.testWebhook")(function* ({ payload }) {
        return yield* webhooks.send(yield* CurrentCaller, yield* CurrentContext, payload)
      }),
      get: Effect.fn("migrations.get")(function* ({ params }) {
        return yield* migrations.find(yield* CurrentCaller, yield* CurrentContext, params.migration_id)
      }),
      edit: Effect.fn("migrations.edit")(function* ({ params, payload }) {
        return yield* migrations.edit(yield* CurrentCaller, yield* CurrentContext, params.migration_id, payload)
      }),
      precheck: Effect.fn("migrations.precheck")(function* ({ params }) {
        return yield* migrations.precheck(yield* CurrentCaller, yield* CurrentContext, params.migration_id)
      }),
      start: Effect.fn("migrations.start")(function* ({ params }) {
        return yield* migrations.start(yield* CurrentCaller, yield* CurrentContext, params.migration_id)
      }),
      items: Effect.fn("migrations.items")(function* ({ params }) {
        return {
          items: yield* migrations.items(yield* CurrentCaller, yield* CurrentContext, params.migration_id)
        }
      }),
      certificate: Effect.fn("migrations.certificate")(function* ({ params: { migration_id }, query }) {
        const lines = yield* migrations.certificate(yield* CurrentCaller, yield* CurrentContext, migration_id)
        const cut = yield* failOnRevocation("manager", query.context_id)
        return HttpServerResponse.stream(Stream.encodeText(cut(lines)), {
          contentType: "application/x-ndjson; charset=utf-8",
          headers: {
            "content-disposition": attachment(`migration-${migration_id}-certificate.jsonl`),
            "x-content-type-options": "nosniff"
          }
        })
      }),
      stream: Effect.fn("migrations.stream")(function* ({ params, query }) {
        const events = yield* migrations.follow(yield* CurrentCaller, yield* CurrentContext, params.migration_id)
        return numberedFrames(events).pipe(yield* interruptOnRevocation("manager", query.context_id))
      }),
      remove: act("delete"),
      pause: act("pause"),
      resume: act("resume"),
      continue: act("continue"),
      stop: act("stop")
    })
  })
)
