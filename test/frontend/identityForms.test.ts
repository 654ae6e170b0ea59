import { assert, describe, it } from "@effect/vitest"
import { secretOf, textOrNull, words } from "../../frontend/src/features/identity/identity-providers/form-values.ts"
import { whyNotManage } from "../../frontend/src/features/identity/users/roles.ts"
import { userChanges } from "../../frontend/src/features/identity/users/user-changes.ts"

const user = { email: "grace@example.org", full_name: "Grace Hopper", role: "ui_user", is_active: true } as const
const typed = { email: user.email, full_name: user.full_name, role: user.role, is_active: "true" }

describe("the form of a user", () => {
  it("sends nothing while nothing is changed", () => {
    assert.deepStrictEqual(userChanges(user, typed, false), {})
    assert.deepStrictEqual(userChanges(user, { ...typed, email: ` ${user.email} ` }, false), {})
  })

  it("sends only what is changed", () => {
    assert.deepStrictEqual(userChanges(user, { ...typed, full_name: "Grace B. Hopper" }, false), {
      full_name: "Grace B. Hopper"
    })
    assert.deepStrictEqual(userChanges(user, { ...typed, role: "ui_admin" }, false), { role: "ui_admin" })
  })

  it("takes a box without a tick for inactive, but never of oneself, where the box is locked", () => {
    const { is_active: _, ...rest } = typed
    assert.deepStrictEqual(userChanges(user, rest, false), { is_active: false })
    assert.deepStrictEqual(userChanges(user, rest, true), {})
  })
})

describe("whose account one may change", () => {
  it("leaves administrators to super administrators", () => {
    assert.strictEqual(whyNotManage("ui_admin", "ui_user"), "")
    assert.notStrictEqual(whyNotManage("ui_admin", "ui_admin"), "")
    assert.notStrictEqual(whyNotManage("ui_admin", "ui_superadmin"), "")
    assert.strictEqual(whyNotManage("ui_superadmin", "ui_superadmin"), "")
  })
})

describe("the form of a provider", () => {
  it("reads words, whatever stands between them", () => {
    assert.deepStrictEqual(words(" openid  email,profile\n"), ["openid", "email", "profile"])
    assert.deepStrictEqual(words(undefined), [])
  })

  it("takes an empty text for none", () => {
    assert.strictEqual(textOrNull("  "), null)
    assert.strictEqual(textOrNull(" dc=example "), "dc=example")
  })

  it("keeps a stored secret unless one is typed or it is to go", () => {
    assert.deepStrictEqual(secretOf({ client_secret: "" }, "client_secret"), {})
    assert.deepStrictEqual(secretOf({ client_secret: "s" }, "client_secret"), { client_secret: "s" })
    assert.deepStrictEqual(secretOf({ client_secret: "s", forget_secret: "true" }, "client_secret"), {
      client_secret: null
    })
  })
})
