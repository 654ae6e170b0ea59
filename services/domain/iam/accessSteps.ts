import type { AccessFinding, RequestedAccess } from "./PrivateAccess.ts"

export interface Identity {
  readonly keys: ReadonlyArray<{ readonly access_key: string; readonly active: boolean }>
  readonly groups: ReadonlyArray<string>
  readonly managed_policies: ReadonlyArray<string>
  readonly inline_policies: ReadonlyArray<{ readonly name: string; readonly document: string }>
}

export type IdentityStep =
  | { readonly _tag: "CreateUser" }
  | { readonly _tag: "PutInline"; readonly name: string; readonly document: string }
  | { readonly _tag: "DeleteInline"; readonly name: string }
  | { readonly _tag: "Attach" | "Detach"; readonly arn: string }
  | { readonly _tag: "Join" | "Leave"; readonly group: string }
  | { readonly _tag: "DeleteKey"; readonly accessKey: string }
  | { readonly _tag: "SetKeyState"; readonly accessKey: string; readonly active: boolean }
  | { readonly _tag: "MakeKey" }
  | { readonly _tag: "DeleteUser" }

const NO_IDENTITY: Identity = { keys: [], groups: [], managed_policies: [], inline_policies: [] }

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : isRecord(value)
      ? Object.fromEntries(
          Object.keys(value)
            .sort()
            .map((key) => [key, sorted(value[key])])
        )
      : value

/** Compares documents as JSON: gateways may reformat them. */
const equalDocuments = (one: string, other: string): boolean => {
  if (one === other) return true
  try {
    return JSON.stringify(sorted(JSON.parse(one))) === JSON.stringify(sorted(JSON.parse(other)))
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

/** Rights are narrowed before they are widened and `accessKey` comes last, so that a crash is safe. */
export const accessSteps = (
  access: RequestedAccess,
  accessKey: string | null,
  identity: Identity | null
): ReadonlyArray<IdentityStep> => {
  const now = identity ?? NO_IDENTITY
  const documents = new Map(now.inline_policies.map(({ document, name }) => [name, document]))
  const inline = new Set(access.inline_policies.map(({ name }) => name))
  const userKeys = new Map((access.user_keys ?? []).map((key) => [key.access_key, key.active]))
  const keyIsValid = accessKey !== null && now.keys.some((key) => key.access_key === accessKey && key.active)
  return [
    ...(identity === null ? [{ _tag: "CreateUser" } as const] : []),
    ...now.groups.filter((group) => !access.groups.includes(group)).map((group) => ({ _tag: "Leave", group }) as const),
    ...now.managed_policies
      .filter((arn) => !access.managed_policies.includes(arn))
      .map((arn) => ({ _tag: "Detach", arn }) as const),
    ...now.inline_policies
      .filter(({ name }) => !inline.has(name))
      .map(({ name }) => ({ _tag: "DeleteInline", name }) as const),
    ...access.inline_policies
      .filter(({ document, name }) => {
        const there = documents.get(name)
        return there === undefined || !equalDocuments(document, there)
      })
      .map(({ document, name }) => ({ _tag: "PutInline", name, document }) as const),
    ...access.managed_policies
      .filter((arn) => !now.managed_policies.includes(arn))
      .map((arn) => ({ _tag: "Attach", arn }) as const),
    ...access.groups.filter((group) => !now.groups.includes(group)).map((group) => ({ _tag: "Join", group }) as const),
    // deletions first: a user has at most four keys (I7)
    ...now.keys
      .filter((key) => !userKeys.has(key.access_key) && (!keyIsValid || key.access_key !== accessKey))
      .map((key) => ({ _tag: "DeleteKey", accessKey: key.access_key }) as const),
    ...now.keys.flatMap(({ access_key, active }) =>
      userKeys.has(access_key) && userKeys.get(access_key) !== active
        ? [{ _tag: "SetKeyState", accessKey: access_key, active: !active } as const]
        : []
    ),
    ...(keyIsValid ? [] : [{ _tag: "MakeKey" } as const])
  ]
}

export const removalSteps = (identity: Identity | null): ReadonlyArray<IdentityStep> =>
  identity === null
    ? []
    : [
        ...identity.keys.map((key) => ({ _tag: "DeleteKey", accessKey: key.access_key }) as const),
        ...identity.groups.map((group) => ({ _tag: "Leave", group }) as const),
        ...identity.managed_policies.map((arn) => ({ _tag: "Detach", arn }) as const),
        ...identity.inline_policies.map(({ name }) => ({ _tag: "DeleteInline", name }) as const),
        { _tag: "DeleteUser" }
      ]

export const accessFindings = (
  access: RequestedAccess,
  accessKey: string | null,
  identity: Identity | null
): ReadonlyArray<AccessFinding> =>
  accessSteps(access, accessKey, identity).flatMap((step): ReadonlyArray<AccessFinding> => {
    switch (step._tag) {
      case "CreateUser":
        return [{ kind: "user_missing", name: "" }]
      case "PutInline":
        return [
          {
            kind:
              identity?.inline_policies.some(({ name }) => name === step.name) === true
                ? "inline_changed"
                : "inline_missing",
            name: step.name
          }
        ]
      case "DeleteInline":
        return [{ kind: "inline_extra", name: step.name }]
      case "Attach":
        return [{ kind: "policy_missing", name: step.arn }]
      case "Detach":
        return [{ kind: "policy_extra", name: step.arn }]
      case "Join":
        return [{ kind: "group_missing", name: step.group }]
      case "Leave":
        return [{ kind: "group_extra", name: step.group }]
      case "DeleteKey":
        return step.accessKey === accessKey ? [] : [{ kind: "key_unknown", name: step.accessKey }]
      case "SetKeyState":
        return [{ kind: "key_changed", name: step.accessKey }]
      case "MakeKey":
        return [{ kind: "key_missing", name: accessKey ?? "" }]
      case "DeleteUser":
        return []
    }
  })
