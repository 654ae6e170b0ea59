import type { Schema } from "effect"
import type { InputIssue } from "../../platform/errors/Errors.ts"
import { type ApplyDocument, MAX_ENTRIES } from "./ApplyDocument.ts"
import type { ApplyAction, ApplySection, FieldChange } from "./ApplyPlan.ts"
import type { ApplyState, StoredEntry } from "./ApplyState.ts"
import type { EntryReference } from "./declareSection.ts"
import { type FieldDifference, fieldDifferences, differingFields, flattenFields } from "./flatten.ts"
import {
  type Entry,
  entryDifferences,
  entryKey,
  entryKeys,
  type EntryOf,
  entrySecrets,
  ruleOf,
  type Section,
  sections
} from "./sections.ts"

export type SecretFact = "same" | "different" | "unsent"

export interface PlannedChange<S extends Section = Section> {
  readonly section: ApplySection
  readonly index: number | null
  readonly path: ReadonlyArray<string>
  readonly name: string
  readonly part: "self" | "on_gateway" | "links"
  readonly action: ApplyAction
  readonly fields: ReadonlyArray<FieldChange>
  readonly changed: ReadonlySet<string>
  /** `entry`: null for the settings. */
  readonly known: {
    readonly id: number | string
    readonly version: number | null
    readonly entry: EntryOf<S> | null
  } | null
  readonly key: string
  readonly needs: ReadonlyArray<string>
  readonly blocked: string | null
}

export interface ApplyPlan {
  readonly changes: ReadonlyArray<PlannedChange>
  readonly issues: ReadonlyArray<InputIssue>
}

interface Found {
  readonly known: StoredEntry<Section> | null
  readonly fault: string | null
}

const finderOf = (section: Section, all: ReadonlyArray<StoredEntry<Section>>): ((entry: Entry) => Found) => {
  const byKey = new Map<string, Array<StoredEntry<Section>>>()
  const put = (key: string, known: StoredEntry<Section>) => {
    const there = byKey.get(key)
    if (there === undefined) byKey.set(key, [known])
    else there.push(known)
  }
  for (const known of all) {
    for (const key of entryKeys(section, known.entry)) put(key, known)
  }
  return (entry) => {
    const there = byKey.get(entryKey(section, entry)) ?? []
    return there.length > 1
      ? { known: null, fault: `${there.length} RGW accounts of this endpoint bear this name: say rgw_account_id` }
      : { known: there[0] ?? null, fault: null }
  }
}

const secretChange = (path: string, before: boolean, after: boolean): FieldChange => ({
  path,
  before: before ? "set" : null,
  after: after ? "set" : null,
  secret: true
})

const fieldChange = ({ after, before, path }: FieldDifference): FieldChange => ({ path, before, after, secret: false })

const repeated = (section: Section, keys: ReadonlyArray<string>, noun: string): ReadonlyArray<InputIssue> => {
  const first = new Map<string, number>()
  return keys.flatMap((key, index) => {
    const before = first.get(key)
    if (before === undefined) {
      first.set(key, index)
      return []
    }
    return [
      { path: [section, String(index)], message: `This is the same ${noun} as ${section}.${before}` },
      { path: [section, String(before)], message: `This ${noun} appears again at ${section}.${index}` }
    ]
  })
}

const repeatedNames = (
  path: ReadonlyArray<string>,
  references: ReadonlyArray<EntryReference>
): ReadonlyArray<InputIssue> => {
  const first = new Map<string, EntryReference>()
  return references
    .filter(({ part }) => part === "links")
    .flatMap((reference) => {
      const key = `${reference.path[0]}/${reference.key}`
      const before = first.get(key)
      if (before === undefined) first.set(key, reference)
      return before === undefined
        ? []
        : [
            {
              path: [...path, ...reference.path],
              message: `${reference.name} is in this list already, at ${[...path, ...before.path].join(".")}`
            }
          ]
    })
}

const settingsChange = (document: ApplyDocument, { settings: present }: ApplyState): ReadonlyArray<PlannedChange> => {
  const { settings } = document
  if (settings === undefined) return []
  const fields = Object.keys(settings)
  const differences = fieldDifferences(flattenFields(settings, fields), flattenFields(present.entry, fields))
  const locked = differences.flatMap(({ path }) =>
    present.locked.has(path) ? [`${path} (${present.locked.get(path)})`] : []
  )
  return [
    {
      section: "settings",
      index: null,
      path: ["settings"],
      name: "Settings",
      part: "self",
      action: differences.length === 0 ? "unchanged" : locked.length > 0 ? "blocked" : "update",
      fields: differences.map(fieldChange),
      changed: differingFields(differences),
      known: { id: "settings", version: present.version, entry: null },
      key: "settings",
      needs: [],
      blocked: locked.length === 0 ? null : `The environment fixes ${locked.join(", ")}: change it there`
    }
  ]
}

/** Pure. Sections come first, then links, then settings. `fact` compares the secret at a document path. */
export const planApply = (
  document: ApplyDocument,
  state: ApplyState,
  fact: (path: string) => SecretFact
): ApplyPlan => {
  const issues: Array<InputIssue> = []
  const own: Array<PlannedChange> = []
  const onGateways: Array<PlannedChange> = []
  const linkChanges: Array<PlannedChange> = []

  const count = sections.reduce((sum, section) => sum + (document[section]?.length ?? 0), 0)
  if (count > MAX_ENTRIES)
    return {
      changes: [],
      issues: [{ path: [], message: `A document has at most ${MAX_ENTRIES} entries: this one has ${count}` }]
    }

  const there = new Set(
    sections.flatMap((section) =>
      [...state[section].map(({ entry }): Entry => entry), ...(document[section] ?? [])].map((entry) =>
        entryKey(section, entry)
      )
    )
  )

  const planSection = (section: Section) => {
    const rule = ruleOf(section)
    const entries: ReadonlyArray<Entry> = document[section] ?? []
    const find = finderOf(section, state[section])
    const keys = entries.map((entry) => entryKey(section, entry))
    issues.push(...repeated(section, keys, rule.noun))
    const indexById = new Map<number | string, number>()
    const creations: Array<PlannedChange> = []
    const changed: Array<PlannedChange> = []
    entries.forEach((entry, index) => {
      const path = [section, String(index)]
      const { fault, known } = find(entry)
      if (fault !== null) issues.push({ path: [...path, "name"], message: fault })
      // the same account by id and by name
      const before = known === null ? undefined : indexById.get(known.id)
      if (known !== null && before === undefined) indexById.set(known.id, index)
      if (before !== undefined && keys[before] !== keys[index]) {
        issues.push(
          { path, message: `This is the same ${rule.noun} as ${section}.${before}` },
          { path: [section, String(before)], message: `This ${rule.noun} appears again at ${section}.${index}` }
        )
      }
      const references = rule.references?.(entry) ?? []
      issues.push(...repeatedNames(path, references))
      for (const { key, name, path: below, section: named } of references) {
        if (!there.has(`${named}/${key}`))
          issues.push({
            path: [...path, ...below],
            message: `There is no ${ruleOf(named).noun} ${name}, here or in the document`
          })
      }
      const needs = (part: EntryReference["part"]) => [
        ...new Set(references.flatMap((one) => (one.part === part ? [`${one.section}/${one.key}`] : [])))
      ]
      const common = {
        section,
        index,
        path,
        name: rule.nameOf(entry),
        key: entryKey(section, entry),
        known: known === null ? null : { id: known.id, version: known.version, entry: known.entry }
      }
      const secrets = entrySecrets(section, entry)
      const fixed = known?.fixed ?? null

      if (known === null) {
        for (const [field, message] of Object.entries(rule.requiredSecrets ?? {}))
          if (!secrets.some(([sent]) => sent === field)) issues.push({ path: [...path, field], message })
        const on =
          "on_create" in entry && entry.on_create !== undefined
            ? flattenFields(entry, ["on_create"])
            : new Map<string, Schema.Json>()
        const newValues = [...flattenFields(entry, rule.fields, rule.flatten), ...on].map(([at, after]) => ({
          path: at,
          before: null,
          after
        }))
        creations.push({
          ...common,
          part: "self",
          action: rule.isImported?.(entry) === true ? "import" : "create",
          fields: [
            ...newValues.map(fieldChange),
            ...secrets.filter(([, reference]) => reference !== null).map(([field]) => secretChange(field, false, true))
          ],
          changed: differingFields(newValues),
          needs: needs("self"),
          blocked: null
        })
      } else {
        const differences = entryDifferences(section, rule.fields, entry, known.entry)
        const changedSecrets = secrets.flatMap(([field, reference]) => {
          const stored = known.secrets?.includes(field) === true
          if (rule.secretsOnCreateOnly) return []
          if (reference === null) return stored ? [secretChange(field, true, false)] : []
          return !stored || fact([...path, field].join(".")) === "different" ? [secretChange(field, stored, true)] : []
        })
        const changes = differences.length + changedSecrets.length > 0
        changed.push({
          ...common,
          part: "self",
          action: !changes ? "unchanged" : fixed === null ? "update" : "blocked",
          blocked: changes ? fixed : null,
          fields: [...differences.map(fieldChange), ...changedSecrets],
          changed: new Set([...differingFields(differences), ...changedSecrets.map(({ path: field }) => field)]),
          needs: needs("self")
        })
      }

      if ("on_gateway" in entry && entry.on_gateway !== undefined) {
        const differences = entryDifferences(section, ["on_gateway"], entry, known?.entry ?? null)
        if (differences.length > 0) {
          onGateways.push({
            ...common,
            part: "on_gateway",
            action: known?.unread === undefined ? "update" : "blocked",
            blocked:
              known?.unread === undefined ? null : `What the gateway keeps of it could not be read: ${known.unread}`,
            fields: differences.map(fieldChange),
            changed: differingFields(differences),
            needs: [...needs("self"), ...(known === null ? [common.key] : [])]
          })
        }
      }

      const links = entryDifferences(section, rule.links ?? [], entry, known?.entry ?? null).filter(
        ({ path: at }) => known?.others?.has(at) !== true
      )
      if (links.length > 0) {
        linkChanges.push({
          ...common,
          part: "links",
          action: fixed === null ? "update" : "blocked",
          blocked: fixed,
          fields: links.map(fieldChange),
          changed: differingFields(links),
          needs: [...needs("links"), ...(known === null ? [common.key] : [])]
        })
      }
    })
    // a new superadmin must exist before the last one is demoted
    own.push(...creations, ...changed)
  }
  for (const section of sections) planSection(section)

  const defaults = (document.storage_endpoints ?? []).flatMap(({ is_default }, index) =>
    is_default === true ? [index] : []
  )
  for (const index of defaults.slice(1)) {
    issues.push({
      path: ["storage_endpoints", String(index), "is_default"],
      message: `storage_endpoints.${defaults[0]} is the default already: there is one`
    })
  }
  return { changes: [...own, ...onGateways, ...linkChanges, ...settingsChange(document, state)], issues }
}

export const planText = ({ changes }: ApplyPlan): string =>
  JSON.stringify(
    changes
      .filter(({ action }) => action !== "unchanged")
      .map(({ action, fields, known, name, part, path, section }) => [
        section,
        path,
        name,
        part,
        action,
        known?.id ?? null,
        known?.version ?? null,
        fields.map(({ after, before, path: at, secret }) => [at, before, after, secret])
      ])
  )
