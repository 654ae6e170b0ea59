import type { Locator, Page, Response } from "playwright-core"
import { expect } from "vitest"
import { endSession, signInAgain } from "../console.ts"

/** Presses while the session is over and signs in over the page: what was refused is then done, once. `method` and `path` say which requests. */
export const savedAfterSignIn = async (page: Page, button: Locator, method: string, path: string): Promise<void> => {
  const told: Array<number> = []
  const listen = (response: Response) => {
    if (response.request().method() === method && new URL(response.url()).pathname.startsWith(path)) told.push(response.status())
  }
  await endSession(page)
  page.on("response", listen)
  await button.click()
  await signInAgain(page)
  await expect.poll(() => told.length, { timeout: 30_000 }).toBe(2)
  expect(told[0]).toBe(401)
  expect(told[1]).toBeLessThan(300)
  page.off("response", listen)
}

/** Does something while nothing of the service can be reached. */
export const withoutService = async (page: Page, work: () => Promise<void>): Promise<void> => {
  const gone = (url: URL) => /^\/(api\/.*|readyz)$/.test(url.pathname)
  await page.route(gone, (route) => route.abort("connectionrefused"))
  await work()
  await page.unroute(gone)
}
