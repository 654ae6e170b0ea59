import { assert, expect, it } from "vitest"
import { readFile } from "node:fs/promises"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, asPerson, expectAccessible, type Window } from "./console.ts"
import { pictured } from "./support/pictured.ts"
import { withConsole } from "./withConsole.ts"

requirement("Chromium", chromiumLack())("applying a document in the console", () => {
  let service: ServiceProcess
  let window: Window

  const write = async (source: string) => {
    await window.page.getByRole("textbox", { name: "Document" }).fill(source)
  }
  const show = () => window.page.getByRole("button", { name: /Show the changes|Compare again/ }).click()

  withConsole("apply", (opened) => ({ service, window } = opened))

  it("downloads what exists, and has nothing to do with it", async () => {
    const { page } = window
    await page.goto(`${service.origin}/admin`)
    await page.getByRole("navigation").getByRole("link", { name: "Apply", exact: true }).click()
    await page.getByRole("heading", { name: "Apply", level: 1 }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download export" }).click()
    ])
    assert.strictEqual(download.suggestedFilename(), "stowage.yaml")
    const text = await readFile((await download.path()) ?? "", "utf8")
    assert.match(text, /^# What this installation is/)
    assert.notMatch(text, /^accounts:$/m)
    assert.match(text, /^users:$/m)
    await page
      .getByLabel("File")
      .setInputFiles({ name: "stowage.yaml", mimeType: "application/yaml", buffer: Buffer.from(text) })
    await expect.poll(() => page.getByRole("textbox", { name: "Document" }).inputValue()).toBe(text)
    await show()
    const plan = page.getByTestId("plan")
    await plan.getByRole("heading", { name: "Nothing to do" }).waitFor()
    assert.strictEqual(await plan.getByRole("button").count(), 0)
    await plan.getByText(/^\d+ unchanged$/).click()
    await plan.getByText("Console user").waitFor()
  }, 120_000)

  it("says what is wrong with a document at its line", async () => {
    const { page } = window
    await write(
      "version: 1\ngroups:\n  - name: Team\n    member: []\nusers:\n  - email: nonsense\n    full_name: X\n    " +
        "role: ui_user\n"
    )
    await show()
    const alert = page.getByRole("alert")
    await alert.getByText("This document cannot be applied. Nothing was changed.").waitFor()
    await alert.getByText(/groups\.0\.member.*line 4, column 5/).waitFor()
    await alert.getByText(/users\.0\.email.*line 6, column 5/).waitFor()
    await page.getByRole("navigation").getByRole("link", { name: "Overview", exact: true }).click()
    const question = page.getByRole("dialog", { name: "Leave without applying?" })
    await question.getByRole("button", { name: "Keep editing" }).click()
    await question.waitFor({ state: "detached" })
    assert.match(await page.getByRole("textbox", { name: "Document" }).inputValue(), /nonsense/)
    await expectAccessible(page)
    await pictured(window, "apply-faults")
  }, 120_000)

  it("shows what would change, wants the secrets that it refers to, does it, and says what came of it", async () => {
    const { page } = window
    const endpoint = (await api<ReadonlyArray<{ readonly name: string }>>(page, "GET", "/admin/storage-endpoints"))[0]!
      .name
    await write(
      [
        "version: 1",
        "groups:",
        "  - name: Analysts",
        "    description: They <b>read</b> usage",
        "    members: [ada.l@example.org]",
        "users:",
        "  - { email: ada.l@example.org, full_name: Ada Lovelace, role: ui_user, password: { env: ADA_PASSWORD } }",
        "s3_connections:",
        "  - { name: Archive, custom_endpoint: { url: https://s3.example.org }, access_key: AKARCHIVE, " +
          "secret_key: { file: archive.key }, groups: [Analysts] }",
        "s3_users:",
        `  - { storage_endpoint: ${JSON.stringify(endpoint)}, rgw_user_uid: reports, name: Reports }`,
        "settings:",
        "  branding: { login_note: Ask storage@example.org }",
        ""
      ].join("\n")
    )
    await show()
    const plan = page.getByTestId("plan")
    await plan.getByText("2 secrets are missing: type them above, then compare again.").waitFor()
    const begin = plan.getByRole("button", { name: "Apply 7 changes" })
    assert.isTrue(await begin.isDisabled())
    assert.strictEqual(await plan.getByTestId("change").count(), 7)
    await plan.getByText("They <b>read</b> usage").waitFor()
    await page.getByLabel("Variable ADA_PASSWORD", { exact: true }).fill("correct horse battery staple")
    await page.getByLabel("File archive.key", { exact: true }).fill("secret-of-the-archive")
    await expectAccessible(page)
    await show()
    await expect.poll(() => begin.isEnabled()).toBe(true)
    await expectAccessible(page)
    await pictured(window, "apply-plan")
    await begin.scrollIntoViewIfNeeded()
    await begin.click()
    const report = page.getByTestId("report")
    await report.getByRole("heading", { name: "Applied", exact: true }).waitFor()
    await report.getByText("7 done.").waitFor()
    await page.getByRole("button", { name: "Show the changes" }).waitFor()
    assert.notInclude(await page.content(), "secret-of-the-archive")
    await expectAccessible(page)
    await pictured(window, "apply-report")
    const groups = await api<{
      readonly items: ReadonlyArray<{ readonly name: string; readonly member_count: number }>
    }>(page, "GET", "/admin/groups")
    assert.deepStrictEqual(
      groups.items.map(({ member_count, name }) => [name, member_count]),
      [["Analysts", 1]]
    )

    await page.getByLabel("Variable ADA_PASSWORD", { exact: true }).waitFor()
    await write("version: 1\ngroups:\n  - name: Analysts\n    description: They write\n    members: []\n")
    await show()
    await plan.getByText("They write").waitFor()
    assert.match(await plan.innerText(), /members\[ada\.l@example\.org\]/)
    const [{ id }] = (
      await api<{ readonly items: ReadonlyArray<{ readonly id: number }> }>(page, "GET", "/admin/groups")
    ).items as [{ readonly id: number }]
    await api(page, "PUT", `/admin/groups/${id}`, { description: "Somebody else" })
    await plan.getByRole("button", { name: "Apply 2 changes" }).click()
    await page
      .getByRole("alert")
      .getByText(/Something changed since this plan was shown/)
      .waitFor()
    await show()
    await plan.getByText("Somebody else").waitFor()
    await plan.getByRole("button", { name: "Apply 2 changes" }).click()
    await report.getByText("2 done.").waitFor()
  }, 180_000)

  it("a part that fails is told, with what was skipped", async () => {
    const { page } = window
    await write(
      "version: 1\nusers:\n  - { email: weak@example.org, full_name: Weak, role: ui_user, password: { env: " +
        "WEAK } }\ngroups:\n  - { name: Weaklings, members: [weak@example.org] }\n"
    )
    await show()
    await page.getByLabel("Variable WEAK", { exact: true }).fill("weak@example.org")
    await show()
    await page.getByRole("radio", { name: /Go on/ }).check()
    await page.getByTestId("plan").getByRole("button", { name: "Apply 3 changes" }).click()
    const report = page.getByTestId("report")
    await report.getByRole("heading", { name: "Applied in part" }).waitFor()
    await report.getByText("1 done, 1 failed, 1 skipped.").waitFor()
    await page.getByRole("button", { name: "Show the changes" }).waitFor()
    await expectAccessible(page)
    await pictured(window, "apply-failed")
  }, 120_000)

  it("is not shown to an administrator who is no super administrator", async () => {
    const { page } = window
    await api(page, "POST", "/admin/users", {
      email: "admin@example.org",
      full_name: "Admin",
      role: "ui_admin",
      password: "correct horse battery staple"
    })
    await api(page, "PUT", "/admin/settings", { require_passkey_for_admins: false })
    await asPerson(
      window,
      service.origin,
      { email: "admin@example.org", password: "correct horse battery staple" },
      async (other) => {
        await other.goto(`${service.origin}/admin/apply`)
        await other.getByText("Only super administrators apply a document").waitFor()
        assert.strictEqual(await other.getByRole("link", { name: "Apply", exact: true }).count(), 0)
      }
    )
  }, 120_000)
})
