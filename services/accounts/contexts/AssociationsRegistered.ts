import { Effect, Layer } from "effect"
import { Associations } from "../../identity/Associations.ts"
import { ContextRecords } from "./ContextRecords.ts"

/** Associations as rows beside the contexts that they open. */
export const AssociationsRegistered = Layer.effect(
  Associations,
  Effect.map(ContextRecords, ({ grantAll }) => Associations.of({ grantAll }))
)
