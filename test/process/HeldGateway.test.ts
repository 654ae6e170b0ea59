import { assert, layer } from "@effect/vitest"
import { type Duration, Effect, Fiber, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { freshSandbox, raw } from "../layers/sandbox/support.ts"
import type { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { gatewayProxy } from "../support/GatewayProxy.ts"
import { heldLine } from "../support/heldLine.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { twoReplicas } from "./twoReplicas.ts"

const until = <A>(look: Effect.Effect<A>, wanted: (found: A) => boolean, longest: Duration.Input = "1 minute") =>
  Effect.orDie(Effect.timeout(Effect.repeat(look, { until: wanted, schedule: Schedule.spaced("100 millis") }), longest))

const create = (browser: ConsoleBrowser, context: number | undefined, name: string) =>
  Effect.promise(async () => {
    const began = performance.now()
    const { headers, status, text } = await browser.post(`/api/manager/buckets?context_id=${context}`, { name })
    return { name, status, text, retryAfter: headers.get("retry-after"), seconds: (performance.now() - began) / 1_000 }
  })
const all = <A>(effects: ReadonlyArray<Effect.Effect<A>>) => Effect.all(effects, { concurrency: "unbounded" })
const slowest = (answers: ReadonlyArray<{ readonly seconds: number }>) =>
  Math.max(...answers.map(({ seconds }) => seconds)).toFixed(1)

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "120 seconds" })(
  "two replicas and a gateway that falls silent",
  (it) => {
    it.effect(
      "refuse at once what would hang, tell truly what became of each change, and " +
        "serve everything soon after its return",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const gateway = yield* freshSandbox()
          const proxy = yield* gatewayProxy(gateway.url)
          const line = yield* Effect.acquireRelease(
            Effect.promise(() => heldLine(Number(new URL(proxy.url).port))),
            (line) => Effect.promise(() => line.close())
          )
          const { contexts, figure, here, there } = yield* twoReplicas(gateway, `http://127.0.0.1:${line.port}`, 6, {
            GATEWAY_TIMEOUT_SECONDS: "5",
            GATEWAY_WRITE_TIMEOUT_SECONDS: "2",
            LEASE_SECONDS: "5",
            GATEWAY_RECONCILIATION_CRON_SCHEDULE: "*/2 * * * * *"
          })
          const everybody = (name: string) =>
            all(
              contexts.flatMap((context, index) => [
                create(here, context, `${name}-here-${index}`),
                create(there, context, `${name}-there-${index}`)
              ])
            )
          const before = yield* everybody("before")
          assert.deepStrictEqual(
            before.map(({ status }) => status),
            before.map(() => 201),
            JSON.stringify(before)
          )

          let silent = () => {}
          const silence = new Promise<void>((resolve) => {
            silent = resolve
          })
          proxy.set((method, path) =>
            method !== "PUT"
              ? "pass"
              : path.includes("/comes-about")
                ? { until: silence }
                : path.includes("/is-lost")
                  ? "hold the request"
                  : "pass"
          )
          const underWay = yield* Effect.forkChild(
            all([create(here, contexts[2], "comes-about"), create(there, contexts[3], "is-lost")])
          )
          yield* until(
            Effect.sync(() => proxy.held.length),
            (held) => held === 2
          )
          line.hold()
          silent()
          const isShut = (which: 0 | 1) =>
            until(
              figure(which, "stowage_gateway_breakers_open", 'endpoint="endpoint:1",of="endpoint"'),
              (open) => open === 1
            )
          const hung = yield* Fiber.join(underWay)
          assert.deepStrictEqual(
            hung.map(({ status }) => status),
            [504, 504],
            JSON.stringify(hung)
          )
          yield* all([isShut(0), isShut(1)])
          const during = yield* everybody("during")
          assert.deepStrictEqual(
            during.map(({ retryAfter, status }) => [status, retryAfter]),
            during.map(() => [503, "5"]),
            JSON.stringify(during)
          )

          line.release()
          const released = performance.now()
          const back = (browser: ConsoleBrowser, name: string) =>
            until(create(browser, contexts[1], name), ({ status }) => status === 201)
          const first = yield* all([back(here, "back-here"), back(there, "back-there")])
          const seconds = (performance.now() - released) / 1_000
          const after = yield* everybody("after")
          assert.deepStrictEqual(
            after.map(({ status }) => status),
            after.map(() => 201),
            JSON.stringify(after)
          )
          console.log(
            `what was under way hung ${slowest(hung)} s, the others were refused within ${slowest(during)} s; ` +
              `served ${seconds.toFixed(1)} s after its return, then within ${slowest(after)} s`
          )

          // hanging changes settle once they can no longer apply; one that is checked too early waits for the next
          yield* until(
            sql<{ n: number }>`select count(*)::int as n from gateway_intents where outcome is null`.pipe(Effect.orDie),
            ([row]) => row?.n === 0,
            "3 minutes"
          )
          const told = yield* sql<{ name: string; status: string; intended: boolean }>`
      select entity_id as name, status, exists (select 1 from gateway_intents i where i.outcome = l.status
        and i.about ->> 'name' = l.entity_id) as intended
      from audit_logs l where action = 'bucket.create'`
          const served = [...before, ...first, ...after].map(({ name }) => name)
          const expected = [
            ...served.map((name) => [name, "success"]),
            ["comes-about", "success"],
            ["is-lost", "failure"]
          ]
          assert.deepStrictEqual(
            told.map(({ name, status }) => [name, status]).sort(),
            expected.sort(),
            "what was refused was never begun"
          )
          assert.isTrue(told.every(({ intended }) => intended))
          const buckets = JSON.parse(
            (yield* raw(gateway, gateway.admin, { method: "GET", target: "/admin/bucket" })).text
          ) as ReadonlyArray<string>
          const ours = buckets.filter((name) => /^(before|during|back|after)-|^(comes-about|is-lost)$/.test(name))
          assert.deepStrictEqual(
            [...ours].sort(),
            told
              .filter(({ status }) => status === "success")
              .map(({ name }) => name)
              .sort()
          )
        }),
      300_000
    )
  }
)

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "120 seconds" })("two replicas", (it) => {
  it.effect(
    "never have more calls in flight at an endpoint than all replicas may have together",
    () =>
      Effect.gen(function* () {
        const gateway = yield* freshSandbox()
        const proxy = yield* gatewayProxy(gateway.url)
        const { contexts, figure, here, processes, there } = yield* twoReplicas(gateway, proxy.url, 6, {
          GATEWAY_CLUSTER_CONCURRENCY: "6"
        })
        yield* all(
          ([0, 1] as const).map((which) => until(figure(which, "stowage_gateway_turns"), (turns) => turns === 3))
        )
        let open = () => {}
        const gate = new Promise<void>((resolve) => {
          open = resolve
        })
        proxy.set((method) => (method === "PUT" ? { until: gate } : "pass"))
        const creates = yield* Effect.forkChild(
          all(
            contexts.flatMap((context, index) =>
              [1, 2].flatMap((time) => [
                create(here, context, `many-${time}-here-${index}`),
                create(there, context, `many-${time}-there-${index}`)
              ])
            )
          )
        )
        const waiting = all(
          ([0, 1] as const).map((which) =>
            figure(which, "stowage_gateway_calls", 'endpoint="endpoint:1",state="waiting"')
          )
        )
        yield* until(
          Effect.sync(() => proxy.held.length),
          (held) => held >= 6
        )
        yield* until(waiting, (figures) => figures.every((figure) => (figure ?? 0) >= 4))
        yield* Effect.sleep("1 second")
        assert.lengthOf(proxy.held, 6)
        open()
        const answers = yield* Fiber.join(creates)
        assert.deepStrictEqual(
          answers.map(({ status }) => status),
          answers.map(() => 201)
        )

        yield* Effect.promise(() => processes[1].stop("SIGTERM"))
        yield* until(figure(0, "stowage_gateway_turns"), (turns) => turns === 6)
      }),
    300_000
  )
})
