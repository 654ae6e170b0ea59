import { median, percentile } from "./support/figures.ts"
import { routedKeys } from "./support/routedKeys.ts"
import { openWindow, setUp } from "../test/e2e/console.ts"
import { startService } from "../test/support/ServiceProcess.ts"
import { benchSize } from "./support/size.ts"

const keys = benchSize("KEYS", 1000000, 60)
const RETURN_FRAMES = benchSize("STEPS", 3000, 60)
const MAX_FRAME_MILLIS = 50
const minutes = 60_000

interface Frames {
  readonly took: ReadonlyArray<number>
  readonly rows: number
  readonly heapMiB: number
}

const watched = (step: string): string => `new Promise((resolve) => {
  const grid = document.querySelector("[role=grid]")
  const took = []
  let rows = 0, before = performance.now(), frame = 0
  const step = ${step}
  const tick = (now) => {
    took.push(now - before)
    before = now
    rows = Math.max(rows, grid.querySelectorAll("[role=row]").length - 1)
    if (step(grid, frame++)) requestAnimationFrame(tick)
    else resolve({ took: took.slice(1), rows, heapMiB: (performance.memory?.usedJSHeapSize ?? 0) / 1024 / 1024 })
  }
  requestAnimationFrame(tick)
})`

const count = (value: number): string => value.toLocaleString("en")
const printFrames = (what: string, { heapMiB, rows, took }: Frames, busy: number): void => {
  const slow = took.filter((one) => one > MAX_FRAME_MILLIS).length
  console.log(
    `${what}: ${count(took.length)} frames, ${busy.toFixed(1)} ms of a processor each, median ` +
      `${median(took).toFixed(1)} ms, p99 ${percentile(took, 0.99).toFixed(1)} ms, longest ` +
      `${percentile(took, 1).toFixed(1)} ms, ${count(slow)} above ${MAX_FRAME_MILLIS} ms; at most ${rows} rows ` +
      `in the document, heap ${heapMiB.toFixed(0)} MiB`
  )
}

const service = await startService()
const window = await openWindow()
try {
  const { devtools, page } = window
  page.setDefaultTimeout(30 * minutes)
  await setUp(page, service.setupLink ?? "")
  await routedKeys(page, keys)
  await page.goto(`${service.origin}/browser?bucket=sample-pictures`)
  await page.getByText("key-0000000", { exact: true }).waitFor()

  // thread time is independent of other load
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" })
  const taken = async (): Promise<number> =>
    (await devtools.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration")?.value ??
    Number.NaN
  const tell = async (what: string, step: string): Promise<void> => {
    const before = await taken()
    const frames = await page.evaluate<Frames>(watched(step))
    printFrames(what, frames, (((await taken()) - before) * 1_000) / frames.took.length)
  }
  await tell("standing still", "(_, frame) => frame < 300")
  await tell(
    `to the end of ${count(keys)} keys`,
    "(grid) => { grid.scrollTop = grid.scrollHeight; return grid.getAttribute('aria-rowcount') === '-1' }"
  )
  await tell(
    "back to the beginning",
    `(grid, frame) => { grid.scrollTop = grid.scrollHeight * (1 - frame / ${RETURN_FRAMES}); return frame < ` +
      `${RETURN_FRAMES} }`
  )
} finally {
  // the browser is shared and would keep the process alive
  await window.browser.close()
  await service.stop()
}
