import { codeTexts } from "../gateway/codeTexts.ts"
import type { Acl } from "#domain/buckets/features/acl.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { featureOf } from "#domain/buckets/features/features.ts"
import type { Logging } from "#domain/buckets/features/logging.ts"
import type { Notifications } from "#domain/buckets/features/notifications.ts"

interface RefusedDocument {
  readonly code: string
  readonly message: string
  readonly document: string | null
}

export interface FeatureRefusal {
  readonly path: ReadonlyArray<string>
  readonly message: string
}

const oneOfThem = (names: ReadonlyArray<string>, one: string, several: string, rest: string): string => {
  const all = [...new Set(names)]
  return all.length === 1 ? `${one} ${all[0]} ${rest}` : `${several} ${rest}: ${all.join(", ")}`
}

const refusalTexts: Partial<Record<FeatureName, (refused: RefusedDocument, value: any) => string | null>> = {
  // N2: RGW checks every topic of the document
  notifications: ({ code }, { notifications }: Notifications) =>
    code !== "NoSuchKey"
      ? null
      : `${oneOfThem(
          notifications.map(({ target }) => target),
          "The topic",
          "One of these topics",
          "does not exist on the gateway"
        )}. Create it again, or choose another one`,
  logging: ({ code }, { target_bucket }: Logging) =>
    code !== "NoSuchKey" && code !== "NoSuchBucket" && code !== "InvalidTargetBucketForLogging"
      ? null
      : `The target bucket ${target_bucket} does not exist, or cannot be written to. Create it, or choose another one`,
  acl: ({ code, message }, { grants }: Acl) => {
    const named = (type: string) => grants.filter((grant) => grant.type === type).map(({ grantee }) => grantee)
    if (code === "UnresolvableGrantByEmailAddress") {
      const unknown = "belongs to no user of the gateway"
      return `${oneOfThem(named("email"), "The address", "One of these addresses", unknown)}. Remove its grant`
    }
    return code !== "InvalidArgument" || message !== "Invalid CanonicalUser id"
      ? null
      : `${oneOfThem(named("user"), "The grantee", "One of these grantees", "does not exist on the gateway")}. ` +
          "Remove its grant"
  },
  policy: ({ code }) =>
    code !== "AccessDenied"
      ? null
      : "The gateway does not let these credentials change the policy: they lack the right, a policy denies it, " +
        "or the policy is public while the public access block refuses public policies"
}

export const featureRefusal = (name: FeatureName, refused: RefusedDocument): string | null => {
  const value = featureOf(name).understand(refused.document)?.value ?? null
  const own = value === null ? null : refusalTexts[name]?.(refused, value)
  return own ?? codeTexts[refused.code] ?? null
}
