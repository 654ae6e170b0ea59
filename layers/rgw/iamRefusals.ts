import { Conflict, type GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { holderOfChange, type IamChange, nounOf } from "#domain/iam/IamChange.ts"
import { holders } from "./iamCaller.ts"

const documentOf = (change: IamChange): string =>
  change.change === "role.create" ? "payload.trust_policy" : "payload.document"

/** Only the gateway's message tells which of two resources is missing. */
const missingResource = (change: IamChange, said: string): NotFound => {
  const { entity, name } = holderOfChange(change)
  if ("arn" in change && said.includes("PolicyArn")) return new NotFound({ entity: "ManagedPolicy", id: change.arn })
  if ("policy" in change && said.includes("PolicyName"))
    return new NotFound({ entity: "InlinePolicy", id: change.policy })
  if ("access_key" in change && said.includes("AccessKeyId"))
    return new NotFound({ entity: "IamKey", id: change.access_key })
  if ("user" in change && said.includes("UserName")) return new NotFound({ entity: "IamUser", id: change.user })
  return new NotFound({ entity: holders[entity].entity, id: name })
}

export const iamFailureOf =
  (change: IamChange) =>
  (error: GatewayFailure): NotFound | Conflict | InvalidInput | GatewayFailure => {
    if (error._tag !== "StorageError") return error
    const said = error.detail.replace(/^The gateway refused this \([^)]*\)(: )?/, "")
    switch (error.storage_code) {
      case "NoSuchEntity":
        return missingResource(change, said)
      case "EntityAlreadyExists":
        return new Conflict({
          code: "already_exists",
          detail: `An ${nounOf(holderOfChange(change).entity)} of this name exists; names are compared without case`
        })
      case "LimitExceeded":
        return new Conflict({
          code: "state_conflict",
          detail: said === "" ? "A limit of the account is reached" : `A limit of the account is reached: ${said}`
        })
      case "DeleteConflict":
        return new Conflict({ code: "state_conflict", detail: said === "" ? "Something still belongs to it" : said })
      case "MalformedPolicyDocument":
        return InvalidInput.at(documentOf(change), said === "" ? "The gateway refuses this document" : said)
      case "InvalidInput":
        return InvalidInput.at("payload", said === "" ? "The gateway refuses this value" : said)
      default:
        return error
    }
  }
