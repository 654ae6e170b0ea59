import { Effect, Option, Stream } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { ListedObject } from "#domain/objects/ObjectListing.ts"
import type { ObjectStore } from "./ObjectStore.ts"
import { readFailureText } from "./readFailureText.ts"

export interface ListedKey {
  readonly key: string
  readonly listed: ListedObject | null
  readonly missing: string | null
}

interface Place {
  readonly token: string | null
  readonly last: string | null
}

/** A premature or empty end is the last element. */
export const listKeysUnder = (
  store: ObjectStore["Service"],
  target: S3Target,
  bucket: string,
  folder: string
): Stream.Stream<ListedKey> =>
  Stream.paginate<Place, ListedKey>({ token: null, last: null }, ({ last, token }) =>
    store.list(target, bucket, { prefix: folder, delimiter: "", continuationToken: token, maxKeys: 1000 }).pipe(
      Effect.map(({ next_continuation_token: next, objects }) => {
        const listedKeys = objects.map((listed): ListedKey => ({ key: listed.key, listed, missing: null }))
        const newest = listedKeys.at(-1)?.key ?? last
        if (next === null && newest === null)
          listedKeys.push({ key: folder, listed: null, missing: "nothing is there any more" })
        return [
          listedKeys,
          next === null ? Option.none<Place>() : Option.some<Place>({ token: next, last: newest })
        ] as const
      }),
      Effect.catch((error) => {
        const what = last === null ? "nothing of it is here" : `what comes after ${JSON.stringify(last)} is not here`
        return Effect.succeed([
          [{ key: folder, listed: null, missing: `not listed to its end, ${what}: ${readFailureText(error)}` }],
          Option.none<Place>()
        ] as const)
      })
    )
  )
