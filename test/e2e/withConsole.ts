import { afterAll, afterEach, beforeAll } from "vitest"
import { type OwnDatabase, ownDatabase } from "../support/ownDatabase.ts"
import { type ServiceProcess, startService } from "../support/ServiceProcess.ts"
import { openWindow, type Window } from "./console.ts"
import { firstSignIn } from "./firstSignIn.ts"
import { returnService, sharedEnv, type SharedService, takeService } from "./support/sharedService.ts"

/** Shared by the tests of a file. */
interface Opened {
  readonly service: ServiceProcess
  readonly window: Window
  /** The first administrator's recovery codes; none where nobody is signed in. */
  readonly codes: ReadonlyArray<string>
  /** The service's own. */
  readonly database: OwnDatabase
}

type Start = NonNullable<Parameters<typeof startService>[0]>

interface Frame {
  /**
   * How the service is started; a function, where that is known only once what the file's own `beforeAll` started is
   * there.
   */
  readonly start?: Start | (() => Start | Promise<Start>)
  /** False: nobody has used the one-time link, and nobody is signed in. */
  readonly signedIn?: boolean
  /**
   * True: for a file that ends the service, starts it again or counts on ids. Without, the file gets the service that
   * files before it in this worker used, put back. With a port, or a `start` that is a function, it always has its own.
   */
  readonly own?: boolean
  /** After each test: puts back what it may have left behind, once the page has been looked at. */
  readonly tidy?: (window: Window) => unknown
}

/** Whether a service of this worker ended in good order, which keeps what it had compiled for those after it. */
let keptCompiled = false

/** Every action and event may take 30 s: the machine may be busy with others. */
const patience = 30_000

/** Visible state at a failed test, in words; the picture stays on the machine of the run. */
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

/**
 * A service that nobody has used, or that looks so, and a window on it, in which the first administrator is signed in,
 * for the tests of a file. `take` gets them, and prepares what the tests need. What the page looked like when a test
 * failed stays in `.cache/e2e`.
 */
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
      // one of the run's server, which is there already, and needs to survive no power cut
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
  // one hook for both: of several, the last that was registered runs first
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
    // what the tests opened beside it too: the browser is there for the next file
    await Promise.all(window?.browser.contexts().map((context) => context.close()) ?? [])
    if (shared !== undefined) return failed ? shared.discard() : returnService(env, shared)
    // an orderly end waits for whoever is still connected: that is looked at in test/process, and costs every file
    // seconds
    await service?.stop(keptCompiled ? "SIGKILL" : "SIGTERM")
    keptCompiled = true
    await database?.drop()
  })
}
