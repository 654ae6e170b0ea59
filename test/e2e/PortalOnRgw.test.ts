import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { awscli, awscliLack } from "../support/awscli.ts"
import { chromiumLack } from "../support/Chromium.ts"
import type { OwnDatabase } from "../support/ownDatabase.ts"
import { realGateway } from "../support/RealGateway.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, asPerson, expectAccessible, sticksOut, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

const { gateway, lack } = await realGateway("a")
const unique = (name: string) => `${name}-${randomBytes(4).toString("hex")}`
const password = "a long enough password of mine"
const pia = { email: "pia@example.org", password }
const max = { email: "max@example.org", password }

requirement("Chromium, awscli and real RGW", lack ?? chromiumLack() ?? awscliLack())(
  "the Portal on a real Ceph RGW",
  () => {
    let service: ServiceProcess
    let window: Window
    let database: OwnDatabase
    let account = 0
    let key = { url: "", accessKey: "", secretKey: "" }
    const team = unique("team")
    const archive = unique("archive")
    const readArchive = `s3api head-object --bucket ${archive} --key missing`

    const person = async ({ email }: typeof pia, full_name: string, role: "portal_user" | "portal_manager") => {
      const { id } = await api(window.page, "POST", "/admin/users", { email, full_name, role: "ui_user", password })
      await database.query(
        `insert into user_associations (user_id, rgw_account_id, portal_role) values (${id}, ${account}, '${role}')`
      )
      return id
    }
    const as = (who: typeof pia, work: (page: Page) => Promise<void>) => asPerson(window, service.origin, who, work)
    const portal = <A = { readonly id: number }>(page: Page, method: string, path: string, body?: object) =>
      api<A>(page, method, `/portal${path}?account_id=${account}`, body)
    const open = (page: Page, link: string) =>
      page.getByRole("navigation").getByRole("link", { name: link, exact: true }).click()
    const aws = async (line: string) => {
      const [answer] = await Effect.runPromise(awscli(key, [line.split(" ")]))
      return answer?.code === 0 ? "ok" : (/\((\w+)\)/.exec(answer?.err ?? "")?.[1] ?? answer?.err)
    }
    const countPresses = async (page: Page) => {
      const presses = { count: 0 }
      await page.exposeBinding("countPress", () => {
        presses.count += 1
      })
      const listen = `addEventListener("pointerdown", (event) => { if (event.isTrusted) countPress() }, true)`
      await page.addInitScript(listen)
      await page.evaluate(listen)
      return presses
    }
    const upload = async (page: Page, name: string) => {
      const file = { name, mimeType: "text/plain", buffer: Buffer.from(name) }
      const chooser = page.waitForEvent("filechooser")
      await page.getByRole("button", { name: "Upload files" }).click()
      await (await chooser).setFiles([file])
      await page.getByRole("grid").getByText(name, { exact: true }).waitFor()
    }
    const expectNarrow = async (page: Page) => {
      await page.setViewportSize({ width: 360, height: 800 })
      await expectAccessible(page)
      expect(await sticksOut(page)).toEqual([])
      await page.setViewportSize({ width: 1440, height: 900 })
    }

    withConsole(
      "portal-on-rgw",
      async (opened) => {
        ;({ service, window, database } = opened)
        if (gateway === undefined) throw new Error("no gateway")
        const { page } = window
        const endpoint = await api(page, "POST", "/admin/storage-endpoints", {
          name: "Ceph",
          url: gateway.url,
          admin_access_key: gateway.admin.accessKey,
          admin_secret_key: gateway.admin.secretKey,
          features_config: {
            features: Object.fromEntries(["admin", "account", "iam"].map((name) => [name, { enabled: true }]))
          }
        })
        const body = { storage_endpoint_id: endpoint.id, name: unique("portal") }
        account = (await api(page, "POST", "/admin/accounts", body)).id
        await api(page, "PUT", "/admin/settings", {
          portal: { enabled: true, access_logs_enabled: true, allow_private_storage_space_create: true }
        })
        const id = await person(pia, "Pia User", "portal_user")
        await person(max, "Max Manager", "portal_manager")
        await as(max, async (page) => {
          await portal(page, "POST", "/spaces", { name: "Archive", bucket_name: archive })
          const space = await portal(page, "POST", "/spaces", { name: "Team", bucket_name: team })
          await portal(page, "PUT", `/spaces/${space.id}/members/${id}`, { right: "write" })
          await portal(page, "PUT", `/spaces/${space.id}/access-logs`, { enabled: true })
        })
      },
      { start: { env: { SANDBOX_GATEWAY: "false" } } }
    )

    it("a member uploads three clicks after the first sign-in, and awscli with a key does as well", async () => {
      await as(pia, async (page) => {
        await page.waitForURL(/\/portal\?account_id=/)
        const presses = await countPresses(page)
        await page.getByTestId("space").getByRole("link", { name: "Team" }).click()
        await page.getByRole("link", { name: "Open its objects" }).click()
        await upload(page, "first.txt")
        expect(presses.count).toBe(3)

        await page.goto(`${service.origin}/portal`)
        await expectNarrow(page)
        await page.getByTestId("space").getByRole("link", { name: "Team" }).click()
        await page.getByRole("button", { name: "Use it in a program" }).click()
        const dialog = page.getByRole("dialog", { name: "Create a key" })
        await dialog.getByLabel("Name").fill("Laptop")
        await dialog.getByRole("button", { name: "Create key" }).click()
        key = {
          url: gateway?.url ?? "",
          accessKey: await dialog.getByTestId("new-access-key").innerText(),
          secretKey: await dialog.getByTestId("new-secret-key").innerText()
        }
        await expectNarrow(page)
        await dialog.getByRole("button", { name: "I have copied it" }).click()
        await expectNarrow(page)
        await open(page, "Access keys")
        await page.getByTestId("key").filter({ hasText: "Laptop" }).getByText("Active").waitFor()
        await expectNarrow(page)
      })
      expect(await aws(`s3api head-object --bucket ${team} --key first.txt`)).toBe("ok")
      expect(await aws(`s3api put-object --bucket ${team} --key from-awscli.txt --body package.json`)).toBe("ok")
      expect(await aws(readArchive)).toBe("403")
    }, 240_000)

    it("the upload is a line of the access log with the name of the person, once the log was collected", async () => {
      await as(max, async (page) => {
        const { items } = await portal<{ items: ReadonlyArray<{ id: number; name: string }> }>(page, "GET", "/spaces")
        // RGW delivers a log minutes later: collecting the logs of the space delivers it as well
        const space = items.find(({ name }) => name === "Team")
        await portal(page, "POST", `/spaces/${space?.id}/access-logs/refresh`)
      })
      await api(window.page, "POST", "/admin/jobs/access-log-collection/run")
      await as(pia, async (page) => {
        await page.goto(`${service.origin}/portal/access-logs?account_id=${account}&action=write&path=from-awscli`)
        const line = page.getByRole("row").filter({ hasText: "from-awscli.txt" })
        await line.getByText("pia@example.org").waitFor()
        await line.getByText("Success").waitFor()
        await expectNarrow(page)
      })
    }, 120_000)

    it("an approved request opens a space to the key, and its end takes that back on the gateway", async () => {
      await as(pia, async (page) => {
        await open(page, "Requests")
        await page.getByRole("button", { name: "Ask for access" }).first().click()
        const dialog = page.getByRole("dialog", { name: "Ask for access" })
        await dialog.getByLabel("Storage space").fill("Archive")
        await dialog.getByRole("button", { name: "Send request" }).click()
        await page.getByTestId("request").getByText("Waiting for a decision").waitFor()
        await expectNarrow(page)
      })
      await as(max, async (page) => {
        await open(page, "Requests")
        const request = page.getByRole("region", { name: "To decide" }).getByTestId("request")
        await request.getByRole("button", { name: "Approve…" }).click()
        const dialog = page.getByRole("dialog", { name: "Approve request" })
        await dialog.getByLabel("Ends").fill("2099-01-01T12:00")
        await dialog.getByRole("button", { name: "Approve", exact: true }).click()
        await page.getByRole("region", { name: "All requests" }).getByText("Approved").waitFor()
        await expectNarrow(page)
      })
      expect(await aws(readArchive)).toBe("404")
      await database.query("update portal_requests set expires_at = now() - interval '1 minute'")
      await api(window.page, "POST", "/admin/jobs/portal-expiry/run")
      expect(await aws(readArchive)).toBe("403")
      expect(await aws(`s3api list-objects-v2 --bucket ${team}`)).toBe("ok")
      await as(pia, async (page) => {
        await open(page, "Requests")
        await page.getByTestId("request").getByText("Ended").waitFor()
        await open(page, "Status")
        await page.getByTestId("storage-status").waitFor()
        await expectNarrow(page)
      })
    }, 180_000)

    it("a private space of one's own is created and used within three clicks", async () => {
      await as(pia, async (page) => {
        await page.waitForURL(/\/portal\?account_id=/)
        const presses = await countPresses(page)
        await page.getByRole("button", { name: "Create space" }).click()
        const dialog = page.getByRole("dialog", { name: "Create storage space" })
        await dialog.getByLabel("Name").fill("Mine")
        await dialog.getByLabel("Bucket").fill(unique("mine"))
        await dialog.getByRole("button", { name: "Create space" }).click()
        await page.locator(".toasts").getByRole("link", { name: "Upload files" }).click()
        await page
          .getByLabel("Files to upload")
          .setInputFiles([{ name: "mine.txt", mimeType: "text/plain", buffer: Buffer.from("mine") }])
        await page.getByRole("grid").getByText("mine.txt").waitFor()
        expect(presses.count).toBe(3)
      })
    }, 120_000)
  }
)
