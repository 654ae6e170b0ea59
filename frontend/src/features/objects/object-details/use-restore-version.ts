import { $, type QRL } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { type Action, useAction } from "~/components/action"
import type { VersionSubject } from "./version-selection"

export const useRestoreVersion = (changed$: QRL<() => void>): Action<VersionSubject, void> =>
  useAction({
    run$: $(async ({ id, isMarker: undeletes, key: of, place: where }: VersionSubject) => {
      const request = { body: { key: of, version_id: id } }
      if (undeletes) await callIn(where, "POST /api/browser/buckets/:bucket_name/objects/undelete", request)
      else await callIn(where, "POST /api/browser/buckets/:bucket_name/objects/restore-version", request)
    }),
    toast$: $((_: void, { isMarker: undeletes }: VersionSubject) => ({
      text: undeletes ? "The object is back" : "The version was laid over the object"
    })),
    failed: "The version could not be brought back",
    after$: $(() => changed$())
  })
