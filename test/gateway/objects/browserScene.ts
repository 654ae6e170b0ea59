import { Effect } from "effect"
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3"
import type { Answer } from "../../support/ConsoleBrowser.ts"
import type { AdminGateway } from "../contract/adminGateway.ts"
import { managerScene, ok } from "../managerScene.ts"

export const browserScene = Effect.fnUntraced(function* (
  gateway: AdminGateway,
  bucketOptions: { readonly versioning?: boolean; readonly object_lock?: boolean } = {}
) {
  const scene = yield* managerScene(gateway)
  const bucket = yield* scene.bucket(bucketOptions)
  const client = new S3Client({
    endpoint: scene.target.url,
    region: "default",
    forcePathStyle: true,
    credentials: { accessKeyId: scene.key.accessKey, secretAccessKey: scene.key.secretKey }
  })
  yield* Effect.addFinalizer(() => Effect.sync(() => client.destroy()))

  const ask = (
    method: string,
    path: string,
    given: {
      readonly query?: Record<string, string>
      readonly body?: unknown
      readonly headers?: Record<string, string>
    } = {}
  ): Effect.Effect<Answer> =>
    Effect.promise(() =>
      scene.browser.send(
        method,
        `/api/browser/buckets/${bucket}/${path}?${new URLSearchParams({ context_id: scene.contextId, ...given.query })}`,
        given.body,
        given.headers
      )
    )
  const sdk = <A>(command: object) => Effect.promise(() => client.send(command as never) as Promise<A>)
  return {
    ...scene,
    bucketName: bucket,
    ask,
    sdk,
    put: (key: string, more: object = {}) =>
      Effect.map(
        sdk<{ VersionId?: string; ETag: string }>(
          new PutObjectCommand({ Bucket: bucket, Key: key, Body: "hello", ...more })
        ),
        ({ VersionId = "" }) => VersionId
      ),
    details: (key: string, version_id?: string, headers?: Record<string, string>) =>
      Effect.map(
        ask("GET", "objects/details", {
          query: { key, ...(version_id === undefined ? {} : { version_id }) },
          ...(headers === undefined ? {} : { headers })
        }),
        ok
      )
  }
})

export type BrowserScene = Effect.Success<ReturnType<typeof browserScene>>
