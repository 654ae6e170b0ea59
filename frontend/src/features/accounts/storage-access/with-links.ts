import type { Body, Row } from "~/client/contract"
import type { targetChanges } from "~/features/identity/rights/linked"

export type Linkable = Pick<Row<"GET /api/admin/accounts">, "group_links" | "id" | "user_links" | "version">

type Item = Body<"PUT /api/admin/accounts/links">["accounts"][number]

export const withLinks = (
  { group_links, id, user_links, version }: Linkable,
  added: ReturnType<typeof targetChanges>
): Item => ({
  id,
  version,
  ...(added.user_links && {
    user_links: [
      ...user_links
        .filter((link) => !added.user_links?.some(({ user_id }) => user_id === link.user_id))
        .map(({ allow_manager_browser_data_access, manager_role, portal_role, user_id }) => ({
          user_id,
          manager_role,
          portal_role,
          allow_manager_browser_data_access
        })),
      ...added.user_links
    ]
  }),
  ...(added.group_links && {
    group_links: [
      ...group_links
        .filter((link) => !added.group_links?.some(({ group_id }) => group_id === link.group_id))
        .map(({ allow_manager_browser_data_access, group_id, manager_role, portal_role }) => ({
          group_id,
          manager_role,
          portal_role,
          allow_manager_browser_data_access
        })),
      ...added.group_links
    ]
  })
})
