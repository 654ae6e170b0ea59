import { execFileSync } from "node:child_process"
import type { Page } from "playwright-core"
import { openWindow, setUp } from "../test/e2e/console.ts"
import { startService } from "../test/support/ServiceProcess.ts"
import { median } from "./support/figures.ts"

const requests = 10_000

const service = await startService()
const window = await openWindow()

/** Resident memory of the service in MiB. */
const memory = () => Number(execFileSync("ps", ["-o", "rss=", "-p", String(service.child.pid)], { encoding: "utf8" })) / 1024

/** Bytes of JavaScript over the wire (brotli) until a page is at rest, before anybody touches it. */
const javascriptOf = async (page: Page, address: string) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("Network.enable")
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true })
  const scripts = new Map<string, number>()
  devtools.on("Network.responseReceived", ({ requestId, type }) => { if (type === "Script" || type === "Other") scripts.set(requestId, 0) })
  devtools.on("Network.loadingFinished", ({ encodedDataLength, requestId }) => { if (scripts.has(requestId)) scripts.set(requestId, encodedDataLength) })
  await page.goto(address, { waitUntil: "load" })
  await page.waitForTimeout(2_000)
  await devtools.detach()
  return [...scripts.values()].reduce((total, size) => total + size, 0) / 1024
}

const timeOf = async (path: string) => {
  const began = performance.now()
  await (await fetch(`${service.origin}${path}`)).arrayBuffer()
  return performance.now() - began
}

const row = (what: string, figure: string, aim: string) => console.log(`${what.padEnd(52)} ${figure.padStart(14)}   aim ${aim}`)

try {
  await setUp(window.page, service.setupLink ?? "")
  const stranger = await openWindow()
  const login = await javascriptOf(stranger.page, `${service.origin}/login`)
  await stranger.close()
  const table = await javascriptOf(window.page, `${service.origin}/manager/buckets`)
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  const idle = memory()
  const session: Array<number> = []
  const steps: Array<number> = []
  for (let done = 0; done < requests; done += 100) {
    session.push(...await Promise.all(Array.from({ length: 100 }, () => timeOf("/api/auth/session"))))
    if (done % 1000 === 0) steps.push(memory())
  }
  steps.push(memory())
  row("JavaScript before interaction, login", `${login.toFixed(1)} KiB`, "≤ 45 KB")
  row("JavaScript before interaction, bucket table", `${table.toFixed(1)} KiB`, "≤ 75 KB")
  row("memory when idle", `${idle.toFixed(0)} MiB`, "≤ 250 MB")
  row(`memory over ${requests} requests`, `${Math.min(...steps).toFixed(0)}–${Math.max(...steps).toFixed(0)} MiB`, "flat")
  row("of which the last three samples", steps.slice(-3).map((step) => step.toFixed(0)).join(", "), "no slope")
  row("median answer, 100 at once", `${median(session).toFixed(1)} ms`, "–")
} finally {
  await window.close()
  await service.stop()
}
