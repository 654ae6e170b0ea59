import { type Call, header } from "./Call.ts"
import { GatewayError } from "./GatewayError.ts"
import type { ObjectDoc, StoredObject } from "./Objects.ts"
import { leaf, node, parseXml, text } from "./Xml.ts"

const retentionOf = ({ retention }: ObjectDoc) => {
  if (retention === undefined) return undefined
  const element = parseXml(retention, "Retention")
  return { mode: text(element, "Mode") ?? "", until: Date.parse(text(element, "RetainUntilDate") ?? "") }
}
const isLocked = ({ legalHold }: ObjectDoc): boolean =>
  legalHold !== undefined && text(parseXml(legalHold, "LegalHold"), "Status") === "ON"
const bypasses = (call: Call): boolean => header(call, "x-amz-bypass-governance-retention")?.toLowerCase() === "true"

export const lockFromHeaders = (call: Call): Pick<ObjectDoc, "retention" | "legalHold"> => {
  const mode = header(call, "x-amz-object-lock-mode")
  const until = header(call, "x-amz-object-lock-retain-until-date")
  const hold = header(call, "x-amz-object-lock-legal-hold")
  return {
    ...(mode === undefined || until === undefined
      ? {}
      : { retention: node("Retention", leaf("Mode", mode), leaf("RetainUntilDate", until)) }),
    ...(hold === undefined ? {} : { legalHold: node("LegalHold", leaf("Status", hold)) })
  }
}

export const lockHeaders = (doc: ObjectDoc): Readonly<Record<string, string>> => {
  const retention = retentionOf(doc)
  return {
    ...(retention === undefined
      ? {}
      : {
          "x-amz-object-lock-mode": retention.mode,
          "x-amz-object-lock-retain-until-date": new Date(retention.until).toISOString()
        }),
    ...(isLocked(doc) ? { "x-amz-object-lock-legal-hold": "ON" } : {})
  }
}

export const refuseLocked = (call: Call, object: StoredObject | undefined): void => {
  if (object === undefined || object.marker) return
  const retention = retentionOf(object.doc)
  const kept =
    retention !== undefined && retention.until > Date.now() && !(retention.mode === "GOVERNANCE" && bypasses(call))
  if (kept || isLocked(object.doc)) throw new GatewayError("AccessDenied", "forbidden by object lock")
}

export const checkRetention = (call: Call, doc: ObjectDoc, body: string): void => {
  const wanted = retentionOf({ ...doc, retention: body })
  if (wanted === undefined || !["GOVERNANCE", "COMPLIANCE"].includes(wanted.mode) || Number.isNaN(wanted.until))
    throw new GatewayError("MalformedXML")
  if (wanted.until <= Date.now()) throw new GatewayError("InvalidArgument")
  const before = retentionOf(doc)
  if (before === undefined || before.until <= Date.now()) return
  const looser = wanted.until < before.until || (before.mode === "COMPLIANCE" && wanted.mode !== "COMPLIANCE")
  if (looser && !(before.mode === "GOVERNANCE" && bypasses(call))) throw new GatewayError("AccessDenied")
}
