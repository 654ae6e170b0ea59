import type { AccessPrincipal, AccessRequest } from "./AccessRequest.ts"
import type { PastedRequest } from "./pastedRequest.ts"
import { s3Action } from "./s3Actions.ts"
import { callerWords } from "./AccessRequest.ts"

export interface RequestParts {
  readonly principal?: AccessPrincipal
  readonly action?: string
  readonly key?: string | null
  readonly context?: AccessRequest["context"]
}

export const evaluatedRequest = (
  parts: RequestParts,
  pasted: PastedRequest | null,
  bucket: string
): { readonly request: AccessRequest | null; readonly notes: ReadonlyArray<string> } => {
  const notes: Array<string> = []
  if (pasted?.bucket !== null && pasted?.bucket !== undefined && pasted.bucket !== bucket)
    notes.push(`The text speaks of bucket ${pasted.bucket}: it is answered for ${bucket}.`)
  if (pasted?.error_code !== null && pasted?.error_code !== undefined && pasted.error_code !== "AccessDenied") {
    notes.push(
      `${pasted.error_code} is no refusal of a right: ` +
        `${meaning[pasted.error_code] ?? "look for its cause elsewhere first"}.`
    )
  }
  const action = parts.action ?? pasted?.action ?? null
  const asks = action !== null || parts.principal !== undefined || pasted !== null
  if (action === null)
    return {
      request: null,
      notes: asks ? [...notes, "What was asked for does not stand in the text: choose an action."] : notes
    }
  const actionDefinition = s3Action(action)
  if (actionDefinition === undefined) notes.push(`${action} is no action that a bucket is asked for.`)
  const principal: AccessPrincipal = parts.principal ?? { kind: "anonymous" }
  if (parts.principal === undefined && pasted?.signed !== false)
    notes.push(`Who asked does not stand in the text: taken for ${callerWords(principal)}.`)
  const key = parts.key !== undefined ? parts.key : (pasted?.key ?? null)
  if (actionDefinition?.on === "object" && key === null)
    notes.push("No object is named: taken for one that no statement names by itself.")
  return {
    request: {
      principal,
      action: actionDefinition?.name ?? action,
      key: actionDefinition?.on === "object" ? (key ?? "some-object") : key,
      context: { ...pasted?.context, ...parts.context }
    },
    notes
  }
}

const meaning: Readonly<Record<string, string>> = {
  SignatureDoesNotMatch: "the secret key is wrong, or something on the way changed the request",
  InvalidAccessKeyId: "the gateway does not know the access key",
  RequestTimeTooSkewed: "the clock of the client is wrong",
  NoSuchKey: "the object is not there, and the caller may know that",
  NoSuchBucket: "the bucket is not there",
  QuotaExceeded: "a quota is full",
  InvalidObjectState: "the object is archived, or locked"
}
