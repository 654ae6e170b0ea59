import { PutBucketVersioningCommand } from "@aws-sdk/client-s3"
import { Context, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import type { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { WholeService } from "../../support/WholeService.ts"
import type { AdminGateway } from "../contract/adminGateway.ts"
import { browserScene, type BrowserScene } from "./browserScene.ts"

export class Scenes extends Context.Service<
  Scenes,
  {
    readonly plain: BrowserScene
    readonly versioned: BrowserScene
    readonly locked: BrowserScene
  }
>()("test/objects/Scenes") {}

export const scenesOn = (gateway: AdminGateway) =>
  Layer.effect(
    Scenes,
    Effect.gen(function* () {
      const versioned = yield* browserScene(gateway)
      yield* versioned.sdk(
        new PutBucketVersioningCommand({ Bucket: versioned.bucketName, VersioningConfiguration: { Status: "Enabled" } })
      )
      return {
        plain: yield* browserScene(gateway),
        versioned,
        locked: yield* browserScene(gateway, { object_lock: true })
      }
    })
  ).pipe(
    Layer.provideMerge(
      WholeService({
        allowedStorageHosts: ["localhost", "127.0.0.1"],
        outbound: { oidcHosts: [], ldapHosts: [], privateHosts: ["localhost"] }
      })
    )
  )

export interface Case {
  readonly name: string
  readonly in: "plain" | "versioned" | "locked"
  readonly run: (scene: BrowserScene, key: string) => Effect.Effect<void, never, CredentialCipher | SqlClient.SqlClient>
  readonly real?: true
}
