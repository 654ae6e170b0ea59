import { noSerialize, useVisibleTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { asProblem, isAbort } from "~/client/problem-error"
import { inBucket } from "~/lib/bucket-place"
import { faultsOf } from "./draft"
import type { Editing } from "./editing"

/** Milliseconds that somebody pauses for after a word. */
const PAUSE_MS = 400

/** Has the service look at the draft as it is; nothing is changed. Answers whether it may be saved. */
export const lookAt = async (editing: Editing, signal?: AbortSignal): Promise<boolean> => {
  const { params, query } = inBucket(editing.place)
  try {
    const check = await call("POST /api/manager/buckets/:bucket_name/features/:feature/check", {
      params: { ...params, feature: editing.feature }, query, body: { value: editing.draft }, signal
    })
    Object.assign(editing, { check: noSerialize(check), faults: check.faults, warnings: check.warnings, problem: undefined, checking: false })
    return check.faults.length === 0
  } catch (cause) {
    if (isAbort(cause)) return false
    const problem = asProblem(cause)
    const refused = problem.status === 422 && problem.errors.length > 0
    Object.assign(editing, { check: undefined, faults: refused ? faultsOf(problem.errors) : [], problem: refused ? undefined : noSerialize(problem), checking: false })
    return false
  }
}

/** Looks at the draft whenever somebody pauses. */
export const useCheck = (editing: Editing): void => {
  const began = { reading: editing.reading }
  useVisibleTask$(
    ({ cleanup, track }) => {
      const draft = track(() => editing.draft)
      if (track(() => editing.unread) !== "") return
      // as it stands, it needs no looking at
      if (draft === began.reading.value) {
        editing.faults = []
        return
      }
      editing.checking = true
      const asked = new AbortController()
      const timer = setTimeout(() => void lookAt(editing, asked.signal), PAUSE_MS)
      cleanup(() => {
        clearTimeout(timer)
        asked.abort()
      })
    },
    { strategy: "document-ready" }
  )
}
