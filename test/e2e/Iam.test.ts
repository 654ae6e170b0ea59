import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, expectAccessible, isFocused, reach, sticksOut, type Window } from "./console.ts"
import { savedAfterSignIn, withoutService } from "./support/badDays.ts"
import { withConsole } from "./withConsole.ts"

requirement("Chromium", chromiumLack())("IAM in the console", () => {
  let service: ServiceProcess
  let window: Window
  let context = ""
  withConsole("iam", async (opened) => {
    ;({ service, window } = opened)
    context =
      (await api<ReadonlyArray<{ id: string }>>(window.page, "GET", "/me/execution-contexts?workspace=manager"))[0]
        ?.id ?? ""
    for (const name of ["backup", "edsger"]) await asked("POST", "/users", { name })
    await asked("POST", "/groups", { name: "readers" })
  })

  const asked = <A>(method: string, path: string, body?: object) =>
    api<A>(window.page, method, `/manager/iam${path}${path.includes("?") ? "&" : "?"}context_id=${context}`, body)
  const open = (path: string) =>
    window.page.goto(`${service.origin}/manager/iam/${path}${path.includes("?") ? "&" : "?"}context_id=${context}`)
  const dialog = () => window.page.getByRole("dialog")
  const panel = () => window.page.getByTestId("panel")
  const closed = () => dialog().waitFor({ state: "detached" })
  const press = (name: string | RegExp) => dialog().getByRole("button", { name, exact: true }).click()

  it("makes a user, and a key whose secret is shown once", async () => {
    const { page } = window
    await open("users?create=1")
    await dialog().getByLabel("Name").fill("marie")
    await press("Create IAM user")
    await panel().getByRole("heading", { name: "marie" }).waitFor()
    await panel().getByRole("tab", { name: "Keys" }).click()
    await panel().getByRole("button", { name: "Create key" }).click()
    await press("Create key")
    const secret = await dialog().getByTestId("new-secret-key").innerText()
    expect(secret.length).toBeGreaterThan(10)
    const key = await dialog().getByTestId("new-access-key").innerText()
    await page.keyboard.press("Escape")
    await dialog().getByText("Without a copy").waitFor()
    await press("Go back")
    await press("I have copied it")
    await closed()
    await panel().getByText(key).waitFor()
    await page.reload()
    await panel().getByTestId("key").getByText(key).waitFor()
    expect(await page.content()).not.toContain(secret)
    await panel()
      .getByRole("button", { name: `Switch off ${key}` })
      .click()
    await press("Switch off")
    await panel().getByText("Switched off").waitFor()
    await expectAccessible(page)
  }, 120_000)

  it("puts a user into a group, attaches a policy, and writes one in place", async () => {
    const { page } = window
    await open("users?open=edsger&tab=groups")
    await panel().getByRole("button", { name: "Add to a group" }).click()
    await dialog().getByRole("combobox", { name: "Group" }).fill("read")
    await dialog().getByRole("option", { name: "readers" }).click()
    await press("Add to group")
    await panel().getByRole("link", { name: "readers" }).waitFor()
    await panel().getByRole("tab", { name: "Policies" }).click()
    await panel().getByRole("button", { name: "Attach" }).click()
    await dialog().getByRole("combobox", { name: "Policy" }).fill("ReadOnly")
    await page.keyboard.press("ArrowDown")
    await expect
      .poll(() => dialog().getByRole("option", { selected: true }).textContent())
      .toContain("AmazonS3ReadOnlyAccess")
    await page.keyboard.press("Enter")
    await press("Attach policy")
    await panel().getByTestId("attached").getByText("AmazonS3ReadOnlyAccess").waitFor()
    await panel().getByRole("link", { name: "New" }).click()
    await page.getByLabel("Name of the policy").fill("own-folder")
    await page.getByTestId("code-document").locator(".cm-content").waitFor()
    await page.getByRole("button", { name: "Begin with a template" }).click()
    await page.getByRole("button", { name: /Uploads only/ }).click()
    await expect.poll(() => page.getByTestId("code-document").innerText()).toContain("s3:PutObject")
    expect(await sticksOut(page)).toEqual([])
    await page.getByRole("button", { name: "Create policy" }).click()
    await page.getByText("BUCKET is a placeholder: write the name of a bucket instead").first().waitFor()
    const bucket = page.getByLabel("Bucket", { exact: true })
    await bucket.click()
    await bucket.fill("documents")
    await page.getByRole("option", { name: "sample-documents", exact: true }).click()
    await expect.poll(() => page.getByTestId("code-document").innerText()).toContain("arn:aws:s3:::sample-documents/*")
    await page.getByTestId("code-document").locator(".cm-content").click()
    await page.keyboard.press("Control+a")
    await page.keyboard.insertText(
      JSON.stringify({
        Version: "2012-10-17",
        Statement: [{ Effect: "Allow", Action: "s3:PutObject", Resource: "arn:aws:s3:::sample-documents/edsger/*" }]
      })
    )
    await page.getByRole("button", { name: "Create policy" }).click()
    await panel().getByTestId("inline").getByText("own-folder", { exact: true }).waitFor()
    const { items } = await asked<{ items: ReadonlyArray<{ name: string; document: string }> }>(
      "GET",
      "/users/edsger/inline-policies"
    )
    expect(items.map(({ document, name }) => [name, document.includes("s3:PutObject")])).toEqual([["own-folder", true]])
  }, 120_000)

  it("is worked by keyboard alone: a row found, opened and left, a key made, a user deleted", async () => {
    const { page } = window
    await asked("POST", "/users", { name: "typist" })
    await open("users")
    await page.getByRole("grid").getByText("typist", { exact: true }).waitFor()
    await page.locator("main").focus()
    await page.keyboard.press("/")
    await page.keyboard.type("typ")
    await page.getByTestId("count").getByText(/^1 of/).waitFor()
    await reach(page, page.getByRole("grid"))
    await page.keyboard.press("Enter")
    await reach(page, panel().getByRole("tab", { selected: true }))
    await page.keyboard.press("ArrowRight")
    await panel().getByRole("tab", { name: "Keys", selected: true }).waitFor()
    await reach(page, panel().getByRole("button", { name: "Create key" }))
    await page.keyboard.press("Enter")
    await reach(page, dialog().getByRole("button", { name: "Create key" }))
    await page.keyboard.press("Enter")
    await dialog().getByTestId("new-secret-key").waitFor()
    await reach(page, dialog().getByRole("button", { name: "I have copied it" }))
    await page.keyboard.press("Enter")
    await closed()
    await expect.poll(() => isFocused(panel().getByRole("button", { name: "Create key" }))).toBe(true)
    await reach(page, panel().getByRole("button", { name: "Delete typist" }))
    await page.keyboard.press("Enter")
    await dialog().getByLabel("Type “typist” to confirm").waitFor()
    await page.keyboard.type("typist")
    await page.keyboard.press("Enter")
    await closed()
    await panel().waitFor({ state: "detached" })
    await expect.poll(() => isFocused(page.getByRole("grid"))).toBe(true)
  }, 120_000)

  it("keeps what was typed through a service that is gone and a session that ends, and saves it once", async () => {
    const { page } = window
    await open("users?create=1")
    await dialog().getByLabel("Name").fill("carol")
    await withoutService(page, async () => {
      await press("Create IAM user")
      await dialog().getByRole("alert").waitFor()
    })
    expect(await dialog().getByLabel("Name").inputValue()).toBe("carol")
    await savedAfterSignIn(
      page,
      dialog().getByRole("button", { name: "Create IAM user", exact: true }),
      "POST",
      "/api/manager/iam/users"
    )
    await panel().getByRole("heading", { name: "carol" }).waitFor()
    const { items } = await asked<{ items: ReadonlyArray<{ name: string }> }>("GET", "/users")
    expect(items.filter(({ name }) => name === "carol")).toHaveLength(1)
    await page.getByRole("navigation").getByRole("link", { name: "Unused in IAM" }).first().click()
    await page.getByRole("grid").getByText("carol", { exact: true }).waitFor()
    await page.getByRole("navigation", { name: "Where you are" }).getByText("Unused in IAM").waitFor()
    await page.keyboard.press("Control+k")
    await page.getByTestId("palette").waitFor()
    await page.keyboard.type("unused")
    await page.getByRole("option", { name: /Unused in IAM/ }).waitFor()
    await page.keyboard.press("Escape")
    await asked("DELETE", "/users/carol?confirm_name=carol")
  }, 120_000)

  it("makes a role for another user by the wizard", async () => {
    const { page } = window
    await open("roles/new")
    await page.getByLabel("Name", { exact: true }).fill("deploy")
    await page.getByRole("radio", { name: /An IAM user of this account/ }).click()
    const arn = (await asked<{ arn: string }>("GET", "/users/backup")).arn
    await page.getByLabel("ARN of the IAM user").fill(arn)
    await expect.poll(() => page.getByTestId("code-trust_policy").innerText()).toContain(arn)
    await page.getByRole("button", { name: "Create role" }).click()
    await panel().getByRole("heading", { name: "deploy" }).waitFor()
    expect((await asked<{ trust_policy: string }>("GET", "/roles/deploy")).trust_policy).toContain(arn)
  }, 120_000)

  it("warns of a trust policy that locks everybody out, and tries a role by assuming it", async () => {
    const { page } = window
    await open("roles/trust?name=deploy")
    const editor = page.getByTestId("code-trust_policy").locator(".cm-content")
    await editor.waitFor()
    await page.getByTestId("who").getByText("backup").waitFor()
    await editor.fill(
      JSON.stringify({
        Version: "2012-10-17",
        Statement: [{ Effect: "Allow", Principal: { AWS: "*" }, Action: "s3:GetObject" }]
      })
    )
    await page.getByTestId("locks-out").waitFor()
    await page.getByRole("button", { name: "Save changes" }).click()
    await dialog().getByRole("heading", { name: "Nobody could assume this role" }).waitFor()
    await press("Save although nobody may assume it")
    await expect
      .poll(async () => (await asked<{ trust_policy: string }>("GET", "/roles/deploy")).trust_policy)
      .toContain("s3:GetObject")
    await open("roles?open=deploy&tab=try")
    await panel().getByRole("button", { name: "Assume it" }).click()
    await panel().getByTestId("assumed").getByText("Refused").waitFor()
    await open("roles?open=reader&tab=try")
    await panel().getByLabel("Show the credentials").check()
    await panel().getByRole("button", { name: "Assume it" }).click()
    expect(await panel().getByLabel("Credentials of the session").innerText()).toContain("AWS_SESSION_TOKEN=")
    expect(await sticksOut(page)).toEqual([])
  }, 120_000)

  it("says what a user may do and which statement decides, where a policy is wrong, and who has one", async () => {
    const { page } = window
    await open("users?open=edsger&tab=access")
    await panel().getByTestId("sources").getByText("own-folder").waitFor()
    await panel().getByLabel("Bucket").fill("sample-documents")
    await panel().getByRole("button", { name: "Ask" }).click()
    await panel().getByTestId("deciding").getByText("AmazonS3ReadOnlyAccess").waitFor()
    await panel().getByTestId("decision").getByText("Allowed", { exact: true }).waitFor()
    const away = JSON.stringify({
      Version: "2012-10-17",
      Statement: [
        {
          Sid: "NotFromThere",
          Effect: "Deny",
          Action: "s3:*",
          Resource: "*",
          Condition: { IpAddress: { "aws:SourceIp": "203.0.113.0/24" } }
        }
      ]
    })
    await asked("PUT", "/users/edsger/inline-policies/away", { document: away })
    await panel().getByText("Conditions: from where, when and how").click()
    await panel().getByLabel("From address").fill("203.0.113.7")
    await panel().getByRole("button", { name: "Ask" }).click()
    await panel().getByTestId("deciding").getByText("NotFromThere").waitFor()
    await expectAccessible(page)
    await asked("DELETE", "/users/edsger/inline-policies/away?confirm_name=away")
    await open("users/inline-policy?name=edsger&policy=own-folder")
    const editor = page.getByTestId("code-document").locator(".cm-content")
    await editor.waitFor()
    await editor.fill(
      '{"Version": "2012-10-17",\n"Statement": [{"Effect": "Perhaps", "Action": "s3:GetObject", "Resource": "*"}]}'
    )
    await page
      .getByTestId("explainer")
      .getByText(/^Line 2, column \d+:/)
      .waitFor()
    await page.getByTestId("code-document").locator(".cm-lintRange-error").getByText('"Perhaps"').waitFor()
    const { items } = await asked<{ items: ReadonlyArray<{ name: string; arn: string }> }>("GET", "/policies")
    const arn = items.find(({ name }) => name === "AmazonS3ReadOnlyAccess")?.arn ?? ""
    await open(`policies?open=${encodeURIComponent(arn)}`)
    await panel().getByRole("button", { name: "Look who has it" }).click()
    await panel().getByTestId("holders").getByRole("link", { name: "edsger" }).waitFor()
    await page.getByRole("main").getByRole("link", { name: "Unused" }).click()
    await page.getByRole("grid").getByText("backup", { exact: true }).click()
    await panel().getByText("Has no access key").waitFor()
    await panel().getByRole("link", { name: "Open it" }).click()
    await panel().getByRole("heading", { name: "backup" }).waitFor()
  }, 120_000)

  it("deletes who was asked about, and nobody else", async () => {
    const { page } = window
    await open("users?open=backup")
    await panel().getByRole("button", { name: "Delete backup" }).click()
    await dialog().getByRole("heading", { name: "Delete backup" }).waitFor()
    await press("Cancel")
    await closed()
    await page.setViewportSize({ width: 320, height: 900 })
    await open("users?open=edsger")
    await panel().getByRole("button", { name: "Delete edsger" }).click()
    await dialog().getByText("Inline policies with their documents: own-folder").waitFor()
    await dialog().getByLabel("Type “edsger” to confirm").fill("backup")
    await press("Delete IAM user")
    await dialog().getByText("Type edsger exactly.").waitFor()
    await dialog().getByLabel("Type “edsger” to confirm").fill("edsger")
    await press("Delete IAM user")
    await closed()
    await panel().waitFor({ state: "detached" })
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect
      .poll(async () =>
        (await asked<{ items: ReadonlyArray<{ name: string }> }>("GET", "/users")).items.map(({ name }) => name)
      )
      .not.toContain("edsger")
    await page.getByRole("grid").getByText("backup", { exact: true }).waitFor()
    expect(await page.getByRole("grid").getByText("edsger", { exact: true }).count()).toBe(0)
  }, 120_000)

  it("says where there is no IAM, what that is known from and what can be done", async () => {
    const { page } = window
    await page.route("**/api/me/execution-contexts*", async (route) => {
      const response = await route.fetch()
      const contexts = (await response.json()) as ReadonlyArray<{ capabilities: object }>
      await route.fulfill({
        response,
        json: contexts.map((one) => ({ ...one, capabilities: { ...one.capabilities, can_manage_iam: false } }))
      })
    })
    await open("groups")
    await page.getByTestId("no-iam").getByTestId("remediation").waitFor()
    await page.getByRole("link", { name: "Open the storage endpoint" }).waitFor()
    await expectAccessible(page)
    await page.unroute("**/api/me/execution-contexts*")
    await page.getByRole("button", { name: "Try again" }).click()
    await page.getByRole("grid").getByText("readers").waitFor()
  }, 120_000)
})
