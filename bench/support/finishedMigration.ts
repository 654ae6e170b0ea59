import type { managedService } from "./managedService.ts"
import { peakMemory } from "./residentMemory.ts"

interface Order {
  readonly source: string
  readonly target: string
  readonly targetContextId: string
  readonly objects: number
  /** False where the gateway gives no proof, e.g. for objects whose parts the source does not give singly. */
  readonly isProved: boolean
}

/** Seldom, since each request costs the measured service; the console reads a stream instead. */
const POLL_INTERVAL_MILLIS = 500

/**
 * Drafts, prechecks, starts and follows a migration of one bucket. Fails unless every object was copied and compared.
 * Seconds are those from the start of the run; `peak`: resident bytes of the service.
 */
export const finishedMigration = async (
  { browser, contextId, pid }: Awaited<ReturnType<typeof managedService>>,
  { isProved, objects, source, target, targetContextId }: Order
): Promise<{ readonly seconds: number; readonly precheckSeconds: number; readonly peak: number }> => {
  const send = async (method: string, path: string, body?: object) => {
    const answer = await browser.send(method, `/api/manager/migrations${path}?context_id=${contextId}`, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer
  }
  const created = await send("POST", "", {
    source_context_id: contextId,
    target_context_id: targetContextId,
    buckets: [{ source, target }],
    mode: "one_shot",
    strategy: "current_only",
    copy_bucket_settings: false,
    strong_integrity_check: isProved
  })
  const path = `/${created.body["id"]}`
  const drafted = performance.now()
  const { body } = await send("POST", `${path}/precheck`)
  const precheckSeconds = (performance.now() - drafted) / 1_000
  const blocking = body["precheck"].findings.filter(({ severity }: { severity: string }) => severity === "blocking")
  if (blocking.length > 0) throw new Error(JSON.stringify(blocking))
  const memory = peakMemory(pid)
  const began = performance.now()
  try {
    await send("POST", `${path}/start`)
    for (let state = ""; state !== "completed"; ) {
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MILLIS))
      state = (await send("GET", path)).body["state"]
      if (/errors|failed|stopped|canceled/.test(state)) throw new Error((await send("GET", `${path}/items`)).text)
    }
  } finally {
    memory.stop()
  }
  const seconds = (performance.now() - began) / 1_000
  const peak = memory.peak()
  const [item] = (await send("GET", `${path}/items`)).body["items"]
  const { same = 0, unknown = 0 } = item.verified ?? {}
  if (item.copied !== objects || same + (isProved ? 0 : unknown) !== objects) throw new Error(JSON.stringify(item))
  return { seconds, precheckSeconds, peak }
}
