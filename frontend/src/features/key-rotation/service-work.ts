import { call } from "~/client/call"
import { asProblem, isAbort, reasonOf } from "~/client/problem-error"
import { follow } from "~/client/sse"
import { begin, type Report, type Source } from "~/components/operations/engine"
import type { Wish } from "~/components/operations/operation"
import type { Event } from "~/components/operations/reduce"
import type { Operations } from "~/lib/operations"
import { isOver, type Item, type Run, RUN_STATES, WORDS } from "./rotation"

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

/** What the dock offers of a run, and what it says of one that does not simply run; to undo one is asked on its own page. */
const standOf = (run: Pick<Run, "state" | "wishes">): Event => ({
  type: "stands", wishes: run.wishes.filter((wish) => wish !== "undo"), standing: run.state === "running" || isOver(run) ? "" : RUN_STATES[run.state].text
})

const granting = {
  pause: "POST /api/admin/work/:run_id/pause", resume: "POST /api/admin/work/:run_id/resume", stop: "POST /api/admin/work/:run_id/stop"
} as const satisfies Record<Wish, string>

/** A run of the service as a source of progress: the service goes on without this page, which only follows. */
const runWork = ({ id, ...begun }: Run): Source => {
  let report: Report = () => undefined
  const params = { run_id: id }
  const failed = (cause: unknown) => { if (!isAbort(cause)) report({ type: "broken", reason: asProblem(cause).message }) }
  return {
    interrupts: false,
    begin: (listener) => {
      report = listener
      report(standOf(begun))
      const following = new AbortController()
      void (async () => {
        try {
          report({ type: "added", items: (await allItems(id)).map(({ label, ordinal }) => ({ id: String(ordinal), name: label, size: null })) }, { type: "gathered" })
          report(...told(await allItems(id)))
          await follow("GET /api/admin/work/:run_id/stream", { params, signal: following.signal }, {
            onFrame: (frame) => {
              if (frame.event === "done") {
                following.abort()
                void allItems(id).then((items) => report(...told(items))).catch(failed)
              } else report(standOf(frame.data.run), ...told(frame.data.items))
            }
          })
        } catch (cause) {
          failed(cause)
        }
      })()
    },
    ask: (wish) => {
      void call(granting[wish], { params }).then((run) => report(standOf(run)), (cause: unknown) => report({ type: "refused", reason: reasonOf(cause) }))
    }
  }
}

/** Shows a run in the operations dock, wherever the person goes. */
export const showRun = (operations: Operations, run: Run): void => {
  begin(operations, {
    kind: "job", words: WORDS[run.kind as keyof typeof WORDS] ?? WORDS.key_rotation, target: run.title, counts: "items", source: "service", work: runWork(run)
  })
}
