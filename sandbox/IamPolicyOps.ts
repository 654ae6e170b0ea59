import { GatewayError } from "./GatewayError.ts"
import { type Entity, holderOf, type IamOp, requiredField, afterMarker, pagedResult, policyNameOf } from "./IamCall.ts"
import { leaf, node } from "./Xml.ts"

const prefix = "arn:aws:iam::aws:policy/"
/** I1: RGW attaches only these. */
export const attachable = [
  "AmazonS3FullAccess",
  "AmazonS3ReadOnlyAccess",
  "AmazonSNSFullAccess",
  "AmazonSNSReadOnlyAccess",
  "IAMFullAccess",
  "IAMReadOnlyAccess"
]

const actionOf = (statement: unknown): ReadonlyArray<unknown> => {
  const actions = typeof statement === "object" && statement !== null && "Action" in statement ? statement.Action : []
  return Array.isArray(actions) ? actions : [actions]
}

/** RGW refuses unknown keys and actions of other services, but no long documents. */
export const checkIdentityPolicy = (document: string): string => {
  const refuse = (message: string) =>
    new GatewayError("MalformedPolicyDocument", `At character offset ${document.length}, ${message}`)
  let policy: unknown
  try {
    policy = JSON.parse(document)
  } catch {
    throw refuse("Missing a name for object member.")
  }
  if (typeof policy !== "object" || policy === null || !("Statement" in policy)) throw refuse("Unknown key.")
  const statements = Array.isArray(policy.Statement) ? policy.Statement : [policy.Statement]
  for (const action of statements.flatMap(actionOf)) {
    if (typeof action !== "string" || !/^(\*|(s3|iam|sts|sns|organizations):[A-Za-z*?]+)$/.test(action))
      throw refuse(`\`${String(action)}\` is not a valid action.`)
  }
  return document
}

const policyNames = (names: ReadonlyArray<string>) => afterMarker(names, (name) => name)
const own = (name: string): string => name

const opsOf = (entity: Entity): Readonly<Record<string, IamOp>> => {
  const whose = entity.toLowerCase()
  return {
    [`Put${entity}Policy`]: (call) => {
      call.store.iam.putPolicy(
        holderOf(call, entity),
        "inline",
        policyNameOf(call),
        checkIdentityPolicy(requiredField(call, "PolicyDocument"))
      )
      return null
    },
    [`Get${entity}Policy`]: (call) => {
      const name = policyNameOf(call)
      const document = call.store.iam.policy(holderOf(call, entity), "inline", name)
      if (document === undefined) throw new GatewayError("NoSuchEntity", `No such PolicyName on the ${whose}`)
      return (
        leaf("PolicyName", name) +
        leaf(`${entity}Name`, requiredField(call, `${entity}Name`)) +
        leaf("PolicyDocument", document)
      )
    },
    [`Delete${entity}Policy`]: (call) => {
      if (!call.store.iam.removePolicy(holderOf(call, entity), "inline", policyNameOf(call)))
        throw new GatewayError("NoSuchEntity", `No such PolicyName on the ${whose}`)
      return null
    },
    [`List${entity}Policies`]: (call) =>
      pagedResult(
        call,
        "PolicyNames",
        policyNames(call.store.iam.policies(holderOf(call, entity), "inline")),
        own,
        (name) => leaf("member", name)
      ),
    [`Attach${entity}Policy`]: (call) => {
      const arn = requiredField(call, "PolicyArn")
      if (!attachable.includes(arn.slice(prefix.length)) || !arn.startsWith(prefix))
        throw new GatewayError("NoSuchEntity", "The requested PolicyArn is not recognized")
      call.store.iam.putPolicy(holderOf(call, entity), "attached", arn.slice(prefix.length), "")
      return null
    },
    [`Detach${entity}Policy`]: (call) => {
      if (
        !call.store.iam.removePolicy(
          holderOf(call, entity),
          "attached",
          requiredField(call, "PolicyArn").slice(prefix.length)
        )
      ) {
        throw new GatewayError("NoSuchEntity", `No such PolicyArn on the ${whose}`)
      }
      return null
    },
    [`ListAttached${entity}Policies`]: (call) =>
      pagedResult(
        call,
        "AttachedPolicies",
        policyNames(call.store.iam.policies(holderOf(call, entity), "attached")),
        own,
        (name) => node("member", leaf("PolicyName", name), leaf("PolicyArn", prefix + name))
      )
  }
}

export const policyOps: Readonly<Record<string, IamOp>> = { ...opsOf("User"), ...opsOf("Group"), ...opsOf("Role") }
