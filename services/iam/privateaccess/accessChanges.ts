import { Effect, Schema } from "effect"
import type { NotFound } from "#domain/platform/errors/Errors.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { removalSteps, accessSteps } from "#domain/iam/accessSteps.ts"
import type { GatewayChangeKind } from "#services/platform/audit/GatewayChangeKind.ts"
import type { Identities } from "./identities.ts"
import type { StoredAccess, PrivateAccessRecords } from "./PrivateAccessRecords.ts"

const About = Schema.Struct({
  id: Schema.Int,
  person: Schema.String,
  iam_user_name: Schema.String,
  account: Schema.String,
  storage_endpoint_id: Schema.Int,
  listing_key: Schema.String
})
export type AccessChangeAbout = typeof About.Type

export const accessAbout = ({
  account_name,
  id,
  iam_user_name,
  listing_key,
  person,
  storage_endpoint_id
}: StoredAccess): AccessChangeAbout => ({
  id,
  person,
  iam_user_name,
  account: account_name,
  storage_endpoint_id,
  listing_key
})

export const accessEntity = ({ iam_user_name, id }: { readonly id: number; readonly iam_user_name: string }) => ({
  type: "private_access",
  id: String(id),
  label: iam_user_name
})

export type AccessVerb = "provision" | "cleanup"

interface Ports {
  readonly records: PrivateAccessRecords["Service"]
  readonly gateway: Identities
  readonly reach: (listingKey: string) => Effect.Effect<S3Target, NotFound>
  readonly confirmed: (one: StoredAccess) => Effect.Effect<void>
}

/** One attempt to provision a row. Recovery reads the state; the next attempt takes the remaining steps. */
export const accessChangeKind = (
  { confirmed, gateway, reach, records }: Ports,
  verb: AccessVerb
): GatewayChangeKind<AccessChangeAbout, S3Target, null> => ({
  action: `private_access.${verb}`,
  scope: "manager",
  about: About,
  gateway: ({ storage_endpoint_id }) => `endpoint:${storage_endpoint_id}`,
  thing: ({ id }) => `private_access:${id}`,
  entity: accessEntity,
  messages: ({ account, iam_user_name, person }) => {
    const what =
      verb === "provision"
        ? `Private access of ${person} to ${account}: IAM user ${iam_user_name} is as it is wanted`
        : `Private access of ${person} to ${account}: nothing is left of IAM user ${iam_user_name}`
    return { success: what, failure: `${what}: not yet, it is tried again`, unknown: `${what}: it is not known` }
  },
  metadata: ({ iam_user_name, person }) => ({ iam_user_name, person }),
  reach: ({ listing_key }) => reach(listing_key),
  recover: Effect.fnUntraced(function* (target: S3Target, { id, iam_user_name }: AccessChangeAbout) {
    const identity = yield* gateway.read(target, iam_user_name)
    const row = yield* records.find(id)
    const stepsLeft =
      verb === "cleanup" ? removalSteps(identity) : row === null ? null : accessSteps(row, row.access_key, identity)
    const so = stepsLeft !== null && stepsLeft.length === 0
    return { isApplied: so, observed: null, rows: so && row !== null ? confirmed(row) : Effect.void }
  }),
  assumeApplied: null
})
