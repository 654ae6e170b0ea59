import type { ProviderCheck } from "#domain/identity/federation/Federation.ts"
import type { DirectoryConnection } from "#services/identity/federation/Directory.ts"
import type { ProviderUnavailable } from "#services/identity/federation/providerFailures.ts"
import { Effect, type Scope } from "effect"
import type { Entry } from "ldapts"
import type { Outbound } from "../outbound/Outbound.ts"
import { bindReader, isNameTemplate, searchAsReader } from "./ldapSignIn.ts"
import { deadlineIn } from "./ldapDeadline.ts"
import { filterForAnyUser } from "./ldapEscape.ts"
import { unavailable } from "./ldapFaults.ts"
import { attributesOf, valuesOf } from "./ldapIdentity.ts"
import { openSession, type LdapSession } from "./ldapSession.ts"
import { resolveAllowedServer, openSocket } from "./ldapSocket.ts"

const names = ["host allowed", "address and TLS", "reader's bind", "search base", "attributes"] as const
type Name = (typeof names)[number]
type Finding = Omit<ProviderCheck, "name">
type Attempt<R = never> = Effect.Effect<Finding, ProviderUnavailable, R>

const ok = (detail: string): Finding => ({ outcome: "ok", detail })
const skipped = (detail: string): Finding => ({ outcome: "skipped", detail })

const reader = (session: LdapSession, connection: DirectoryConnection): Attempt => {
  if (connection.bind_mode === "direct") return Effect.succeed(skipped("There is no reader: people bind directly"))
  if (connection.bind_dn === null)
    return Effect.succeed(skipped("There is no bind_dn: the directory is searched anonymously"))
  return Effect.as(bindReader(session, connection), ok(`Bound as ${connection.bind_dn}`))
}

const base = Effect.fnUntraced(function* (
  session: LdapSession,
  connection: DirectoryConnection
): Effect.fn.Return<Finding, ProviderUnavailable> {
  const { base_dn, bind_mode, user_dn_template } = connection
  if (bind_mode === "direct") {
    return isNameTemplate(user_dn_template)
      ? skipped(`People bind as ${user_dn_template}: whether that is right shows when somebody signs in`)
      : yield* unavailable(
          "user_dn_template is not a distinguished name, such as uid={username},ou=people,dc=example,dc=org"
        )
  }
  const entries = yield* searchAsReader(session, connection, {
    base: base_dn ?? "",
    scope: "base",
    filter: "(objectClass=*)",
    attributes: ["1.1"],
    limit: 1
  })
  return entries.length === 1
    ? ok(`${base_dn} is there`)
    : yield* unavailable(`base_dn ${base_dn} is not for this reader to see`)
})

const has = (entries: ReadonlyArray<Entry>, attribute: string) =>
  entries.some((entry) => valuesOf(entry, attribute).length > 0)

const attributes = Effect.fnUntraced(function* (
  session: LdapSession,
  connection: DirectoryConnection
): Effect.fn.Return<Finding, ProviderUnavailable> {
  if (connection.bind_mode === "direct") return skipped("Entries are read by those who sign in")
  const entries = yield* searchAsReader(session, connection, {
    base: connection.base_dn ?? "",
    scope: "sub",
    filter: filterForAnyUser(connection.user_filter),
    attributes: attributesOf(connection),
    limit: 20
  })
  if (entries.length === 0)
    return yield* unavailable(
      "user_filter finds nobody below base_dn, whatever the name; or not for this reader to see"
    )
  const { email_attribute: email, name_attribute: name, subject_attribute: subject } = connection
  if (!has(entries, subject))
    return yield* unavailable(
      `No entry that was looked at has ${subject}: choose another subject_attribute or let the reader see it`
    )
  const groups = connection.group_mapping === null ? [] : [connection.group_mapping.attribute]
  const missing = [email, name, ...groups].filter((attribute) => !has(entries, attribute))
  if (connection.linking_policy === "trusted_email" && missing.includes(email)) {
    return yield* unavailable(
      `No entry that was looked at has ${email}, and linking by e-mail needs it: choose another ` +
        "email_attribute or let the reader see it"
    )
  }
  return ok(
    missing.length === 0
      ? `There are entries with ${[subject, email, name, ...groups].join(", ").replace(/, ([^,]*)$/, " and $1")}`
      : `There are entries with ${subject}; none of those looked at has ${missing.join(" or ")}`
  )
})

export const checkDirectory = Effect.fnUntraced(function* (
  connection: DirectoryConnection,
  outbound: Outbound["Service"]
) {
  const within = yield* deadlineIn(connection.timeout_seconds)
  const findings: Array<ProviderCheck> = []

  const note = (name: Name, finding: Finding) => Effect.sync(() => void findings.push({ name, ...finding }))
  const attempt = <R = never>(name: Name, doing: string, step: Attempt<R>) =>
    step.pipe(
      within(doing),
      Effect.tap((finding) => note(name, finding))
    )
  const failed = ({ reason }: ProviderUnavailable) =>
    note(names[findings.length]!, { outcome: "failed", detail: reason })

  const walk: Effect.Effect<void, ProviderUnavailable, Scope.Scope> = Effect.gen(function* () {
    const place = yield* resolveAllowedServer(connection, outbound)
    yield* note("host allowed", ok(`${place.host} is on LDAP_ALLOWED_HOSTS`))
    const socket = yield* openSocket(connection, place, outbound).pipe(within("connecting"))
    yield* note(
      "address and TLS",
      ok(`${socket.getProtocol()}, a certificate for ${place.host} until ${socket.getPeerCertificate().valid_to}`)
    )
    const session = yield* openSession(socket, place.host, connection.timeout_seconds)
    yield* attempt("reader's bind", "binding as the reader", reader(session, connection))
    yield* attempt("search base", "looking for base_dn", base(session, connection))
    yield* attempt("attributes", "searching an example", attributes(session, connection))
  })

  yield* Effect.scoped(walk).pipe(Effect.catch(failed))
  return [
    ...findings,
    ...names.slice(findings.length).map((name) => ({ name, ...skipped("Needs what failed before") }))
  ]
})
