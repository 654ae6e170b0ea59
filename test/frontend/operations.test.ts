import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  parseHistory,
  parseUnfinishedRuns,
  summarizeOperation
} from "../../frontend/src/components/operations/history.ts"
import { type Item, type Operation, finishedShareOf } from "../../frontend/src/components/operations/operation.ts"
import {
  remainingTimeText,
  transferRate,
  type Sample,
  addSample,
  remainingSeconds
} from "../../frontend/src/components/operations/rate.ts"
import { Lane, pageSource } from "../../frontend/src/components/operations/page-source.ts"
import { newOperation, type Event, reduce } from "../../frontend/src/components/operations/reduce.ts"
import {
  trayLine,
  milestoneText,
  operationName,
  outcomeSentence,
  operationTitle
} from "../../frontend/src/components/operations/sentences.ts"
import { grouped } from "../../frontend/src/components/operations/final-outcome.ts"

const words = { one: "file", many: "files", doing: "Uploading", done: "uploaded" }
const start = (): Operation =>
  newOperation({ id: "1", kind: "upload", words, target: "media/", counts: "bytes", source: "page" }, 1000)
const added = (...sizes: ReadonlyArray<number | null>): Event => ({
  type: "added",
  items: sizes.map((size, at) => ({ id: String(at), name: `file ${at}`, size }))
})
const after = (...events: ReadonlyArray<Event>): Operation => reduce(start(), events, 2000)

const counted = (items: ReadonlyArray<Item>) => {
  const inState = (state: Item["state"]) => items.filter((item) => item.state === state).length
  const all = items.filter((item) => item.state !== "cancelled")
  const arrived = (item: Item) =>
    item.size === null || item.state === "failed"
      ? 0
      : item.state === "done"
        ? item.size
        : Math.min(item.size, item.sent)
  return {
    items: all.length,
    waiting: inState("waiting"),
    running: inState("running"),
    paused: inState("paused"),
    done: inState("done"),
    failed: inState("failed"),
    cancelled: inState("cancelled"),
    bytes: all.reduce((sum, item) => sum + (item.size ?? 0), 0),
    sent: all.reduce((sum, item) => sum + arrived(item), 0),
    unsized: all.filter((item) => item.size === null).length
  }
}

const Id = Schema.Literals(["0", "1", "2", "3", "unknown"])
const Bytes = Schema.Int.check(Schema.isBetween({ minimum: -5, maximum: 200 }))
const AnyEvent = Schema.Union([
  Schema.Struct({
    type: Schema.Literals(["begun", "done", "cancelled", "replaced", "retried", "paused", "unpaused"]),
    id: Id
  }),
  Schema.Struct({ type: Schema.Literal("failed"), id: Id, reason: Schema.String }),
  Schema.Struct({ type: Schema.Literals(["sent", "resumed"]), id: Id, bytes: Bytes }),
  Schema.Struct({ type: Schema.Literal("sized"), id: Id, size: Bytes }),
  Schema.Struct({ type: Schema.Literal("gathered") }),
  Schema.Struct({ type: Schema.Literal("broken"), reason: Schema.String }),
  Schema.Struct({
    type: Schema.Literal("added"),
    items: Schema.Array(
      Schema.Struct({
        id: Id,
        name: Schema.String,
        size: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 })))
      })
    )
  })
])
const Events = Schema.Array(AnyEvent).check(Schema.isMaxLength(60))

describe("the totals of an operation", () => {
  it.prop("are those of its items after any events, in one go or one by one", { events: Events }, ({ events }) => {
    const all = [added(10, 20, null), ...(events as ReadonlyArray<Event>)]
    const once = reduce(start(), all, 5)
    const steps = all.reduce((operation, event) => reduce(operation, [event], 5), start())
    assert.deepStrictEqual({ ...once.totals }, counted(once.items))
    assert.deepStrictEqual(steps.items, once.items)
    assert.deepStrictEqual(steps.totals, once.totals)
    assert.strictEqual(steps.moved, once.moved)
    assert.isAtMost(once.totals.sent, once.totals.bytes)
    const share = finishedShareOf(once)
    assert.isTrue(share === null || (share >= 0 && share <= 1))
    assert.strictEqual(
      once.ended === null,
      once.gathering || once.totals.waiting + once.totals.running + once.totals.paused > 0
    )
  })

  it("of the service is called by its title: the line says what it is about, and what holds it", () => {
    const what = {
      id: "1",
      kind: "job",
      words: { one: "step", many: "steps", doing: "Emptying", done: "done" },
      target: "Empty media",
      counts: "items",
      source: "service"
    } as const
    const running = reduce(newOperation(what, 1000), [added(1, 1), { type: "gathered" }], 2000)
    assert.strictEqual(operationName(running), "Empty media")
    assert.strictEqual(trayLine([running]), "Empty media · Emptying 2 steps · 0%")
    assert.strictEqual(
      trayLine([reduce(running, [{ type: "stands", actions: ["resume"], note: "Paused" }], 2100)]),
      "Empty media · Paused · 0%"
    )
    const ended = reduce(
      running,
      [
        { type: "done", id: "0" },
        { type: "done", id: "1" }
      ],
      2200
    )
    assert.strictEqual(trayLine([ended]), "Empty media · 2 steps done")
    assert.strictEqual(operationName(after(added(1, 1), { type: "gathered" })), "Uploading 2 files")
  })

  it("what the service answered to a wish is kept and said aloud, until it is asked again", () => {
    const running = after(added(1, 1), { type: "gathered" }, { type: "stands", actions: ["pause", "stop"], note: "" })
    const refused = reduce(running, [{ type: "refused", reason: "This work has ended already" }], 2500)
    assert.strictEqual(refused.refusal, "This work has ended already")
    assert.strictEqual(milestoneText(running, refused), "This work has ended already")
    assert.deepStrictEqual(refused.items, running.items, "nothing of it was ended by that")
    const asked = reduce(
      refused,
      [
        { type: "refused", reason: "" },
        { type: "stands", actions: ["resume", "stop"], note: "Paused" }
      ],
      2600
    )
    assert.deepInclude(asked, { refusal: "", note: "Paused", actions: ["resume", "stop"], ended: null })
    assert.strictEqual(milestoneText(refused, asked), `${operationTitle(asked)}: Paused`)
  })

  it("a retry counts neither the file nor its bytes twice", () => {
    const failed = after(
      added(100, 50),
      { type: "gathered" },
      { type: "begun", id: "0" },
      { type: "sent", id: "0", bytes: 60 },
      { type: "failed", id: "0", reason: "no" }
    )
    assert.include(failed.totals, { items: 2, bytes: 150, sent: 0, failed: 1 })
    const again = reduce(
      failed,
      [
        { type: "retried", id: "0" },
        { type: "begun", id: "0" },
        { type: "resumed", id: "0", bytes: 40 },
        { type: "sent", id: "0", bytes: 70 }
      ],
      3000
    )
    assert.include(again.totals, { items: 2, bytes: 150, sent: 70, failed: 0, running: 1 })
    assert.strictEqual(again.moved, 60 + 30)
    assert.include(reduce(again, [{ type: "done", id: "0" }], 4000).totals, {
      items: 2,
      bytes: 150,
      sent: 100,
      done: 1
    })
  })

  it("what is cancelled leaves the totals, and a late answer does not bring it back", () => {
    const cancelled = after(
      added(100, 50),
      { type: "gathered" },
      { type: "begun", id: "0" },
      { type: "sent", id: "0", bytes: 60 },
      { type: "cancelled", id: "0" }
    )
    assert.include(cancelled.totals, { items: 1, bytes: 50, sent: 0, cancelled: 1 })
    assert.deepStrictEqual(
      reduce(
        cancelled,
        [
          { type: "sent", id: "0", bytes: 90 },
          { type: "done", id: "0" },
          { type: "failed", id: "0", reason: "late" }
        ],
        3000
      ).totals,
      cancelled.totals
    )
  })

  it("what stood for others that are told of instead is no item any more, and was not cancelled by anybody", () => {
    const told = after(
      added(1, 1),
      { type: "gathered" },
      { type: "failed", id: "1", reason: "Not there any more" },
      { type: "replaced", id: "0" }
    )
    assert.deepStrictEqual(
      told.items.map(({ id }) => id),
      ["1"]
    )
    assert.include(told.totals, { items: 1, failed: 1, cancelled: 0 })
    assert.strictEqual(outcomeSentence(told), "1 file not uploaded")
    assert.isNotNull(told.ended)
    assert.deepStrictEqual(
      reduce(
        told,
        [
          { type: "retried", id: "1" },
          { type: "done", id: "1" }
        ],
        3000
      ).items.map(({ state }) => state),
      ["done"]
    )
  })

  it("are not known while it is looked for items, nor are bytes while a size is missing", () => {
    const unknown = after(added(100, null))
    assert.isNull(finishedShareOf(unknown))
    assert.strictEqual(unknown.totals.unsized, 1)
    const gathered = reduce(
      unknown,
      [{ type: "gathered" }, { type: "begun", id: "0" }, { type: "done", id: "0" }],
      3000
    )
    assert.strictEqual(finishedShareOf(gathered), 0.5)
    const sized = reduce(gathered, [{ type: "sized", id: "1", size: 300 }], 3000)
    assert.strictEqual(finishedShareOf(sized), 0.25)
  })

  it("are whole only when every file is, empty ones included", () => {
    const nearly = after(added(100, 0), { type: "gathered" }, { type: "begun", id: "0" }, { type: "done", id: "0" })
    assert.isBelow(finishedShareOf(nearly) ?? 1, 1)
    assert.strictEqual(
      finishedShareOf(
        reduce(
          nearly,
          [
            { type: "begun", id: "1" },
            { type: "done", id: "1" }
          ],
          3000
        )
      ),
      1
    )
  })

  it("end when nothing is left, begin again with a retry, and break with a reason for each", () => {
    const ended = after(
      added(1, 1),
      { type: "gathered" },
      { type: "begun", id: "0" },
      { type: "done", id: "0" },
      { type: "begun", id: "1" },
      { type: "failed", id: "1", reason: "no" }
    )
    assert.strictEqual(ended.ended, 2000)
    assert.strictEqual(reduce(ended, [], 9000).ended, 2000)
    assert.isNull(reduce(ended, [{ type: "retried", id: "1" }], 9000).ended)
    const broken = after(added(1, 1), { type: "broken", reason: "away" })
    assert.deepStrictEqual(
      broken.items.map((item) => [item.state, item.reason]),
      [
        ["failed", "away"],
        ["failed", "away"]
      ]
    )
    assert.strictEqual(broken.ended, 2000)
  })

  it("hold for 20,000 items, and leave what they came from as it was", () => {
    const many = after(
      {
        type: "added",
        items: Array.from({ length: 20_000 }, (_, at) => ({ id: String(at), name: String(at), size: 1 }))
      },
      { type: "gathered" }
    )
    let operation = many
    for (let at = 0; at < 20_000; at += 500) {
      operation = reduce(
        operation,
        Array.from(
          { length: 500 },
          (_, offset): ReadonlyArray<Event> => [
            { type: "begun", id: String(at + offset) },
            { type: "done", id: String(at + offset) }
          ]
        ).flat(),
        3000
      )
    }
    assert.strictEqual(operation.totals.done, 20_000)
    assert.strictEqual(many.totals.done, 0)
  })
})

describe("speed and the time that is left", () => {
  const running = (sent: number, size = 1000) =>
    after(added(size), { type: "gathered" }, { type: "begun", id: "0" }, { type: "sent", id: "0", bytes: sent })

  it("are not told before there is something to tell by", () => {
    const samples: ReadonlyArray<Sample> = [
      { at: 0, moved: 0, finished: 0 },
      { at: 500, moved: 100, finished: 0 }
    ]
    assert.isNull(transferRate(samples))
    assert.isNull(remainingSeconds(running(100), [...samples, { at: 1500, moved: 200, finished: 0 }]))
  })

  it("follow the last seconds, not the whole", () => {
    let samples: ReadonlyArray<Sample> = []
    for (let second = 0; second <= 20; second++)
      samples = addSample(
        samples,
        { ...running(0), moved: second < 10 ? second * 1000 : 10_000 + (second - 10) * 10 },
        second * 1000
      )
    assert.isAtMost(samples.length, 12)
    assert.isBelow(transferRate(samples)?.bytes ?? 0, 200)
  })

  it("say nothing while nothing moves, while more is looked for, and at the end", () => {
    const still = [
      { at: 0, moved: 100, finished: 0 },
      { at: 5000, moved: 100, finished: 0 }
    ]
    assert.isNull(remainingSeconds(running(100), still))
    const moving = [
      { at: 0, moved: 0, finished: 0 },
      { at: 5000, moved: 500, finished: 0 }
    ]
    assert.strictEqual(remainingSeconds(running(500), moving), 5)
    assert.isNull(remainingSeconds({ ...running(500), gathering: true }, moving))
    assert.isNull(remainingSeconds({ ...running(500), ended: 1 }, moving))
  })

  it("take many small files by their number", () => {
    const sizes = Array.from({ length: 100 }, () => 10)
    const small = after(added(...sizes), { type: "gathered" })
    assert.strictEqual(
      remainingSeconds(small, [
        { at: 0, moved: 0, finished: 0 },
        { at: 5000, moved: 1_000_000, finished: 10 }
      ]),
      50
    )
  })

  it("are said in steps", () => {
    assert.deepStrictEqual([2, 42, 61, 7000, 200_000].map(remainingTimeText), [
      "a few seconds left",
      "about 45 seconds left",
      "about 2 min left",
      "about 2 h left",
      "more than a day left"
    ])
  })
})

describe("what is said of an operation", () => {
  it("names its end in full, failures and what was cancelled included", () => {
    const mixed = after(
      added(1, 1, 1, 1),
      { type: "gathered" },
      { type: "begun", id: "0" },
      { type: "done", id: "0" },
      { type: "begun", id: "1" },
      { type: "failed", id: "1", reason: "no" },
      { type: "cancelled", id: "2" },
      { type: "cancelled", id: "3" }
    )
    assert.strictEqual(outcomeSentence(mixed), "1 file uploaded, 1 failed, 2 cancelled")
    assert.strictEqual(operationTitle(mixed), outcomeSentence(mixed))
    assert.strictEqual(
      outcomeSentence(after({ type: "broken", reason: "The gateway is away" })),
      "Nothing was uploaded: The gateway is away"
    )
    assert.strictEqual(
      trayLine([after(added(1), { type: "gathered" }, { type: "failed", id: "0", reason: "The gateway is away" })]),
      "file 0 · 1 file not uploaded"
    )
    assert.strictEqual(trayLine([after(added(1), { type: "gathered" }, { type: "done", id: "0" })]), "file 0")
  })

  it("is a word at milestones, not at each step", () => {
    const sizes = Array.from({ length: 40 }, () => 1)
    let operation = start()
    const said: Array<string | null> = []
    const step = (...events: ReadonlyArray<Event>) => {
      const next = reduce(operation, events, 2000)
      said.push(milestoneText(operation, next))
      operation = next
    }
    step(added(...sizes), { type: "gathered" })
    for (let at = 0; at < 40; at++)
      step(
        { type: "begun", id: String(at) },
        at === 30 ? { type: "failed", id: "30", reason: "refused" } : { type: "done", id: String(at) }
      )
    assert.deepStrictEqual(
      said.filter((text) => text !== null),
      [
        "Uploading 40 files",
        "Half of 40 files uploaded",
        "A failure while uploading: refused",
        "39 files uploaded, 1 failed (media/)"
      ]
    )
  })

  it("puts what failed first", () => {
    const mixed = after(
      added(1, 1, 1),
      { type: "gathered" },
      { type: "begun", id: "0" },
      { type: "done", id: "0" },
      { type: "begun", id: "2" },
      { type: "failed", id: "2", reason: "no" }
    )
    assert.deepStrictEqual(
      grouped(mixed.items).map((group) => [group.state, group.items.length]),
      [
        ["failed", 1],
        ["waiting", 1],
        ["done", 1]
      ]
    )
  })
})

describe("what a tab remembers", () => {
  const stored = (...operations: ReadonlyArray<Operation>) =>
    JSON.stringify({ who: "user 1", summaries: operations.map(summarizeOperation) })

  it("a run of the service that was under way is no interruption: it is looked for again", () => {
    const what = {
      id: "1",
      kind: "job",
      words,
      target: "Empty media",
      counts: "items",
      source: "service",
      run: { id: 7, place: { workspace: "manager", contextId: "12" } }
    } as const
    const running = reduce(newOperation(what, 1000), [added(1, 1), { type: "gathered" }], 2000)
    const text = stored(running)
    assert.deepStrictEqual(parseHistory(text, "user 1"), [])
    assert.deepStrictEqual(
      parseUnfinishedRuns(text, "user 1").map(({ run, target }) => [run, target]),
      [[{ id: 7, place: { workspace: "manager", contextId: "12" } }, "Empty media"]]
    )
    assert.deepStrictEqual(parseUnfinishedRuns(text, "user 2"), [])
    const ended = stored(
      reduce(
        running,
        [
          { type: "done", id: "0" },
          { type: "done", id: "1" }
        ],
        3000
      )
    )
    assert.deepStrictEqual(
      parseHistory(ended, "user 1").map(({ outcome }) => outcome),
      ["2 files uploaded"]
    )
    assert.deepStrictEqual(parseUnfinishedRuns(ended, "user 1"), [])
  })

  it("says after a reload what was interrupted, and how far it was", () => {
    const [running] = parseHistory(
      stored(after(added(1, 1, 1), { type: "gathered" }, { type: "begun", id: "0" }, { type: "done", id: "0" })),
      "user 1"
    )
    assert.isTrue(running?.interrupted)
    assert.strictEqual(running?.outcome, "1 of 3 files uploaded")
  })

  it("is for the same person only, and survives what a hand or another version wrote", () => {
    const text = stored(after(added(1), { type: "gathered" }, { type: "cancelled", id: "0" }))
    assert.lengthOf(parseHistory(text, "user 1"), 1)
    assert.lengthOf(parseHistory(text, "user 2"), 0)
    for (const broken of [null, "", "{", "[]", "null", '{"who":"user 1"}'])
      assert.deepStrictEqual(parseHistory(broken, "user 1"), [])
  })

  it("stays small: twenty failures by name, the rest by number", () => {
    const events = Array.from(
      { length: 3000 },
      (_, at): ReadonlyArray<Event> => [
        { type: "begun", id: String(at) },
        { type: "failed", id: String(at), reason: "x".repeat(5000) }
      ]
    ).flat()
    const many = after(
      {
        type: "added",
        items: Array.from({ length: 3000 }, (_, at) => ({ id: String(at), name: "k".repeat(1024), size: 1 }))
      },
      { type: "gathered" },
      ...events
    )
    assert.lengthOf(summarizeOperation(many).failures, 20)
    assert.strictEqual(summarizeOperation(many).more, 2980)
    assert.isBelow(JSON.stringify(summarizeOperation(many)).length, 12_000)
  })
})

describe("work of the page", () => {
  const run = async (options: {
    readonly items: number
    readonly atOnce: number
    readonly batch?: number
    readonly lane?: Lane
    readonly refuse?: (id: string) => boolean
    readonly asks?: Parameters<typeof pageSource>[0]["asks"]
  }) => {
    const ids = Array.from({ length: options.items }, (_, at) => String(at))
    let operation = start()
    let now = 0
    let most = 0
    const source = pageSource({
      atOnce: options.atOnce,
      ...(options.batch === undefined ? {} : { batch: options.batch }),
      ...(options.lane === undefined ? {} : { lane: options.lane }),
      ...(options.asks === undefined ? {} : { asks: options.asks }),
      interruptible: false,
      gather: async (report) => {
        report(added(...ids.map(() => 1)))
        return ids
      },
      perform: async (some, report) => {
        most = Math.max(most, ++now)
        await new Promise((resolve) => setTimeout(resolve, 1))
        now--
        if (some.some((id) => options.refuse?.(id))) throw new Error("refused")
        report(...some.map((id) => ({ type: "done" as const, id })))
      }
    })
    const ended = async () => {
      while (operation.ended === null) await new Promise((resolve) => setTimeout(resolve, 1))
    }
    source.begin((...events) => {
      operation = reduce(operation, events, 1)
    })
    await ended()
    return {
      operation: () => operation,
      most,
      source,
      ended,
      tell: (...events: ReadonlyArray<Event>) => {
        operation = reduce(operation, events, 1)
      }
    }
  }

  it("keeps as many under way as it may until the last one, and in its batches", async () => {
    const { most, operation } = await run({ items: 7, atOnce: 3 })
    assert.strictEqual(most, 3)
    assert.strictEqual(operation().totals.done, 7)
    const batches = await run({ items: 7, atOnce: 2, batch: 3 })
    assert.strictEqual(batches.most, 2)
    assert.strictEqual(batches.operation().totals.done, 7)
  })

  it("shares a lane: all together are no more than it is wide", async () => {
    const lane = new Lane(2)
    const both = await Promise.all([run({ items: 9, atOnce: 3, lane }), run({ items: 9, atOnce: 3, lane })])
    assert.isAtMost(both[0].most, 2)
    assert.deepStrictEqual(
      both.map(({ operation }) => operation().totals.done),
      [9, 9]
    )
  })

  const held = () => {
    const begunOnes: Array<string> = []
    const dropped: Array<string> = []
    const ends = new Map<string, () => void>()
    let operation = start()
    const source = pageSource({
      atOnce: 2,
      interruptible: true,
      holds: { drop: (id) => dropped.push(id) },
      gather: async (report) => {
        report(added(10, 10, 10))
        return ["0", "1", "2"]
      },
      perform: async ([id = ""], report, signal) => {
        begunOnes.push(id)
        await new Promise<void>((resolve, reject) => {
          ends.set(id, resolve)
          signal.addEventListener("abort", () => reject(new DOMException("ended", "AbortError")))
        })
        report({ type: "done", id })
      }
    })
    source.begin((...events) => {
      operation = reduce(operation, events, 1)
    })
    const states = () => operation.items.map(({ state }) => state)
    const until = async (...wanted: ReadonlyArray<Item["state"]>) => {
      while (states().join() !== wanted.join()) await new Promise((resolve) => setTimeout(resolve, 1))
    }
    return {
      source,
      states,
      until,
      begunOnes,
      dropped,
      end: (id: string) => ends.get(id)?.(),
      operation: () => operation
    }
  }

  it("is held in the middle, one by one or as a whole, and goes on where it was let go", async () => {
    const { begunOnes, end, operation, source, until } = held()
    await until("running", "running", "waiting")
    assert.deepStrictEqual(operation().actions, ["pause"])
    source.pauseItems?.(["0"], true)
    await until("paused", "running", "running")
    assert.deepStrictEqual([operation().actions, operation().note, operation().ended], [["pause", "resume"], "", null])
    source.requestRunAction?.("pause")
    await until("paused", "paused", "paused")
    assert.deepStrictEqual([operation().actions, operation().note], [["resume"], "Paused"])
    source.requestRunAction?.("resume")
    await until("running", "running", "waiting")
    assert.deepStrictEqual(begunOnes, ["0", "1", "2", "0", "1"])
    for (const id of ["0", "1"]) end(id)
    await until("done", "done", "running")
    source.pauseItems?.(["2"], true)
    source.pauseItems?.(["2"], false)
    while (begunOnes.length < 7) await new Promise((resolve) => setTimeout(resolve, 1))
    await until("done", "done", "running")
    end("2")
    await until("done", "done", "done")
    assert.strictEqual(operation().totals.sent, 30)
  })

  it("ends what is held, and throws away what of it had arrived", async () => {
    const { dropped, operation, source, until } = held()
    await until("running", "running", "waiting")
    source.pauseItems?.(["0", "2"], true)
    await until("paused", "running", "paused")
    source.cancel?.(["0"])
    await until("cancelled", "running", "paused")
    assert.deepStrictEqual(dropped, ["0"])
    source.pauseItems?.(["1"], true)
    source.cancel?.(null)
    await until("cancelled", "cancelled", "cancelled")
    assert.deepStrictEqual(dropped.toSorted(), ["0", "1", "2"])
    assert.isNotNull(operation().ended)
  })

  it("gives each its outcome, and tries again only what failed", async () => {
    let refusing = true
    const ran = await run({ items: 5, atOnce: 2, refuse: (id) => refusing && (id === "1" || id === "3") })
    assert.include(ran.operation().totals, { done: 3, failed: 2 })
    assert.deepStrictEqual(
      ran
        .operation()
        .items.filter((item) => item.state === "failed")
        .map((item) => item.reason),
      ["refused", "refused"]
    )
    refusing = false
    ran.tell({ type: "retried", id: "1" }, { type: "retried", id: "3" })
    ran.source.retry?.(["1", "3"])
    await ran.ended()
    assert.include(ran.operation().totals, { items: 5, done: 5, failed: 0 })
  })

  it("asks the pending decisions, retries with the answer, and skips the declined", async () => {
    const answered = new Map<string, string>()
    const ran = await run({
      items: 4,
      atOnce: 2,
      refuse: (id) => id !== "0" && !answered.has(id),
      asks: {
        choicesFor: () => [{ id: "go", label: "Go" }],
        choose: (id, choice) => {
          answered.set(id, choice)
          return choice === "go"
        }
      }
    })
    const asked = () =>
      ran
        .operation()
        .items.filter(({ choices }) => choices.length > 0)
        .map(({ id }) => id)
    assert.deepStrictEqual(asked(), ["1", "2", "3"])
    for (const [choice, ids] of [
      ["go", ["1", "2"]],
      ["leave", ["3"]]
    ] as const) {
      ran.tell(...ids.map((id) => ({ type: "retried" as const, id })))
      ran.source.resolveItems?.(ids, choice)
    }
    await ran.ended()
    assert.deepStrictEqual(asked(), [])
    assert.include(ran.operation().totals, { items: 3, done: 3, failed: 0, cancelled: 1 })
  })
})
