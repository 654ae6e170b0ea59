import type { FederatedIdentity, LdapConfig } from "#domain/identity/federation/Federation.ts"
import { directoryGroups } from "#domain/identity/federation/GroupMapping.ts"
import { hasControls } from "#domain/platform/Text.ts"
import type { ProviderUnavailable } from "#services/identity/federation/providerFailures.ts"
import { Effect } from "effect"
import type { Entry } from "ldapts"
import { unavailable } from "./ldapFaults.ts"

export const attributesOf = (config: LdapConfig): ReadonlyArray<string> => [
  config.subject_attribute,
  config.email_attribute,
  config.name_attribute,
  ...(config.group_mapping === null ? [] : [config.group_mapping.attribute])
]

export const valuesOf = (entry: Entry, attribute: string): ReadonlyArray<Buffer> =>
  Object.entries(entry)
    .filter(([name]) => name !== "dn" && name.toLowerCase() === attribute.toLowerCase())
    .flatMap(([, values]) => values)
    .map((value) => (Buffer.isBuffer(value) ? value : Buffer.from(value, "utf8")))
    .filter((value) => value.length > 0)

/** Octet strings even when they look like text. */
const binary = new Set(["objectguid", "objectsid"])

const readable = (octets: Buffer): string | null => {
  const text = octets.toString("utf8")
  return Buffer.from(text, "utf8").equals(octets) && !hasControls(text) ? text : null
}

const firstText = (entry: Entry, attribute: string): string | null =>
  valuesOf(entry, attribute)
    .map(readable)
    .find((text) => text !== null) ?? null

/** Binary values become hex, so that an entry always has the same subject. */
export const identityOf = (entry: Entry, config: LdapConfig): Effect.Effect<FederatedIdentity, ProviderUnavailable> =>
  Effect.suspend(() => {
    const [octets, ...others] = valuesOf(entry, config.subject_attribute)
    if (octets === undefined)
      return Effect.fail(
        unavailable(
          `The entry has no ${config.subject_attribute}, or it is not for this reader to see: choose another ` +
            "subject_attribute or grant its reading"
        )
      )
    if (others.length > 0)
      return Effect.fail(
        unavailable(`The entry has several values of ${config.subject_attribute}: a subject_attribute has one`)
      )
    const text = binary.has(config.subject_attribute.toLowerCase()) ? null : readable(octets)
    const email = firstText(entry, config.email_attribute)
    const { group_mapping: mapping } = config
    return Effect.succeed({
      subject: text ?? octets.toString("hex"),
      email,
      emailVerified: email !== null,
      name: firstText(entry, config.name_attribute),
      ...(mapping === null
        ? {}
        : { groups: directoryGroups(mapping, valuesOf(entry, mapping.attribute).map(readable)) })
    })
  })
