import { Context, Duration, Effect, Layer, Stream } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { Conflict, type NotFound } from "#domain/platform/errors/Errors.ts"
import type { CursorPage } from "#domain/platform/Cursor.ts"
import { isAuditedScope, isEnded, scopeOf, type RunRequest, type WorkPlace } from "#domain/platform/work/runState.ts"
import type { PlannedChange, WorkEvent, WorkItem, WorkPlan, WorkRun } from "#domain/platform/work/WorkRun.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { readOnChange } from "#services/platform/live/readOnChange.ts"
import { planHasher } from "./planHash.ts"
import { WorkDrafts } from "./WorkDrafts.ts"
import type { PlanFailure, PlannedItem } from "./WorkKind.ts"
import { WorkKinds } from "./WorkKinds.ts"
import { type WorkItemQuery, WorkRecords, type WorkRunQuery } from "./WorkRecords.ts"

const PLAN_SAMPLE_SIZE = 20
const MAX_NAMED_EXCLUSIONS = 100
const ITEMS_PER_INSERT = 500
const DRAFT_LEASE = Duration.seconds(60)

const actionResults = {
  pause: "paused",
  resume: "resumed",
  stop: "stopped",
  undo: "undone",
  continue: "continued"
} as const

const refusals: Record<RunRequest, string> = {
  pause: "Only work that runs can be paused",
  resume: "Only work that is paused can be resumed",
  stop: "This work has ended already",
  continue: "Only work that awaits it can be continued",
  undo: "Only work that has ended and kept what undoing needs can be undone, while no other of its sort runs"
}

const runEntity = ({ id, title }: Pick<WorkRun, "id" | "title">) => ({ type: "work_run", id: String(id), label: title })

const changeOf = ({ after, before, detail, label }: PlannedItem<unknown>): PlannedChange => ({
  label,
  detail,
  before,
  after
})

export class Work extends Context.Service<
  Work,
  {
    readonly plan: (kind: string, params: unknown) => Effect.Effect<WorkPlan, PlanFailure>
    /** `planHash` null accepts the current plan. */
    readonly start: (
      caller: Caller,
      kind: string,
      params: unknown,
      planHash: string | null
    ) => Effect.Effect<WorkRun, PlanFailure>
    readonly page: (place: WorkPlace, query: WorkRunQuery) => Effect.Effect<CursorPage<WorkRun>>
    readonly find: (place: WorkPlace, id: number) => Effect.Effect<WorkRun, NotFound>
    readonly items: (
      place: WorkPlace,
      id: number,
      query: WorkItemQuery
    ) => Effect.Effect<CursorPage<WorkItem>, NotFound>
    readonly ask: (
      caller: Caller,
      place: WorkPlace,
      id: number,
      request: RunRequest
    ) => Effect.Effect<WorkRun, NotFound | Conflict>
    /** Retries or undoes the failed items of an ended run, or the items of `ordinals`. */
    readonly reopen: (
      caller: Caller,
      place: WorkPlace,
      id: number,
      action: "retry" | "rollback",
      ordinals: ReadonlyArray<number> | null
    ) => Effect.Effect<WorkRun, NotFound | Conflict>
    readonly follow: (
      place: WorkPlace,
      id: number,
      after: number | null
    ) => Effect.Effect<Stream.Stream<WorkEvent & { readonly id: string }>, NotFound>
  }
>()("stowage/services/platform/work/Work") {
  static readonly layer = Layer.effect(
    Work,
    Effect.gen(function* () {
      const kinds = yield* WorkKinds
      const drafts = yield* WorkDrafts
      const records = yield* WorkRecords
      const audited = yield* Audited
      const live = yield* LiveEvents

      const kindOf = (name: string) => {
        const kind = kinds.get(name)
        return kind === undefined ? Effect.die(new Error(`nobody knows the work ${name}`)) : Effect.succeed(kind)
      }

      const plan = Effect.fn("Work.plan")(function* (name: string, params: unknown) {
        const { items, excluded, listed, title, warnings } = yield* (yield* kindOf(name)).plan(params)
        const hasher = planHasher(name, params)
        const counts = new Map<string, number>()
        const sample: Array<PlannedChange> = []
        let total = 0
        yield* Stream.runForEach(items, (item) =>
          Effect.suspend(() => {
            total += 1
            counts.set(item.sort, (counts.get(item.sort) ?? 0) + 1)
            if (sample.length < (listed ?? PLAN_SAMPLE_SIZE)) sample.push(changeOf(item))
            return hasher.add(item)
          })
        )
        const planned: WorkPlan = {
          kind: name,
          title,
          total,
          sample,
          counts: [...counts].map(([name, count]) => ({ name, count })),
          warnings,
          left_out: excluded.slice(0, listed ?? MAX_NAMED_EXCLUSIONS),
          plan_hash: yield* hasher.end
        }
        return planned
      })

      const start = Effect.fn("Work.start")(function* (
        caller: Caller,
        name: string,
        params: unknown,
        planHash: string | null
      ) {
        const kind = yield* kindOf(name)
        const { items, title } = yield* kind.plan(params)
        const alone = yield* kind.alone(params)
        const place = yield* kind.place(params)
        const id = yield* drafts.open(
          { kind: name, title, place, params: yield* kind.storedParams(params), alone, caller },
          DRAFT_LEASE
        )
        if (id === null)
          return yield* new Conflict({
            code: "state_conflict",
            detail: "Work of this sort is under way: wait for its end, or stop it"
          })
        return yield* Effect.gen(function* () {
          const hasher = planHasher(name, params)
          let total = 0
          yield* Stream.runForEach(Stream.grouped(items, ITEMS_PER_INSERT), (some) =>
            Effect.gen(function* () {
              if (!(yield* drafts.add(id, total + 1, some, DRAFT_LEASE)))
                return yield* Effect.die(new Error("the run that was being planned is gone"))
              total += some.length
              for (const item of some) yield* hasher.add(item)
            })
          )
          const hash = yield* hasher.end
          if (planHash !== null && planHash !== hash) {
            return yield* new Conflict({
              code: "stale_plan",
              detail: "What the plan was made from has changed: look at it again"
            })
          }
          if (total === 0) return yield* new Conflict({ code: "state_conflict", detail: "There is nothing to do" })
          yield* drafts.enqueue(id, hash).pipe(
            Effect.flatMap((queued) =>
              queued ? Effect.void : Effect.die(new Error("the run that was being planned is gone"))
            ),
            audited.rows(`${name}.start`, isAuditedScope(kind.scope) ? runEntity({ id, title }) : null, {
              by: byCaller(caller, kind.scope),
              message: title,
              metadata: { items: total, plan_hash: hash }
            })
          )
          return yield* Effect.orDie(records.find(place, id))
        }).pipe(Effect.onError(() => drafts.drop(id)))
      })

      const ask = Effect.fn("Work.ask")(function* (caller: Caller, place: WorkPlace, id: number, request: RunRequest) {
        const run = yield* records.find(place, id)
        return yield* Effect.gen(function* () {
          const before = yield* records.ask(place, id, request)
          if (before === null) return yield* new Conflict({ code: "state_conflict", detail: refusals[request] })
          return yield* records.find(place, id)
        }).pipe(
          audited.rows(`${run.kind}.${request}`, isAuditedScope(scopeOf(place)) ? runEntity(run) : null, {
            by: byCaller(caller, scopeOf(place)),
            message: `${run.title}: to be ${actionResults[request]}`
          })
        )
      })

      const reopen = Effect.fn("Work.reopen")(function* (
        caller: Caller,
        place: WorkPlace,
        id: number,
        action: "retry" | "rollback",
        ordinals: ReadonlyArray<number> | null
      ) {
        const run = yield* records.find(place, id)
        return yield* Effect.gen(function* () {
          const before = yield* records.reopen(place, id, action === "retry" ? "forward" : "back", ordinals)
          if (before === null)
            return yield* new Conflict({
              code: "state_conflict",
              detail: `Nothing of this work can have a ${action} now, or other work of its sort is under way`
            })
          return yield* records.find(place, id)
        }).pipe(
          audited.rows(`${run.kind}.${action}`, isAuditedScope(scopeOf(place)) ? runEntity(run) : null, {
            by: byCaller(caller, scopeOf(place)),
            message: `${run.title}: ${action} ${ordinals === null ? "of what failed" : `of ${ordinals.length}`}`,
            metadata: { items: ordinals }
          })
        )
      })

      const follow = Effect.fn("Work.follow")(function* (place: WorkPlace, id: number, after: number | null) {
        yield* records.find(place, id)
        let lastVersion = after
        let hasEmitted = false
        const read = Effect.gen(function* () {
          const { version, ...progress } = yield* records.since(place, id, lastVersion)
          const fresh = !hasEmitted || version !== lastVersion
          // the version is from before the database was restored
          if (lastVersion !== null && version < lastVersion) {
            lastVersion = version
            return [{ event: "snapshot" as const, id: String(version), data: { ...progress, items_changed: true } }]
          }
          lastVersion = version
          hasEmitted = true
          return fresh ? [{ event: "snapshot" as const, id: String(version), data: progress }] : []
        })
        return readOnChange(
          live,
          (event) => event._tag === "WorkChanged" && event.runId === id,
          Effect.orDie(read)
        ).pipe(
          Stream.flatMap(Stream.fromIterable),
          Stream.takeUntil(({ data }) => isEnded(data.run.state)),
          (snapshots) =>
            Stream.concat(
              snapshots,
              Stream.suspend(() =>
                Stream.succeed({ event: "done" as const, id: String((lastVersion ?? 0) + 1), data: {} })
              )
            )
        )
      })

      return Work.of({
        plan,
        start,
        ask,
        reopen,
        follow,
        page: records.page,
        find: records.find,
        items: Effect.fn("Work.items")((place: WorkPlace, id: number, query: WorkItemQuery) =>
          Effect.andThen(records.find(place, id), records.items(id, query))
        )
      })
    })
  )
}
