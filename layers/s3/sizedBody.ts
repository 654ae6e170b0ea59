import * as NodeStream from "@effect/platform-node/NodeStream"
import type { Readable } from "node:stream"
import { StorageError } from "#domain/Errors.ts"
import type { SizedBody } from "#services/objects/ObjectStore.ts"
import { brokenConnection } from "../gateway/failures.ts"

/** A body for the SDK, read as the gateway takes it: back-pressure reaches the client that sends it. */
export const readableOf = (body: SizedBody): Readable => NodeStream.toReadableNever(body.bytes)

/** The bytes of an answer. Breaking off ends the connection to the gateway. */
export const bytesOf = (operation: string, body: Readable) =>
  NodeStream.fromReadable<Uint8Array, StorageError>({
    evaluate: () => body,
    onError: () => new StorageError({
      operation, storage_code: brokenConnection, storage_status: null, storage_request_id: null,
      detail: "The connection to the storage gateway broke"
    })
  })
