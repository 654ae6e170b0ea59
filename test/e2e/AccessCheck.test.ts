import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, expectAccessible, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

requirement("Chromium", chromiumLack())("who gets into a bucket", () => {
  let service: ServiceProcess
  let window: Window
  let context = ""
  const bucket = "access-checked"
  const site = JSON.stringify({
    Version: "2012-10-17",
    Statement: [
      {
        Sid: "site",
        Effect: "Allow",
        Principal: "*",
        Action: "s3:GetObject",
        Resource: `arn:aws:s3:::${bucket}/public/*`
      }
    ]
  })
  withConsole(
    "access-check",
    async (opened) => {
      ;({ service, window } = opened)
      const { page } = window
      context =
        (await api<ReadonlyArray<{ id: string }>>(page, "GET", "/me/execution-contexts?workspace=manager"))[0]?.id ?? ""
      await api(page, "POST", `/manager/buckets?context_id=${context}`, { name: bucket })
      const path = `/manager/buckets/${bucket}/features/policy?context_id=${context}`
      const { version } = await api<{ readonly version: string }>(page, "GET", path)
      await api(page, "PUT", path, { value: { text: site }, version })
    },
    {
      tidy: async ({ page }) => {
        await page.emulateMedia({ colorScheme: "light" })
      }
    }
  )

  const address = (side: string) => `${service.origin}/manager/buckets/${bucket}/${side}?context_id=${context}`
  const toasts = () => window.page.locator(".toasts")

  it("is told in words, asked of a pasted command, and kept as a test, by keyboard and in both themes", async () => {
    const { page } = window
    await page.goto(address("access"))
    await page.getByTestId("exposure").getByText("Public", { exact: true }).waitFor()
    await page.getByTestId("policy-words").getByText("Anybody may read objects below public/.").first().waitFor()
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }

    const why = page.getByTestId("why-denied")
    await why.getByLabel("Request or refusal").fill(`curl https://gateway.example/${bucket}/secret.txt`)
    await why.getByRole("button", { name: "Ask", exact: true }).focus()
    await page.keyboard.press("Enter")
    await why.getByTestId("decision").getByText("Denied", { exact: true }).waitFor()
    expect(await why.getByTestId("why").innerText()).toMatch(/^Nothing allows it/)
    await expectAccessible(page)
    await why.getByRole("button", { name: "Keep as a test" }).press("Enter")
    await toasts().getByText("The test is kept").waitFor()
    await page.getByTestId("policy-tests").getByText("1 passed").waitFor()

    await why.getByLabel("Request or refusal").fill("")
    await why.getByLabel("Who asks").selectOption("iam_user")
    await why.getByLabel("IAM user, with its path").fill("alice")
    await why.getByLabel("What is asked").selectOption("s3:DeleteObject")
    await why.getByLabel("Object", { exact: false }).fill("secret.txt")
    await why.getByLabel("Their own policies").selectOption("allow")
    await why.getByRole("button", { name: "Ask", exact: true }).click()
    await why.getByTestId("decision").getByText("Allowed", { exact: true }).waitFor()
    await why.getByText("The caller's own policies").waitFor()
  }, 120_000)

  it("a policy is explained while typed; one that breaks a test needs a confirmation", async () => {
    const { page } = window
    const tests = `/manager/buckets/${bucket}/policy-tests?context_id=${context}`
    const { version } = await api<{ readonly version: number }>(page, "GET", tests)
    const request = { principal: { kind: "anonymous" }, action: "s3:GetObject", key: "public/index.html", context: {} }
    await api(page, "PUT", tests, {
      tests: [{ name: "The site is read", request, caller_allowed: false, expected: "allow" }],
      version
    })

    await page.goto(address("permissions"))
    const policy = page.getByTestId("feature-policy")
    await policy.getByRole("button", { name: "Edit Policy" }).click()
    const explainer = policy.getByTestId("explainer")
    await explainer.getByText("Anybody may read objects below public/.").first().waitFor()
    await policy.getByRole("button", { name: "Remove" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("button", { name: "Remove Policy" }).click()
    await dialog
      .getByTestId("breaks")
      .getByText(/The policy test “The site is read” expects that it is allowed/)
      .waitFor()
    await expectAccessible(page)
    expect(
      await api<{ readonly value: unknown }>(
        page,
        "GET",
        `/manager/buckets/${bucket}/features/policy?context_id=${context}`
      )
    ).toMatchObject({ value: { text: site } })
    await dialog.getByRole("button", { name: "Remove although tests break" }).click()
    await toasts().getByText("Policy is removed").waitFor()

    await page.goto(address("access"))
    await page.getByTestId("exposure").getByText("Private", { exact: true }).waitFor()
    const table = page.getByTestId("policy-tests")
    await table.getByText("1 of 1 failed").waitFor()
    await table.getByRole("button", { name: "Remove test The site is read" }).click()
    await toasts().getByText("The test is removed").waitFor()
    await table.getByText("No test yet").waitFor()
  }, 120_000)

  it("shows open links as exposure, and revokes them on the bucket and in Admin", async () => {
    const { page } = window
    const share = (body: object) =>
      api<{ readonly share: { readonly id: string } }>(
        page,
        "POST",
        `/browser/buckets/${bucket}/shares?context_id=${context}`,
        { expires_seconds: 3600, ...body }
      )
    await share({ kind: "upload", prefix: "inbox/", title: "Your files" })
    await share({ kind: "archive", prefix: "reports/", keys: ["reports/2026/"] })
    await page.goto(address("access"))
    await page.getByTestId("exposure").getByText("Open links", { exact: true }).waitFor()
    const links = page.getByTestId("bucket-links")
    await links.getByText(`${bucket}/inbox/`).waitFor()
    for (const [width, colorScheme] of [
      [1440, "light"],
      [1440, "dark"],
      [390, "light"],
      [390, "dark"]
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await links.getByRole("row", { name: /inbox/ }).getByRole("button", { name: "Revoke…" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Revoke link" }).click()
    await toasts()
      .getByText(/is revoked/)
      .waitFor()
    await links.getByRole("row", { name: /inbox/ }).getByText("Revoked").waitFor()

    await page.goto(`${service.origin}/manager/exposure?context_id=${context}`)
    await page
      .getByRole("row", { name: new RegExp(bucket) })
      .getByText("Open links")
      .waitFor()

    await page.goto(`${service.origin}/admin/links`)
    const row = page.getByRole("row", { name: /reports/ })
    await row.getByText("Open", { exact: true }).waitFor()
    for (const [width, colorScheme] of [
      [390, "dark"],
      [1440, "dark"],
      [1440, "light"]
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
    await row.click()
    const panel = page.getByRole("complementary").filter({ hasText: "Created by" })
    await panel.getByRole("button", { name: "Revoke…" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Revoke link" }).click()
    await toasts()
      .getByText(/is revoked/)
      .waitFor()
    await page.goto(address("access"))
    await page.getByTestId("exposure").getByText("Private", { exact: true }).waitFor()
  }, 120_000)
})
