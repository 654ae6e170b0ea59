import { assert, describe, layer } from "@effect/vitest"
import { Duration, Effect, Layer, Metric } from "effect"
import { ClusterMetrics } from "effect/cluster"
import { readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { parse } from "yaml"
import { LogFailureHandler } from "#layers/telemetry/LogFailureHandler.ts"
import { Settings } from "#services/platform/Settings.ts"
import { WholeService } from "../support/WholeService.ts"

const root = path.resolve(import.meta.dirname, "../..")
const read = (file: string) => readFileSync(path.join(root, file), "utf8")
const page = read("docs/metrics.md")

const documented = new Map(
  Array.from(page.matchAll(/^\| `(stowage_\w+)(?:\{([\w,]+)\})?` \|/gm), ([, name = "", labels = ""]) => [
    name,
    labels.split(",").filter((label) => label !== "")
  ])
)
const advised = Array.from(page.matchAll(/^\| `(Stowage\w+)` \|/gm), ([, name]) => name)

const rules = (
  parse(read("deploy/monitoring/alerts.yaml")) as {
    groups: ReadonlyArray<{ rules: ReadonlyArray<{ alert: string; expr: string }> }>
  }
).groups.flatMap((group) => group.rules)
const dashboard = JSON.parse(read("deploy/monitoring/dashboard.json")) as {
  panels: ReadonlyArray<{ targets?: ReadonlyArray<{ expr: string; legendFormat: string }> }>
}
const queries = [
  ...rules.map(({ expr }) => expr),
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
]

const foreign = new Set(["instance", "job", "le"])

const familyOf = (name: string) => (documented.has(name) ? name : name.replace(/_(?:bucket|sum|count)$/, ""))

describe("monitoring", () => {
  layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    it.effect(
      "docs/metrics.md names each family that the service tells, with its labels, and none that there is not",
      () =>
        Effect.gen(function* () {
          const { publicOrigin } = yield* Settings
          yield* Layer.build(LogFailureHandler)
          yield* Metric.update(ClusterMetrics.shardReleaseDuration, Duration.millis(3))
          const scraped = yield* Effect.promise(async () => {
            await (await fetch(`${publicOrigin}/api/auth/session`)).text()
            return (await fetch(`${publicOrigin}/metrics`)).text()
          })
          const series = scraped.split("\n").filter((line) => line.startsWith("stowage_"))
          assert.isAbove(series.length, 30)
          const told = new Set<string>()
          for (const line of series) {
            const [, name = "", labels = ""] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? []
            const family = familyOf(name)
            told.add(family)
            assert.isTrue(documented.has(family), `${family} is not in docs/metrics.md`)
            const found = Array.from(labels.matchAll(/(\w+)="/g), ([, label]) => label).filter(
              (label) => label !== "le"
            )
            assert.sameMembers(found, documented.get(family) ?? [], family)
          }
          for (const name of ["job", "instance"])
            assert.notInclude([...documented.values()].flat(), name, "Prometheus adds these labels")
          // unused metrics are not exported; the exporter prefixes names of libraries with ours
          const sources = ["http", "layers", "services", "streams"].flatMap((room) =>
            readdirSync(path.join(root, room), { recursive: true, encoding: "utf8" })
              .filter((file) => file.endsWith(".ts"))
              .map((file) => read(path.join(room, file)))
          )
          const declared = [
            ...sources,
            read("node_modules/effect/src/cluster/ClusterMetrics.ts").replaceAll('"effect_', '"stowage_effect_')
          ].join("\n")
          assert.deepStrictEqual(
            [...documented.keys()].filter((name) => !told.has(name) && !declared.includes(`"${name}"`)),
            []
          )
        })
    )

    it.effect("the dashboard and the alerts ask for families and labels that there are", () =>
      Effect.sync(() => {
        assert.isAbove(queries.length, 40)
        for (const query of queries) {
          const names = Array.from(query.matchAll(/\bstowage_\w+/g), ([name]) => familyOf(name))
          const labels = new Set([...foreign, ...names.flatMap((name) => documented.get(name) ?? [])])
          if (names.length === 0) assert.strictEqual(query, 'up{job="stowage"} == 0')
          for (const name of names) assert.isTrue(documented.has(name), `${name} of ${query}`)
          const asked = [
            ...query.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g),
            ...Array.from(query.matchAll(/\b(?:by|on|without) \(([^)]*)\)/g)).flatMap(([, some = ""]) => [
              ...some.matchAll(/(\w+)/g)
            ])
          ]
          for (const [, label = ""] of asked) assert.isTrue(labels.has(label), `${label} of ${query}`)
        }
      })
    )

    it.effect("each legend of the dashboard shows labels that its query keeps", () =>
      Effect.sync(() => {
        for (const { expr, legendFormat } of dashboard.panels.flatMap(({ targets = [] }) => targets)) {
          const kept = /\bby \(([^)]*)\)/.exec(expr)?.[1]?.split(/,\s*/)
          const plain = Array.from(
            expr.matchAll(/\bstowage_\w+/g),
            ([name]) => documented.get(familyOf(name)) ?? []
          ).flat()
          for (const [, label = ""] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
            assert.include(kept ?? [...plain, "instance"], label, expr)
        }
      })
    )

    it.effect("the scrape configuration of docs/metrics.md keeps Prometheus' own labels, and shows a token", () =>
      Effect.sync(() => {
        const { scrape_configs } = parse(/```yaml\n(rule_files[\s\S]*?)```/.exec(page)?.[1] ?? "") as {
          scrape_configs: ReadonlyArray<Readonly<Record<string, unknown>>>
        }
        assert.containSubset(scrape_configs, [
          { job_name: "stowage", metrics_path: "/metrics", honor_labels: false, authorization: { type: "Bearer" } }
        ])
      })
    )

    it.effect("docs/metrics.md says of each alert what to do", () =>
      Effect.sync(() => {
        assert.deepStrictEqual(
          advised,
          rules.map(({ alert }) => alert)
        )
      })
    )
  })
})
