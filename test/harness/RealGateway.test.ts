import { assert, it } from "@effect/vitest"
import { realGateway } from "../support/RealGateway.ts"
import { requirement } from "../support/Requirement.ts"

const a = await realGateway("a")
const b = a.gateway === undefined ? a : await realGateway("b")

requirement("real RGW", b.lack)("two real gateways", () => {
  it("answer on ports of their own, with keys of their own", async () => {
    const [first, second] = [a.gateway!, b.gateway!]
    assert.notStrictEqual(first.url, second.url)
    assert.notStrictEqual(first.admin.accessKey, second.admin.accessKey)
    for (const { url } of [first, second]) assert.strictEqual((await fetch(url)).status, 200)
  })

  it("know their seeded accounts", () => {
    for (const gateway of [a.gateway!, b.gateway!]) {
      const [account] = gateway.accounts
      const { name } = JSON.parse(gateway.radosgwAdmin("account", "get", "--account-id", account.id)) as {
        name: string
      }
      assert.strictEqual(name, account.name)
    }
  })

  it("are shared by everyone who asks in the same run", async () => {
    assert.strictEqual((await realGateway("a")).gateway?.url, a.gateway!.url)
  })
})
