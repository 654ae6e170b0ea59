import { Effect, Layer } from "effect"
import { Associations } from "../../identity/Associations.ts"
import { ContextRecords } from "./ContextRecords.ts"

export const AssociationsRegistered = Layer.effect(
  Associations,
  Effect.map(ContextRecords, ({ grantAll }) => Associations.of({ grantAll }))
)
