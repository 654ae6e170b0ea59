import { Effect } from "effect"
import { entryDifferences, type EntryOf, ruleOf, type Section } from "#domain/fleet/apply/sections.ts"
import type { PlannedChange } from "#domain/fleet/apply/planApply.ts"
import { Conflict, type DomainError } from "#domain/platform/errors/Errors.ts"
import { ConnectionLinks } from "#services/accounts/connections/ConnectionLinks.ts"
import { RgwAccounts } from "#services/accounts/RgwAccounts.ts"
import { RgwUsers } from "#services/accounts/RgwUsers.ts"
import { UiGroups } from "#services/identity/UiGroups.ts"
import { RowVersions, type VersionedEntity } from "#services/platform/audit/RowVersions.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { lowerCase, type Step, type StepContext } from "./stepContext.ts"

const stale = new Conflict({
  code: "stale_plan",
  detail: "Somebody else changed who may act as this since the plan was made: nothing of it is changed"
})

/** Sets who may act as an account, RGW user or connection, and group members. Fails if they changed since the plan. */
export const linkSteps = Effect.gen(function* () {
  const accounts = yield* RgwAccounts
  const rgwUsers = yield* RgwUsers
  const connectionLinks = yield* ConnectionLinks
  const groups = yield* UiGroups
  const versions = yield* RowVersions
  const transaction = yield* Transaction

  const requirePlanned = <S extends Section>(
    section: S,
    change: PlannedChange,
    declared: EntryOf<S>,
    now: object,
    others: ReadonlyArray<string> = []
  ) => {
    const changes = entryDifferences(section, ruleOf(section).links ?? [], declared, now)
      .filter(({ path }) => !others.includes(path))
      .map(({ after, before, path }) => ({ path, before, after, secret: false }))
    return JSON.stringify(changes) === JSON.stringify(change.fields) ? Effect.void : Effect.fail(stale)
  }
  const linkTexts = ({
    group_links,
    user_links
  }: {
    readonly user_links: ReadonlyArray<{ readonly email: string }>
    readonly group_links: ReadonlyArray<{ readonly name: string }>
  }) => ({
    user_links: user_links.map((link) => ({ ...link, user: link.email })),
    group_links: group_links.map((link) => ({ ...link, group: link.name }))
  })

  const holding = (thing: VersionedEntity, id: number, work: Effect.Effect<unknown, DomainError>): Step =>
    transaction.run(Effect.as(Effect.andThen(versions.lock(thing, id, undefined), work), id))

  const sentLinks = (
    { group_links, user_links }: EntryOf<"accounts"> | EntryOf<"s3_users">,
    { idOf }: StepContext
  ) => ({
    ...(user_links === undefined
      ? {}
      : {
          user_links: user_links.map(({ user: email, ...roles }) => ({
            ...roles,
            user_id: idOf("users", lowerCase(email))
          }))
        }),
    ...(group_links === undefined
      ? {}
      : {
          group_links: group_links.map(({ group: name, ...roles }) => ({
            ...roles,
            group_id: idOf("groups", lowerCase(name))
          }))
        })
  })

  const connectionLink = Effect.fnUntraced(function* (
    change: PlannedChange,
    entry: EntryOf<"s3_connections">,
    id: number,
    { caller, idOf }: StepContext
  ) {
    for (const { after, path } of change.fields) {
      const [, field, key = ""] = /^(\w+)\[(.*)\]$/s.exec(path) ?? []
      if (field === "users") {
        yield* after === null
          ? connectionLinks.remove(caller, id, idOf("users", key))
          : connectionLinks.add(caller, id, idOf("users", key))
      } else {
        const of = yield* groups.get(idOf("groups", key))
        const others = of.s3_connection_details
          .filter(({ s3_connection_id }) => s3_connection_id !== id)
          .map(({ s3_connection_id }) => ({ s3_connection_id }))
        if (others.length < of.s3_connection_details.length === (after !== null)) return yield* stale
        yield* groups.update(caller, of.id, {
          s3_connection_details: after === null ? others : [...others, { s3_connection_id: id }]
        })
      }
    }
    return entry
  })

  return (change: PlannedChange, context: StepContext): Step => {
    const { index, key, section } = change
    const { caller, document, idOf } = context
    const id = section === "settings" ? 0 : idOf(section, key.slice(section.length + 1))
    const at = index ?? 0
    if (section === "accounts") {
      const entry = document.accounts?.[at] as EntryOf<"accounts">
      return holding(
        "rgw_account",
        id,
        Effect.gen(function* () {
          yield* requirePlanned(section, change, entry, linkTexts(yield* accounts.get(id)))
          yield* accounts.update(caller, id, sentLinks(entry, context))
        })
      )
    }
    if (section === "s3_users") {
      const entry = document.s3_users?.[at] as EntryOf<"s3_users">
      return holding(
        "rgw_user",
        id,
        Effect.gen(function* () {
          yield* requirePlanned(section, change, entry, linkTexts(yield* rgwUsers.get(id)))
          yield* rgwUsers.update(caller, id, sentLinks(entry, context))
        })
      )
    }
    if (section === "groups") {
      const entry = document.groups?.[at] as EntryOf<"groups">
      return holding(
        "ui_group",
        id,
        Effect.gen(function* () {
          const { user_details } = yield* groups.get(id)
          // memberships of providers stay
          const given = user_details.filter(({ by_hand }) => !by_hand)
          yield* requirePlanned(
            section,
            change,
            entry,
            { members: user_details.filter(({ by_hand }) => by_hand).map(({ email }) => email) },
            given.map(({ email }) => `members[${lowerCase(email)}]`)
          )
          const wanted = new Set([
            ...(entry.members ?? []).map((email) => idOf("users", lowerCase(email))),
            ...given.map(({ user_id }) => user_id)
          ])
          yield* groups.update(caller, id, { user_details: [...wanted].map((user_id) => ({ user_id })) })
        })
      )
    }
    return transaction.run(
      Effect.as(connectionLink(change, document.s3_connections?.[at] as EntryOf<"s3_connections">, id, context), id)
    )
  }
})
