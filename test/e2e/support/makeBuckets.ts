import type { Page } from "playwright-core"
import { expect } from "vitest"
import type { ServiceProcess } from "../../support/ServiceProcess.ts"
import { api } from "../console.ts"
import { addSandboxBuckets } from "./sharedService.ts"

export const makeBuckets = async (
  page: Page,
  service: ServiceProcess,
  count: number,
  digits: number
): Promise<void> => {
  await addSandboxBuckets(
    service,
    Array.from({ length: count }, (_, number) => `many-${String(number).padStart(digits, "0")}`)
  )
  const [context] = await api<ReadonlyArray<{ id: string }>>(page, "GET", "/me/execution-contexts?workspace=manager")
  const inContext = (path: string, and = "?") => `/manager/buckets${path}${and}context_id=${context?.id}`
  await api(page, "POST", inContext("/cache/refresh"))
  await expect
    .poll(async () => (await api<{ total: number }>(page, "GET", inContext("?q=many-", "&"))).total, {
      timeout: 60_000
    })
    .toBe(count)
}
