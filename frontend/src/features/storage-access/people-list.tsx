import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import type { Account, S3User } from "./cells"

const ROLES = { account_administrator: "Account administrator", portal_manager: "Portal manager", portal_user: "Portal user" } as const

/** Who may act as an account or a user. An inline component. */
export const PeopleList = (props: { readonly row: Account | S3User }) =>
  props.row.user_links.length + props.row.group_links.length === 0 ? <p class="text-ink-3">Nobody yet.</p> : (
    <ul class="grid gap-2">
      {props.row.user_links.map((link) => (
        <li key={link.user_id} class="flex flex-wrap items-center gap-2">
          <Icon name="user" class="text-ink-3" />
          <span class="min-w-32 flex-1 break-words">{link.full_name}<span class="block text-xs break-all text-ink-3">{link.email}</span></span>
          {link.manager_role && <Badge text={ROLES[link.manager_role]} />}
          {link.portal_role && <Badge text={ROLES[link.portal_role]} />}
        </li>
      ))}
      {props.row.group_links.map((link) => (
        <li key={`g${link.group_id}`} class="flex flex-wrap items-center gap-2">
          <Icon name="users" class="text-ink-3" />
          <span class="min-w-32 flex-1 break-words">{link.name}</span>
          {link.manager_role && <Badge text={ROLES[link.manager_role]} />}
          {link.portal_role && <Badge text={ROLES[link.portal_role]} />}
        </li>
      ))}
    </ul>
  )
