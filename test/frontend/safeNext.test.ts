import { assert, describe, it } from "@effect/vitest"
import { safeNext } from "../../frontend/src/lib/safe-next.ts"

const nextIn = (address: string) => new URL(address, "https://console.example").searchParams.get("next")

describe("where the console goes after signing in", () => {
  it("leads to the page that was asked for", () => {
    for (const page of ["/manager/buckets?open=a%2Fb", "/loginless", "/login-audit"]) {
      assert.strictEqual(safeNext(nextIn(`/login?next=${encodeURIComponent(page)}`)), page)
    }
  })

  it("leads nowhere else, however an address spells it", () => {
    const addresses = [
      "/login",
      "/login?next=",
      "/login?next=%2F%09%2Fevil.example",
      "/login?next=%2F%0A%2Fevil.example",
      "/login?next=%2F%0D%2Fevil.example",
      "/login?next=%2F%09%5Cevil.example",
      "/login?next=%2F%2Fevil.example",
      "/login?next=%2F%5Cevil.example",
      "/login?next=https%3A%2F%2Fevil.example",
      "/login?next=%2F.%2F%2Fevil.example",
      "/login?next=javascript%3Aalert(1)",
      "/login?next=%ED%A0%80"
    ]
    assert.deepStrictEqual(
      addresses.map((address) => safeNext(nextIn(address))),
      addresses.map(() => "/")
    )
  })

  it("does not lead back to signing in", () => {
    for (const page of ["/login", "/login/passkey", "/login?next=%2F", "/login/"])
      assert.strictEqual(safeNext(page), "/")
  })
})
