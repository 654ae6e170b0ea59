import { Layer, Logger } from "effect"
import { SettingsFromEnvironment } from "#layers/config/SettingsFromEnvironment.ts"
import * as DatabaseClock from "#layers/postgres/DatabaseClock.ts"
import { SettingsDatabase } from "./database.ts"
import { Declarative } from "../compose/Declarative.ts"
import { Operator } from "../compose/Operator.ts"
import { OperatorServices } from "../Main.ts"

export const OperatorLayer = Layer.merge(Operator, Declarative).pipe(
  Layer.provideMerge(OperatorServices),
  Layer.provideMerge(DatabaseClock.layer),
  Layer.provideMerge(SettingsDatabase),
  Layer.provideMerge(SettingsFromEnvironment),
  Layer.provideMerge(Layer.succeed(Logger.LogToStderr, true))
)
