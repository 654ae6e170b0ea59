import { execFileSync } from "node:child_process"
import type { Page } from "playwright-core"
import { openWindow, setUp } from "../test/e2e/console.ts"
import { startService } from "../test/support/ServiceProcess.ts"
import { median } from "./support/figures.ts"
import { benchSize } from "./support/size.ts"

const requests = benchSize("REQUESTS", 10_000, 100)
const visits = benchSize("VISITS", 7, 1)

const service = await startService()
const window = await openWindow()

const memory = () =>
  Number(execFileSync("ps", ["-o", "rss=", "-p", String(service.child.pid)], { encoding: "utf8" })) / 1024

const javascriptOf = async (page: Page, address: string) => {
  const sizes: Array<number> = []
  page.on("response", (response) => {
    const headers = response.headers()
    if ((headers["content-type"] ?? "").includes("javascript"))
      sizes.push(Number(headers["content-length"] ?? Number.NaN))
  })
  await page.goto(address, { waitUntil: "load" })
  await page.waitForTimeout(2_000)
  page.removeAllListeners("response")
  return sizes.reduce((total, size) => total + size, 0) / 1000
}

const firstPaintOf = async (page: Page, address: string) => {
  await page.goto(address, { waitUntil: "load" })
  await page.waitForTimeout(200)
  return page.evaluate<number>(`performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN`)
}

const timeOf = async (path: string) => {
  const began = performance.now()
  await (await fetch(`${service.origin}${path}`)).arrayBuffer()
  return performance.now() - began
}

const row = (what: string, figure: string, aim: string) =>
  console.log(`${what.padEnd(52)} ${figure.padStart(14)}   aim ${aim}`)

try {
  await setUp(window.page, service.setupLink ?? "")
  const stranger = await openWindow()
  const login = await javascriptOf(stranger.page, `${service.origin}/login`)
  const paints: Array<number> = []
  for (let round = 0; round < visits; round++) {
    const context = await stranger.browser.newContext()
    paints.push(await firstPaintOf(await context.newPage(), `${service.origin}/login`))
    await context.close()
  }
  await stranger.close()
  const fresh = await window.browser.newContext({ storageState: await window.context.storageState() })
  const table = await javascriptOf(await fresh.newPage(), `${service.origin}/manager/buckets`)
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  const idle = memory()
  const session: Array<number> = []
  const steps: Array<number> = []
  for (let done = 0; done < requests; done += 100) {
    session.push(...(await Promise.all(Array.from({ length: 100 }, () => timeOf("/api/auth/session")))))
    if (done % 1000 === 0) steps.push(memory())
  }
  steps.push(memory())
  row("JavaScript before interaction, login", `${login.toFixed(1)} KB`, "≤ 45 KB")
  row("first paint of the login page, no cache, median", `${median(paints).toFixed(0)} ms`, "≤ 300 ms")
  row(
    `  fastest and slowest of ${visits}`,
    `${Math.min(...paints).toFixed(0)}–${Math.max(...paints).toFixed(0)} ms`,
    "–"
  )
  row("JavaScript before interaction, bucket table", `${table.toFixed(1)} KB`, "≤ 75 KB")
  row("memory when idle", `${idle.toFixed(0)} MiB`, "≤ 250 MB")
  row(
    `memory over ${requests} requests`,
    `${Math.min(...steps).toFixed(0)}–${Math.max(...steps).toFixed(0)} MiB`,
    "flat"
  )
  row(
    "of which the last three samples",
    steps
      .slice(-3)
      .map((step) => step.toFixed(0))
      .join(", "),
    "no slope"
  )
  row("median answer, 100 at once", `${median(session).toFixed(1)} ms`, "–")
} finally {
  await window.browser.close()
  await service.stop()
}
