import { call, callIn } from "~/client/call"
import type { Answer, Body } from "~/client/contract"
import { withLinks } from "~/features/accounts/storage-access/with-links"
import type { BucketPlace } from "~/lib/bucket-place"
import { counted } from "~/lib/format"
import type { AccessPlan } from "./access-change"
import type { AccessEntry, AccessRoute } from "./access-entry"

type Account = Answer<"GET /api/admin/accounts/:id">
type Item = Body<"PUT /api/admin/accounts/links">["accounts"][number]

/** `id` 0: a group that is known by its name alone. */
export interface AssociationSubject {
  readonly kind: "user" | "group"
  readonly id: number
  readonly name: string
}

export interface AssociationChange {
  readonly action: "give" | "revoke"
  readonly subject: AssociationSubject
}

/** `item` is sent to apply it, and is refused if the account was changed. */
export interface AssociationPlan {
  readonly association: AssociationChange
  readonly item: Item
  readonly plan: Pick<AccessPlan, "notes" | "sentence"> & {
    readonly steps: ReadonlyArray<Pick<AccessPlan["steps"][number], "after" | "before" | "name" | "sentence">>
  }
}

type LinkRoles = Omit<Account["user_links"][number], "email" | "full_name" | "user_id">

const findLink = (account: Account, { id, kind, name }: AssociationSubject) => {
  if (kind === "group") {
    const link = account.group_links.find((one) => (id === 0 ? one.name === name : one.group_id === id))
    return link === undefined ? undefined : { id: link.group_id, roles: link }
  }
  const link = account.user_links.find(({ user_id }) => user_id === id)
  return link === undefined ? undefined : { id, roles: link }
}

const linksOf = (kind: AssociationSubject["kind"], id: number, portal: LinkRoles["portal_role"]) => {
  const roles = {
    manager_role: "account_administrator" as const,
    portal_role: portal,
    allow_manager_browser_data_access: true
  }
  return kind === "group" ? { group_links: [{ group_id: id, ...roles }] } : { user_links: [{ user_id: id, ...roles }] }
}

const withoutManager = (account: Account, kind: AssociationSubject["kind"], id: number): Item => {
  const rest = <L extends LinkRoles>(links: ReadonlyArray<L>, isSubject: (link: L) => boolean) =>
    links
      .filter((link) => !isSubject(link) || link.portal_role !== null)
      .map((link) => {
        const { allow_manager_browser_data_access, manager_role, portal_role } = link
        return isSubject(link)
          ? { link, roles: { manager_role: null, portal_role, allow_manager_browser_data_access: false } }
          : { link, roles: { manager_role, portal_role, allow_manager_browser_data_access } }
      })
  const base = { id: account.id, version: account.version }
  return kind === "group"
    ? {
        ...base,
        group_links: rest(account.group_links, ({ group_id }) => group_id === id).map(({ link, roles }) => ({
          group_id: link.group_id,
          ...roles
        }))
      }
    : {
        ...base,
        user_links: rest(account.user_links, ({ user_id }) => user_id === id).map(({ link, roles }) => ({
          user_id: link.user_id,
          ...roles
        }))
      }
}

const givePlan = (account: Account, buckets: number, bucket: string, subject: AssociationSubject): AssociationPlan => {
  const found = findLink(account, subject)
  const hasIt =
    found !== undefined && found.roles.manager_role !== null && found.roles.allow_manager_browser_data_access
  return {
    association: { action: "give", subject },
    item: withLinks(account, linksOf(subject.kind, subject.id, found?.roles.portal_role ?? null)),
    plan: {
      sentence: `${subject.name} can read and write every bucket of account ${account.name}, and administer it.`,
      steps: hasIt
        ? []
        : [
            {
              name: subject.name,
              sentence: `${subject.name} becomes account administrator of ${account.name}, with access to objects.`,
              before: null,
              after: null
            }
          ],
      notes: [
        `This opens the account as a whole: ${counted(buckets, "bucket", "buckets")}, not only ${bucket}.`,
        "An account administrator also creates and deletes buckets, IAM users, keys and policies.",
        ...(subject.kind === "group" ? ["It is for every member of the group, those who join later included."] : [])
      ]
    }
  }
}

const revokePlan = (account: Account, subject: AssociationSubject): AssociationPlan => {
  const found = findLink(account, subject)
  const portal = found?.roles.portal_role ?? null
  return {
    association: { action: "revoke", subject },
    item: withoutManager(account, subject.kind, found?.id ?? subject.id),
    plan: {
      sentence: `${subject.name} no longer manages account ${account.name}, and no longer reaches its objects.`,
      steps:
        found === undefined || found.roles.manager_role === null
          ? []
          : [
              {
                name: subject.name,
                sentence:
                  portal === null
                    ? `The association of ${subject.name} with account ${account.name} is removed.`
                    : `The association keeps its Portal role alone.`,
                before: null,
                after: null
              }
            ],
      notes: [
        `This is for every bucket of account ${account.name}.`,
        "Share and upload links that were made with this right close. Private access ends without an association.",
        ...(subject.kind === "group" ? ["It is for every member of the group."] : [])
      ]
    }
  }
}

export const planAssociation = async (
  { bucket, contextId }: BucketPlace,
  { action, subject }: AssociationChange
): Promise<AssociationPlan> => {
  const account = await call("GET /api/admin/accounts/:id", { params: { id: Number(contextId) } })
  if (action === "revoke") return revokePlan(account, subject)
  const { total_all } = await callIn({ contextId }, "GET /api/manager/buckets", { query: { page: 1, page_size: 1 } })
  return givePlan(account, total_all, bucket, subject)
}

export const applyAssociation = ({ item }: AssociationPlan) =>
  call("PUT /api/admin/accounts/links", { body: { accounts: [item] } })

export const associationOf = (entry: AccessEntry, { name, via }: AccessRoute): AssociationSubject | null => {
  if (via !== "association" || entry.kind !== "console_user") return null
  return name === null
    ? { kind: "user", id: Number(entry.id.slice("console:".length)), name: entry.name }
    : { kind: "group", id: 0, name }
}
