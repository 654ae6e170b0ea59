import type { Call, Principal, Reply } from "./Call.ts"
import { GatewayError } from "./GatewayError.ts"
import { groupOps } from "./IamGroupOps.ts"
import { policyOps } from "./IamPolicyOps.ts"
import { roleOps } from "./IamRoleOps.ts"
import { userOps } from "./IamUserOps.ts"
import type { Store } from "./Store.ts"
import { leaf, node } from "./Xml.ts"

const ops = new Map(Object.entries({ ...userOps, ...groupOps, ...roleOps, ...policyOps }))

const xml = (status: number, body: string): Reply => ({
  status,
  headers: { "content-type": "text/xml" },
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`
})

/** I9: users without an account have no IAM; I13: users of one need a policy, and only attached ones count. */
const mayAsk = (store: Store, { accountId, uid }: Principal, action: string): void => {
  if (action === "AssumeRole") return
  if (accountId === "") throw new GatewayError("MethodNotAllowed")
  if (store.users.byUid(uid)?.root === true) return
  const attached = store.iam.policies(`users:${uid}`, "attached")
  if (attached.includes("IAMFullAccess") || (attached.includes("IAMReadOnlyAccess") && /^(Get|List)/.test(action)))
    return
  throw new GatewayError("AccessDenied")
}

export const iamOps = (store: Store, call: Call, body: string): Reply | undefined => {
  const form = new URLSearchParams(body)
  const action = form.get("Action") ?? ""
  const op = ops.get(action)
  if (op === undefined) return undefined
  const service = action === "AssumeRole" ? "sts.amazonaws.com/doc/2011-06-15/" : "iam.amazonaws.com/doc/2010-05-08/"
  const space = ` xmlns="https://${service}"`
  try {
    if (call.principal === undefined) throw new GatewayError("AccessDenied")
    mayAsk(store, call.principal, action)
    const result = op({ store, caller: call.principal, account: call.principal.accountId, form })
    const inner = result === null ? "" : node(`${action}Result`, result)
    return xml(
      200,
      `<${action}Response${space}>${inner}${node("ResponseMetadata", leaf("RequestId", call.requestId))}</${action}Response>`
    )
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return xml(
      error.status,
      `<ErrorResponse${space}>${node(
        "Error",
        leaf("Code", error.code),
        leaf("Message", error.message),
        leaf("RequestId", call.requestId),
        leaf("HostId", "1-default-default")
      )}</ErrorResponse>`
    )
  }
}
