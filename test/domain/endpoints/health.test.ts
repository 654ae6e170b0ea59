import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  type CheckOutcome,
  type IncidentChange,
  type IncidentState,
  nextIncidentState
} from "#domain/gateways/endpoints/health/incidents.ts"
import { addLatencies, percentileOf, latencyStep } from "#domain/gateways/endpoints/health/latencies.ts"
import { daysOf, figuresOf, pointsOf } from "#domain/gateways/endpoints/health/historyOf.ts"
import { matchConfigured } from "#domain/gateways/endpoints/matchConfigured.ts"

const minute = 60_000
const answers = Schema.Array(Schema.Boolean).check(Schema.isMaxLength(200))

const outcomesOf = (ok: ReadonlyArray<boolean>): ReadonlyArray<CheckOutcome> =>
  ok.map((answered, index) => ({ at: (index + 1) * minute, cause: answered ? null : `cause ${index}` }))

interface Incident {
  readonly start: number
  readonly end: number | null
  readonly cause: string
}

const incidentsOf = (outcomes: ReadonlyArray<CheckOutcome>): ReadonlyArray<Incident> => {
  let watch: IncidentState | null = null
  const all: Array<Incident> = []
  for (const outcome of outcomes) {
    const step: readonly [IncidentState, IncidentChange | null] = nextIncidentState(watch, outcome)
    watch = step[0]
    const change = step[1]
    if (change?._tag === "Opened") all.push({ start: change.startedAt, end: null, cause: change.cause })
    if (change?._tag === "Closed") all[all.length - 1] = { ...all.at(-1)!, end: change.endedAt }
  }
  return all
}

/** Slow model: an incident lasts from FFF to OO in the whole line. */
const slowModel = (ok: ReadonlyArray<boolean>): ReadonlyArray<Incident> => {
  const line = ok.map((answered) => (answered ? "O" : "F")).join("")
  const all: Array<Incident> = []
  let from = 0
  for (;;) {
    const start = line.indexOf("FFF", from)
    if (start < 0) return all
    const end = line.indexOf("OO", start)
    all.push({ start: (start + 1) * minute, end: end < 0 ? null : (end + 1) * minute, cause: `cause ${start}` })
    if (end < 0) return all
    from = end + 2
  }
}

describe("incidents", () => {
  it.prop(
    "begin with the first of three failures and end with the first of two answers, as a slow model has it",
    [answers],
    ([ok]) => {
      assert.deepStrictEqual(incidentsOf(outcomesOf(ok)), slowModel(ok))
    },
    { arbitrary: { runs: 500 } }
  )

  it.prop("never overlap; only the last one may be open", [answers], ([ok]) => {
    const all = incidentsOf(outcomesOf(ok))
    all.forEach(({ end, start }, index) => {
      if (end === null) assert.strictEqual(index, all.length - 1)
      else assert.isBelow(start, end)
      if (index > 0) assert.isBelow(all[index - 1]!.end!, start)
    })
  })

  it.prop("a check that is told twice, or late, changes nothing", [answers], ([ok]) => {
    const told = outcomesOf(ok)
    const doubled = told.flatMap((outcome, index) =>
      index === 0 ? [outcome, outcome] : [outcome, outcome, told[index - 1]!]
    )
    assert.deepStrictEqual(incidentsOf(doubled), incidentsOf(told))
  })

  it("two failures are none, and one answer ends none", () => {
    assert.deepStrictEqual(incidentsOf(outcomesOf([false, false, true, false, false])), [])
    assert.lengthOf(incidentsOf(outcomesOf([false, false, false, true, false, true, false])), 1)
    assert.isNull(incidentsOf(outcomesOf([false, false, false, true, false, true, false]))[0]!.end)
  })
})

const latency = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 6_000 }))
const some = Schema.Array(latency).check(Schema.isMinLength(1), Schema.isMaxLength(300))
const counted = (all: ReadonlyArray<number>) => addLatencies(all.map((ms) => ({ [latencyStep(ms)]: 1 })))
const exact = (all: ReadonlyArray<number>, share: number) =>
  all.toSorted((one, other) => one - other)[Math.max(1, Math.ceil(all.length * share)) - 1]!

describe("latencies in steps", () => {
  it.prop(
    "give percentiles within 5 % of the exact ones, and exact ones up to 10 ms",
    [some],
    ([all]) => {
      for (const share of [0.5, 0.95, 0.99]) {
        const [told, right] = [percentileOf(counted(all), share)!, exact(all, share)]
        if (right <= 10) assert.strictEqual(told, Math.max(1, right))
        else assert.closeTo(told, right, right * 0.05 + 0.5)
      }
    },
    { arbitrary: { runs: 300 } }
  )

  it.prop("of several whiles are those of all of them together", [some, some], ([one, other]) => {
    assert.deepStrictEqual(addLatencies([counted(one), counted(other)]), counted([...one, ...other]))
  })

  it("of nothing are not known", () => {
    assert.isNull(percentileOf({}, 0.5))
    assert.deepStrictEqual(figuresOf([]), { checks: 0, failures: 0, p50_ms: null, p95_ms: null, p99_ms: null })
  })
})

describe("a history", () => {
  it("puts hours into the steps of its range, and days without a check where they belong", () => {
    const hour = 60 * minute
    const at = (hours: number, failures = 0) => ({
      began: hours * hour,
      checks: 60,
      failures,
      latencies: { [latencyStep(20)]: 60 - failures }
    })
    assert.deepStrictEqual(
      pointsOf([at(7, 3), at(0), at(5), at(6)], 6 * 3600).map(({ at, checks, failures }) => [at, checks, failures]),
      [
        ["1970-01-01T00:00:00.000Z", 120, 0],
        ["1970-01-01T06:00:00.000Z", 120, 3]
      ]
    )
    const days = daysOf(
      [{ day: "2026-11-20", checks: 5, failures: 1, incidents: 0 }],
      Date.parse("2026-11-21T12:00:00Z")
    )
    assert.deepStrictEqual(
      [days.length, days[0]!.day, days.at(-1)!.day, days.at(-2)!.checks, days.at(-1)!.checks],
      [90, "2026-08-24", "2026-11-21", 5, 0]
    )
  })
})

describe("endpoints of the environment", () => {
  const row = (id: number, name: string, url: string, source: "database" | "environment" = "environment") => ({
    id,
    name,
    url,
    source
  })

  it("are the row at their address, else the row of their name that the environment set", () => {
    const rows = [row(1, "North", "http://n"), row(2, "South", "http://s"), row(3, "Own", "http://o", "database")]
    const { contested, matches, released } = matchConfigured(
      [
        { name: "Renamed", url: "http://n" },
        { name: "SOUTH", url: "http://moved" },
        { name: "Taken over", url: "http://o" }
      ],
      rows
    )
    assert.deepStrictEqual(
      matches.map((match) => match.row?.id),
      [1, 2, 3]
    )
    assert.deepStrictEqual([contested, released], [[], []])
  })

  it("never move a row that an administrator added, and let go of what they set no more", () => {
    const rows = [row(1, "North", "http://n"), row(2, "Own", "http://o", "database")]
    const { contested, matches, released } = matchConfigured([{ name: "own", url: "http://elsewhere" }], rows)
    assert.deepStrictEqual([matches[0]!.row, contested.length, released.map(({ id }) => id)], [null, 1, [1]])
  })

  it.prop(
    "no two entries get one row, and a row keeps its id while its address or its name stays",
    [
      Schema.Array(Schema.Tuple([Schema.Literals(["a", "b", "c", "d"]), Schema.Literals(["1", "2", "3", "4"])])).check(
        Schema.isMaxLength(4)
      ),
      Schema.Array(Schema.Tuple([Schema.Literals(["a", "b", "c", "d"]), Schema.Literals(["1", "2", "3", "4"])])).check(
        Schema.isMaxLength(4)
      )
    ],
    ([some, other]) => {
      const distinct = (all: ReadonlyArray<readonly [string, string]>) =>
        all.filter(
          ([name, url], index) =>
            all.findIndex(([otherName, otherUrl]) => otherName === name || otherUrl === url) === index
        )
      const rows = distinct(some).map(([name, url], id) => row(id, name, url))
      const { matches, released } = matchConfigured(
        distinct(other).map(([name, url]) => ({ name, url })),
        rows
      )
      const set = matches.flatMap(({ row }) => (row === null ? [] : [row.id]))
      assert.strictEqual(new Set(set).size, set.length)
      assert.strictEqual(set.length + released.length, rows.length)
      for (const { entry, row } of matches) {
        const same = rows.find(({ url }) => url === entry.url)
        if (same !== undefined) assert.strictEqual(row?.id, same.id)
      }
    }
  )
})
