import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { Work } from "#services/platform/work/Work.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { Engine, foundGone, Life, numbered, runner, Shelf, somebody, timedOut, timePasses, until } from "./toyWork.ts"

const served = <A, E, R>(shelf: Shelf, test: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    yield* (yield* SqlClient.SqlClient)`delete from work_runs`
    return yield* Effect.scoped(Effect.provide(test, Engine(shelf)))
  })

const begun = (names: ReadonlyArray<string>, planHash: string | null = null, add = 5) =>
  Work.use((work) => work.start(somebody, "toy", { names, add }, planHash))

const entries = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ said: string }>`select action || ' ' || status as said from audit_logs order by id`, (rows) =>
    rows.map(({ said }) => said)
  )
)

const fresh = { excludeTestServices: true, timeout: "120 seconds" } as const

layer(TestDatabase.layer, fresh)("long work", (it) => {
  it.effect("says exactly what it would do, does that, and tells what came of it", () => {
    const shelf = new Shelf(...numbered(30))
    return served(
      shelf,
      Effect.gen(function* () {
        const work = yield* Work
        const plan = yield* work.plan("toy", { names: [...numbered(30), "gone"], add: 5 })
        assert.deepStrictEqual([plan.total, plan.sample.length, plan.counts], [30, 20, [{ name: "boxes", count: 30 }]])
        assert.deepStrictEqual(plan.sample[0], { label: "box-000", detail: "shelf", before: "10", after: "15" })
        assert.deepStrictEqual(plan.left_out, [{ label: "gone", reason: "It is not on the shelf" }])
        assert.strictEqual(
          (yield* work.plan("toy", { names: [...numbered(30), "gone"], add: 5 })).plan_hash,
          plan.plan_hash
        )
        yield* runner()
        const run = yield* begun([...numbered(30), "gone"], plan.plan_hash)
        assert.deepStrictEqual(
          [run.title, run.totals.total, run.started_by.email],
          ["Add 5 to 31 boxes", 30, "ada@example.org"]
        )
        const ended = yield* until(run.id, "completed")
        assert.deepInclude(ended.totals, { total: 30, completed: 30, failed: 0, pending: 0, running: 0 })
        assert.isTrue([...shelf.boxes.values()].every((value) => value === 15))
        assert.isTrue(
          [...shelf.done.values()].every((count) => count === 1),
          "nobody is done twice while nobody dies"
        )
        assert.isAtLeast(shelf.most, 2)
        assert.isAtMost(shelf.most, 4)
        const { items } = yield* work.items("admin", run.id, { limit: 2 })
        assert.deepStrictEqual(
          items.map(({ label, result }) => [label, result]),
          [
            ["box-000", { now: 15 }],
            ["box-001", { now: 15 }]
          ]
        )
        assert.deepStrictEqual(yield* entries, ["toy.start success", "toy.end success"])
      })
    )
  })

  it.effect("is not begun on a plan that holds no more, and leaves nothing of it", () => {
    const shelf = new Shelf("one", "two")
    return served(
      shelf,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { plan_hash } = yield* Work.use((work) => work.plan("toy", { names: ["one", "two"], add: 5 }))
        shelf.boxes.set("two", 11)
        const error = yield* Effect.flip(begun(["one", "two"], plan_hash))
        assert.deepInclude(error, { _tag: "Conflict", code: "stale_plan" })
        assert.deepStrictEqual(yield* sql`select id from work_runs`, [])
        assert.deepInclude(yield* Effect.flip(begun(["one", "two"], "not a hash \0")), { code: "stale_plan" })
        assert.deepInclude(yield* Effect.flip(begun(["nobody"])), { code: "state_conflict" })
        assert.deepInclude(yield* Effect.flip(begun(["?"])), { _tag: "InvalidInput" })
        assert.deepStrictEqual(yield* sql`select id from work_runs`, [])
      })
    )
  })

  it.effect("of one sort runs once at a time, also while another process plans it and dies", () => {
    const shelf = new Shelf("one")
    return served(
      shelf,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const first = yield* begun(["one"])
        assert.deepInclude(yield* Effect.flip(begun(["one"])), { code: "state_conflict" })
        yield* sql`update work_runs set state = 'planning', runner = gen_random_uuid(),
          lease_until = now() - interval '1 second' where id = ${first.id}`
        assert.strictEqual((yield* Effect.flip(Work.use((work) => work.find("admin", first.id))))._tag, "NotFound")
        assert.isAbove((yield* begun(["one"])).id, first.id)
      })
    )
  })

  it.effect("pauses between two items, goes on where it was, and ends before its end when that is wanted", () => {
    const shelf = new Shelf(...numbered(20))
    return served(
      shelf,
      Effect.gen(function* () {
        const work = yield* Work
        const [reached, release] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        // hold its neighbours too: all could end before the pause
        shelf.at = (step) =>
          step.startsWith("act") && step >= "act box-005"
            ? Effect.andThen(Deferred.succeed(reached, undefined), Deferred.await(release))
            : Effect.void
        yield* runner()
        const { id } = yield* begun(numbered(20))
        yield* Deferred.await(reached)
        assert.strictEqual((yield* work.ask(somebody, "admin", id, "pause")).state, "pause_requested")
        yield* Deferred.succeed(release, undefined)
        const paused = yield* until(id, "paused")
        assert.strictEqual(paused.totals.running, 0, "what was begun is brought to its end")
        assert.isAtLeast(paused.totals.completed, 1)
        assert.isAbove(paused.totals.pending, 0)
        assert.deepStrictEqual(paused.wishes, ["resume", "stop"])
        yield* Effect.sleep("200 millis")
        assert.deepStrictEqual((yield* work.find("admin", id)).totals, paused.totals, "nothing happens to what rests")

        assert.deepInclude(yield* Effect.flip(work.ask(somebody, "admin", id, "undo")), { code: "state_conflict" })
        const again = yield* Deferred.make<void>()
        const open = yield* Deferred.make<void>()
        shelf.at = (step) =>
          step === "act box-019"
            ? Effect.andThen(Deferred.succeed(again, undefined), Deferred.await(open))
            : Effect.void
        yield* work.ask(somebody, "admin", id, "resume")
        yield* Deferred.await(again)
        yield* work.ask(somebody, "admin", id, "stop")
        yield* Deferred.succeed(open, undefined)
        const ended = yield* until(id, "canceled")
        assert.strictEqual(ended.totals.completed + ended.totals.canceled, 20)
        assert.isTrue([...shelf.done.values()].every((count) => count === 1))
        assert.deepInclude(yield* Effect.flip(work.ask(somebody, "admin", id, "resume")), { code: "state_conflict" })
        const said = yield* entries
        assert.includeMembers([...said], ["toy.pause success", "toy.resume success", "toy.stop success"])
      })
    )
  })

  it.effect("is paused and stopped before anybody took it, and its items with it", () => {
    const shelf = new Shelf("one", "two")
    return served(
      shelf,
      Effect.gen(function* () {
        const work = yield* Work
        const { id } = yield* begun(["one", "two"])
        assert.strictEqual((yield* work.ask(somebody, "admin", id, "pause")).state, "paused")
        yield* runner()
        yield* Effect.sleep("300 millis")
        assert.strictEqual(shelf.done.size, 0)
        yield* work.ask(somebody, "admin", id, "stop")
        assert.deepInclude((yield* until(id, "canceled")).totals, { canceled: 2, completed: 0 })
      })
    )
  })

  it.effect("does a later phase once all of the earlier one is settled, and undoes it before", () => {
    const shelf = new Shelf("last-one", "a", "b", "c")
    const order: Array<string> = []
    shelf.at = (step) =>
      Effect.sync(() => {
        order.push(step)
      })
    return served(
      shelf,
      Effect.gen(function* () {
        yield* runner()
        const { id } = yield* begun(["last-one", "a", "b", "c"])
        yield* until(id, "completed")
        assert.strictEqual(order.indexOf("begin last-one"), 9)
        yield* Work.use((work) => work.ask(somebody, "admin", id, "undo"))
        yield* until(id, "rolled_back")
        assert.strictEqual(shelf.undone[0], "last-one")
      })
    )
  })

  it.effect("tries what passes by itself again, and tells what does not pass", () => {
    const shelf = new Shelf("flaky", "broken", "moved", "fine")
    let failures = 0
    shelf.at = (step) => {
      if (step === "act flaky" && failures++ < 1) return Effect.fail(timedOut)
      if (step === "act broken") return Effect.die(new Error("a fault of ours"))
      if (step === "act moved") shelf.boxes.set("moved", 99)
      return Effect.void
    }
    return served(
      shelf,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* runner()
        const { id } = yield* begun(["flaky", "broken", "moved", "fine"])
        yield* Effect.repeat(
          Effect.delay(
            sql`update work_items set not_before = now() where run_id = ${id} and not_before > now() returning 1`,
            "20 millis"
          ),
          { while: (rows) => rows.length === 0 }
        )
        const ended = yield* until(id, "completed_with_errors")
        assert.deepInclude(ended.totals, { completed: 2, failed: 1, skipped: 1 })
        const { items } = yield* Work.use((work) => work.items("admin", id, {}))
        assert.deepStrictEqual(
          items.map(({ attempts, label, problem, state }) => [label, state, attempts, problem?.code ?? null]),
          [
            ["flaky", "completed", 2, null],
            ["broken", "failed", 1, "internal"],
            ["moved", "skipped", 1, "skipped"],
            ["fine", "completed", 1, null]
          ]
        )
        assert.deepStrictEqual((yield* entries).at(-1), "toy.end failure")
      })
    )
  })

  it.effect(
    "is undone from its end to its start, as far as its items kept how; what resists can be tried again",
    () => {
      const shelf = new Shelf(...numbered(6))
      return served(
        shelf,
        Effect.gen(function* () {
          const work = yield* Work
          yield* runner()
          const { id } = yield* begun(numbered(6))
          assert.deepStrictEqual((yield* until(id, "completed")).wishes, ["undo"])
          shelf.at = (step) => (step === "undo box-003" ? Effect.die(new Error("it resists")) : Effect.void)
          yield* work.ask(somebody, "admin", id, "undo")
          const partly = yield* until(id, "completed_with_errors")
          assert.deepInclude(partly.totals, { completed: 1, rolled_back: 5 })
          assert.deepStrictEqual(
            [partly.direction, partly.undoable, shelf.boxes.get("box-003"), shelf.boxes.get("box-004")],
            ["back", 1, 15, 10]
          )
          // four are undone at once, and the one that resists makes room for the fifth: the sixth is never the first
          assert.notStrictEqual(shelf.undone[0], "box-000")
          shelf.at = () => Effect.void
          yield* work.ask(somebody, "admin", id, "undo")
          const whole = yield* until(id, "rolled_back")
          assert.deepInclude(whole.totals, { completed: 0, rolled_back: 6 })
          assert.isTrue([...shelf.boxes.values()].every((value) => value === 10))
          assert.deepStrictEqual(whole.wishes, [])
        })
      )
    }
  )

  it.effect("undoes what an item did that failed, where its kind knows what that was", () => {
    const shelf = new Shelf("broken", "fine")
    shelf.remembers = true
    shelf.at = (step) => (step === "acted broken" ? Effect.die(new Error("a fault")) : Effect.void)
    return served(
      shelf,
      Effect.gen(function* () {
        yield* runner()
        const { id } = yield* begun(["broken", "fine"])
        const ended = yield* until(id, "completed_with_errors")
        assert.deepInclude(ended.totals, { completed: 1, failed: 1 })
        assert.deepStrictEqual([...shelf.boxes.values()], [15, 15], "the failed one had done its part")
        assert.include(ended.wishes, "undo")
        yield* Work.use((work) => work.ask(somebody, "admin", id, "undo"))
        yield* until(id, "rolled_back")
        assert.deepStrictEqual([...shelf.boxes.values()], [10, 10])
      })
    )
  })

  it.effect("is told as it goes to whoever follows, who may come back where they were", () => {
    const shelf = new Shelf(...numbered(12))
    return served(
      shelf,
      Effect.gen(function* () {
        const work = yield* Work
        const { id } = yield* begun(numbered(12))
        const seen = yield* Effect.forkChild(Stream.runCollect(yield* work.follow("admin", id, null)))
        yield* Effect.sleep("100 millis")
        yield* runner()
        const events = yield* Fiber.join(seen)
        const numbers = events.map((event) => Number(event.id))
        assert.isTrue(
          numbers.every((number, index) => index === 0 || number > numbers[index - 1]!),
          numbers.join()
        )
        assert.deepStrictEqual([events[0]?.event, events.at(-1)?.event], ["snapshot", "done"])
        const last = new Map<string, string>()
        const shares: Array<number> = []
        for (const event of events) {
          if (event.event !== "snapshot") continue
          for (const item of event.data.items) last.set(item.label, item.state)
          shares.push(event.data.run.totals.completed)
        }
        assert.deepStrictEqual([...last.values()], Array(12).fill("completed"), "each item is told of")
        assert.isTrue(
          shares.every((share, index) => index === 0 || share >= shares[index - 1]!),
          "it never falls"
        )
        const back = yield* Stream.runCollect(yield* work.follow("admin", id, numbers[0]!))
        assert.strictEqual(
          back[0]?.event === "snapshot" ? back[0].data.items.length : 0,
          12,
          "what came after the last event that they saw"
        )
        const ahead = yield* Stream.runCollect(yield* work.follow("admin", id, 1_000_000))
        assert.isTrue(ahead[0]?.event === "snapshot" && ahead[0].data.items_changed, "a number that was never given")
        assert.strictEqual((yield* Effect.flip(work.follow("manager" as "admin", id, null)))._tag, "NotFound")
      })
    )
  })

  const steps = [
    ...["take", "keep", "next", "begin", "note", "settle", "release"].flatMap((name) => [
      `before ${name}`,
      `after ${name}`
    ])
  ]
  for (const step of steps) {
    it.effect(`goes on in another process when its own is killed ${step}`, () => {
      const shelf = new Shelf(...numbered(6))
      return served(
        shelf,
        Effect.gen(function* () {
          let times = 0
          const life = new Life((at, me) => {
            if (at === step && (++times === 2 || /take|keep|release|next/.test(step))) me.kill()
          })
          yield* Effect.forkChild(Effect.scoped(Effect.andThen(runner(life), Effect.never)))
          const { id } = yield* begun(numbered(6))
          yield* Effect.repeat(Effect.sleep("10 millis"), { while: () => !life.dead })
          yield* Effect.sleep("50 millis")
          yield* timePasses
          yield* runner()
          const ended = yield* until(id, "completed")
          assert.deepInclude(ended.totals, { total: 6, completed: 6 })
          assert.isTrue(
            [...shelf.boxes.values()].every((value) => value === 15),
            "each once, however often it was done"
          )
          assert.isTrue([...shelf.done.values()].every((count) => count <= 2))
        })
      )
    })
  }

  it.effect("a killed process that was asked to pause or stop: what it had begun is brought to its end first", () => {
    const shelf = new Shelf(...numbered(10))
    return served(
      shelf,
      Effect.gen(function* () {
        const work = yield* Work
        const hanging = yield* Deferred.make<void>()
        const life = new Life()
        shelf.at = (step) =>
          step === "acted box-002" && !life.dead
            ? Effect.andThen(Deferred.succeed(hanging, undefined), Effect.never)
            : Effect.void
        yield* Effect.forkChild(Effect.scoped(Effect.andThen(runner(life), Effect.never)))
        const { id } = yield* begun(numbered(10))
        yield* Deferred.await(hanging)
        yield* work.ask(somebody, "admin", id, "stop")
        life.kill()
        yield* foundGone(id)
        yield* runner()
        const ended = yield* until(id, "canceled")
        const { items } = yield* work.items("admin", id, {})
        assert.strictEqual(items[2]?.state, "completed", "half of it was done: it is known to be whole")
        assert.strictEqual(ended.totals.running, 0)
      })
    )
  })

  it.effect("two processes do one run between them as one, and a third run beside it", () => {
    const shelf = new Shelf(...numbered(60))
    return served(
      shelf,
      Effect.gen(function* () {
        yield* Effect.all([runner(), runner(), runner()])
        const { id } = yield* begun(numbered(60))
        assert.deepInclude((yield* until(id, "completed")).totals, { completed: 60 })
        assert.isTrue([...shelf.done.values()].every((count) => count === 1))
        assert.isAtMost(shelf.most, 4)
      })
    )
  })

  it.effect("whoever lost the lease writes nothing any more", () => {
    const shelf = new Shelf(...numbered(3))
    return served(
      shelf,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [reached, release] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        let first = true
        shelf.at = (step) => {
          if (step !== "acted box-000" || !first) return Effect.void
          first = false
          return Effect.andThen(Deferred.succeed(reached, undefined), Deferred.await(release))
        }
        yield* runner()
        const { id } = yield* begun(numbered(3))
        yield* Deferred.await(reached)
        // a process that was suspended for a while: another one has its run
        const other = crypto.randomUUID()
        yield* sql`update work_runs set runner = ${other}, lease_until = now() + interval '1 hour' where id = ${id}`
        yield* Deferred.succeed(release, undefined)
        yield* Effect.sleep("300 millis")
        const { items } = yield* Work.use((work) => work.items("admin", id, {}))
        assert.strictEqual(items[0]?.state, "running", "it is the other one's to tell")
        yield* timePasses
        assert.deepInclude((yield* until(id, "completed")).totals, { completed: 3 })
      })
    )
  })
})
