import { Effect } from "effect"
import type { PlannedChange } from "#domain/fleet/apply/planApply.ts"
import type { Section } from "#domain/fleet/apply/sections.ts"
import { ApplicationSettings } from "#services/identity/ApplicationSettings.ts"
import { type SectionWork, type Step, type StepContext, versionOf } from "./sectionWork.ts"
import { accounts } from "./sections/accounts.ts"
import { groups } from "./sections/groups.ts"
import { ldapProviders, oidcProviders } from "./sections/providers.ts"
import { s3Connections } from "./sections/s3Connections.ts"
import { s3Users } from "./sections/s3Users.ts"
import { storageEndpoints } from "./sections/storageEndpoints.ts"
import { users } from "./sections/users.ts"

/** In the order in which they are read. */
export const sectionWorks = Effect.all({
  storage_endpoints: storageEndpoints,
  accounts,
  s3_users: s3Users,
  s3_connections: s3Connections,
  groups,
  users,
  oidc_providers: oidcProviders,
  ldap_providers: ldapProviders
})

export const makeSteps = Effect.gen(function* () {
  const works = yield* sectionWorks
  const settings = yield* ApplicationSettings

  return (change: PlannedChange, context: StepContext): Step => {
    const { index, key, part, section } = change
    const { caller, document, idOf } = context
    if (section === "settings")
      return Effect.as(settings.update(caller, { ...document.settings, ...versionOf(change) }), "settings")
    const work: SectionWork<Section> = works[section]
    const entry = document[section]?.[index ?? 0]
    if (entry === undefined) return Effect.die(new Error(`${key} is planned without an entry`))
    if (part === "self") return work.createOrUpdate(change, entry, context)
    const id = idOf(section, key.slice(section.length + 1))
    return work[part === "links" ? "setLinks" : "setOnGateway"]?.(change, entry, id, context) ?? Effect.succeed(id)
  }
})
