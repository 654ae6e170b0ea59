import { noSerialize, useVisibleTask$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { asProblem, isAbort } from "~/client/problem-error"
import { faultsOf } from "./draft"
import type { Editing } from "./editing"

const CHECK_DEBOUNCE_MS = 400

export const checkDraft = async (editing: Editing, signal?: AbortSignal): Promise<boolean> => {
  try {
    const check = await callIn(editing.place, "POST /api/manager/buckets/:bucket_name/features/:feature/check", {
      params: { feature: editing.feature },
      body: { value: editing.draft },
      signal
    })
    Object.assign(editing, {
      check: noSerialize(check),
      faults: check.faults,
      warnings: check.warnings,
      problem: undefined,
      checking: false
    })
    return check.faults.length === 0
  } catch (cause) {
    if (isAbort(cause)) return false
    const problem = asProblem(cause)
    const refused = problem.status === 422 && problem.errors.length > 0
    Object.assign(editing, {
      check: undefined,
      faults: refused ? faultsOf(problem.errors) : [],
      problem: refused ? undefined : noSerialize(problem),
      checking: false
    })
    return false
  }
}

export const useCheck = (editing: Editing): void => {
  const initial = { draft: editing.start }
  useVisibleTask$(
    ({ cleanup, track }) => {
      const draft = track(() => editing.draft)
      if (track(() => editing.unread) !== "") return
      if (draft === initial.draft) {
        editing.faults = []
        return
      }
      editing.checking = true
      const controller = new AbortController()
      const timer = setTimeout(() => void checkDraft(editing, controller.signal), CHECK_DEBOUNCE_MS)
      cleanup(() => {
        clearTimeout(timer)
        controller.abort()
      })
    },
    { strategy: "document-ready" }
  )
}
