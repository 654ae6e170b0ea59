import { $, component$ } from "@builder.io/qwik"
import type { Column } from "~/components/resource-table"
import type { Bucket } from "~/features/buckets/bucket"
import { cellText } from "./cells"
import { FeatureCell } from "./feature-cell"

interface Props {
  readonly row: Bucket
}

const Versioning = component$<Props>(({ row }) => <FeatureCell cell={row.features?.versioning} />)
const Encryption = component$<Props>(({ row }) => <FeatureCell cell={row.features?.encryption} />)
const ObjectLock = component$<Props>(({ row }) => <FeatureCell cell={row.features?.object_lock} />)
const Tags = component$<Props>(({ row }) => <FeatureCell cell={row.features?.tags} />)
const Quota = component$<Props>(({ row }) => <FeatureCell cell={row.features?.quota} />)
const PublicAccessBlock = component$<Props>(({ row }) => <FeatureCell cell={row.features?.public_access_block} />)
const Acl = component$<Props>(({ row }) => <FeatureCell cell={row.features?.acl} />)
const Policy = component$<Props>(({ row }) => <FeatureCell cell={row.features?.policy} />)
const Cors = component$<Props>(({ row }) => <FeatureCell cell={row.features?.cors} />)
const Website = component$<Props>(({ row }) => <FeatureCell cell={row.features?.website} />)
const Lifecycle = component$<Props>(({ row }) => <FeatureCell cell={row.features?.lifecycle} />)
const Logging = component$<Props>(({ row }) => <FeatureCell cell={row.features?.logging} />)
const Notifications = component$<Props>(({ row }) => <FeatureCell cell={row.features?.notifications} />)
const Replication = component$<Props>(({ row }) => <FeatureCell cell={row.features?.replication} />)

/** The user chose these: other columns are hidden first. */
const shape = { width: "m", priority: 2, optional: true, readWhenShown: true } as const

/** Hidden until the user chooses one: each needs gateway requests. */
export const FEATURE_COLUMNS: ReadonlyArray<Column<Bucket> & { readonly sortable?: false }> = [
  {
    ...shape,
    key: "features.versioning",
    label: "Versioning (read now)",
    cell: Versioning,
    text$: $((row: Bucket) => cellText(row, "versioning"))
  },
  {
    ...shape,
    key: "features.encryption",
    label: "Encryption",
    cell: Encryption,
    text$: $((row: Bucket) => cellText(row, "encryption"))
  },
  {
    ...shape,
    key: "features.object_lock",
    label: "Object lock",
    cell: ObjectLock,
    text$: $((row: Bucket) => cellText(row, "object_lock"))
  },
  { ...shape, key: "features.tags", label: "Tags", cell: Tags, text$: $((row: Bucket) => cellText(row, "tags")) },
  {
    ...shape,
    key: "features.quota",
    label: "Quota (as set)",
    cell: Quota,
    text$: $((row: Bucket) => cellText(row, "quota"))
  },
  {
    ...shape,
    key: "features.public_access_block",
    label: "Public access block",
    cell: PublicAccessBlock,
    text$: $((row: Bucket) => cellText(row, "public_access_block"))
  },
  { ...shape, key: "features.acl", label: "ACL", cell: Acl, text$: $((row: Bucket) => cellText(row, "acl")) },
  {
    ...shape,
    key: "features.policy",
    label: "Policy",
    cell: Policy,
    text$: $((row: Bucket) => cellText(row, "policy"))
  },
  { ...shape, key: "features.cors", label: "CORS", cell: Cors, text$: $((row: Bucket) => cellText(row, "cors")) },
  {
    ...shape,
    key: "features.website",
    label: "Website",
    cell: Website,
    text$: $((row: Bucket) => cellText(row, "website"))
  },
  {
    ...shape,
    key: "features.lifecycle",
    label: "Lifecycle",
    cell: Lifecycle,
    text$: $((row: Bucket) => cellText(row, "lifecycle"))
  },
  {
    ...shape,
    key: "features.logging",
    label: "Logging",
    cell: Logging,
    text$: $((row: Bucket) => cellText(row, "logging"))
  },
  {
    ...shape,
    key: "features.notifications",
    label: "Notifications",
    cell: Notifications,
    text$: $((row: Bucket) => cellText(row, "notifications"))
  },
  {
    ...shape,
    key: "features.replication",
    label: "Replication",
    cell: Replication,
    text$: $((row: Bucket) => cellText(row, "replication"))
  }
]
