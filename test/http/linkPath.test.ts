import { assert, describe, it } from "vitest"
import { containsShareToken, redactLinkToken } from "#http/redactLinkToken.ts"

const token = "3q2-7wOkN1m9yXb0Q4dR5sT6uV7wX8yZ9aB0cD1eF2g"
const octets = (text: string) => [...text].map((char) => `%${char.charCodeAt(0).toString(16)}`).join("")

describe("the address of a link in logs and traces", () => {
  it("keeps its token out of them in every spelling", () => {
    for (const path of [
      `/share/${token}`,
      `/api/share/${token}`,
      `/api/share/${token}/archive`,
      `//share/${token}`,
      `/Share/${token}`,
      `/SHARE/${token}/`,
      `/share//${token}`,
      `/share%2F${token}`,
      `/share%2f${token}`,
      `/share%252F${token}`,
      `/%73hare/${token}`,
      `/api//share/${token}`,
      `/api/%73hare/${token}`,
      `/API/share/${token}`,
      `/x/../share/${token}`,
      `/console/share/${token}`,
      `\\share\\${token}`,
      `/share;x/${token}`,
      `/shared/${token}`,
      `/${token}`,
      `/share/%zz${token}`,
      `/share/${octets(token)}`,
      `/share/${octets(octets(token))}`,
      `http://elsewhere.example/share/${token}`
    ]) {
      assert.isTrue(containsShareToken(path), path)
      const written = redactLinkToken(path)
      assert.notInclude(written, token.slice(0, 12), path)
      assert.notInclude(written, octets(token).slice(0, 12), path)
    }
  })

  it("leaves other paths as they are, names of buckets included", () => {
    for (const path of [
      "/",
      "/login",
      "/manager/buckets/measurements",
      `/api/manager/buckets/${"b".repeat(63)}/policy/check`,
      "/api/admin/shares/8a1f0c5e-3f0a-4a53-9c1e-1f6f2d9f7b10"
    ]) {
      assert.deepStrictEqual([redactLinkToken(path), containsShareToken(path)], [path, false])
    }
  })
})
