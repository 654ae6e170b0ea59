import { Effect, Layer, type LogLevel, Option, Redacted, References } from "effect"
import { Main } from "#layers/Main.ts"
import { freePort } from "./freePort.ts"
import { TestDatabase } from "./TestDatabase.ts"
import { type SettingsOverrides, TestSettings } from "./testSettings.ts"

export const internalToken = "internal-token-of-the-tests"

/** The service in this process, without the sandbox; provide with `{ excludeTestServices: true }`. */
export const WholeService = (overrides: SettingsOverrides = {}, logLevel: LogLevel.LogLevel = "None") =>
  Layer.unwrap(
    Effect.map(Effect.promise(freePort), (port) => {
      const publicOrigin = `http://localhost:${port}`
      return Main.pipe(
        Layer.provideMerge(TestDatabase.layer),
        Layer.provideMerge(
          TestSettings({
            port,
            publicOrigin,
            eventsOrigin: publicOrigin,
            webauthn: { rpId: "localhost", origin: publicOrigin },
            internalToken: Option.some(Redacted.make(internalToken)),
            ...overrides
          })
        ),
        Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, logLevel))
      )
    })
  )
