import type { Locator, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { type OidcProvider, startOidcProvider } from "../support/oidc/oidcProvider.ts"
import { requirement } from "../support/Requirement.ts"
import { freePort } from "../support/freePort.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { type Slapd, slapdLack, startSlapd } from "../support/slapd.ts"
import { endSession, expectAccessible, openWindow, signInDialog, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

const grace = { name: "Grace Hopper", email: "grace@example.org" }
const stranger = { name: "Sam Stranger", email: "stranger@elsewhere.example" }

const accounts = [
  { sub: "grace-at-company", email: grace.email, email_verified: true, name: grace.name },
  { sub: "stranger-at-company", email: stranger.email, email_verified: true, name: stranger.name }
]

const expectAllGreen = async (dialog: Locator) => {
  await dialog.getByRole("button", { name: "Test connection" }).click()
  const report = dialog.getByTestId("test-report")
  await report.getByText("The connection works").waitFor()
  expect(await report.getByRole("img", { name: "Failed" }).count(), await report.innerText()).toBe(0)
}

const signInAtCompany = async (page: Page, origin: string, sub: string) => {
  await page.goto(`${origin}/login`)
  await page.getByRole("button", { name: "Continue with Company account" }).click()
  await page.getByLabel("Account").fill(sub)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.waitForURL(`${origin}/**`)
}

const pagesOfAdmin = [
  "/admin/users",
  "/admin/identity/providers",
  "/admin/identity/link-requests",
  "/admin/identity/sessions",
  "/admin/api-tokens"
]

requirement("Chromium and slapd", chromiumLack() ?? slapdLack())("people of other directories", () => {
  let service: ServiceProcess
  let slapd: Slapd
  let company: OidcProvider
  let admin: Window
  const others: Array<Window> = []
  const visitor = async () => {
    const window = await openWindow({ strangers: true })
    others.push(window)
    return window.page
  }

  let port: number
  beforeAll(async () => {
    port = await freePort()
    slapd = await startSlapd()
    company = await startOidcProvider({
      accounts,
      redirectUris: [`http://localhost:${port}/api/auth/oidc/company/callback`]
    })
  })
  withConsole("identity", (opened) => ({ service, window: admin } = opened), {
    start: () => ({
      port,
      env: {
        SANDBOX_GATEWAY: "false",
        LDAP_ALLOWED_HOSTS: "localhost",
        OIDC_ALLOWED_HOSTS: "localhost",
        OUTBOUND_PRIVATE_HOSTS: "localhost"
      }
    })
  })
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail") return
    for (const [index, { page }] of others.entries())
      await page.screenshot({ path: `.cache/e2e/identity-${task.name.slice(0, 40).replace(/\W+/g, "-")}-${index}.png` })
  })
  afterAll(async () => {
    await Promise.all(others.map((window) => window.close()))
    await company?.close()
    await slapd?.close()
  })

  it("a user is created, with a role and without a password", async () => {
    const { page } = admin
    await page.goto(`${service.origin}/admin/users?create=1`)
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Full name").fill(grace.name)
    await dialog.getByLabel("E-mail").fill("not an address")
    await dialog.getByRole("button", { name: "Create console user" }).click()
    await dialog.locator("[aria-invalid=true]").waitFor()
    await expectAccessible(page)
    await page.keyboard.press("Escape")
    await dialog.getByRole("button", { name: "Discard" }).click()
    await page.getByRole("button", { name: "Create console user" }).click()
    expect(await dialog.getByLabel("Full name").inputValue()).toBe("")
    expect(await dialog.locator("[aria-invalid=true]").count()).toBe(0)
    await dialog.getByLabel("Full name").fill(grace.name)
    await dialog.getByLabel("E-mail").fill(grace.email)
    await dialog.getByRole("radio", { name: "User", exact: true }).check()
    await dialog.getByLabel("Without a password, invite them to choose one").uncheck()
    await dialog.getByRole("button", { name: "Create console user" }).click()
    const panel = page.getByTestId("panel")
    await panel.getByRole("heading", { name: grace.name }).waitFor()
    await expectAccessible(page)
    await panel.getByRole("link", { name: "Open" }).click()
    await page.getByRole("tab", { name: "Security" }).click()
    await page.getByText("Not signed in anywhere.").waitFor()
    await expectAccessible(page)
  }, 60_000)

  it("an OpenID Connect provider is tried and added", async () => {
    const { page } = admin
    await page.goto(`${service.origin}/admin/identity/providers`)
    await page.getByText("No identity provider yet").waitFor()
    await expectAccessible(page)
    await page.getByRole("button", { name: "Add provider" }).click()
    await page.getByRole("link", { name: /^OpenID Connect/ }).click()
    const dialog = page.locator(".edit-page")
    await dialog.getByLabel("Label").fill("Company account")
    await dialog.getByLabel("Id", { exact: true }).fill("company")
    await dialog.getByLabel("Issuer").fill(company.issuer)
    await dialog.getByLabel("Client id").fill(company.clientId)
    await dialog.getByLabel(/^Client secret/).fill(company.clientSecret)
    expect(await dialog.getByTestId("redirect-uri").innerText()).toBe(
      `${service.origin}/api/auth/oidc/company/callback`
    )
    await dialog.getByRole("button", { name: "Test connection" }).click()
    await dialog.getByText("The connection does not work yet").waitFor()
    await dialog.getByText("More", { exact: true }).click()
    await dialog.getByLabel(/^Certificate of its authority/).fill(company.caPem)
    await expectAllGreen(dialog)
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "Add provider" }).click()
    await page.getByRole("heading", { level: 1, name: "Company account" }).waitFor()
    await expectAccessible(page)
  }, 60_000)

  it("a stored secret is kept while the label changes", async () => {
    const { page } = admin
    const dialog = page.locator(".edit-page")
    await dialog.getByText("Leave empty to keep the stored one.").waitFor()
    await expectAllGreen(dialog)
    await dialog.getByLabel("Label").fill("Company accounts")
    await dialog.getByRole("button", { name: "Save changes" }).click()
    await page.getByRole("heading", { level: 1, name: "Company accounts" }).waitFor()
    await dialog.getByText("Stored", { exact: true }).waitFor()
    await dialog.getByLabel("Label").fill("Company account")
    await dialog.getByRole("button", { name: "Save changes" }).click()
    await page.getByRole("heading", { level: 1, name: "Company account", exact: true }).waitFor()
  })

  it("an LDAP directory is tried and added", async () => {
    const { page } = admin
    await page.goto(`${service.origin}/admin/identity/providers?create=ldap`)
    const dialog = page.locator(".edit-page")
    await dialog.getByLabel("Label").fill("Company directory")
    await dialog.getByLabel("Id", { exact: true }).fill("directory")
    await dialog.getByLabel("Address").fill(slapd.url)
    await dialog.getByLabel("Base DN").fill(slapd.baseDn)
    await dialog.getByLabel(/^Bind DN/).fill(slapd.readerDn)
    await dialog.getByLabel(/^Bind password/).fill(slapd.readerPassword)
    await dialog.getByText("More", { exact: true }).click()
    await dialog.getByLabel(/^Certificate of its authority/).fill(slapd.caPem)
    await expectAllGreen(dialog)
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "Add provider" }).click()
    await page.getByRole("heading", { level: 1, name: "Company directory" }).waitFor()
  })

  it("a stranger signs in with OpenID Connect and has an account without rights", async () => {
    const page = await visitor()
    await signInAtCompany(page, service.origin, "stranger-at-company")
    await page.getByRole("button", { name: `Account of ${stranger.name}` }).waitFor()
    await expectAccessible(page)
    await admin.page.goto(`${service.origin}/admin/users?q=${encodeURIComponent(stranger.email)}`)
    await admin.page.getByRole("grid").getByText("No access").waitFor()
  })

  it("somebody whose e-mail address is taken is told that an administrator has to confirm", async () => {
    const page = await visitor()
    await signInAtCompany(page, service.origin, "grace-at-company")
    await page.getByText(/administrator has to confirm/).waitFor()
    await expectAccessible(page)
  })

  it("the administrator approves the link, and then that person is in", async () => {
    const { page } = admin
    await page.goto(`${service.origin}/admin/identity/link-requests`)
    await page.getByRole("grid").getByText(grace.email).click()
    const panel = page.getByTestId("panel")
    await panel.getByText("The provider's identities are linked by hand").waitFor()
    await expectAccessible(page)
    await panel.getByRole("button", { name: "Approve" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByText(/sessions and API tokens end at once/).waitFor()
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "Approve and link" }).click()
    await page.getByText("Nobody waits").waitFor()

    const hers = await visitor()
    await signInAtCompany(hers, service.origin, "grace-at-company")
    await hers.getByRole("button", { name: `Account of ${grace.name}` }).waitFor()
  }, 60_000)

  it("a person of the directory signs in with the name and password that it knows", async () => {
    const page = await visitor()
    const person = slapd.people.find(({ uid }) => uid.startsWith("o'brien"))
    await page.goto(`${service.origin}/login`)
    await page.getByRole("button", { name: "Sign in with Company directory" }).click()
    await page.getByLabel("User name").fill(person?.uid ?? "")
    await page.getByLabel("Password", { exact: true }).fill("not the password")
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.getByRole("alert").first().waitFor()
    await expectAccessible(page)
    await page.getByLabel("Password", { exact: true }).fill(person?.password ?? "")
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.getByRole("button", { name: `Account of ${person?.name}` }).waitFor()
  })

  const sentTooLate = async (page: Page, name: string): Promise<Locator> => {
    await page.goto(`${service.origin}/profile#api-tokens`)
    await page.getByRole("region", { name: "Sessions" }).getByText("This one", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Create token" }).click()
    const form = page.getByRole("dialog", { name: "Create API token" })
    await form.getByLabel("Name").fill(name)
    await form.getByRole("checkbox", { name: "Profile: Read" }).check()
    await endSession(page)
    await form.locator("button[type=submit]").click()
    await signInDialog(page).waitFor()
    return form
  }
  const arrived = async (page: Page, form: Locator, name: string) => {
    await form.getByTestId("new-token").waitFor()
    await form.getByRole("button", { name: "I have copied it" }).click()
    const made = page.getByRole("region", { name: "API tokens" }).getByText(name, { exact: true })
    await made.waitFor()
    expect(await made.count()).toBe(1)
  }

  it("signing in again happens in the provider's window, and typed values are sent afterwards", async () => {
    const page = await visitor()
    await signInAtCompany(page, service.origin, "grace-at-company")
    const form = await sentTooLate(page, "Typed before the provider was asked")
    const dialog = signInDialog(page)
    await expectAccessible(page)
    const open = () => dialog.getByRole("button", { name: "Continue with Company account" }).click()
    // a browser that opens no windows
    await page.evaluate("window.opening = window.open; window.open = () => null")
    await open()
    await dialog.getByText(/Your browser blocked the provider's window/).waitFor()
    await page.evaluate("window.open = window.opening")
    await page.context().clearCookies()
    const [popup] = await Promise.all([page.waitForEvent("popup"), open()])
    await popup.getByLabel("Account").fill("grace-at-company")
    expect(await dialog.isVisible()).toBe(true)
    await Promise.all([popup.waitForEvent("close"), popup.getByRole("button", { name: "Sign in" }).click()])
    await dialog.waitFor({ state: "detached" })
    await arrived(page, form, "Typed before the provider was asked")
  }, 60_000)

  it("a window of the provider that is given up changes nothing: the page waits, and the next one serves", async () => {
    const page = others.at(-1)?.page ?? (await visitor())
    const form = await sentTooLate(page, "Typed before a window was closed")
    await page.context().clearCookies()
    const dialog = signInDialog(page)
    const open = async () => {
      const [popup] = await Promise.all([
        page.waitForEvent("popup"),
        dialog.getByRole("button", { name: "Continue with Company account" }).click()
      ])
      await popup.getByLabel("Account").waitFor()
      return popup
    }
    await (await open()).close()
    expect(await form.getByLabel("Name").inputValue()).toBe("Typed before a window was closed")
    const popup = await open()
    await popup.getByLabel("Account").fill("grace-at-company")
    await popup.getByRole("button", { name: "Sign in" }).click()
    await dialog.waitFor({ state: "detached" })
    await arrived(page, form, "Typed before a window was closed")
  }, 60_000)

  it("a person of the directory signs in again over the page, with the name and password that it knows", async () => {
    const page = await visitor()
    const person = slapd.people.find(({ uid }) => uid.startsWith("o'brien"))
    await page.goto(`${service.origin}/login?way=ldap/directory`)
    const signIn = async (within: Page | Locator) => {
      await within.getByLabel("User name").fill(person?.uid ?? "")
      await within.getByLabel("Password", { exact: true }).fill(person?.password ?? "")
      await within.getByRole("button", { name: "Sign in", exact: true }).click()
    }
    await signIn(page)
    await page.getByRole("button", { name: `Account of ${person?.name}` }).waitFor()
    const form = await sentTooLate(page, "Typed before the directory was asked")
    const dialog = signInDialog(page)
    await dialog.getByRole("button", { name: "Sign in with Company directory" }).click()
    await dialog.getByLabel("User name").fill(person?.uid ?? "")
    await dialog.getByLabel("Password", { exact: true }).fill("not the password")
    await dialog.getByRole("button", { name: "Sign in", exact: true }).click()
    await dialog.getByRole("alert").first().waitFor()
    await expectAccessible(page)
    await signIn(dialog)
    await dialog.waitFor({ state: "detached" })
    await arrived(page, form, "Typed before the directory was asked")
  }, 60_000)

  it("a session is ended by keyboard alone, and is over at once", async () => {
    const { page } = admin
    await page.goto(`${service.origin}/admin/identity/sessions?q=${encodeURIComponent(stranger.email)}`)
    const grid = page.getByRole("grid")
    await grid.getByText(stranger.name).waitFor()
    await grid.focus()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.getByTestId("panel").waitFor()
    await expectAccessible(page)
    await page.getByTestId("panel").getByRole("button", { name: "End session" }).focus()
    await page.keyboard.press("Enter")
    await page.getByRole("dialog").getByRole("button", { name: "End session" }).focus()
    await page.keyboard.press("Enter")
    await grid.getByText(stranger.name).waitFor({ state: "detached" })
    const theirs = others[0]?.page
    await theirs?.reload()
    await theirs?.waitForURL(/\/login/)
  })

  it("a revoked identity signs nobody in, and its provider is deleted by typing its label", async () => {
    const { page } = admin
    await page.goto(`${service.origin}/admin/users?q=${encodeURIComponent(grace.email)}`)
    await page.getByRole("grid").getByText(grace.name).click()
    await page.getByTestId("panel").getByRole("link", { name: "Open" }).click()
    await page.getByRole("tab", { name: "Security" }).click()
    await page.getByRole("button", { name: "Revoke the identity of Company account" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Revoke identity" }).click()
    await page.getByText("Revoked", { exact: true }).waitFor()
    const hers = await visitor()
    await signInAtCompany(hers, service.origin, "grace-at-company")
    await hers.getByRole("alert").waitFor()

    await page.goto(`${service.origin}/admin/identity/providers?open=${encodeURIComponent("oidc/company")}`)
    await page.getByRole("button", { name: "Delete Company account" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByText(/1 identity gets revoked/).waitFor()
    await dialog.getByLabel(/to confirm/).fill("something else")
    await dialog.getByRole("button", { name: "Delete provider" }).click()
    await dialog.getByText("Type Company account exactly.").waitFor()
    await dialog.getByLabel(/to confirm/).fill("Company account")
    await dialog.getByRole("button", { name: "Delete provider" }).click()
    await page.getByRole("grid").getByText("Company account").waitFor({ state: "detached" })
  })

  it.each(pagesOfAdmin)("%s is accessible", async (path) => {
    const { page } = admin
    await page.goto(service.origin + path)
    await page.getByTestId("table-status").getByText(/^\d/).waitFor()
    await expectAccessible(page)
  })

  it("no page complained on its console", () => {
    expect(
      [admin, ...others].flatMap(({ complaints }) => complaints).filter((text) => !/Failed to load resource/.test(text))
    ).toEqual([])
  })
})
