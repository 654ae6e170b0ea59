import { noSerialize, type NoSerialize, type Signal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { asProblem } from "~/client/problem-error"
import type { Outcome } from "~/components/operations/final-outcome"
import type { ConflictChoice } from "~/features/objects/transfers/key-conflict"
import {
  type PickedFile,
  type PlannedUpload,
  uploadFiles,
  type UploadPlace
} from "~/features/objects/transfers/upload-files"
import { NO_ATTRIBUTES, type UploadAttributes } from "~/features/objects/transfers/upload-attributes"
import { keyFault } from "../../../../../../services/domain/objects/keyFault.ts"
import { nameTraps } from "../../../../../../services/domain/objects/nameTraps.ts"
import { counted } from "~/lib/format"
import type { Operations } from "~/lib/operations"
import { toast, type Toasts } from "~/lib/toasts"
import { findExistingKeys, type ListedObject, type ListKeys } from "./existing-keys"
import { numberedKeyPrefix, applyChoices, freeKey, withKey } from "./upload-choices"

export interface Batch {
  readonly place: UploadPlace
  readonly planned: ReadonlyArray<PlannedUpload>
  readonly existing: ReadonlyMap<string, ListedObject>
  readonly start: (files: ReadonlyArray<PlannedUpload>) => void
}

export interface Asking {
  readonly batch: NoSerialize<Batch>
}

export interface Preparing {
  readonly place: UploadPlace
  readonly picked: NoSerialize<ReadonlyArray<PickedFile>>
  readonly go: NoSerialize<(picked: ReadonlyArray<PickedFile>, prepared: Prepared) => void>
}

export interface Prepared {
  readonly options: UploadAttributes
  readonly choice: ConflictChoice | null
}

interface Taking {
  readonly operations: Operations
  readonly toasts: Toasts
  readonly asking: Signal<Asking | null>
  readonly preparing: Signal<Preparing | null>
  readonly place: UploadPlace
  readonly onStored: (file: PlannedUpload) => void
  readonly onEnd: (outcome: Outcome) => void
}

const lister =
  (place: UploadPlace): ListKeys =>
  async ({ prefix, size, token }) => {
    return callIn(place, "GET /api/browser/buckets/:bucket_name/objects", {
      query: { prefix, continuation_token: token, max_keys: size }
    })
  }

export const prepare = (picked: ReadonlyArray<PickedFile>, taking: Taking): void => {
  const { place, preparing } = taking
  preparing.value = {
    place,
    picked: noSerialize(picked),
    go: noSerialize(
      (files: ReadonlyArray<PickedFile>, prepared: Prepared) => void prepareUpload(files, taking, prepared)
    )
  }
}

/** Asks before the first upload if names are refused or problematic, or keys exist. */
export const prepareUpload = async (
  picked: ReadonlyArray<PickedFile>,
  taking: Taking,
  prepared?: Prepared
): Promise<void> => {
  const { asking, onEnd, onStored, operations, place, toasts } = taking
  if (picked.length === 0) return
  const keys = picked.map(({ path }) => place.prefix + path)
  if (prepared === undefined && (keys.some((key) => keyFault(key) !== null) || nameTraps(keys).size > 0))
    return prepare(picked, taking)
  const { choice, options } = prepared ?? { choice: null, options: NO_ATTRIBUTES }
  // a choice for all includes keys that are created meanwhile
  const planned = picked.map(
    ({ file, path }): PlannedUpload => ({ file, path, key: place.prefix + path, replaces: choice === "replace" })
  )
  // browsers list a folder in no order
  planned.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  const start = (files: ReadonlyArray<PlannedUpload>): void => {
    if (files.length > 0)
      uploadFiles(operations, {
        place,
        files,
        options,
        onStored,
        onEnd,
        besides: (file) => besides(file, files, lister(place))
      })
  }
  try {
    const existing = await findExistingKeys(
      planned.map(({ key }) => key),
      lister(place)
    )
    if (existing.size === 0) start(planned)
    else if (choice !== null)
      await startUpload(
        { place, planned, existing, start },
        new Map(Array.from(existing.keys(), (key) => [key, choice]))
      )
    else asking.value = { batch: noSerialize({ place, planned, existing, start }) }
  } catch (cause) {
    toast(toasts, {
      tone: "danger",
      text: `${counted(planned.length, "file")} not uploaded: it could not be seen what is already there`,
      detail: asProblem(cause).message
    })
  }
}

const alikeTo = async (key: string, list: ListKeys): Promise<ReadonlyArray<string>> =>
  (await list({ prefix: numberedKeyPrefix(key), token: null, size: 1000 })).objects.map((object) => object.key)

const besides = async (
  file: PlannedUpload,
  batch: ReadonlyArray<PlannedUpload>,
  list: ListKeys
): Promise<PlannedUpload> => {
  const wanted = file.wanted ?? file.key
  const usedKeys = new Set([...batch.map(({ key }) => key), ...(await alikeTo(wanted, list))])
  return withKey(
    file,
    freeKey(wanted, (key) => usedKeys.has(key))
  )
}

export const startUpload = async (
  { place, planned, start, existing }: Batch,
  choices: ReadonlyMap<string, ConflictChoice>
): Promise<void> => {
  const others = new Set<string>()
  const list = lister(place)
  for (const [key, choice] of choices) {
    if (choice !== "keep-both") continue
    for (const other of await alikeTo(key, list)) others.add(other)
  }
  start(applyChoices(planned, existing, choices, others))
}
