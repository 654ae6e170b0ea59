import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { parse, stringify } from "yaml"
import { firstInBrowser } from "../support/production.ts"
import { requirement } from "../support/Requirement.ts"
import { type ServiceProcess, startService } from "../support/ServiceProcess.ts"
import { type Situation, situations } from "./alertSituations.ts"
import { sandboxStorage } from "./sandboxStorage.ts"

const promtool = ["/usr/bin/promtool", "/usr/local/bin/promtool", process.env["PROMTOOL"] ?? ""].find(
  (file) => file !== "" && existsSync(file)
)
const ruleFile = path.resolve(import.meta.dirname, "../../deploy/monitoring/alerts.yaml")
const rules = (
  parse(readFileSync(ruleFile, "utf8")) as { groups: ReadonlyArray<{ rules: ReadonlyArray<{ alert: string }> }> }
).groups.flatMap((group) => group.rules)

interface Series {
  readonly name: string
  readonly labels: ReadonlyArray<string>
  readonly value: string
}

const labelsIn = (text: string) => Array.from(text.matchAll(/\w+="(?:[^"\\]|\\.)*"/g), ([label]) => label)

const seriesOf = (exposition: string): ReadonlyArray<Series> =>
  Array.from(exposition.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm), ([, name = "", labels = "", value = ""]) => ({
    name,
    labels: labelsIn(labels),
    value
  }))

const matches = (pattern: string, { labels, name }: Series) =>
  pattern.split("{")[0] === name && labelsIn(pattern).every((label) => labels.includes(label))

const nameIn = ({ labels, name }: Series) => `${name}{${['job="stowage"', 'instance="a"', ...labels].join()}}`

const testOf = (reported: ReadonlyArray<Series>, situation?: Situation) => {
  const courses = situation?.courses ?? []
  for (const { series } of courses)
    expect(
      reported.some((one) => matches(series, one)),
      `the service does not report ${series}`
    ).toBe(true)
  const alerts = (alertname: string, at: string, expected: ReadonlyArray<object>) => ({
    alertname,
    eval_time: at,
    exp_alerts: expected
  })
  return {
    name: situation?.what ?? "an ordinary day",
    interval: "1m",
    input_series: [
      ...reported.map((one) => ({
        series: nameIn(one),
        values: courses.find(({ series }) => matches(series, one))?.values ?? `${one.value}x200`
      })),
      ...(situation?.joins === undefined ? [] : [{ series: situation.joins, values: "1x200" }])
    ],
    alert_rule_test: situation
      ? [
          ...(situation.silentUntil === undefined ? [] : [alerts(situation.alert, situation.silentUntil, [])]),
          alerts(situation.alert, situation.at, [
            { exp_labels: situation.labels, exp_annotations: { summary: situation.summary } }
          ]),
          ...rules
            .filter(({ alert }) => alert !== situation.alert && !(situation.with ?? []).includes(alert))
            .map(({ alert }) => alerts(alert, situation.at, []))
        ]
      : rules.map(({ alert }) => alerts(alert, "3h", []))
  }
}

requirement("promtool", promtool === undefined ? "promtool is missing (apt-get install prometheus)" : undefined)(
  "the rules of deploy/monitoring/alerts.yaml, on the series that a running service reports",
  () => {
    let service: ServiceProcess
    let storage: Awaited<ReturnType<typeof sandboxStorage>>
    let reported: ReadonlyArray<Series> = []
    const folder = mkdtempSync(path.join(tmpdir(), "stowage-alerts-"))

    const check = (test: object): string => {
      const file = path.join(folder, "alerts.test.yaml")
      writeFileSync(file, stringify({ rule_files: [ruleFile], evaluation_interval: "1m", tests: [test] }))
      const { status, stderr, stdout } = spawnSync(promtool ?? "", ["test", "rules", file], { encoding: "utf8" })
      return status === 0 ? "" : `${stdout}${stderr}`
    }

    beforeAll(async () => {
      storage = await sandboxStorage(["alerts"])
      const internalToken = "token-of-the-schedule"
      service = await startService({ env: { INTERNAL_CRON_TOKEN: internalToken } })
      const { browser } = await firstInBrowser(service.origin, service.setupLink)
      const context = await storage.register(browser)
      const ran = await browser.send("POST", "/api/internal/storage-endpoints/check", undefined, {
        "x-internal-token": internalToken
      })
      expect(ran.status).toBe(200)
      storage.proxy.set(() => "cut")
      const read = () => browser.send("GET", `/api/browser/buckets/alerts/objects?context_id=${context}`)
      while ((await read()).status !== 503);
      storage.proxy.set(() => "pass")
      // until queues are empty and the breaker is closed: these values stay for hours
      const alertsNow = async () => {
        const text = await (await fetch(`${service.origin}/metrics`)).text()
        reported = seriesOf(text).concat({ name: "up", labels: [], value: "1" })
        return check(testOf(reported))
      }
      await vi.waitFor(async () => expect(await alertsNow()).toBe(""), { timeout: 60_000, interval: 500 })
    }, 180_000)

    afterAll(async () => {
      await service?.stop("SIGKILL")
      await storage?.close()
    })

    it("are silent on an ordinary day", () => {
      expect(check(testOf(reported))).toBe("")
    })

    it("have a situation each", () => {
      expect(situations.map(({ alert }) => alert).sort()).toEqual(rules.map(({ alert }) => alert).sort())
    })

    it.each(situations)("$alert alerts, and no other rule, when $what", (situation) => {
      expect(check(testOf(reported, situation))).toBe("")
    })
  }
)
