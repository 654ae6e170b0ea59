import { Schema } from "effect"
import { leaf, textAt, withParts } from "../../platform/xml/Element.ts"
import { anyText } from "../../platform/xml/knownParts.ts"
import { type Feature, plainFeature } from "./Feature.ts"
import { xmlCodec } from "./xmlFeature.ts"

export const Versioning = Schema.Struct({ status: Schema.Literals(["enabled", "suspended"]) }).annotate({
  identifier: "Versioning"
})
export type Versioning = typeof Versioning.Type

/** MFA delete requires a device and is never sent: gateways keep its state. */
export const versioning: Feature<Versioning> = {
  ...plainFeature,
  name: "versioning",
  label: "Versioning",
  action: "bucket.versioning.update",
  schema: Versioning,
  wire: { _tag: "SubResource", name: "versioning", absent: [], removal: "never", type: "application/xml" },
  ...xmlCodec<Versioning>({
    root: "VersioningConfiguration",
    known: { Status: anyText, MfaDelete: anyText },
    read: (root) => {
      const status = textAt(root, "Status")
      return status === "Enabled"
        ? { status: "enabled" }
        : status === "Suspended"
          ? { status: "suspended" }
          : status === undefined
            ? null
            : undefined
    },
    write: ({ status }, root) =>
      withParts(root, ["Status", "MfaDelete"], [leaf("Status", status === "enabled" ? "Enabled" : "Suspended")])
  }),
  state: (value) => (value === null ? "disabled" : value.status),
  summary: (value) => (value === null ? "" : value.status === "enabled" ? "On" : "Suspended"),
  params: (value) => (value === null ? [] : [{ status: value.status }]),
  faults: (value, _place, before) =>
    value === null && before !== null
      ? [{ path: [], message: "Versioning that was once on can be suspended, never taken away" }]
      : []
}
