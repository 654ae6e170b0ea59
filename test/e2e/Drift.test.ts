import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { SandboxGateway } from "#sandbox/Sandbox.ts"
import { freshSandbox, raw } from "../layers/sandbox/support.ts"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, expectAccessible, isFocused, type Window } from "./console.ts"
import { pictured } from "./support/pictured.ts"
import { withConsole } from "./withConsole.ts"

const MANY = 60

requirement("Chromium", chromiumLack())("what a gateway has and what is registered, in the console", () => {
  let service: ServiceProcess
  let window: Window
  let gateway: SandboxGateway
  const scope = Scope.makeUnsafe()

  const onGateway = async (method: string, target: string): Promise<unknown> => {
    const { status, text } = await Effect.runPromise(
      raw(gateway, gateway.admin, { method, target: `/admin/${target}` })
    )
    if (status >= 300) throw new Error(`${method} ${target}: ${status} ${text}`)
    return text === "" ? null : JSON.parse(text)
  }

  const checkNow = async () => {
    const answered = window.page.waitForResponse((answer) => answer.url().endsWith("/api/admin/drift/check"), {
      timeout: 90_000
    })
    await window.page.getByTestId("drift").getByRole("button", { name: "Check now" }).click()
    expect((await answered).status()).toBe(200)
  }
  const banner = () => window.page.getByTestId("drift").innerText()

  beforeAll(async () => {
    gateway = await Effect.runPromise(Scope.provide(freshSandbox({ seed: false }), scope))
  })
  withConsole(
    "drift",
    async (opened) => {
      ;({ service, window } = opened)
      await api(window.page, "POST", "/admin/storage-endpoints", {
        name: "Lab",
        url: gateway.url,
        features_config: { features: { admin: { enabled: true }, account: { enabled: true } } },
        admin_access_key: gateway.admin.accessKey,
        admin_secret_key: gateway.admin.secretKey
      })
      for (let n = 1; n <= MANY; n++)
        await onGateway("PUT", `user?uid=person-${String(n).padStart(3, "0")}&display-name=Person%20${n}`)
      for (const name of ["app", "app-1", "my-app"]) await onGateway("PUT", `user?uid=${name}&display-name=${name}`)
      for (const [n, name] of ["acme", "globex"].entries())
        await onGateway("POST", `account?id=RGW0000000000000000${n + 1}&name=${name}`)
    },
    { tidy: () => gateway.faults.clear() }
  )
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  it("brings in many RGW users that were chosen from a list: planned before, told of each after", async () => {
    const { page } = window
    await page.goto(`${service.origin}/admin/s3-users`)
    await page.getByRole("link", { name: "Bring in many" }).first().click()
    await page.getByRole("heading", { name: "Bring in RGW users", level: 1 }).waitFor()
    await page.getByLabel("Storage endpoint").selectOption({ label: "Lab" })
    const chooser = page.getByTestId("chooser")
    await expect
      .poll(() => chooser.getByRole("checkbox", { name: /^Person|^app|^my-app/ }).count(), { timeout: 30_000 })
      .toBeGreaterThan(40)
    await chooser.getByRole("searchbox").fill("person-00")
    await expect.poll(() => chooser.getByRole("checkbox", { name: /^Person/ }).count(), { timeout: 30_000 }).toBe(9)
    await chooser.getByRole("button", { name: "Select those shown" }).click()
    await expect.poll(() => page.getByTestId("chosen").innerText()).toBe("9 RGW users selected")
    await chooser.getByRole("searchbox").fill("")
    await chooser.getByRole("button", { name: "Select everything that fits" }).click()
    await expect
      .poll(() => page.getByTestId("chosen").innerText(), { timeout: 30_000 })
      .toMatch(/^6\d RGW users selected/)
    await expectAccessible(page)
    await pictured(window, "drift-choose")
    await page.getByRole("checkbox", { name: /I manage them/ }).uncheck()
    await page.getByRole("button", { name: "Preview" }).click()
    const plan = page.getByTestId("plan")
    await plan.waitFor()
    expect(await plan.innerText()).toMatch(/Bring in 6\d RGW users from Lab[^]*on the gateway alone/)
    await expectAccessible(page)
    await pictured(window, "drift-plan")
    await plan.getByRole("button", { name: /^Bring in 6\d RGW users/ }).click()
    await page.waitForURL(/run=\d+/)
    const run = page.getByTestId("run")
    await expect.poll(() => run.innerText(), { timeout: 90_000 }).toMatch(/Completed[^]*6\d of 6\d done/)
    expect(await run.locator("tr[data-state=completed]").first().innerText()).toMatch(
      /Registered, with a key of its own/
    )
    await expectAccessible(page)
    await pictured(window, "drift-report")
    await page.getByRole("link", { name: "RGW users" }).last().click()
    await expect.poll(() => page.getByTestId("count").innerText(), { timeout: 30_000 }).toMatch(/6\d/)
    expect(window.complaints).toEqual([])
  }, 240_000)

  it("shows what somebody changed on the gateway, as soon as it is found, and mends it", async () => {
    const { page } = window
    await page.goto(`${service.origin}/admin/s3-users`)
    await page.getByTestId("drift").waitFor()
    await checkNow()
    await expect.poll(banner, { timeout: 30_000 }).toMatch(/Nothing differs/)
    const user = (await onGateway("GET", "user?uid=person-001")) as {
      readonly keys: ReadonlyArray<{ readonly access_key: string }>
    }
    for (const { access_key } of user.keys)
      await onGateway("DELETE", `user?key&uid=person-001&access-key=${access_key}`)
    await onGateway("DELETE", "user?uid=person-002")
    await onGateway("POST", "user?uid=person-003&display-name=Renamed%20there")
    await api(page, "POST", "/admin/drift/check", {})
    await expect.poll(banner, { timeout: 20_000 }).toMatch(/3 RGW users differ from their gateways/)
    await page.getByRole("button", { name: "Show them" }).click()
    await expect.poll(() => page.getByTestId("count").innerText(), { timeout: 30_000 }).toMatch(/^3 of/)
    await page.getByText("Stored key missing").first().waitFor()
    await expectAccessible(page)
    await pictured(window, "drift-listing")

    // a second line of buttons would move the rows under the pointer
    const top = async () => (await page.getByRole("grid").boundingBox())?.y
    const before = await top()
    await page.getByRole("link", { name: /^Person 1(?!\d)/ }).click()
    await page.getByTestId("differs").waitFor()
    expect(await top()).toBe(before)
    await expectAccessible(page)
    await page.getByRole("link", { name: "Open" }).click()
    const section = page.getByTestId("drift-section")
    await page.getByTestId("differs-above").getByText("stored key missing").waitFor()
    await page.getByRole("button", { name: "See what differs" }).click()
    await expect.poll(() => isFocused(section.getByRole("heading", { name: "Compared with the gateway" }))).toBe(true)
    await section.getByText("Stored key missing").waitFor()
    await section.getByRole("button", { name: "Store a new key" }).scrollIntoViewIfNeeded()
    await expectAccessible(page)
    await pictured(window, "drift-page")
    await section.getByRole("button", { name: "Store a new key" }).click()
    const dialog = page.getByRole("dialog")
    expect(await dialog.innerText()).toMatch(/Person 1[^]*A new key is made on the gateway/)
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "Mend it" }).click()
    await expect.poll(() => section.innerText(), { timeout: 30_000 }).toMatch(/nothing differs/)

    await page.goto(`${service.origin}/admin/s3-users?drift=true&q=person-002`)
    await page.getByRole("link", { name: /^Person 2(?!\d)/ }).click()
    await page.getByRole("link", { name: "Open" }).click()
    await section.getByRole("button", { name: "Create it again on the gateway" }).click()
    await dialog.getByRole("button", { name: "Mend it" }).click()
    await expect.poll(() => section.innerText(), { timeout: 30_000 }).toMatch(/nothing differs/)
    expect(await onGateway("GET", "user?uid=person-002")).toMatchObject({ display_name: "Person 2" })

    await page.goto(`${service.origin}/admin/s3-users?drift=true`)
    await page.getByRole("link", { name: /^Person 3(?!\d)/ }).click()
    await page.getByRole("link", { name: "Open" }).click()
    await section.getByRole("button", { name: "Take over the gateway’s name" }).click()
    await dialog.getByRole("button", { name: "Mend it" }).click()
    await expect.poll(() => section.innerText(), { timeout: 30_000 }).toMatch(/nothing differs/)
    await page.getByRole("heading", { name: "Renamed there" }).first().waitFor()
    await page.goto(`${service.origin}/admin/s3-users`)
    await expect.poll(banner, { timeout: 30_000 }).toMatch(/Nothing differs/)
    expect(window.complaints).toEqual([])
  }, 240_000)

  it("a gateway that cannot be reached makes no findings, and is named with its reason", async () => {
    const { page } = window
    await page.goto(`${service.origin}/admin/s3-users`)
    await page.getByTestId("drift").waitFor()
    gateway.faults.inject({ match: {}, effect: "reset" })
    await onGateway("GET", "info").catch(() => undefined)
    await checkNow()
    await expect
      .poll(() => page.getByTestId("drift-untold").innerText(), { timeout: 60_000 })
      .toMatch(/Lab could not be compared|Lab did not tell/)
    expect(await banner()).toMatch(/No difference is known[^]*Lab [^:]+: \S/)
    await expectAccessible(page)
    await pictured(window, "drift-unreached")
  }, 240_000)

  it("an exact search finds the exact name only, and says how far it looked", async () => {
    const { page } = window
    await page.goto(`${service.origin}/admin/s3-users?q=app`)
    await expect.poll(() => page.getByTestId("count").innerText(), { timeout: 30_000 }).toMatch(/^3 of/)
    await page.getByRole("checkbox", { name: "Exact match" }).check()
    await expect
      .poll(() => page.getByTestId("exact-scan").innerText(), { timeout: 30_000 })
      .toBe("1 exactly “app”: looked at all 3 that contain it.")
    await expect.poll(() => page.getByTestId("count").innerText(), { timeout: 30_000 }).toMatch(/^1 of/)
    expect(page.url()).toContain("match=exact")
    await expectAccessible(page)
    await pictured(window, "drift-exact")
    await page.getByRole("searchbox").first().fill("ap")
    await expect
      .poll(() => page.getByTestId("exact-scan").innerText(), { timeout: 30_000 })
      .toMatch(/^None exactly “ap”/)
    await page.getByRole("checkbox", { name: "Exact match" }).uncheck()
    await expect.poll(() => page.getByTestId("count").innerText(), { timeout: 30_000 }).toMatch(/^3 of/)
    expect(window.complaints).toEqual([])
  }, 240_000)

  it("gives somebody access to several at once: all of it or nothing", async () => {
    const { page } = window
    await page.goto(`${service.origin}/admin/s3-users?q=person-01`)
    await expect.poll(() => page.getByTestId("count").innerText(), { timeout: 30_000 }).toMatch(/^10 of/)
    for (const name of ["Person 11", "Person 12"])
      await page
        .getByRole("row", { name: new RegExp(name) })
        .getByRole("checkbox")
        .check()
    await page.getByRole("button", { name: "Give access" }).click()
    const dialog = page.getByRole("dialog", { name: /Give access to 2 RGW users/ })
    await dialog.waitFor()
    await expectAccessible(page)
    await pictured(window, "drift-access")
    const people = dialog.getByTestId("user_links")
    await people.getByRole("combobox").fill("Ada")
    await people.getByRole("option", { name: "Add Ada Lovelace" }).click()
    await dialog.getByRole("button", { name: "Give access" }).click()
    await dialog.waitFor({ state: "detached" })
    const { items } = await api<{
      readonly items: ReadonlyArray<{
        readonly name: string
        readonly user_links: ReadonlyArray<{ readonly email: string }>
      }>
    }>(page, "GET", "/admin/s3-users?search=person-01")
    expect(
      items
        .filter(({ user_links }) => user_links.some(({ email }) => email === "ada@example.org"))
        .map(({ name }) => name)
    ).toContain("Person 11")
    expect(window.complaints).toEqual([])
  }, 240_000)
})
