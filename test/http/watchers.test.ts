import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { cookieNames } from "#http/sessionCookies.ts"
import { Settings } from "#services/platform/Settings.ts"
import { EventConnection } from "../support/EventConnection.ts"
import { WholeService } from "../support/WholeService.ts"
import { inBrowser } from "../rules/people.ts"

const streams = [
  "/api/admin/audit/stream",
  "/api/admin/drift/stream",
  "/api/admin/settings/stream",
  "/api/admin/storage-endpoints/health/stream",
  "/api/notifications/stream"
]

layer(WholeService(), { excludeTestServices: true, timeout: "60 seconds" })("several who watch one stream", (it) => {
  for (const path of streams) {
    it.effect(`${path}: whoever comes second or tenth hears at once what the first one heard`, () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { opened } = yield* inBrowser("ui_superadmin", true)
          const { publicOrigin } = yield* Settings
          const open = Effect.acquireRelease(
            Effect.promise(() =>
              EventConnection.open(`${publicOrigin}${path}`, {
                cookie: `${cookieNames.access}=${Redacted.value(opened.access)}`
              })
            ),
            (connection) => Effect.sync(() => connection.close())
          )
          const first = yield* open
          const heard = yield* Effect.promise(() => first.received(() => true))
          const others = yield* Effect.all(
            Array.from({ length: 10 }, () => open),
            { concurrency: "unbounded" }
          )
          for (const other of others) {
            yield* Effect.promise(() => other.received(({ event }) => event === heard.event))
            assert.isFalse(other.closed)
          }
        })
      )
    )
  }
})
