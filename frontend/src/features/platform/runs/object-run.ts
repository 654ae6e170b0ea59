import type { Event } from "~/components/operations/reduce"
import { int } from "~/lib/format"
import type { Operations } from "~/lib/operations"
import { visible } from "~/lib/visible"
import { objectPlace, reportEnd, undoAndFollow } from "./object-run-end"
import { type Item, type Run, runWords } from "./run"
import { readRun } from "./run-place"
import { routesOf } from "./run-routes"
import { allItems, followInDock, idOfStep, type ItemReporter, type RunView } from "./run-source"

export interface Failure {
  readonly key: string
  readonly version_id: string | null
  readonly reason: string
}

const failuresOf = ({ result }: Item): ReadonlyArray<Failure> =>
  Array.isArray(result["failures"])
    ? (result["failures"] as ReadonlyArray<Omit<Failure, "version_id"> & { readonly version_id?: string | null }>).map(
        (failure) => ({ ...failure, version_id: failure.version_id ?? null })
      )
    : []
const numberIn = ({ result }: Item, name: string): number => (typeof result[name] === "number" ? result[name] : 0)
const idOf = ({ key, version_id }: Failure): string => (version_id === null ? key : `${key}\n${version_id}`)
const nameOf = ({ key, version_id }: Failure): string =>
  version_id === null ? visible(key) : `${visible(key)} (${version_id})`

const endOf = (item: Item, done: string): Event => {
  const id = idOfStep(item)
  const failureCount = failuresOf(item).length
  const unnamed = numberIn(item, "failed") - failureCount
  if (item.state === "canceled") return { type: "cancelled", id }
  if (item.state === "failed" && failureCount === 0) return { type: "failed", id, reason: item.problem?.detail ?? "" }
  if (unnamed > 0) return { type: "failed", id, reason: `${int(unnamed)} more could not be ${done}` }
  // only objects failed: their own entries have the reasons
  return failureCount > 0 && numberIn(item, "done") + numberIn(item, "skipped") === 0
    ? { type: "replaced", id }
    : { type: "done", id }
}

type StartRetry = (failures: ReadonlyArray<Failure>) => Promise<Run>

const lotsOf = (contextId: string, done: string, startRetry: StartRetry | undefined): ItemReporter => {
  const failures = new Map<string, Failure>()
  const eventsOf = (items: ReadonlyArray<Item>): ReadonlyArray<Event> => {
    const failedObjects = items.flatMap(failuresOf)
    for (const failure of failedObjects) failures.set(idOf(failure), failure)
    return [
      {
        type: "added",
        items: failedObjects.map((failure) => ({ id: idOf(failure), name: nameOf(failure), size: null }))
      },
      ...failedObjects.map((failure) => ({ type: "failed" as const, id: idOf(failure), reason: failure.reason })),
      ...items.map((item) => endOf(item, done)),
      { type: "gathered" }
    ]
  }
  return startRetry === undefined
    ? { report: eventsOf }
    : {
        report: eventsOf,
        retry: async (ids, report, followed) => {
          const retryObjects = ids.flatMap((id) => failures.get(id) ?? [])
          report(...ids.filter((id) => !failures.has(id)).map((id) => ({ type: "cancelled" as const, id })))
          if (retryObjects.length === 0) return
          const run = await startRetry(retryObjects)
          const stillFailed = new Map(
            (await allItems(await followed(run))).flatMap(failuresOf).map((failure) => [idOf(failure), failure])
          )
          const { state } = await readRun(objectPlace(contextId), run.id)
          report(
            ...retryObjects.map((failure): Event => {
              const [id, still] = [idOf(failure), stillFailed.get(idOf(failure))]
              if (still !== undefined) return { type: "failed", id, reason: still.reason }
              return state === "canceled" ? { type: "cancelled", id } : { type: "done", id }
            })
          )
        }
      }
}

interface ObjectRun extends Omit<RunView, "lots"> {
  readonly again?: StartRetry
  readonly quiet?: boolean
}

export const showObjectRun = (
  operations: Operations,
  run: Run,
  contextId: string,
  { again, onEnd, quiet = false, ...what }: ObjectRun = {}
): void =>
  followInDock(operations, run, routesOf(objectPlace(contextId)), {
    ...what,
    undoing: (id) => undoAndFollow(id, contextId),
    lots: lotsOf(contextId, (what.words ?? runWords(run)).done, again),
    onEnd: (outcome) => {
      onEnd?.(outcome)
      if (!quiet) void reportEnd(operations, run, contextId)
    }
  })
