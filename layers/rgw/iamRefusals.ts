import { Conflict, type GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { holderOfChange, type IamChange, entityNoun } from "#domain/iam/IamChange.ts"
import { holders } from "./iamCaller.ts"

const documentOf = (change: IamChange): string =>
  change.change === "role.create" ? "payload.trust_policy" : "payload.document"

/** Only the gateway's message tells which of two resources is missing. */
const missingResource = (change: IamChange, reason: string): NotFound => {
  const { entity, name } = holderOfChange(change)
  if ("arn" in change && reason.includes("PolicyArn")) return new NotFound({ entity: "ManagedPolicy", id: change.arn })
  if ("policy" in change && reason.includes("PolicyName"))
    return new NotFound({ entity: "InlinePolicy", id: change.policy })
  if ("access_key" in change && reason.includes("AccessKeyId"))
    return new NotFound({ entity: "IamKey", id: change.access_key })
  if ("user" in change && reason.includes("UserName")) return new NotFound({ entity: "IamUser", id: change.user })
  return new NotFound({ entity: holders[entity].entity, id: name })
}

export const iamFailureOf =
  (change: IamChange) =>
  (error: GatewayFailure): NotFound | Conflict | InvalidInput | GatewayFailure => {
    if (error._tag !== "StorageError") return error
    const reason = error.detail.replace(/^The gateway refused this \([^)]*\)(: )?/, "")
    switch (error.storage_code) {
      case "NoSuchEntity":
        return missingResource(change, reason)
      case "EntityAlreadyExists":
        return new Conflict({
          code: "already_exists",
          detail: `An ${entityNoun(holderOfChange(change).entity)} of this name exists; names are compared without case`
        })
      case "LimitExceeded":
        return new Conflict({
          code: "state_conflict",
          detail: reason === "" ? "A limit of the account is reached" : `A limit of the account is reached: ${reason}`
        })
      case "DeleteConflict":
        return new Conflict({
          code: "state_conflict",
          detail: reason === "" ? "Something still belongs to it" : reason
        })
      case "MalformedPolicyDocument":
        return InvalidInput.at(documentOf(change), reason === "" ? "The gateway refuses this document" : reason)
      case "InvalidInput":
        return InvalidInput.at("payload", reason === "" ? "The gateway refuses this value" : reason)
      default:
        return error
    }
  }
