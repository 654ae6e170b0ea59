import { DateTime, Effect, Option, Result, Schema } from "effect"
import type { ClusterS3Ability, ClusterS3Findings } from "#domain/gateways/endpoints/ClusterS3Key.ts"
import type { GatewayFailure } from "#domain/platform/errors/Errors.ts"
import type { ProbeTarget } from "#services/gateways/endpoints/EndpointProbe.ts"
import type { GatewayKey } from "#services/gateways/endpoints/Rgw.ts"
import type { Answer } from "./GatewayHttp.ts"
import { errorCodeOf, speaksS3 } from "./observedState.ts"

const MAX_INSPECTED_BUCKETS = 5

type Target = ProbeTarget & { readonly key: GatewayKey }
type Ask = (
  target: Target,
  path: string,
  query: Record<string, string>
) => Effect.Effect<Result.Result<Answer, GatewayFailure>>
type Verdict = ClusterS3Findings["abilities"][number]

const Flag = Schema.Union([Schema.Boolean, Schema.Literals(["true", "false"])])
const UserFlags = Schema.fromJsonString(
  Schema.Struct({
    user_id: Schema.String,
    tenant: Schema.optionalKey(Schema.String),
    op_mask: Schema.optionalKey(Schema.String),
    admin: Schema.optionalKey(Flag),
    system: Schema.optionalKey(Flag)
  })
)
const decodeUser = Schema.decodeUnknownOption(UserFlags)
const decodeNames = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ keys: Schema.Array(Schema.String) }))
)
const decodeOwner = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ owner: Schema.String })))

const isSet = (flag: boolean | "true" | "false" | undefined) => flag === true || flag === "true"
const textOf = (result: Result.Result<Answer, GatewayFailure>, status: number): string =>
  Result.isSuccess(result) && result.success.status === status ? result.success.text : ""
const statusOf = (result: Result.Result<Answer, GatewayFailure>): string =>
  Result.match(result, {
    onFailure: (error) => (error._tag === "StorageTimeout" ? "no answer within 5 seconds" : error.detail),
    onSuccess: (answer) => [answer.status, errorCodeOf(answer)].filter((part) => part !== null).join(" ")
  })

const verdict = (ability: ClusterS3Ability, available: boolean | null, evidence: string): Verdict => ({
  ability,
  available,
  evidence
})

/** A user with the admin or system flag needs no capabilities. Writing is not tried: it raises the bucket's version. */
export const clusterKeyProbe = (ask: Ask) =>
  Effect.fnUntraced(function* (target: Target) {
    const findingsOf = (uid: string | null, abilities: ReadonlyArray<Verdict>) =>
      Effect.map(DateTime.now, (checked_at): ClusterS3Findings => ({ uid, abilities, checked_at }))

    const listing = yield* ask(target, "/", {})
    const signs = Result.isFailure(listing)
      ? verdict("signs", null, `GET / with the key: ${statusOf(listing)}`)
      : verdict(
          "signs",
          listing.success.status === 200 && speaksS3(listing.success),
          `GET / with the key answered ${statusOf(listing)}`
        )
    if (signs.available !== true) {
      const unchecked = "Not checked: the key could not be used"
      return yield* findingsOf(null, [
        signs,
        verdict("reads_any_owner", null, unchecked),
        verdict("writes_any_owner", null, unchecked),
        verdict("keeps_version_ids", null, unchecked)
      ])
    }

    const self = yield* ask(target, "/admin/user", { "access-key": target.key.access_key })
    const user = Option.getOrNull(decodeUser(textOf(self, 200)))
    if (user === null) {
      const refused = Result.isSuccess(self) && self.success.status === 403
      const why = `GET /admin/user with the key answered ${statusOf(self)}${
        refused ? ": its user has neither the admin nor the system flag" : ""
      }`
      const available = refused ? false : null
      return yield* findingsOf(null, [
        signs,
        verdict("reads_any_owner", available, why),
        verdict("writes_any_owner", available, why),
        verdict("keeps_version_ids", available, why)
      ])
    }

    const system = isSet(user.system)
    const flag = system ? "system" : isSet(user.admin) ? "admin" : null
    const uid =
      user.tenant === undefined || user.tenant === "" || user.user_id.startsWith(`${user.tenant}$`)
        ? user.user_id
        : `${user.tenant}$${user.user_id}`
    const flags = flag === null ? "has neither the admin nor the system flag" : `has the ${flag} flag`
    const operations = (user.op_mask ?? "read, write, delete").split(/[,\s]+/u).filter((one) => one !== "")

    const readForeign = Effect.gen(function* () {
      const { keys: names } = Option.getOrElse(
        decodeNames(textOf(yield* ask(target, "/admin/metadata/bucket", { "max-entries": "20" }), 200)),
        () => ({ keys: [] })
      )
      for (const name of names.slice(0, MAX_INSPECTED_BUCKETS)) {
        const { owner } = Option.getOrElse(
          decodeOwner(textOf(yield* ask(target, "/admin/bucket", { bucket: name }), 200)),
          () => ({ owner: "" })
        )
        if (owner === "" || owner === uid) continue
        const answer = yield* ask(target, `/${name.split("/").map(encodeURIComponent).join("%3A")}`, { versioning: "" })
        return verdict(
          "reads_any_owner",
          Result.isFailure(answer) ? null : answer.success.status === 200,
          `User ${uid} ${flags}; reading the versioning of ${name}, a bucket of ${owner}, answered ${statusOf(answer)}`
        )
      }
      return verdict("reads_any_owner", flag !== null, `User ${uid} ${flags}; no bucket of another owner was found`)
    })
    const reads = flag === null ? verdict("reads_any_owner", false, `User ${uid} ${flags}`) : yield* readForeign
    const writes = flag === null || reads.available === false ? false : operations.includes("write")
    return yield* findingsOf(uid, [
      signs,
      reads,
      verdict(
        "writes_any_owner",
        reads.available === null ? null : writes,
        `User ${uid} ${flags}, and its op-mask is ${operations.join(", ")}`
      ),
      verdict(
        "keeps_version_ids",
        system,
        system ? `User ${uid} has the system flag` : `User ${uid} does not have the system flag`
      )
    ])
  })
