import type { Principal } from "./Call.ts"
import { GatewayError } from "./GatewayError.ts"

type OneOrMany = string | ReadonlyArray<string>
interface Statement {
  readonly Effect?: string
  readonly Principal?: string | { readonly AWS?: OneOrMany; readonly [kind: string]: OneOrMany | undefined }
  readonly Action?: OneOrMany
  readonly Resource?: OneOrMany
  readonly Condition?: unknown
}
interface PolicyDocument {
  readonly Statement?: Statement | ReadonlyArray<Statement>
}
export interface PolicyRequest {
  readonly principal: Principal | undefined
  readonly action: string
  readonly resource: string
}

const many = (value: OneOrMany | undefined): ReadonlyArray<string> =>
  value === undefined ? [] : typeof value === "string" ? [value] : value

const statements = (policy: PolicyDocument): ReadonlyArray<Statement> =>
  policy.Statement === undefined
    ? []
    : Array.isArray(policy.Statement)
      ? (policy.Statement as ReadonlyArray<Statement>)
      : [policy.Statement as Statement]

const matches = (pattern: string, text: string): boolean =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, "\\$&")
      .replaceAll("*", "[^]*")
      .replaceAll("?", "[^]")}$`,
    "i"
  ).test(text)

const awsPrincipals = (statement: Statement): ReadonlyArray<string> =>
  typeof statement.Principal === "string" ? [statement.Principal] : many(statement.Principal?.AWS)

const concerns = (statement: Statement, principal: Principal | undefined): boolean =>
  awsPrincipals(statement).some(
    (name) =>
      name === "*" ||
      (principal !== undefined &&
        ((name === principal.accountId && name !== "") ||
          (name === `arn:aws:iam::${principal.accountId}:root` && principal.accountId !== "") ||
          name ===
            `arn:aws:iam::${principal.accountId}:user/${principal.accountId === "" ? principal.uid : principal.displayName}`))
  )

export const readPolicy = (document: string): PolicyDocument => JSON.parse(document) as PolicyDocument

export const allows = (policy: PolicyDocument, request: PolicyRequest): "allow" | "deny" | "none" => {
  const matching = statements(policy).filter(
    (statement) =>
      statement.Condition === undefined &&
      concerns(statement, request.principal) &&
      many(statement.Action).some((pattern) => matches(pattern, request.action)) &&
      many(statement.Resource).some((pattern) => matches(pattern, request.resource))
  )
  if (matching.some((statement) => statement.Effect === "Deny")) return "deny"
  return matching.some((statement) => statement.Effect === "Allow") ? "allow" : "none"
}

export const trusts = (policy: PolicyDocument, principal: Principal, action: string): boolean => {
  const matching = statements(policy).filter(
    (one) =>
      one.Condition === undefined &&
      concerns(one, principal) &&
      many(one.Action).some((pattern) => matches(pattern, action))
  )
  return matching.some((one) => one.Effect === "Allow") && !matching.some((one) => one.Effect === "Deny")
}

export const isPublic = (policy: PolicyDocument): boolean =>
  statements(policy).some(
    (one) => one.Effect === "Allow" && one.Condition === undefined && awsPrincipals(one).includes("*")
  )

export const admitsLogging = (policy: PolicyDocument): boolean =>
  statements(policy).some(
    (one) => typeof one.Principal === "object" && many(one.Principal["Service"]).includes("logging.s3.amazonaws.com")
  )

const verbs =
  "Abort|Associate|Bypass|Create|Delete|Get|Head|List|Put|Replicate|Restore|Object|Initiate|Describe|Post|Update"
const validAction = new RegExp(`^(\\*|s3:(\\*|(?:${verbs})[A-Za-z*?]*|[A-Za-z]*\\*[A-Za-z*?]*))$`)

/** RGW refuses invalid JSON and actions outside S3, with an offset. */
export const checkPolicy = (document: string): PolicyDocument => {
  let policy: PolicyDocument
  try {
    policy = JSON.parse(document) as PolicyDocument
  } catch {
    throw new GatewayError(
      "InvalidArgument",
      `At character offset ${document.length}, Missing a name for object member.`
    )
  }
  if (typeof policy !== "object" || policy === null || statements(policy).length === 0) {
    throw new GatewayError("InvalidArgument", "At character offset 0, a policy needs a Statement.")
  }
  for (const action of statements(policy).flatMap((one) => many(one.Action))) {
    if (!validAction.test(action)) {
      const offset = document.indexOf(`"${action}"`) + action.length + 2
      throw new GatewayError("InvalidArgument", `At character offset ${offset}, \`${action}\` is not a valid action.`)
    }
  }
  return policy
}
