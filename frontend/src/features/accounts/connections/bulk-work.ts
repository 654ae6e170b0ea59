import { call } from "~/client/call"
import { ProblemError } from "~/client/problem-error"
import { begin } from "~/components/operations/engine"
import { pageSource } from "~/components/operations/page-source"
import type { Outcome } from "~/components/operations/final-outcome"
import type { Operations } from "~/lib/operations"
import type { SelectedConnections } from "./bulk"

const MAX_CONCURRENT_REQUESTS = 2

const work = (
  operations: Operations,
  { rows }: SelectedConnections,
  kind: "delete" | "bulk",
  words: { readonly doing: string; readonly done: string },
  onEnd: (outcome: Outcome) => void,
  perform: (id: string, name: string) => Promise<void>
): void => {
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  begin(operations, {
    kind,
    words: { one: "connection", many: "connections", ...words },
    target: "",
    counts: "items",
    source: "page",
    onEnd,
    work: pageSource({
      atOnce: MAX_CONCURRENT_REQUESTS,
      interruptible: false,
      gather: async (report) => {
        report({ type: "added", items: rows.map(({ id, name }) => ({ id, name, size: null })) })
        return [...names.keys()]
      },
      perform: async ([id], report) => {
        if (id === undefined) return
        await perform(id, names.get(id) ?? id)
        report({ type: "done", id })
      }
    })
  })
}

export const bulkDeleteConnections = (
  operations: Operations,
  selection: SelectedConnections,
  onEnd: (outcome: Outcome) => void
): void =>
  work(operations, selection, "delete", { doing: "Deleting", done: "deleted" }, onEnd, async (id, name) => {
    await call("DELETE /api/connections/:id", { params: { id: Number(id) }, query: { confirm_name: name } })
  })

export const bulkProbeConnections = (
  operations: Operations,
  selection: SelectedConnections,
  onEnd: (outcome: Outcome) => void
): void =>
  work(operations, selection, "bulk", { doing: "Trying", done: "usable" }, onEnd, async (id) => {
    const { probe } = await call("POST /api/connections/:id/probe", { params: { id: Number(id) } })
    if (probe !== null && probe.finding !== "ready")
      throw new ProblemError({ status: 422, code: probe.finding, title: probe.summary, detail: probe.summary })
  })
