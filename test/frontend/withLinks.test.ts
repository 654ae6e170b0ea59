import { assert, describe, it } from "@effect/vitest"
import { withLinks } from "../../frontend/src/features/accounts/storage-access/with-links.ts"

const roles = {
  manager_role: "account_administrator",
  portal_role: null,
  allow_manager_browser_data_access: false
} as const
const row = {
  id: 3,
  version: 7,
  user_links: [
    { user_id: 1, email: "a@example.org", full_name: "Ada", ...roles },
    { user_id: 2, email: "b@example.org", full_name: "Bob", ...roles }
  ],
  group_links: [{ group_id: 5, name: "Operators", ...roles }]
}

describe("giving access to what has links already", () => {
  it("keeps those that are there, and adds", () => {
    const item = withLinks(row, { user_links: [{ user_id: 9, ...roles }] })
    assert.deepStrictEqual(item, {
      id: 3,
      version: 7,
      user_links: [
        { user_id: 1, ...roles },
        { user_id: 2, ...roles },
        { user_id: 9, ...roles }
      ]
    })
    assert.notProperty(item, "group_links", "a list that nothing was said of stays")
  })
  it("what is there already becomes what is said now, once", () => {
    const portal = { manager_role: null, portal_role: "portal_user", allow_manager_browser_data_access: false } as const
    const item = withLinks(row, { user_links: [{ user_id: 2, ...portal }], group_links: [{ group_id: 5, ...portal }] })
    assert.deepStrictEqual(item.user_links, [
      { user_id: 1, ...roles },
      { user_id: 2, ...portal }
    ])
    assert.deepStrictEqual(item.group_links, [{ group_id: 5, ...portal }])
  })
})
