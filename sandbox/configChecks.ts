import type { Bucket } from "./Buckets.ts"
import { GatewayError } from "./GatewayError.ts"
import type { Store } from "./Store.ts"
import { children, leaf, node, parseXml, text, type XmlElement } from "./Xml.ts"

export const checkAcl = (store: Store, bucket: Bucket, body: string): void => {
  const policy = parseXml(body, "AccessControlPolicy")
  const owner = text(children(policy, "Owner")[0] ?? {}, "ID")
  if (owner !== undefined && owner !== bucket.owner) throw new GatewayError("AccessDenied", "Cannot modify ACL Owner")
  for (const grant of children(children(policy, "AccessControlList")[0] ?? {}, "Grant")) {
    const grantee = children(grant, "Grantee")[0] ?? {}
    const [id, uri, address] = [text(grantee, "ID"), text(grantee, "URI"), text(grantee, "EmailAddress")]
    if (id !== undefined && store.accounts.byId(id) === undefined && store.users.byUid(id) === undefined)
      throw new GatewayError("InvalidArgument", "Invalid CanonicalUser id")
    if (uri !== undefined && !/\/groups\/global\/(?:AllUsers|AuthenticatedUsers)$/.test(uri))
      throw new GatewayError("InvalidArgument", "Invalid group uri")
    if (address !== undefined)
      throw new GatewayError(
        "UnresolvableGrantByEmailAddress",
        "The e-mail address you provided does not match any account on record."
      )
  }
}

export const checkObjectLock = (lock: XmlElement): void => {
  for (const rule of children(lock, "Rule")) {
    const retention = children(rule, "DefaultRetention")[0] ?? {}
    const lengths = [text(retention, "Days"), text(retention, "Years")].filter((length) => length !== undefined)
    if (lengths.length !== 1 || !["GOVERNANCE", "COMPLIANCE"].includes(text(retention, "Mode") ?? ""))
      throw new GatewayError("MalformedXML")
    if (!(Number(lengths[0]) > 0))
      throw new GatewayError("InvalidRetentionPeriod", "retention period must be a positive integer value")
  }
}

export const checkWebsite = (website: XmlElement): void => {
  if (children(website, "RedirectAllRequestsTo").length === 0 && children(website, "IndexDocument").length === 0) {
    throw new GatewayError(
      "InvalidArgument",
      "A value for IndexDocument Suffix must be provided if RedirectAllRequestsTo is empty"
    )
  }
}

export const loggingXml = (target: XmlElement, filter: string): string => {
  const format = children(target, "TargetObjectKeyFormat")[0] ?? {}
  const partitioned = children(format, "PartitionedPrefix")[0]
  const type = text(target, "LoggingType") ?? "Standard"
  if (type !== "Standard" && type !== "Journal") throw new GatewayError("MalformedXML")
  return node(
    "LoggingEnabled",
    leaf("TargetBucket", text(target, "TargetBucket") ?? ""),
    leaf("TargetPrefix", text(target, "TargetPrefix") ?? ""),
    leaf("ObjectRollTime", text(target, "ObjectRollTime") ?? "300"),
    leaf("LoggingType", type),
    filter,
    leaf("RecordsBatchSize", text(target, "RecordsBatchSize") ?? "0"),
    node(
      "TargetObjectKeyFormat",
      partitioned === undefined
        ? node("SimplePrefix")
        : node(
            "PartitionedPrefix",
            leaf("PartitionDateSource", text(partitioned, "PartitionDateSource") ?? "DeliveryTime")
          )
    )
  )
}
