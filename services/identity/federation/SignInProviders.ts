import type { SignInProvider } from "#domain/identity/signin/Authentication.ts"
import { Providers } from "./Providers.ts"
import { Settings } from "#services/platform/Settings.ts"
import { Context, Effect, Layer } from "effect"
import { S3Login } from "#services/identity/signin/S3Login.ts"

const password: SignInProvider = { type: "password", id: "password", label: "E-mail and password" }

export class SignInProviders extends Context.Service<
  SignInProviders,
  {
    readonly list: Effect.Effect<ReadonlyArray<SignInProvider>>
  }
>()("stowage/services/identity/federation/SignInProviders") {
  static readonly layer = Layer.effect(
    SignInProviders,
    Effect.gen(function* () {
      const providers = yield* Providers
      const s3 = yield* S3Login
      const { allowedStorageHosts, s3Login } = yield* Settings

      const federated = Effect.map(providers.all, (allProviders) =>
        allProviders
          .filter(({ enabled }) => enabled)
          .map(({ id, label, type }): SignInProvider => ({ type, id, label }))
      )
      const withKeys = Effect.map(s3.endpoints, (endpoints) => [
        ...endpoints.map(({ id, name }): SignInProvider => ({ type: "s3", id: String(id), label: name })),
        ...(s3Login && allowedStorageHosts.length > 0
          ? [{ type: "s3", id: "custom", label: "Another address" } satisfies SignInProvider]
          : [])
      ])

      const list = Effect.all([federated, withKeys]).pipe(
        Effect.map(([others, keys]) => [password, ...others, ...keys]),
        Effect.withSpan("SignInProviders.list")
      )
      return SignInProviders.of({ list })
    })
  )
}
