import { CreateBucketCommand } from "@aws-sdk/client-s3"
import { Effect, Exit, Scope } from "effect"
import { afterAll, expect, it } from "vitest"
import type { SandboxGateway } from "../../sandbox/Sandbox.ts"
import { account, client, freshSandbox, run } from "../layers/sandbox/support.ts"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

const BUCKETS = 400

requirement("Chromium", chromiumLack())("a session with S3 keys that finds nothing read yet", () => {
  const scope = Scope.makeUnsafe()
  let gateway: SandboxGateway
  let service: ServiceProcess
  let window: Window
  // the gateway stops after its reader: the last hook that is registered runs first
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  withConsole(
    "cold",
    async (opened) => {
      ;({ service, window } = opened)
      gateway = await Effect.runPromise(Scope.provide(freshSandbox(), scope))
      const user = account(gateway)
      await Effect.runPromise(
        Effect.scoped(
          Effect.gen(function* () {
            const s3 = yield* client(gateway, user)
            yield* Effect.forEach(
              Array.from({ length: BUCKETS }, (_, at) => `cold-${String(at).padStart(4, "0")}`),
              (Bucket) => run(() => s3.send(new CreateBucketCommand({ Bucket }))),
              { concurrency: 10, discard: true }
            )
          })
        )
      )
      await api(window.page, "POST", "/admin/storage-endpoints", {
        name: "slow",
        url: gateway.url,
        admin_access_key: gateway.admin.accessKey,
        admin_secret_key: gateway.admin.secretKey,
        features_config: { features: { admin: { enabled: true }, account: { enabled: true } } }
      })
      await window.context.clearCookies()
    },
    { start: { env: { SANDBOX_GATEWAY: "false" } } }
  )

  it("shows that the gateway is still being read, and fills without further requests", async () => {
    const { page } = window
    const user = account(gateway)
    gateway.faults.inject({ match: { method: "HEAD" }, effect: { delayMs: 150 } })
    gateway.faults.inject({ match: { op: "ListBuckets" }, effect: { delayMs: 1_500 } })
    const asked: Array<string> = []
    page.on("request", (request) => {
      if (request.url().includes("/api/browser/buckets/")) asked.push(new URL(request.url()).pathname)
    })
    await page.goto(`${service.origin}/login`)
    await page.getByRole("button", { name: "Sign in with S3 keys" }).click()
    await page.getByLabel("Access key").fill(user.accessKey)
    await page.getByLabel("Secret key").fill(user.secretKey)
    await page.keyboard.press("Enter")
    await page.waitForURL(/\/browser/)
    await page.evaluate(`(() => {
      globalThis.claims = []
      const look = () => {
        const count = document.querySelector("[data-testid=count]")?.textContent ?? ""
        const empty = [...document.querySelectorAll("main *")].some((element) => element.childElementCount === 0 && element.textContent === "No bucket yet" && element.checkVisibility())
        const claim = empty ? "no bucket" : count
        if (claim !== "" && globalThis.claims.at(-1) !== claim) globalThis.claims.push(claim)
      }
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
      look()
    })()`)
    await page
      .getByText("Still reading the gateway")
      .or(page.getByText("Reading names…"))
      .or(page.getByText(/of 4\d\d counted/))
      .first()
      .waitFor()
    await page
      .getByTestId("count")
      .getByText(/^4\d\d buckets$/)
      .waitFor({ timeout: 90_000 })
    await page.locator("[data-freshness=live], [data-freshness=updated]").waitFor()
    expect(await page.getByText(/so far|Still reading/).count()).toBe(0)
    const claims = (await page.evaluate("globalThis.claims")) as ReadonlyArray<string>
    expect(claims.slice(0, -1).filter((claim) => !claim.endsWith("so far"))).toEqual([])
    expect(claims.at(-1)).toBe("400 buckets")
    expect(asked.filter((path) => path.endsWith("/stream"))).toHaveLength(1)
    await page.waitForTimeout(3_000)
    const quiet = asked.length
    await page.waitForTimeout(4_000)
    expect(asked).toHaveLength(quiet)
  }, 180_000)

  it("no page complained on its console", () => {
    expect(window.complaints.filter((said) => !/Failed to load resource/.test(said))).toEqual([])
  })
})
