import { Schema } from "effect"
import { element, findElement, leaf, textAt, updateElement, withParts } from "../../platform/xml/Element.ts"
import { anyText, isOneOf } from "../../platform/xml/knownParts.ts"
import { type Feature, plainFeature } from "./Feature.ts"
import { xmlCodec } from "./xmlFeature.ts"

const modes = ["GOVERNANCE", "COMPLIANCE"] as const
const units = ["days", "years"] as const

export const ObjectLock = Schema.Struct({
  default_retention: Schema.NullOr(
    Schema.Struct({
      mode: Schema.Literals(modes),
      length: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 36_500 })),
      unit: Schema.Literals(units)
    }).annotate({ identifier: "DefaultRetention" })
  )
}).annotate({ identifier: "ObjectLock" })
export type ObjectLock = typeof ObjectLock.Type
type Retention = NonNullable<ObjectLock["default_retention"]>

const isMode = Schema.is(Schema.Literals(modes))
const wireUnits = { days: "Days", years: "Years" } as const

const daysOf = ({ length, unit }: Retention): number => (unit === "days" ? length : length * 365)
const spelled = ({ length, mode, unit }: Retention): string =>
  `${mode} ${length} ${length === 1 ? unit.slice(0, -1) : unit}`

/** Can be enabled on a versioned bucket too (RGW, AWS). Only its default retention can be removed. */
export const objectLock: Feature<ObjectLock> = {
  ...plainFeature,
  name: "object_lock",
  label: "Object lock",
  action: "bucket.object_lock.update",
  schema: ObjectLock,
  wire: {
    _tag: "SubResource",
    name: "object-lock",
    absent: ["ObjectLockConfigurationNotFoundError"],
    removal: "never",
    type: "application/xml"
  },
  ...xmlCodec<ObjectLock>({
    root: "ObjectLockConfiguration",
    known: {
      ObjectLockEnabled: anyText,
      Rule: { DefaultRetention: { Mode: isOneOf(...modes), Days: anyText, Years: anyText } }
    },
    read: (root) => {
      if (textAt(root, "ObjectLockEnabled") !== "Enabled") return null
      const retention = findElement(root, "Rule", "DefaultRetention")
      if (retention === undefined) return { default_retention: null }
      const mode = textAt(retention, "Mode")
      const unit = units.find((one) => findElement(retention, wireUnits[one]) !== undefined)
      const length = unit === undefined ? "" : (textAt(retention, wireUnits[unit]) ?? "")
      return isMode(mode) && unit !== undefined && /^\d{1,10}$/.test(length)
        ? { default_retention: { mode, length: Number(length), unit } }
        : undefined
    },
    write: ({ default_retention: retention }, root) => {
      const enabled = withParts(root, ["ObjectLockEnabled"], [leaf("ObjectLockEnabled", "Enabled")])
      if (retention === null) {
        // RGW refuses an empty rule
        const rule = withParts(findElement(root, "Rule") ?? element("Rule"), ["DefaultRetention"], [])
        return withParts(enabled, ["Rule"], [rule.content.length === 0 ? undefined : rule])
      }
      return updateElement(enabled, "Rule", (rule) =>
        withParts(
          rule,
          ["DefaultRetention"],
          [
            withParts(
              findElement(rule, "DefaultRetention") ?? element("DefaultRetention"),
              ["Mode", "Days", "Years"],
              [leaf("Mode", retention.mode), leaf(wireUnits[retention.unit], retention.length)]
            )
          ]
        )
      )
    }
  }),
  state: (value) => (value === null ? "disabled" : "enabled"),
  summary: (value) =>
    value === null ? "" : value.default_retention === null ? "On" : spelled(value.default_retention),
  params: (value) =>
    value === null
      ? []
      : [
          {
            mode: value.default_retention?.mode ?? null,
            retention_days: value.default_retention === null ? null : daysOf(value.default_retention)
          }
        ],
  faults: (value, _place, before) =>
    value === null && before !== null
      ? [{ path: [], message: "Object lock that is once on can never be taken away" }]
      : [],
  warnings: (value) => [
    ...(value === null ? [] : ["Object lock can never be taken away again, and versioning no longer be suspended."]),
    ...(value?.default_retention?.mode === "COMPLIANCE"
      ? [
          "Nobody can delete a version before its day in COMPLIANCE, the owner and the operators of the " +
            "gateway included."
        ]
      : [])
  ]
}
