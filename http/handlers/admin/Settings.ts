import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { ApplicationSettings } from "#services/identity/ApplicationSettings.ts"
import { TestEmail } from "#services/identity/TestEmail.ts"
import { numberedFrames } from "../numberedFrames.ts"
import { interruptOnRevocation } from "../streamRights.ts"

export const SettingsHandlers = HttpApiBuilder.group(
  Api,
  "adminSettings",
  Effect.fn(function* (handlers) {
    const settings = yield* ApplicationSettings
    const testEmail = yield* TestEmail
    return handlers.handleAll({
      get: () => settings.read,
      update: ({ payload }) => Effect.flatMap(CurrentCaller, (caller) => settings.update(caller, payload)),
      stream: Effect.fn("adminSettings.stream")(function* () {
        const allowed = yield* interruptOnRevocation("admin")
        return settings.versions.pipe(numberedFrames, allowed)
      }),
      testEmail: () => Effect.flatMap(CurrentCaller, testEmail.send)
    })
  })
)
