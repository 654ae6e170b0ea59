import type { Locator, Page, Response } from "playwright-core"
import { expect } from "vitest"
import { endSession, signInAgain } from "../console.ts"

export const savedAfterSignIn = async (page: Page, button: Locator, method: string, path: string): Promise<void> => {
  const statuses: Array<number> = []
  const listen = (response: Response) => {
    if (response.request().method() === method && new URL(response.url()).pathname.startsWith(path))
      statuses.push(response.status())
  }
  await endSession(page)
  page.on("response", listen)
  await button.click()
  await signInAgain(page)
  await expect.poll(() => statuses.length, { timeout: 30_000 }).toBe(2)
  expect(statuses[0]).toBe(401)
  expect(statuses[1]).toBeLessThan(300)
  page.off("response", listen)
}

export const withoutService = async (page: Page, work: () => Promise<void>): Promise<void> => {
  const isServiceUrl = (url: URL) => /^\/(api\/.*|readyz)$/.test(url.pathname)
  await page.route(isServiceUrl, (route) => route.abort("connectionrefused"))
  await work()
  await page.unroute(isServiceUrl)
}
