import type { Page } from "playwright-core"
import { vi } from "vitest"
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
  // in a hook there is no expect.poll
  await vi.waitFor(
    async () => {
      const { total } = await api<{ total: number }>(page, "GET", inContext("?page=1&page_size=1&search=many-", "&"))
      if (total !== count) throw new Error(`${total} of ${count} buckets are listed`)
    },
    { timeout: 60_000, interval: 100 }
  )
}
