import { actionPattern, arnParts } from "./matchPattern.ts"
import { conditionOperator } from "./conditionOperators.ts"
import type { DecodeFaults } from "./DecodeFaults.ts"
import { decodePrincipal } from "./decodePrincipal.ts"
import type { JsonNode } from "./jsonText.ts"
import type { ConditionTest, PolicyDialect, Statement } from "./Policy.ts"
import { otherServices, s3Actions } from "./s3Actions.ts"

export interface DecodeContext {
  readonly faults: DecodeFaults
  readonly dialect: PolicyDialect
  readonly purpose: "bucket" | "identity" | "trust"
  readonly path: string
  readonly index: number
}

const elements = [
  "Sid",
  "Effect",
  "Principal",
  "NotPrincipal",
  "Action",
  "NotAction",
  "Resource",
  "NotResource",
  "Condition"
]

export const decodeStatement = (node: JsonNode, context: DecodeContext): Statement | null => {
  const { dialect, faults, index, path } = context
  const members = faults.members(node, path, elements)
  if (members === null) return null
  const effect = faults.text(members.get("Effect"), `${path}.Effect`)
  if (effect !== null && effect !== "Allow" && effect !== "Deny") {
    faults.add(
      `${path}.Effect`,
      members.get("Effect")!.start,
      `${JSON.stringify(effect)} is no effect: write "Allow" or "Deny"`
    )
  }
  if (dialect === "aws") refuseIncomplete(node, members, context)
  const notPrincipal = decodePrincipal(members.get("NotPrincipal"), "NotPrincipal", context)
  if (notPrincipal !== null && effect === "Allow") {
    faults.add(
      `${path}.NotPrincipal`,
      members.get("NotPrincipal")!.start,
      "Allow with NotPrincipal is refused: it would let everybody else in"
    )
  }
  const actions = (name: string) => decodeList(members.get(name), name, context, actionFault)
  const resources = (name: string) => decodeList(members.get(name), name, context, resourceFault)
  return {
    index,
    sid: faults.text(members.get("Sid"), `${path}.Sid`),
    effect: effect === "Allow" ? "Allow" : "Deny",
    effectWritten: effect !== null,
    principal: decodePrincipal(members.get("Principal"), "Principal", context),
    notPrincipal,
    actions: actions("Action"),
    notActions: actions("NotAction"),
    resources: resources("Resource"),
    notResources: resources("NotResource"),
    conditions: decodeConditions(members.get("Condition"), context),
    place: faults.place(path, node.start)
  }
}

const refuseIncomplete = (
  node: JsonNode,
  members: ReadonlyMap<string, JsonNode>,
  { faults, path, purpose }: DecodeContext
) => {
  const one = (first: string, second?: string) => {
    const count = [first, second].filter((name) => name !== undefined && members.has(name)).length
    const names = second === undefined ? first : `${first} or ${second}`
    if (count === 0) faults.add(path, node.start, `${names} is missing`)
    if (count > 1) faults.add(path, node.start, `${first} and ${second} exclude each other`)
  }
  const none = (name: string, why: string) => {
    const there = members.get(name)
    if (there !== undefined) faults.add(`${path}.${name}`, there.start, why)
  }
  one("Effect")
  one("Action", "NotAction")
  if (purpose !== "identity") one("Principal", "NotPrincipal")
  if (purpose !== "trust") one("Resource", "NotResource")
  if (purpose === "identity")
    for (const name of ["Principal", "NotPrincipal"])
      none(name, `${name} has no place here: the policy is about whom it belongs to`)
  if (purpose === "trust")
    for (const name of ["Resource", "NotResource"])
      none(name, `${name} has no place here: the policy is about its role`)
}

const decodeList = (
  node: JsonNode | undefined,
  name: string,
  { dialect, faults, path }: DecodeContext,
  faultOf: (text: string, dialect: PolicyDialect) => string | null
): ReadonlyArray<string> | null => {
  const textNodes = faults.texts(node, `${path}.${name}`)
  for (const { path, start, text } of textNodes ?? []) {
    const fault = faultOf(text, dialect)
    if (fault !== null) faults.add(path, start, fault)
  }
  return textNodes?.map(({ text }) => text) ?? null
}

const actionFault = (action: string, dialect: PolicyDialect): string | null => {
  if (action.startsWith("*") && (dialect === "rgw" || action === "*")) return null
  const service = action.split(":", 1)[0]?.toLowerCase() ?? ""
  if (!action.includes(":"))
    return `${JSON.stringify(action)} is no action: write it with its service, such as "s3:GetObject"`
  // Amazon adds actions monthly: do not validate them
  if (dialect === "aws" || otherServices.has(service)) return null
  const fits = actionPattern(action, "rgw")
  if (s3Actions.some(({ name }) => fits(name))) return null
  return (
    `${JSON.stringify(action)} is no action that RGW ` +
    `knows${action.toLowerCase() === "s3:headobject" ? ': HEAD asks for "s3:GetObject"' : ""}`
  )
}

const resourceFault = (resource: string, dialect: PolicyDialect): string | null => {
  if (resource === "*") return null
  const parts = arnParts(resource)
  if (parts === null)
    return `${JSON.stringify(resource)} is no ARN: write "arn:aws:s3:::bucket", "arn:aws:s3:::bucket/*" or "*"`
  if (dialect === "aws") return null
  if (parts[5].includes(":")) {
    return resource.includes("${")
      ? "RGW takes no variables in Resource, since it reads no colon behind the bucket's name"
      : "RGW takes no colon behind the bucket's name in Resource: put ? in its place"
  }
  if (parts[4] !== "" && parts[4] !== "*")
    return "RGW takes no account in the ARN of a resource: leave it empty (arn:aws:s3:::…)"
  return null
}

const decodeConditions = (
  node: JsonNode | undefined,
  { dialect, faults, path: statement }: DecodeContext
): ReadonlyArray<ConditionTest> => {
  if (node === undefined) return []
  const path = `${statement}.Condition`
  // RGW accepts a list of objects in place of one
  const groups = node.kind === "array" && dialect === "rgw" ? node.items : [node]
  const objects = groups.flatMap((group) => {
    if (group.kind === "object") return [group]
    faults.add(path, group.start, "Condition is an object: operator, then key, then values")
    return []
  })
  return objects.flatMap(({ members }) =>
    members.flatMap(({ key: operator, start, value }) => {
      const at = `${path}.${operator}`
      if (conditionOperator(operator, dialect) === null) {
        faults.add(
          at,
          start,
          `${JSON.stringify(operator)} is no operator ` +
            `${dialect === "rgw" ? "that RGW knows (case matters)" : "of conditions"}`
        )
      }
      const tests = value.kind === "array" && dialect === "rgw" ? value.items : [value]
      return tests.flatMap((test) => {
        if (test.kind !== "object") {
          faults.add(at, test.start, `${operator} is an object: keys and their values`)
          return []
        }
        return test.members.map(({ key, value }) => {
          const values =
            faults.texts(value, `${at}.${key}`, dialect === "aws" ? ["number", "literal"] : ["number"]) ?? []
          for (const { path, start, text } of values) {
            if (dialect === "rgw" && text.startsWith("$") && !(text.startsWith("${") && text.endsWith("}"))) {
              faults.add(
                path,
                start,
                `${JSON.stringify(text)} is no variable: RGW takes "\${…}" only as the whole value`
              )
            }
          }
          return { operator, key, values: values.map(({ text }) => text) }
        })
      })
    })
  )
}
