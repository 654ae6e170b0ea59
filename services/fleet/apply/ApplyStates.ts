import { Context, Effect, Layer, Struct } from "effect"
import type { SettingsEntry } from "#domain/fleet/apply/ApplyDocument.ts"
import type { ApplyState } from "#domain/fleet/apply/ApplyState.ts"
import type { Section } from "#domain/fleet/apply/sections.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { ApplicationSettings } from "#services/identity/ApplicationSettings.ts"
import { sectionWorks } from "./applySteps.ts"
import { DeclaredPeople } from "./DeclaredPeople.ts"
import type { ReadContext, ReadEntry } from "./sectionWork.ts"

export type ReadState = Pick<ApplyState, "settings"> & { readonly [S in Section]: ReadonlyArray<ReadEntry<S>> }

interface Read extends Struct.Lambda {
  <R>(work: { read(context: ReadContext): R }): R
  readonly "~lambda.out": this["~lambda.in"] extends { read(context: ReadContext): infer R } ? R : never
}

export class ApplyStates extends Context.Service<
  ApplyStates,
  {
    readonly read: (gatewaySelection: ReadContext["gatewaySelection"]) => Effect.Effect<ReadState>
  }
>()("stowage/services/fleet/apply/ApplyStates") {
  static readonly layer = Layer.effect(
    ApplyStates,
    Effect.gen(function* () {
      const endpoints = yield* StorageEndpoints
      const people = yield* DeclaredPeople
      const settings = yield* ApplicationSettings
      const works = yield* sectionWorks

      const settingsNow = Effect.map(
        settings.read,
        ({
          branding,
          general,
          locked,
          portal,
          quota_notifications,
          require_passkey_for_admins,
          require_passkey_for_users,
          version
        }) => {
          const { has_password: _password, ...mail } = quota_notifications
          const entry: SettingsEntry = {
            general,
            require_passkey_for_admins,
            require_passkey_for_users,
            quota_notifications: mail,
            branding,
            ...(portal === undefined ? {} : { portal })
          }
          return { version, entry, locked: new Map(locked.map(({ path, variable }) => [path, variable])) }
        }
      )

      const read = Effect.fn("ApplyStates.read")(function* (gatewaySelection: ReadContext["gatewaySelection"]) {
        const context = { endpoints: yield* endpoints.list, groups: yield* people.groups, gatewaySelection }
        const entries = yield* Effect.all(
          Struct.map(
            works,
            Struct.lambda<Read>((work) => work.read(context))
          )
        )
        return { ...entries, settings: yield* settingsNow }
      })

      return ApplyStates.of({ read })
    })
  )
}
