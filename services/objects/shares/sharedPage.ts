import { Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import { selectedEntries } from "#domain/objects/archive/selectedEntries.ts"
import { isFolderMarker } from "#domain/objects/folderMarker.ts"
import { keyOrder } from "#domain/objects/keyOrder.ts"
import { sharedName } from "#domain/objects/shares/sharedNames.ts"
import type { SharedFile, SharedFiles } from "#domain/objects/shares/SharedView.ts"
import type { ShareRecord } from "#domain/objects/shares/ShareRecord.ts"
import type { ObjectStore } from "#services/objects/ObjectStore.ts"

const PAGE_SIZE = 100

/** Lists only below selected entries, whatever position a visitor sends. Omits missing objects. */
export const sharedPage = Effect.fnUntraced(function* (
  store: ObjectStore["Service"],
  target: S3Target,
  share: ShareRecord,
  after: string
): Effect.fn.Return<SharedFiles, NotFound | GatewayFailure> {
  const items: Array<SharedFile> = []
  const startAfter = after === "" ? "" : share.prefix + after
  const entries = selectedEntries(share).toSorted((one, other) => keyOrder(one.key, other.key))
  const start = entries.findIndex(
    ({ isFolder, key }) =>
      startAfter === "" || (isFolder && startAfter.startsWith(key)) || keyOrder(key, startAfter) > 0
  )
  if (start === -1) return { items, next: null }

  const fileOf = (key: string, size_bytes: number, modified_at: string | null): SharedFile => ({
    name: sharedName(share, key),
    size_bytes,
    modified_at
  })
  for (const { isFolder, key: entry } of entries.slice(start)) {
    if (items.length >= PAGE_SIZE) return { items, next: items.at(-1)?.name ?? null }
    if (!isFolder) {
      yield* store.facts(target, share.bucket, entry).pipe(
        Effect.map((facts) => {
          items.push(fileOf(entry, facts.size_bytes, facts.modified_at))
        }),
        Effect.catchTag("NotFound", () => Effect.void)
      )
      continue
    }
    let token: string | null = null
    for (;;) {
      const page: Effect.Success<ReturnType<ObjectStore["Service"]["list"]>> = yield* store.list(target, share.bucket, {
        prefix: entry,
        delimiter: "",
        startAfter: startAfter.startsWith(entry) ? startAfter : "",
        continuationToken: token,
        maxKeys: PAGE_SIZE - items.length + 1
      })
      for (const { key, modified_at, size_bytes } of page.objects) {
        if (isFolderMarker({ key, size_bytes })) continue
        if (items.length === PAGE_SIZE) return { items, next: items.at(-1)?.name ?? null }
        items.push(fileOf(key, size_bytes, modified_at))
      }
      token = page.next_continuation_token
      if (token === null) break
    }
  }
  return { items, next: null }
})
