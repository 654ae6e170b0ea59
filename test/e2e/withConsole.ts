import { afterAll, afterEach, beforeAll } from "vitest"
import { type OwnDatabase, ownDatabase } from "../support/ownDatabase.ts"
import { type ServiceProcess, startService } from "../support/ServiceProcess.ts"
import { openWindow, type Window } from "./console.ts"
import { firstSignIn } from "./firstSignIn.ts"
import { returnService, sharedEnv, type SharedService, takeService } from "./support/sharedService.ts"

interface Opened {
  readonly service: ServiceProcess
  readonly window: Window
  readonly codes: ReadonlyArray<string>
  readonly database: OwnDatabase
}

type Start = NonNullable<Parameters<typeof startService>[0]>

interface Frame {
  readonly start?: Start | (() => Start | Promise<Start>)
  readonly signedIn?: boolean
  /** For a file that stops or restarts the service or relies on ids; a port or a `start` function implies it. */
  readonly own?: boolean
  readonly tidy?: (window: Window) => unknown
}

/** Whether a service of this worker stopped cleanly, which saves its compile cache for later ones. */
let keptCompiled = false

const patience = 30_000

const seenOn = async ({ complaints, page }: Window): Promise<string> => {
  const shown = await page
    .locator("dialog[open], [data-testid=panel], main")
    .evaluateAll((elements) =>
      elements.map((element) =>
        (element as unknown as { innerText: string }).innerText.replace(/\s+/g, " ").slice(0, 600)
      )
    )
  const focus = await page.evaluate(
    `(({ activeElement: at }) => at === null ? "none" : at.cloneNode(false).outerHTML.slice(0, 300))(document)`
  )
  return (
    `\nThe page was ${page.url()}\nwith the focus on ` +
    `${focus}\n${[...shown, ...complaints.slice(-3)].map((line) => `| ${line}\n`).join("")}`
  )
}

/** A restored service and a window of the first administrator. Screenshots of failed tests stay in `.cache/e2e`. */
export const withConsole = (
  name: string,
  take: (opened: Opened) => unknown,
  { own = false, signedIn = true, start, tidy }: Frame = {}
): void => {
  let service: ServiceProcess | undefined
  let window: Window | undefined
  let database: OwnDatabase | undefined
  let env: Readonly<Record<string, string>> = {}
  let shared: SharedService | undefined
  let failed = true
  beforeAll(async () => {
    const started = typeof start === "function" ? await start() : start
    if (own || typeof start === "function" || started?.port !== undefined) {
      database = await ownDatabase()
      service = await startService({ ...started, env: { DATABASE_URL: database.url, ...sharedEnv, ...started?.env } })
    } else {
      env = { ...sharedEnv, ...started?.env }
      shared = await takeService(env)
      ;({ database, service } = shared)
    }
    window = await openWindow()
    window.context.setDefaultTimeout(patience)
    window.page.setDefaultTimeout(patience)
    const codes = signedIn ? await firstSignIn(window, service) : []
    await take({ service, window, codes, database })
    failed = false
  }, 240_000)
  // one hook for both: the last hook that is registered runs first
  afterEach(async ({ task }) => {
    if (window === undefined) return
    if (task.result?.state === "fail") {
      failed = true
      await window.page.screenshot({ path: `.cache/e2e/${name}-${task.name.slice(0, 60).replace(/\W+/g, "-")}.png` })
      const [error] = task.result.errors ?? []
      if (error !== undefined)
        error.message += await seenOn(window).catch(
          (cause: unknown) => `\nThe page cannot be looked at: ${String(cause)}`
        )
    }
    await tidy?.(window)
  })
  afterAll(async () => {
    // contexts that tests opened too: the next file uses the browser
    await Promise.all(window?.browser.contexts().map((context) => context.close()) ?? [])
    if (shared !== undefined) return failed ? shared.discard() : returnService(env, shared)
    // a clean stop waits for open connections: test/process tests that, and it costs every file seconds
    await service?.stop(keptCompiled ? "SIGKILL" : "SIGTERM")
    keptCompiled = true
    await database?.drop()
  })
}
