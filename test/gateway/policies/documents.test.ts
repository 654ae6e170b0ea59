import { assert, it } from "vitest"
import { randomBytes } from "node:crypto"
import { decodePolicy } from "#domain/buckets/policies/decodePolicy.ts"
import { realGateway } from "../../support/RealGateway.ts"
import { requirement } from "../../support/Requirement.ts"
import { ask, must } from "./askGateway.ts"
import { documents } from "./documents.ts"

const { gateway, lack } = await realGateway("a")

requirement("real RGW", lack)("the decoder and a real gateway", () => {
  it(`refuse and take the same of ${documents.length} documents`, async () => {
    const {
      accounts: [own],
      url
    } = gateway!
    const bucket = `policy-${randomBytes(6).toString("hex")}`
    await must(url, own.root, { method: "PUT", path: `/${bucket}` })
    const disagreements: Array<string> = []
    for (const [name, document] of documents) {
      const text = (typeof document === "string" ? document : JSON.stringify(document)).replaceAll("BUCKET", bucket)
      const { faults } = decodePolicy(text, "rgw")
      const { status, text: said } = await ask(url, own.root, {
        method: "PUT",
        path: `/${bucket}`,
        query: { policy: "" },
        body: text
      })
      if (status < 300 !== (faults.length === 0)) {
        disagreements.push(
          `${name}: gateway ${status} ${/<Message>(.*?)<\/Message>/.exec(said)?.[1] ?? ""}; we ` +
            `${faults.map(({ message }) => message).join("; ") || "take it"}`
        )
      }
    }
    assert.deepStrictEqual(disagreements, [])
  }, 120_000)
})
