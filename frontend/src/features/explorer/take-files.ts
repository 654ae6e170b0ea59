import { noSerialize, type NoSerialize, type Signal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { asProblem } from "~/client/problem-error"
import type { Outcome } from "~/components/operations/settled"
import { type PickedFile, type PlannedUpload, uploadFiles, type UploadPlace } from "~/features/transfers/upload-files"
import { inBucket } from "~/lib/bucket-place"
import { counted } from "~/lib/format"
import type { Operations } from "~/lib/operations"
import { toast, type Toasts } from "~/lib/toasts"
import { existingAmong, type ListedObject, type ListKeys } from "./existing-keys"
import { alike, type Choice, decided } from "./upload-choices"

/** Files that wait for a decision: some of their keys are taken. */
export interface Batch {
  readonly place: UploadPlace
  readonly planned: ReadonlyArray<PlannedUpload>
  readonly taken: ReadonlyMap<string, ListedObject>
  readonly start: (files: ReadonlyArray<PlannedUpload>) => void
}

/** What the dialog about taken keys is about. */
export interface Asking {
  readonly batch: NoSerialize<Batch>
}

interface Taking {
  readonly operations: Operations
  readonly toasts: Toasts
  readonly asking: Signal<Asking | null>
  readonly place: UploadPlace
  readonly onStored: (file: PlannedUpload) => void
  readonly onEnd: (outcome: Outcome) => void
}

const lister = (place: UploadPlace): ListKeys => async ({ prefix, size, token }) => {
  const { params, query } = inBucket(place)
  return call("GET /api/browser/buckets/:bucket_name/objects", { params, query: { ...query, prefix, continuation_token: token, max_keys: size } })
}

/** Uploads what was chosen or dropped; where keys are taken, somebody is asked first and nothing begins before that. */
export const takeFiles = async (picked: ReadonlyArray<PickedFile>, { asking, onEnd, onStored, operations, place, toasts }: Taking): Promise<void> => {
  if (picked.length === 0) return
  const planned = picked.map(({ file, path }): PlannedUpload => ({ file, path, key: place.prefix + path }))
  // browsers hand a folder over in no order
  planned.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  const start = (files: ReadonlyArray<PlannedUpload>): void => {
    if (files.length > 0) uploadFiles(operations, place, files, onStored, onEnd)
  }
  try {
    const taken = await existingAmong(planned.map(({ key }) => key), lister(place))
    if (taken.size === 0) start(planned)
    else asking.value = { batch: noSerialize({ place, planned, taken, start }) }
  } catch (cause) {
    toast(toasts, { tone: "danger", text: `${counted(planned.length, "file")} not uploaded: it could not be seen what is already there`, detail: asProblem(cause).message })
  }
}

/** Goes on with a batch as it was decided. */
export const goOn = async ({ place, planned, start, taken }: Batch, choices: ReadonlyMap<string, Choice>): Promise<void> => {
  const others = new Set<string>()
  const list = lister(place)
  for (const [key, choice] of choices) {
    if (choice !== "keep-both") continue
    for (const object of (await list({ prefix: alike(key), token: null, size: 1000 })).objects) others.add(object.key)
  }
  start(decided(planned, taken, choices, others))
}
