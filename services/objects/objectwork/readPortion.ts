import { Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { Portion } from "#domain/objects/objectwork/Selection.ts"
import type { BucketPages } from "#services/objects/BucketPages.ts"
import type { ObjectStore } from "#services/objects/ObjectStore.ts"
import type { SweepPage } from "./sweep.ts"

export interface ListedObject {
  readonly key: string
  readonly versionId: string | null
  readonly isMarker: boolean
  readonly facts: {
    readonly size: number
    readonly etag: string | null
    readonly storageClass: string
    readonly modifiedAt: string | null
    readonly isLatest: boolean
  } | null
}

export type Depth = "current" | "versions"

interface Stores {
  readonly store: ObjectStore["Service"]
  readonly pages: BucketPages["Service"]
}

type Page = SweepPage<ListedObject>
const pageSize = 1_000

const markerText = (key: string, version: string) => JSON.stringify([key, version])
const markerOf = (text: string): { readonly key: string; readonly versionId: string } => {
  const [key, versionId] = JSON.parse(text) as readonly [string, string]
  return { key, versionId }
}

/** Robust against changes and restarts. NotFound for a missing bucket. */
export const readPortion = (
  { pages, store }: Stores,
  target: S3Target,
  bucket: string,
  portion: Portion,
  depth: Depth
) => {
  const current = (prefix: string, after: string | null): Effect.Effect<Page, NotFound | GatewayFailure> => {
    const read = (token: string | null): Effect.Effect<Page, NotFound | GatewayFailure> =>
      Effect.flatMap(
        store.list(target, bucket, {
          prefix,
          delimiter: "",
          startAfter: after ?? "",
          continuationToken: token,
          maxKeys: pageSize
        }),
        ({ next_continuation_token: next, objects }) => {
          // an empty page may precede others and has no position
          if (objects.length === 0 && next !== null) return read(next)
          return Effect.succeed({
            entries: objects.map((object) => ({
              at: object.key,
              entry: {
                key: object.key,
                versionId: null,
                isMarker: false,
                facts: {
                  size: object.size_bytes,
                  etag: object.etag,
                  storageClass: object.storage_class,
                  modifiedAt: object.modified_at,
                  isLatest: true
                }
              }
            })),
            more: next !== null
          })
        }
      )
    return read(null)
  }

  const versions = (
    prefix: string,
    from: { readonly key: string; readonly versionId: string } | null,
    only: string | null
  ): Effect.Effect<Page, NotFound | GatewayFailure> =>
    Effect.flatMap(
      pages.versions(target, bucket, { prefix, delimiter: "", after: from, maxKeys: pageSize }),
      (page) => {
        const own = only === null ? page.versions : page.versions.filter(({ key }) => key === only)
        const more = page.next_key_marker !== null && own.length === page.versions.length
        if (own.length === 0 && more)
          return versions(
            prefix,
            { key: page.next_key_marker ?? "", versionId: page.next_version_id_marker ?? "" },
            only
          )
        return Effect.succeed({
          entries: own.map((version) => ({
            at: markerText(version.key, version.version_id),
            entry: {
              key: version.key,
              versionId: version.version_id,
              isMarker: version.is_delete_marker,
              facts: {
                size: version.size_bytes,
                etag: version.etag,
                storageClass: version.storage_class,
                modifiedAt: version.modified_at,
                isLatest: version.is_latest
              }
            }
          })),
          more
        })
      }
    )

  /** Position in named entries: `12`, or `12 [key, version]` within versions. */
  const readNamed = (
    entries: Extract<Portion, { readonly _tag: "Named" }>["entries"],
    after: string | null
  ): Effect.Effect<Page, NotFound | GatewayFailure> => {
    const [, index = "0", marker] = /^(\d+)(?: ([\s\S]+))?$/.exec(after ?? "0") ?? []
    const begin = Number(index)
    const entry = entries[begin]
    if (entry === undefined) return Effect.succeed({ entries: [], more: false })
    if (depth === "current" || entry.version_id !== null) {
      const end =
        depth === "current"
          ? entries.length
          : entries.findIndex(({ version_id }, at) => at > begin && version_id === null)
      const upTo = end < 0 ? entries.length : end
      return Effect.succeed({
        entries: entries.slice(begin, upTo).map(({ key, version_id }, at) => ({
          at: String(begin + at + 1),
          entry: { key, versionId: version_id, isMarker: false, facts: null }
        })),
        more: upTo < entries.length
      })
    }
    return Effect.flatMap(
      versions(entry.key, marker === undefined ? null : markerOf(marker), entry.key),
      ({ more, entries: things }) => {
        const last = begin + 1 >= entries.length
        if (things.length === 0 && !last) return readNamed(entries, String(begin + 1))
        return Effect.succeed({
          entries: things.map(({ at, entry: thing }, index) => ({
            at: !more && index === things.length - 1 ? String(begin + 1) : `${begin} ${at}`,
            entry: thing
          })),
          more: more || !last
        })
      }
    )
  }

  return (after: string | null): Effect.Effect<Page, NotFound | GatewayFailure> => {
    if (portion._tag === "Named") return readNamed(portion.entries, after)
    return depth === "current"
      ? current(portion.prefix, after)
      : versions(portion.prefix, after === null ? null : markerOf(after), null)
  }
}
