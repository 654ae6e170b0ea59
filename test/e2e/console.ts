import axe from "axe-core"
import type { Browser, BrowserContext, CDPSession, Locator, Page } from "playwright-core"
import { sharedChromium } from "../support/Chromium.ts"
import { ask } from "./support/ask.ts"

export interface Window {
  readonly browser: Browser
  readonly context: BrowserContext
  readonly page: Page
  readonly devtools: CDPSession
  readonly authenticator: string
  readonly complaints: Array<string>
  readonly close: () => Promise<void>
}

export const addAuthenticator = async (devtools: CDPSession, present = true): Promise<string> => {
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: present ? "internal" : "usb",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: present
    }
  })
  return authenticatorId
}

export const setPresent = (devtools: CDPSession, authenticatorId: string, enabled: boolean) =>
  devtools.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled })

export const openWindow = async ({ strangers = false }: { readonly strangers?: boolean } = {}): Promise<Window> => {
  const browser = await sharedChromium()
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    acceptDownloads: true,
    reducedMotion: "reduce",
    ignoreHTTPSErrors: strangers
  })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const complaints: Array<string> = []
  page.on("pageerror", (error) => complaints.push(error.message))
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`${message.text()} ${message.location().url}`.trim())
  })
  const devtools = await context.newCDPSession(page)
  await devtools.send("WebAuthn.enable", { enableUI: false })
  const authenticator = await addAuthenticator(devtools)
  return { browser, context, page, devtools, authenticator, complaints, close: () => context.close() }
}

export const administrator = {
  name: "Ada Lovelace",
  email: "ada@example.org",
  password: "correct horse battery staple"
}

export const setUp = async (page: Page, link: string): Promise<ReadonlyArray<string>> => {
  await page.goto(link)
  await page.getByLabel(/full name/i).fill(administrator.name)
  await page.getByLabel(/e-mail/i).fill(administrator.email)
  for (const field of await page.locator("input[type=password]").all()) await field.fill(administrator.password)
  await page.locator("form button[type=submit]").click()
  await page.waitForURL(/\/login\/enroll/)
  await page.locator("form button[type=submit]").click()
  const codesStored = page.getByRole("checkbox")
  await codesStored.waitFor()
  const codes = await page.getByTestId("recovery-codes").getByRole("listitem").allInnerTexts()
  await codesStored.check()
  await page.locator("button.btn-primary").last().click()
  await page.waitForURL((url) => !url.pathname.startsWith("/login"))
  return codes
}

export const api = async <A = { readonly id: number }>(
  page: Page,
  method: string,
  path: string,
  body?: object
): Promise<A> =>
  await page.evaluate(`(async (method, path, body) => {
    ${ask}
    const answer = await ask(path, { method, headers: { "content-type": "application/json" }, body: body && JSON.stringify(body) })
    if (!answer.ok) throw new Error(method + " " + path + ": " + await answer.text())
    return answer.status === 204 ? null : await answer.json()
  })(${JSON.stringify(method)}, ${JSON.stringify(path)}, ${JSON.stringify(body)})`)

export const endSession = async (page: Page): Promise<void> => {
  await api(page, "POST", "/auth/logout")
}

export const signInDialog = (page: Page): Locator => page.getByRole("dialog", { name: "Sign in to go on" })

export const signInAgain = async (page: Page): Promise<void> => {
  const dialog = signInDialog(page)
  await dialog.getByLabel("Password", { exact: true }).fill(administrator.password)
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click()
  await dialog.getByRole("button", { name: "Use passkey" }).click()
  await dialog.waitFor({ state: "detached" })
}

export const asPerson = async (
  { browser }: Window,
  origin: string,
  { email, password }: { readonly email: string; readonly password: string },
  work: (page: Page) => Promise<void>
): Promise<void> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    await page.goto(`${origin}/login`)
    await page.getByLabel("E-mail").fill(email)
    await page.getByLabel("Password", { exact: true }).fill(password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.waitForURL((url) => !url.pathname.startsWith("/login"))
    await work(page)
  } finally {
    await context.close()
  }
}

export const isFocused = async (wanted: Locator): Promise<boolean> =>
  wanted.evaluateAll((elements: ReadonlyArray<unknown>) => {
    const [first] = elements as ReadonlyArray<{ readonly ownerDocument: { readonly activeElement: unknown } }>
    return first !== undefined && elements.includes(first.ownerDocument.activeElement)
  })

/** Presses Tab until one of the elements has the focus: other elements are unreachable by keyboard. */
export const reach = async (page: Page, wanted: Locator, key = "Tab"): Promise<void> => {
  await wanted.first().waitFor()
  for (let steps = 0; steps < 80; steps++) {
    if (await isFocused(wanted)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} never leads to ${wanted}`)
}

// return violations only; preload would fetch style sheets again for the orientation rule
const OPTIONS = { resultTypes: ["violations"], elementRef: false, preload: false } satisfies axe.RunOptions
const RULES: axe.RunOptions = {
  ...OPTIONS,
  runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }
}
/** Rules that depend on colours; a theme changes nothing else. */
const COLOR_RULES: axe.RunOptions = {
  ...OPTIONS,
  runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] }
}

interface Look {
  readonly coloursOnly?: boolean
  readonly within?: string
}

export const violations = async (
  page: Page,
  theme: "light" | "dark",
  { coloursOnly = false, within }: Look = {}
): Promise<ReadonlyArray<string>> => {
  await page.evaluate(`document.documentElement.dataset.theme = "${theme}"`)
  // axe measures colours after transitions
  await waitUntilStable(page)
  // axe stays in the document: it is 500 kB
  if (!(await page.evaluate<boolean>("typeof axe === 'object'"))) await page.evaluate(axe.source)
  // content behind a modal dialog is inert
  const scope =
    within === undefined ? "[...document.querySelectorAll('dialog:modal')].at(-1) ?? document" : JSON.stringify(within)
  const options = coloursOnly ? COLOR_RULES : RULES
  const found = await page.evaluate<
    ReadonlyArray<{ readonly id: string; readonly targets: ReadonlyArray<string> }>
  >(`(async () => {
    const { violations } = await axe.run(${scope}, ${JSON.stringify(options)})
    return violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(" ")) }))
  })()`)
  return found.map(({ id, targets }) => `${theme} ${page.url()}: ${id} ${targets.join(", ")}`)
}

export const violationsInBoth = async (page: Page, look: Pick<Look, "within"> = {}): Promise<ReadonlyArray<string>> => [
  ...(await violations(page, "dark", look)),
  ...(await violations(page, "light", { ...look, coloursOnly: true }))
]

/** Waits for finite animations, pending rows and the next frame. */
const waitUntilStable = async (page: Page): Promise<void> => {
  await page.evaluate(`new Promise((resolve) => {
    const deadline = performance.now() + 5000
    const check = () => {
      const isPending = document.querySelector(".rt-outdated") !== null && performance.now() < deadline
      if (isPending) return setTimeout(check, 20)
      const moving = document.getAnimations().filter((it) => it.playState === "running" && it.effect?.getComputedTiming().endTime !== Infinity)
      if (moving.length === 0) requestAnimationFrame(() => resolve())
      else Promise.allSettled(moving.map((it) => it.finished)).then(() => requestAnimationFrame(check))
    }
    requestAnimationFrame(() => requestAnimationFrame(check))
  })`)
}

/** Elements wider than the window (WCAG 1.4.10), and a console page taller than it, which must scroll inside. */
export const sticksOut = async (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(`(() => {
    const width = document.documentElement.clientWidth
    const scrolls = [document.scrollingElement, ...document.querySelectorAll("main, main *")].filter((it) => it.scrollWidth > it.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(it).overflowX))
    const out = [...document.querySelectorAll("body *")].filter((it) => {
      const box = it.getBoundingClientRect()
      return box.width > 0 && box.right > width + 1 && it.checkVisibility() && !it.closest("pre, .sr-only, [popover]:not(:popover-open)") && getComputedStyle(it).position !== "fixed"
    })
    const taller = document.querySelector(".shell") !== null && document.documentElement.scrollHeight > innerHeight + 1
    return [...(taller ? ["taller than the window: " + document.documentElement.scrollHeight] : []), ...scrolls.map((it) => "scrolls sideways: " + it.tagName + "." + it.className), ...out.slice(0, 5).map((it) => "sticks out: " + it.tagName + "." + it.className + " " + it.textContent.slice(0, 30))]
  })()`)

export const expectAccessible = async (page: Page, look: Pick<Look, "within"> = {}): Promise<void> => {
  const found = await violationsInBoth(page, look)
  if (found.length > 0) throw new Error(found.join("\n"))
}
