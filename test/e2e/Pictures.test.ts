import { existsSync, globSync, mkdirSync, readFileSync } from "node:fs"
import * as path from "node:path"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { administrator, api, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

const root = path.resolve(import.meta.dirname, "../..")
const folder = path.join(root, process.env["UPDATE_PICTURES"] === "1" ? "docs/pictures" : ".cache/pictures")

interface Picture {
  readonly name: string
  readonly theme: "light" | "dark"
  readonly address: string
  readonly width?: number
  readonly prepare: (page: Page) => Promise<unknown>
}

const PICTURES: ReadonlyArray<Picture> = [
  {
    name: "buckets",
    theme: "light",
    address: "/manager/buckets?open=sample-documents",
    prepare: (page) => page.getByTestId("panel").getByRole("heading", { name: "sample-documents" }).waitFor()
  },
  {
    name: "objects",
    theme: "dark",
    address: "/browser?bucket=sample-documents",
    prepare: (page) => page.getByRole("grid").getByRole("row").nth(2).waitFor()
  },
  {
    name: "palette",
    theme: "dark",
    address: "/manager/buckets",
    prepare: async (page) => {
      await page.getByRole("grid").getByText("sample-documents").first().waitFor()
      await page.keyboard.press("Control+k")
      await page.getByRole("dialog").getByRole("combobox").fill("sample")
      await page
        .getByRole("option", { name: /sample-documents/ })
        .first()
        .waitFor()
    }
  },
  {
    name: "bucket-page",
    theme: "light",
    address: "/manager/buckets/sample-documents",
    prepare: (page) =>
      page.getByTestId("feature-grid").getByText("everything stays", { exact: false }).first().waitFor()
  },
  {
    name: "bucket-policy",
    theme: "dark",
    address: "/manager/buckets/sample-documents/permissions",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Edit Policy" }).click()
      await page.getByRole("button", { name: "Begin with a template" }).click()
      await page.getByRole("button", { name: "Only over TLS" }).click()
      await page.locator(".cm-content").getByText("OnlyOverTls").waitFor()
      await page.getByRole("button", { name: "Review and save" }).click()
      await page.getByRole("dialog").getByText("As JSON").click()
      await page.getByRole("dialog").getByTestId("diff").getByText("SecureTransport").waitFor()
    }
  },
  {
    name: "bucket-access",
    theme: "light",
    address: "/manager/buckets/sample-documents/access",
    prepare: (page) => page.getByTestId("who-has-access").getByText("Everything is read.").waitFor()
  },
  {
    name: "give-access",
    theme: "light",
    address: "/manager/buckets/sample-documents/access",
    prepare: async (page) => {
      const list = page.getByTestId("who-has-access")
      await list.getByText("Everything is read.").waitFor()
      await list.getByRole("button", { name: "Give access" }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("Folder").fill("reports/")
      await dialog.getByRole("combobox", { name: /^Name of/ }).click()
      await dialog.getByRole("listbox").getByRole("option").first().waitFor()
    }
  },
  {
    name: "bucket-lifecycle",
    theme: "light",
    address: "/manager/buckets/sample-documents/lifecycle",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Edit Lifecycle" }).click()
      await page.getByRole("button", { name: "Add rule" }).click()
      await page
        .getByTestId("sentence")
        .getByText(/7 days/)
        .waitFor()
    }
  },
  {
    name: "usage",
    theme: "light",
    address: "/manager/usage",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Recalculate" }).click()
      await page.getByTestId("usage").waitFor()
    }
  },
  {
    name: "buckets-phone",
    theme: "light",
    width: 390,
    address: "/manager/buckets",
    prepare: (page) => page.getByText("sample-documents").first().waitFor()
  },
  {
    name: "admin-overview",
    theme: "light",
    address: "/admin",
    prepare: (page) => page.getByTestId("verdict").waitFor()
  },
  {
    name: "admin-users",
    theme: "light",
    address: "/admin/users?open=2",
    prepare: (page) => page.getByTestId("panel").getByRole("heading", { name: "Grace Hopper" }).waitFor()
  },
  {
    name: "admin-user",
    theme: "dark",
    address: "/admin/users/2",
    prepare: (page) => page.getByTestId("effective-access").getByText("weather-archive").first().waitFor()
  },
  {
    name: "admin-group",
    theme: "light",
    address: "/admin/groups/1",
    prepare: async (page) => {
      await page.getByTestId("account_links").getByText("weather-archive").first().waitFor()
      await page.getByTestId("user_details").getByRole("combobox").fill("example.org")
      await page.getByTestId("user_details").getByRole("option", { name: "Add Alan Turing" }).waitFor()
    }
  },
  {
    name: "admin-accounts",
    theme: "light",
    address: "/admin/accounts",
    prepare: (page) => page.getByRole("grid").getByText("weather-archive").waitFor()
  },
  {
    name: "admin-connections",
    theme: "light",
    address: "/admin/s3-connections",
    prepare: (page) => page.getByRole("grid").getByText("team storage").waitFor()
  },
  {
    name: "admin-audit",
    theme: "dark",
    address: "/admin/audit",
    prepare: (page) => page.getByRole("grid").getByRole("row").nth(4).waitFor()
  },
  {
    name: "admin-settings",
    theme: "light",
    address: "/admin/settings",
    prepare: (page) => page.locator("form input").first().waitFor()
  },
  {
    name: "admin-key-rotation",
    theme: "light",
    address: "/admin/key-rotation",
    prepare: async (page) => {
      await page.getByRole("checkbox", { name: /Sandbox/ }).check()
      await page.getByRole("button", { name: "Preview" }).click()
      await page.getByTestId("plan").waitFor()
    }
  },
  {
    name: "cluster-buckets",
    theme: "light",
    address: "/cluster-admin/buckets?columns=owner,used_bytes,features.versioning,features.lifecycle,tags",
    prepare: (page) => page.getByRole("grid").getByText("sample-versions").first().waitFor()
  },
  {
    name: "cluster-change",
    theme: "dark",
    address: "/cluster-admin/buckets?name=sample",
    prepare: async (page) => {
      await page.getByRole("grid").getByText("sample-documents").first().waitFor()
      await page.getByRole("button", { name: "Change…" }).click()
      const dialog = page.getByRole("dialog", { name: "Change buckets" })
      await dialog.getByLabel("Change", { exact: true }).selectOption("tags")
      await dialog.getByRole("textbox", { name: "Key", exact: true }).fill("team")
      await dialog.getByRole("textbox", { name: "Value" }).fill("archive")
      await dialog.getByRole("button", { name: "Preview" }).click()
      await dialog.getByTestId("plan").getByText("team=archive").first().waitFor()
    }
  },
  {
    name: "cluster-advice",
    theme: "light",
    address: "/cluster-admin/advice",
    prepare: (page) => page.getByTestId("advice").filter({ hasText: "No lifecycle rules" }).waitFor()
  },
  {
    name: "cluster-usage",
    theme: "light",
    address: "/cluster-admin/usage",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Recalculate" }).click()
      await page.getByTestId("shares").getByText("sample-documents").waitFor()
    }
  },
  {
    name: "ops-buckets",
    theme: "light",
    address: "/storage-ops/buckets",
    prepare: (page) => page.getByRole("grid").getByText("sample-documents").first().waitFor()
  },
  {
    name: "admin-notifications",
    theme: "dark",
    address: "/notifications",
    prepare: (page) => page.getByRole("grid").getByText("An identity waits to be linked").first().waitFor()
  }
]

const seed = async (page: Page): Promise<void> => {
  const [endpoint] = await api<ReadonlyArray<{ readonly id: number }>>(page, "GET", "/admin/storage-endpoints")
  const on = { storage_endpoint_id: endpoint!.id }
  const account = await api(page, "POST", "/admin/accounts", { ...on, name: "weather-archive" })
  await api(page, "POST", "/admin/accounts", { ...on, name: "game-assets" })
  for (const name of ["backup", "reports"])
    await api(page, "POST", "/admin/s3-users", { ...on, name, rgw_user_uid: name })
  const people: Array<{ readonly id: number }> = []
  for (const [full_name, email, role] of [
    ["Grace Hopper", "grace", "ui_user"],
    ["Alan Turing", "alan", "ui_user"],
    ["Edsger Dijkstra", "edsger", "ui_admin"]
  ] as const) {
    people.push(
      await api(page, "POST", "/admin/users", {
        full_name,
        email: `${email}@example.org`,
        role,
        password: "correct horse battery staple"
      })
    )
  }
  await api(page, "POST", "/admin/groups", {
    name: "Storage team",
    description: "Who looks after the archive",
    user_details: [{ user_id: people[0]!.id }],
    account_links: [
      { account_id: account.id, manager_role: "account_administrator", allow_manager_browser_data_access: true }
    ]
  })
  await api(page, "POST", "/admin/s3-connections", {
    name: "team storage",
    ...on,
    access_key: "AKIAEXAMPLE0000000",
    secret_key: "example-secret-key-of-nobody",
    tags: [{ label: "archive", color: "blue" }]
  })
}

requirement("Chromium", chromiumLack())("the pictures of the documents", () => {
  let service: ServiceProcess
  let window: Window
  withConsole(
    "pictures",
    async (opened) => {
      ;({ service, window } = opened)
      await seed(window.page)
      await opened.database.query("update ui_users set privileges = array['cluster_admin', 'storage_ops'] where id = 1")
      for (const [title, message, minutes] of [
        ["An identity waits to be linked", "grace@example.org signed in with Company login", 12],
        ["An identity waits to be linked", "alan@example.org signed in with Company login", 190]
      ] as const) {
        await opened.database.query(
          `insert into notifications (user_id, type, severity, title, message, created_at)
        select id, 'note', 'info', $1, $2, now() - make_interval(mins => $3::int) from ui_users where email = $4`,
          [title, message, minutes, administrator.email]
        )
      }
      mkdirSync(folder, { recursive: true })
    },
    { own: true }
  )

  it.each(PICTURES)(
    "$name shows what the console shows now",
    async ({ address, name, prepare, theme, width = 1440 }) => {
      const { page } = window
      await page.context().addCookies([{ name: "theme", value: theme, url: service.origin }])
      await page.setViewportSize({ width, height: 900 })
      await page.goto(service.origin + address)
      await prepare(page)
      await expect.poll(() => page.locator(".skeleton").count()).toBe(0)
      await page.evaluate("document.activeElement?.matches('input') || document.activeElement?.blur()")
      await page.screenshot({ path: path.join(folder, `${name}.png`) })
    },
    60_000
  )

  it("the documents show these and no others, each described in words", () => {
    const shown = globSync("{README.md,docs/**/*.md}", { cwd: root }).flatMap((file) =>
      [...readFileSync(path.join(root, file), "utf8").matchAll(/!\[([^\]]*)\]\(([^)]+\.png)\)/g)].map(
        ([, words = "", target = ""]) => {
          expect(words.length, `${file}: ${target}`).toBeGreaterThan(10)
          return path.relative(root, path.resolve(root, path.dirname(file), target))
        }
      )
    )
    expect([...new Set(shown)].sort()).toEqual(PICTURES.map(({ name }) => `docs/pictures/${name}.png`).sort())
    for (const file of shown) expect(existsSync(path.join(root, file)), file).toBe(true)
  })
})
