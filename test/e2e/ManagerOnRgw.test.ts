import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { expect, it } from "vitest"
import { awscli, awscliLack } from "../support/awscli.ts"
import { loggingPolicy } from "../gateway/featureContracts.ts"
import { raw } from "../layers/sandbox/support.ts"
import { chromiumLack } from "../support/Chromium.ts"
import { realGateway } from "../support/RealGateway.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, expectAccessible, sticksOut, type Window } from "./console.ts"
import { pictured } from "./support/pictured.ts"
import { withConsole } from "./withConsole.ts"

const { gateway, lack } = await realGateway("a")
const unique = (name: string) => `${name}-${randomBytes(4).toString("hex")}`

requirement("Chromium, awscli and real RGW", lack ?? chromiumLack() ?? awscliLack())(
  "the Manager on a real Ceph RGW",
  () => {
    let service: ServiceProcess
    let window: Window
    let context = ""
    let accountId = ""
    let root = { url: "", accessKey: "", secretKey: "" }
    const bucket = unique("walked")

    withConsole(
      "manager-on-rgw",
      async (opened) => {
        ;({ service, window } = opened)
        if (gateway === undefined) throw new Error("no gateway")
        const { page } = window
        const endpoint = await api(page, "POST", "/admin/storage-endpoints", {
          name: "Ceph",
          url: gateway.url,
          admin_access_key: gateway.admin.accessKey,
          admin_secret_key: gateway.admin.secretKey,
          features_config: {
            features: Object.fromEntries(
              ["admin", "account", "iam", "sts", "sns", "usage"].map((name) => [name, { enabled: true }])
            )
          }
        })
        const { user } = await api<{ user: { id: number } }>(page, "GET", "/auth/session")
        const account = await api<{ id: number; rgw_account_id: string }>(page, "POST", "/admin/accounts", {
          storage_endpoint_id: endpoint.id,
          name: unique("team"),
          user_links: [
            { user_id: user.id, manager_role: "account_administrator", allow_manager_browser_data_access: true }
          ]
        })
        context = String(account.id)
        accountId = account.rgw_account_id
        const {
          keys: [key]
        } = JSON.parse(
          gateway.radosgwAdmin(
            "user",
            "create",
            `--uid=${unique("root")}`,
            "--display-name=root",
            `--account-id=${account.rgw_account_id}`,
            "--account-root",
            "--gen-access-key",
            "--gen-secret"
          )
        ) as { keys: ReadonlyArray<{ access_key: string; secret_key: string }> }
        root = { url: gateway.url, accessKey: key?.access_key ?? "", secretKey: key?.secret_key ?? "" }
        await api(page, "POST", `/manager/buckets?context_id=${context}`, { name: bucket })
      },
      { start: { env: { SANDBOX_GATEWAY: "false" } } }
    )

    const dialog = () => window.page.getByRole("dialog")
    const panel = () => window.page.getByTestId("panel")
    const closed = () => dialog().waitFor({ state: "detached" })
    const open = (path: string) =>
      window.page.goto(`${service.origin}/manager/${path}${path.includes("?") ? "&" : "?"}context_id=${context}`)
    const press = (name: string) => dialog().getByRole("button", { name, exact: true }).click()
    const aws = async (as: typeof root, ...commands: ReadonlyArray<string>) => {
      const told = await Effect.runPromise(
        awscli(
          as,
          commands.map((line) => line.split(" "))
        )
      )
      for (const [at, { code, err }] of told.entries()) expect(code, `aws ${commands[at]}: ${err}`).toBe(0)
      return told.map(({ out }) => out)
    }

    it("users, keys and policies made here work on the gateway, and those made there are shown here", async () => {
      const { page } = window
      await open("iam/users?create=1")
      await dialog().getByLabel("Name").fill("marie")
      await press("Create IAM user")
      await panel().getByRole("heading", { name: "marie" }).waitFor()
      await open("iam/users?open=marie&tab=policies")
      await panel().getByRole("button", { name: "Attach" }).click()
      await dialog().getByRole("combobox", { name: "Policy" }).fill("S3FullAccess")
      await dialog().getByRole("option", { name: "AmazonS3FullAccess" }).click()
      await press("Attach policy")
      await panel().getByTestId("attached").getByText("AmazonS3FullAccess").waitFor()
      await open("iam/users?open=marie&tab=keys")
      await panel().getByRole("button", { name: "Create key" }).click()
      await press("Create key")
      const accessKey = await dialog().getByTestId("new-access-key").innerText()
      const secretKey = await dialog().getByTestId("new-secret-key").innerText()
      await press("I have copied it")
      await closed()
      await pictured(window, "rgw-iam-user")
      await expectAccessible(page)
      await expect
        .poll(
          async () =>
            (await aws({ ...root, accessKey, secretKey }, "s3api list-buckets"))[0].Buckets.map(
              ({ Name }: { Name: string }) => Name
            ),
          { timeout: 30_000 }
        )
        .toContain(bucket)

      await aws(
        root,
        "iam create-user --user-name grace",
        "iam create-group --group-name crew",
        "iam add-user-to-group --group-name crew --user-name grace"
      )
      await open("iam/groups?open=crew&tab=members")
      await panel().getByText("grace", { exact: true }).waitFor()
      await open("iam/users?open=grace&tab=groups")
      await panel().getByText("crew", { exact: true }).waitFor()
      await panel()
        .getByRole("button", { name: "Delete grace" })
        .or(panel().getByRole("button", { name: /^Delete/ }))
        .first()
        .click()
      await dialog().getByRole("textbox").fill("grace")
      await dialog().locator("button[type=submit]").click()
      await closed()
      expect(
        (await aws(root, "iam list-users"))[0].Users.map(({ UserName }: { UserName: string }) => UserName)
      ).not.toContain("grace")
    }, 180_000)

    it("a role is made by the wizard and tried by really assuming it", async () => {
      const { page } = window
      await open("iam/roles/new")
      await page.getByLabel("Name", { exact: true }).fill("reader")
      await page.getByRole("radio", { name: /This whole account/ }).click()
      // the form knows the account from the ARN of a user only where there is one
      await page.getByLabel("Id of this account").fill(accountId)
      await page.getByRole("button", { name: "Create role" }).click()
      await panel().getByRole("heading", { name: "reader" }).waitFor()
      await open("iam/roles?open=reader&tab=try")
      await panel().getByLabel("Show the credentials").check()
      await panel().getByRole("button", { name: "Assume it" }).click()
      await panel().getByTestId("assumed").waitFor()
      await expect.poll(() => panel().innerText()).toContain("AWS_SESSION_TOKEN=")
      await expectAccessible(page)
      expect((await aws(root, "iam get-role --role-name reader"))[0].Role.RoleName).toBe("reader")
    }, 180_000)

    it("a topic is made, a test event arrives with its latency, and a foreign client sees it", async () => {
      const { page } = window
      await open("topics?create=1")
      await dialog().getByLabel("Name", { exact: true }).fill("uploads")
      await dialog()
        .getByLabel(/Push events to/)
        .fill("https://listener.example.org/events")
      await press("Create topic")
      await panel().getByRole("heading", { name: "uploads" }).waitFor()
      await closed()
      expect(JSON.stringify((await aws(root, "sns list-topics"))[0])).toContain(":uploads")
      await page.getByRole("button", { name: "Test notifications" }).first().click()
      await dialog().getByLabel("Bucket").waitFor()
      await press("Test notifications")
      await dialog()
        .getByTestId("test-result")
        .getByText(/The event arrived \d+ ms/)
        .waitFor({ timeout: 60_000 })
      await pictured(window, "rgw-topic-test")
      await expectAccessible(page)
    }, 180_000)

    it("usage is counted, its buckets are looked into, and what hides in them is told", async () => {
      const { page } = window
      await aws(
        root,
        `s3api put-bucket-versioning --bucket ${bucket} --versioning-configuration Status=Enabled`,
        ...["one", "two"].map((key) => `s3api put-object --bucket ${bucket} --key logs/${key}`),
        `s3api delete-object --bucket ${bucket} --key logs/two`,
        `s3api create-multipart-upload --bucket ${bucket} --key large`
      )
      await open("usage")
      await page.getByRole("button", { name: "Recalculate" }).first().click()
      await page.getByTestId("usage").waitFor()
      await page.getByRole("button", { name: "Look into buckets" }).click()
      await page
        .getByTestId("coverage")
        .getByText(/1 bucket listed whole/)
        .waitFor({ timeout: 60_000 })
      await page.getByTestId("hidden-bytes").getByText("Delete markers").waitFor()
      await pictured(window, "rgw-usage")
      await expectAccessible(page)
      await page.getByRole("navigation", { name: "Sides of usage" }).getByRole("link", { name: "Buckets" }).click()
      await page.getByRole("grid", { name: "Usage of buckets" }).getByText(bucket, { exact: true }).click()
      await panel().getByText("logs/").first().waitFor()
      await page.getByRole("navigation", { name: "Sides of usage" }).getByRole("link", { name: "Traffic" }).click()
      // the gateway delays its log: expect its entries, or the note that there are none yet
      await page.getByTestId("traffic").or(page.getByTestId("no-traffic")).waitFor()
      await expectAccessible(page)
      expect(await sticksOut(page)).toEqual([])
    }, 180_000)

    it("forms name what they cannot edit: archive zones, filters by metadata, journals", async () => {
      const { page } = window
      const write = async (target: string, body: string) => {
        const { status, text } = await Effect.runPromise(
          raw({ url: root.url, region: "default" } as never, root, { method: "PUT", target: `/${target}`, body })
        )
        expect([200, 204], text).toContain(status)
      }
      const logs = unique("logs")
      const topic = (await aws(root, `s3api create-bucket --bucket ${logs}`, "sns create-topic --name forms"))[1]
        .TopicArn
      const rules = (name: string) =>
        `<${name}><FilterRule><Name>x-amz-meta-a</Name><Value>b</Value></FilterRule></${name}>`
      await write(`${logs}?policy`, loggingPolicy(bucket, logs, accountId))
      await write(
        `${bucket}?lifecycle`,
        "<LifecycleConfiguration><Rule><ID>zone</ID><Filter><ArchiveZone/></Filter><Status>Enabled</Status>" +
          "<Expiration><Days>3</Days></Expiration></Rule></LifecycleConfiguration>"
      )
      await write(
        `${bucket}?notification`,
        `<NotificationConfiguration><TopicConfiguration><Id>n</Id><Topic>${topic}</Topic>` +
          `<Event>s3:ObjectCreated:*</Event><Filter>${rules("S3Metadata")}${rules("S3Tags")}</Filter>` +
          "</TopicConfiguration></NotificationConfiguration>"
      )
      await write(
        `${bucket}?logging`,
        `<BucketLoggingStatus><LoggingEnabled><TargetBucket>${logs}</TargetBucket><TargetPrefix>j/</TargetPrefix>` +
          "<LoggingType>Journal</LoggingType><Filter><S3Key><FilterRule><Name>prefix</Name><Value>a/</Value>" +
          "</FilterRule></S3Key></Filter></LoggingEnabled></BucketLoggingStatus>"
      )
      const form = async (tab: string, feature: string, label: string) => {
        await open(`buckets/${bucket}/${tab}`)
        const section = page.getByTestId(`feature-${feature}`)
        await section.getByRole("button", { name: `Edit ${label}` }).click()
        return section
      }
      await (await form("lifecycle", "lifecycle", "Lifecycle"))
        .getByTestId("unknown-parts")
        .getByText("Rule/Filter/ArchiveZone")
        .waitFor()
      await (await form("advanced", "notifications", "Notifications"))
        .getByTestId("other-filters")
        .getByText("metadata x-amz-meta-a=b and tags x-amz-meta-a=b")
        .waitFor()
      await (await form("advanced", "logging", "Access logging"))
        .getByTestId("unknown-parts")
        .getByText("LoggingEnabled/Filter")
        .waitFor()
    }, 180_000)

    it("private access is given, stands on the gateway, and ends there too", async () => {
      const { page } = window
      const accesses = async () =>
        (
          await api<{ items: ReadonlyArray<{ state: string; iam_user_name: string; person: string }> }>(
            page,
            "GET",
            `/manager/private-access?context_id=${context}`
          )
        ).items
      await open("private-access?create=1")
      await dialog().getByLabel("AmazonS3ReadOnlyAccess").check()
      await press("Give private access")
      await dialog().waitFor({ state: "hidden" })
      await expect
        .poll(async () => (await accesses()).map(({ state }) => state), { timeout: 60_000 })
        .toEqual(["active"])
      const [made] = await accesses()
      const users = async () =>
        (await aws(root, "iam list-users"))[0].Users.map(({ UserName }: { UserName: string }) => UserName)
      expect(await users()).toContain(made?.iam_user_name)
      await page
        .getByRole("grid")
        .getByText(made?.person ?? "", { exact: true })
        .first()
        .click()
      await panel().getByRole("button", { name: "End access" }).click()
      await dialog()
        .getByRole("textbox")
        .fill(made?.iam_user_name ?? "")
      await press("End access")
      await dialog().waitFor({ state: "hidden" })
      await expect.poll(users, { timeout: 60_000 }).not.toContain(made?.iam_user_name)
    }, 180_000)

    it("the key that Stowage uses is rotated: the new one proved, the old one switched off", async () => {
      const { page } = window
      const keys = async () =>
        (
          await api<{ items: ReadonlyArray<{ access_key: string; active: boolean; console_key: boolean }> }>(
            page,
            "GET",
            `/manager/cluster/keys?context_id=${context}`
          )
        ).items
      const own = (await keys()).find(({ console_key }) => console_key)?.access_key ?? ""
      await open("cluster/keys")
      await page.getByRole("grid").getByText(own, { exact: true }).first().click()
      await panel().getByRole("button", { name: "Rotate" }).click()
      await press("Rotate key")
      await dialog().waitFor({ state: "hidden" })
      await expect
        .poll(
          async () =>
            (await keys())
              .filter(({ access_key, console_key }) => console_key || access_key === own)
              .map(({ access_key, active }) => [access_key === own, active])
              .sort(),
          { timeout: 90_000 }
        )
        .toEqual([
          [false, true],
          [true, false]
        ])
      await open("buckets")
      await page.getByRole("grid").getByText(bucket).waitFor()
      expect(window.complaints).toEqual([])
    }, 180_000)
  }
)
