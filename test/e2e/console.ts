import axe from "axe-core"
import type { Browser, BrowserContext, CDPSession, Locator, Page } from "playwright-core"
import { sharedChromium } from "../support/Chromium.ts"
import { ask } from "./support/ask.ts"

/** A browser window, with storage of its own, and a platform authenticator that verifies its user. */
export interface Window {
  /** Shared with other windows and other files. */
  readonly browser: Browser
  readonly context: BrowserContext
  readonly page: Page
  /** Speaks to the authenticator, whose id is `authenticator`. */
  readonly devtools: CDPSession
  readonly authenticator: string
  /** What pages complained about on their console: nothing, in a test that passes. */
  readonly complaints: Array<string>
  readonly close: () => Promise<void>
}

/** Another authenticator that verifies its user; `present`: it answers by itself. */
export const addAuthenticator = async (devtools: CDPSession, present = true): Promise<string> => {
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: { protocol: "ctap2", transport: present ? "internal" : "usb", hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: present }
  })
  return authenticatorId
}

/** Whether an authenticator answers. */
export const setPresent = (devtools: CDPSession, authenticatorId: string, enabled: boolean) =>
  devtools.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled })

/** `strangers`: pages of servers with certificates that nobody vouches for are opened as well. */
export const openWindow = async ({ strangers = false }: { readonly strangers?: boolean } = {}): Promise<Window> => {
  const browser = await sharedChromium()
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 }, acceptDownloads: true, reducedMotion: "reduce", ignoreHTTPSErrors: strangers
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

export const administrator = { name: "Ada Lovelace", email: "ada@example.org", password: "correct horse battery staple" }

/** From the one-time link to a signed-in first administrator with a passkey and recovery codes. Answers the codes. */
export const setUp = async (page: Page, link: string): Promise<ReadonlyArray<string>> => {
  await page.goto(link)
  await page.getByLabel(/full name/i).fill(administrator.name)
  await page.getByLabel(/e-mail/i).fill(administrator.email)
  for (const field of await page.locator("input[type=password]").all()) await field.fill(administrator.password)
  await page.locator("form button[type=submit]").click()
  await page.waitForURL(/\/login\/enroll/)
  await page.locator("form button[type=submit]").click()
  const kept = page.getByRole("checkbox")
  await kept.waitFor()
  const codes = await page.getByTestId("recovery-codes").getByRole("listitem").allInnerTexts()
  await kept.check()
  await page.locator("button.btn-primary").last().click()
  await page.waitForURL((url) => !url.pathname.startsWith("/login"))
  return codes
}

/** Asks the API with the page's own session. */
export const api = async <A = { readonly id: number }>(page: Page, method: string, path: string, body?: object): Promise<A> =>
  await page.evaluate(`(async (method, path, body) => {
    ${ask}
    const answer = await ask(path, { method, headers: { "content-type": "application/json" }, body: body && JSON.stringify(body) })
    if (!answer.ok) throw new Error(method + " " + path + ": " + await answer.text())
    return answer.status === 204 ? null : await answer.json()
  })(${JSON.stringify(method)}, ${JSON.stringify(path)}, ${JSON.stringify(body)})`)

/** Ends the session as time or somebody elsewhere does: this browser's cookies open nothing any more, and no tab is told. */
export const endSession = async (page: Page): Promise<void> => {
  await api(page, "POST", "/auth/logout")
}

/** The sign-in over the page that one was on. */
export const signInDialog = (page: Page): Locator => page.getByRole("dialog", { name: "Sign in to go on" })

/** The administrator signs in over the page, by password and passkey. */
export const signInAgain = async (page: Page): Promise<void> => {
  const dialog = signInDialog(page)
  await dialog.getByLabel("Password", { exact: true }).fill(administrator.password)
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click()
  await dialog.getByRole("button", { name: "Use passkey" }).click()
  await dialog.waitFor({ state: "detached" })
}

/** Does something as somebody else, who signs in by password in a browser of their own. */
export const asPerson = async (
  { browser }: Window, origin: string, { email, password }: { readonly email: string; readonly password: string }, work: (page: Page) => Promise<void>
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

/** Whether one of these elements has the focus. */
export const isFocused = async (wanted: Locator): Promise<boolean> =>
  wanted.evaluateAll((elements: ReadonlyArray<unknown>) => {
    const [first] = elements as ReadonlyArray<{ readonly ownerDocument: { readonly activeElement: unknown } }>
    return first !== undefined && elements.includes(first.ownerDocument.activeElement)
  })

/** Presses Tab until one of these has the focus: what cannot be reached so is not there for who has no mouse. */
export const reach = async (page: Page, wanted: Locator, key = "Tab"): Promise<void> => {
  await wanted.first().waitFor()
  for (let steps = 0; steps < 80; steps++) {
    if (await isFocused(wanted)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} never leads to ${wanted}`)
}

// only violations leave the page; style sheets are not fetched a second time for a rule about orientation
const OPTIONS = { resultTypes: ["violations"], elementRef: false, preload: false } satisfies axe.RunOptions
const RULES: axe.RunOptions = {
  ...OPTIONS,
  runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }
}
/** What colours decide: a theme changes nothing else. */
const COLOR_RULES: axe.RunOptions = { ...OPTIONS, runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } }

interface Look {
  /** Only what its colours decide: all else was looked at in another theme. */
  readonly coloursOnly?: boolean
  /** Of the page only what is in here. */
  readonly within?: string
}

/** Violations of WCAG 2.2 AA on the page as it is, in a theme. */
export const violations = async (page: Page, theme: "light" | "dark", { coloursOnly = false, within }: Look = {}): Promise<ReadonlyArray<string>> => {
  await page.evaluate(`document.documentElement.dataset.theme = "${theme}"`)
  // colours fade into each other; what is measured is how they end
  await settled(page)
  // it stays in the document: half a megabyte need not go there for each theme and width
  if (!await page.evaluate<boolean>("typeof axe === 'object'")) await page.evaluate(axe.source)
  // what lies behind a modal dialog is inert, and looked at without it
  const scope = within === undefined ? "[...document.querySelectorAll('dialog:modal')].at(-1) ?? document" : JSON.stringify(within)
  const options = coloursOnly ? COLOR_RULES : RULES
  const found = await page.evaluate<ReadonlyArray<{ readonly id: string; readonly targets: ReadonlyArray<string> }>>(`(async () => {
    const { violations } = await axe.run(${scope}, ${JSON.stringify(options)})
    return violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(" ")) }))
  })()`)
  return found.map(({ id, targets }) => `${theme} ${page.url()}: ${id} ${targets.join(", ")}`)
}

/** In both themes: everything in one, what its colours decide in the other. */
export const violationsInBoth = async (page: Page, look: Pick<Look, "within"> = {}): Promise<ReadonlyArray<string>> =>
  [...await violations(page, "dark", look), ...await violations(page, "light", { ...look, coloursOnly: true })]

/** Waits until nothing moves or fades that ever ends, no row stands dimmed for an answer under way, and the next frame was painted. */
const settled = async (page: Page): Promise<void> => {
  await page.evaluate(`new Promise((resolve) => {
    const patience = performance.now() + 5000
    const look = () => {
      const waits = document.querySelector(".rt-outdated") !== null && performance.now() < patience
      if (waits) return setTimeout(look, 20)
      const moving = document.getAnimations().filter((it) => it.playState === "running" && it.effect?.getComputedTiming().endTime !== Infinity)
      if (moving.length === 0) requestAnimationFrame(() => resolve())
      else Promise.allSettled(moving.map((it) => it.finished)).then(() => requestAnimationFrame(look))
    }
    requestAnimationFrame(() => requestAnimationFrame(look))
  })`)
}

/** What is wider than the window, and scrolls it sideways (WCAG 1.4.10); a page in the shell that is taller than it: there the page scrolls, not the window. */
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

/** Both themes. */
export const expectAccessible = async (page: Page, look: Pick<Look, "within"> = {}): Promise<void> => {
  const found = await violationsInBoth(page, look)
  if (found.length > 0) throw new Error(found.join("\n"))
}
