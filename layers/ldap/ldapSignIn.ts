import type { DirectoryConnection } from "#services/identity/federation/Directory.ts"
import type { IdentityRefused, ProviderUnavailable } from "#services/identity/federation/providerFailures.ts"
import { Effect, Redacted } from "effect"
import type { Entry } from "ldapts"
import type { WithDeadline } from "./ldapDeadline.ts"
import { filterFor, nameFor } from "./ldapEscape.ts"
import { refused, resultText, unavailable } from "./ldapFaults.ts"
import { attributesOf } from "./ldapIdentity.ts"
import type { Search, LdapSession } from "./ldapSession.ts"

/** No entry (32), invalid name (34), wrong password (49), locked or expired (19, 48, 53). */
const USER_RESULT_CODES = new Set([19, 32, 34, 48, 49, 53])

export const bindReader = Effect.fnUntraced(function* (
  session: LdapSession,
  { bindPassword, bind_dn }: DirectoryConnection
): Effect.fn.Return<void, ProviderUnavailable> {
  if (bind_dn === null) return
  if (bindPassword === null || Redacted.value(bindPassword) === "") return yield* unavailable("bind_dn has no password")
  const code = yield* session.bind(bind_dn, bindPassword)
  if (code !== 0) return yield* unavailable(`The directory refuses bind_dn: ${resultText(code)}`)
})

const bindPerson = Effect.fnUntraced(function* (
  session: LdapSession,
  name: string,
  password: Redacted.Redacted
): Effect.fn.Return<void, IdentityRefused | ProviderUnavailable> {
  const code = yield* session.bind(name, password)
  if (USER_RESULT_CODES.has(code)) return yield* refused(`The directory refuses this person: ${resultText(code)}`)
  if (code !== 0) return yield* unavailable(`The directory takes no sign-in: ${resultText(code)}`)
})

export const searchAsReader = (session: LdapSession, { bind_dn }: DirectoryConnection, search: Search) =>
  session
    .search(search)
    .pipe(
      Effect.mapError((fault) =>
        bind_dn === null
          ? unavailable(`${fault.reason}. There is no bind_dn: perhaps it answers no anonymous searches`)
          : fault
      )
    )

const findOne = Effect.fnUntraced(function* (
  session: LdapSession,
  connection: DirectoryConnection,
  username: string
): Effect.fn.Return<Entry, IdentityRefused | ProviderUnavailable> {
  const entries = yield* searchAsReader(session, connection, {
    base: connection.base_dn ?? "",
    scope: "sub",
    filter: filterFor(connection.user_filter, username),
    attributes: attributesOf(connection),
    limit: 2
  })
  const [entry, second] = entries
  if (entry === undefined) return yield* refused("No entry has this name")
  if (second !== undefined) return yield* refused("Several entries have this name: narrow user_filter")
  return entry
})

export const searchThenBind = Effect.fnUntraced(function* (
  session: LdapSession,
  within: WithDeadline,
  connection: DirectoryConnection,
  username: string,
  password: Redacted.Redacted
): Effect.fn.Return<Entry, IdentityRefused | ProviderUnavailable> {
  yield* bindReader(session, connection).pipe(within("binding as the reader"))
  const entry = yield* findOne(session, connection, username).pipe(within("searching"))
  yield* bindPerson(session, entry.dn, password).pipe(within("binding as the person"))
  return entry
})

/** Otherwise user names would choose the kind of bind. */
export const isNameTemplate = (template: string | null): template is string =>
  template !== null && /^\s*[A-Za-z0-9.-]+\s*=/.test(template)

export const bindDirectly = Effect.fnUntraced(function* (
  session: LdapSession,
  within: WithDeadline,
  connection: DirectoryConnection,
  username: string,
  password: Redacted.Redacted
): Effect.fn.Return<Entry, IdentityRefused | ProviderUnavailable> {
  const template = connection.user_dn_template
  if (!isNameTemplate(template)) return yield* unavailable("user_dn_template is not a distinguished name")
  const name = nameFor(template, username)
  yield* bindPerson(session, name, password).pipe(within("binding as the person"))
  const [entry] = yield* session
    .search({
      base: name,
      scope: "base",
      filter: "(objectClass=*)",
      attributes: attributesOf(connection),
      limit: 1
    })
    .pipe(
      // the reason would name the user
      Effect.mapError(() => unavailable("People may not read their own entries: grant it, or use bind_mode search")),
      within("reading the person's entry")
    )
  if (entry === undefined)
    return yield* unavailable("People may not read their own entries: grant it, or use bind_mode search")
  return entry
})
