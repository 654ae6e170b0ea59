import { ownerName } from "./Access.ts"
import type { Call, Reply } from "./Call.ts"
import type { Bucket } from "./Buckets.ts"
import { GatewayError } from "./GatewayError.ts"
import type { Store } from "./Store.ts"
import { document, leaf, node, plainDocument } from "./Xml.ts"

export const xml = (body: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status: 200,
  body,
  headers: { "content-type": "application/xml", ...headers }
})

export const empty = (status: number, headers: Readonly<Record<string, string>> = {}): Reply => ({ status, headers })

export const isoTime = (time: number): string => new Date(time).toISOString()

/** RGW ignores paging and prefix. The owner shown is the user. */
export const listBuckets = (store: Store, call: Call, names: ReadonlySet<string> | undefined): Reply => {
  const principal = call.principal
  if (principal === undefined) {
    return xml(document("ListAllMyBucketsResult", node("Owner", leaf("ID", "anonymous")), node("Buckets")))
  }
  const live = store.buckets.ownedBy(principal.owner)
  const shown: ReadonlyArray<Pick<Bucket, "name" | "created">> =
    names === undefined
      ? live
      : [...names].map((name) => live.find((bucket) => bucket.name === name) ?? { name, created: 0 })
  return xml(
    document(
      "ListAllMyBucketsResult",
      node("Owner", leaf("ID", principal.uid), leaf("DisplayName", principal.displayName)),
      node(
        "Buckets",
        ...shown.map((bucket) =>
          node("Bucket", leaf("Name", bucket.name), leaf("CreationDate", isoTime(bucket.created)))
        )
      )
    )
  )
}

/** As in RGW: zeros for users of an account, and two quota fields swapped. */
export const ownUsage = (store: Store, call: Call): Reply => {
  const principal = call.principal
  const user = principal === undefined ? undefined : store.users.byUid(principal.uid)
  if (user === undefined) throw new GatewayError("AccessDenied")
  const buckets = user.account === "" ? store.buckets.ownedBy(user.uid) : []
  const sum = (pick: (bucket: Bucket) => number) => buckets.reduce((total, bucket) => total + pick(bucket), 0)
  return xml(
    plainDocument(
      "Usage",
      node("Entries"),
      node(
        "Summary",
        leaf("QuotaMaxBytes", user.user_quota.max_size),
        leaf("QuotaMaxBuckets", user.max_buckets),
        leaf("QuotaMaxObjCount", user.user_quota.max_objects),
        leaf("QuotaMaxBytesPerBucket", user.bucket_quota.max_objects),
        leaf("QuotaMaxObjCountPerBucket", user.bucket_quota.max_size),
        leaf(
          "TotalBytes",
          sum((bucket) => bucket.size)
        ),
        leaf(
          "TotalBytesRounded",
          sum((bucket) => bucket.sizeActual)
        ),
        leaf(
          "TotalEntries",
          sum((bucket) => bucket.objects)
        )
      ),
      node(
        "CapacityUsed",
        node(
          "User",
          node(
            "Buckets",
            ...buckets.map((bucket) =>
              node(
                "Entry",
                leaf("Bucket", bucket.name),
                leaf("Bytes", bucket.size),
                leaf("Bytes_Rounded", bucket.sizeActual)
              )
            )
          )
        )
      )
    )
  )
}

export const ownerXml = (store: Store, element: string, owner: string): string =>
  node(element, leaf("ID", owner), leaf("DisplayName", ownerName(store, owner)))
