import { addressIn } from "~/client/call"
import { ProblemError } from "~/client/problem-error"
import { respond } from "~/client/request"
import { partsIn } from "~/client/scope"
import { inWorkspace } from "~/client/workspace-headers"
import type { BucketPlace } from "~/lib/bucket-place"
import { keyHeaders, storedCustomerKey } from "~/lib/customer-keys"
import type { PlayableType } from "../../../../../services/domain/objects/playableTypes.ts"

export interface Sight {
  readonly place: BucketPlace
  readonly key: string
  readonly version: string
}

const OPERATION = "GET /api/browser/buckets/:bucket_name/objects/download"

const queryOf = ({ key, version }: Sight) => ({ key, ...(version === "" ? {} : { version_id: version }) })

export const playedAddress = (sight: Sight, type: PlayableType): string =>
  inWorkspace(addressIn(sight.place, OPERATION, { query: { ...queryOf(sight), as: type } }))

/** Reads [begin, end), less at the end of the object. Refuses a full answer that is larger than the range. */
export const readRange = async (
  sight: Sight,
  begin: number,
  end: number,
  signal: AbortSignal
): Promise<ArrayBuffer> => {
  try {
    const response = await respond(
      OPERATION,
      partsIn(sight.place, OPERATION, {
        query: queryOf(sight),
        headers: { range: `bytes=${begin}-${end - 1}`, ...keyHeaders(storedCustomerKey(sight.place, sight.key)) },
        signal
      }),
      "*/*"
    )
    const isAll = begin === 0 && Number(response.headers.get("content-length") ?? Infinity) <= end
    if (response.status === 206 || isAll) return await response.arrayBuffer()
    await response.body?.cancel()
  } catch (cause) {
    if (cause instanceof ProblemError && cause.status === 416) return new ArrayBuffer(0)
    throw cause
  }
  throw new ProblemError({
    status: 502,
    code: "no_ranges",
    title: "No part of it can be read",
    detail: "The gateway answers the whole object where a part is asked for: download it to see it."
  })
}

export const firstBytes = async (sight: Sight, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> =>
  new Uint8Array(await readRange(sight, 0, maxBytes, signal))
