import { $, type QRL } from "@builder.io/qwik"
import { call } from "~/client/call"
import { type Action, useAction } from "~/components/action"
import { inBucket } from "~/lib/bucket-place"
import type { Named } from "./version-choice"

/** Brings a version back: an earlier one is laid over the object, a delete marker taken away. */
export const useBring = (changed$: QRL<() => void>): Action<Named, void> => useAction({
  run$: $(async ({ id, isMarker: undeletes, key: of, place: where }: Named) => {
    const given = { ...inBucket(where), body: { key: of, version_id: id } }
    if (undeletes) await call("POST /api/browser/buckets/:bucket_name/objects/undelete", given)
    else await call("POST /api/browser/buckets/:bucket_name/objects/restore-version", given)
  }),
  said$: $((_: void, { isMarker: undeletes }: Named) => ({ text: undeletes ? "The object is back" : "The version was laid over the object" })),
  failed: "The version could not be brought back",
  after$: $(() => changed$())
})
