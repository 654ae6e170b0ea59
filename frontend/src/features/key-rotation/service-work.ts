import { call } from "~/client/call"
import { asProblem, isAbort } from "~/client/problem-error"
import { follow } from "~/client/sse"
import { begin, type Report, type Source } from "~/components/operations/engine"
import type { Event } from "~/components/operations/reduce"
import type { Operations } from "~/lib/operations"
import { type Item, type Run, WORDS } from "./rotation"

const eventOf = ({ ordinal, problem, state }: Item): Event | null => {
  const id = String(ordinal)
  switch (state) {
    case "running": return { type: "begun", id }
    case "completed": return { type: "done", id }
    case "failed": return { type: "failed", id, reason: problem?.detail ?? "" }
    case "skipped":
    case "canceled": return { type: "cancelled", id }
    default: return null
  }
}

const told = (items: ReadonlyArray<Item>): ReadonlyArray<Event> => items.flatMap((item) => eventOf(item) ?? [])

const allItems = async (id: number): Promise<ReadonlyArray<Item>> => {
  const items: Array<Item> = []
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: { readonly items: ReadonlyArray<Item>; readonly next_cursor: string | null } = await call("GET /api/admin/work/:run_id/items", {
      params: { run_id: id }, query: { limit: 500, ...(cursor === "" ? {} : { cursor }) }
    })
    items.push(...page.items)
    cursor = page.next_cursor
  }
  return items
}

/** A run of the service as a source of progress: the service goes on without this page, which only follows. */
const runWork = (id: number): Source => ({
  interrupts: false,
  begin: (report: Report) => {
    const following = new AbortController()
    const failed = (cause: unknown) => { if (!isAbort(cause)) report({ type: "broken", reason: asProblem(cause).message }) }
    void (async () => {
      try {
        report({ type: "added", items: (await allItems(id)).map(({ label, ordinal }) => ({ id: String(ordinal), name: label, size: null })) }, { type: "gathered" })
        report(...told(await allItems(id)))
        await follow("GET /api/admin/work/:run_id/stream", { params: { run_id: id }, signal: following.signal }, {
          onFrame: (frame) => {
            if (frame.event === "done") {
              following.abort()
              void allItems(id).then((items) => report(...told(items))).catch(failed)
            } else report(...told(frame.data.items))
          }
        })
      } catch (cause) {
        failed(cause)
      }
    })()
  },
  // what could not be stopped is seen to go on, and can be stopped again
  cancel: () => { void call("POST /api/admin/work/:run_id/stop", { params: { run_id: id } }).catch(() => undefined) }
})

/** Shows a run in the operations dock, wherever the person goes. */
export const showRun = (operations: Operations, { id, kind, title }: Run): void => {
  begin(operations, {
    kind: "job", words: WORDS[kind as keyof typeof WORDS] ?? WORDS.key_rotation, target: title, counts: "items", source: "service", work: runWork(id)
  })
}
