import { Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { RetainedVersion } from "#domain/objects/pointInTime.ts"
import type { ObjectVersion } from "#domain/objects/VersionListing.ts"
import type { BucketPages, VersionsRequest } from "#services/objects/BucketPages.ts"
import type { SweepPage } from "./sweep.ts"

export interface KeyHistory {
  readonly key: string
  readonly versions: ReadonlyArray<RetainedVersion>
  readonly cut: boolean
}

/** Bounds the memory for a key overwritten a million times. */
const MAX_VERSIONS_PER_KEY = 100_000

const versionOf = ({
  etag,
  is_delete_marker,
  modified_at,
  size_bytes,
  version_id
}: ObjectVersion): RetainedVersion => ({
  versionId: version_id,
  isMarker: is_delete_marker,
  writtenAt: Date.parse(modified_at),
  size: size_bytes,
  etag
})

type Open = { readonly key: string; readonly versions: Array<RetainedVersion>; cut: boolean }

export const readHistories =
  (pages: BucketPages["Service"], target: S3Target, bucket: string, prefix: string) =>
  (after: string | null): Effect.Effect<SweepPage<KeyHistory>, NotFound | GatewayFailure> => {
    const read = (
      from: VersionsRequest["after"],
      openHistory: Open | null
    ): Effect.Effect<SweepPage<KeyHistory>, NotFound | GatewayFailure> =>
      Effect.flatMap(pages.versions(target, bucket, { prefix, delimiter: "", after: from, maxKeys: 1_000 }), (page) => {
        const histories: Array<Open> = openHistory === null ? [] : [openHistory]
        for (const version of page.versions) {
          // some gateways start with the versions of `after` itself
          if (version.key === after) continue
          let open = histories.at(-1)
          if (open === undefined || open.key !== version.key) {
            open = { key: version.key, versions: [], cut: false }
            histories.push(open)
          }
          if (open.versions.length < MAX_VERSIONS_PER_KEY) open.versions.push(versionOf(version))
          else open.cut = true
        }
        const more = page.next_key_marker !== null
        const last = more ? (histories.pop() ?? null) : null
        if (more && histories.length === 0)
          return read({ key: page.next_key_marker ?? "", versionId: page.next_version_id_marker ?? "" }, last)
        return Effect.succeed({ entries: histories.map((thing) => ({ at: thing.key, entry: thing })), more })
      })
    return read(after === null ? null : { key: after, versionId: "" }, null)
  }
