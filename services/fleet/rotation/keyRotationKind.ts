import { Effect, Schema, Stream } from "effect"
import { InvalidInput } from "#domain/platform/errors/Errors.ts"
import { type StoredKeyType, KeyType, RotationParams } from "#domain/fleet/KeyRotation.ts"
import { CredentialRotation } from "#services/gateways/credentials/CredentialRotation.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import type { PlannedItem, WorkKind } from "#services/platform/work/WorkKind.ts"
import { type StoredKey, KeyHolders } from "./KeyHolders.ts"
import { rotateStoredKey, RotatedKeys } from "./rotateStoredKey.ts"

export const RotationTarget = Schema.Struct({
  type: KeyType,
  id: Schema.Int,
  endpoint_id: Schema.NullOr(Schema.Int),
  access_key: Schema.NullOr(Schema.String)
})
type RotationTarget = typeof RotationTarget.Type

const Notes = Schema.Struct({ new_key: Schema.String })
type Notes = typeof Notes.Type

export const keyRotation = "key_rotation"

/** The technical key creates all other keys: rotate it last. */
const phases: Record<StoredKeyType, number> = { account: 1, s3_user: 1, connection: 1, endpoint: 2 }
const reencryption = 3

const many = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`

const itemOf = (heldKeys: StoredKey, deactivateOnly: boolean): PlannedItem<RotationTarget> => ({
  key: `${heldKeys.type}/${heldKeys.id}`,
  label: heldKeys.name,
  detail: heldKeys.endpoint_name,
  sort: heldKeys.type,
  phase: phases[heldKeys.type],
  before: heldKeys.access_key,
  after: `a new key; ${heldKeys.access_key} is ${deactivateOnly ? "switched off" : "deleted"}`,
  target: { type: heldKeys.type, id: heldKeys.id, endpoint_id: heldKeys.endpoint_id, access_key: heldKeys.access_key }
})

const stored: PlannedItem<RotationTarget> = {
  key: "stored_credentials",
  label: "Stored credentials",
  detail: "This service",
  sort: "stored_credentials",
  phase: reencryption,
  before: "under any key of CREDENTIAL_KEYS",
  after: "under the first one",
  target: { type: "stored_credentials", id: 0, endpoint_id: null, access_key: null }
}

/** After a crash the stored key decides how to continue; an unstored new key is rolled back by its intent. */
export const keyRotationKind = Effect.gen(function* () {
  const holders = yield* KeyHolders
  const endpoints = yield* EndpointRecords
  const targets = yield* AdminTargets
  const { rotated, taken: undoRotation } = yield* rotateStoredKey("admin")
  const credentials = yield* CredentialRotation

  const plan = Effect.fn("KeyRotation.plan")(function* ({ deactivate_only, endpoint_ids, key_types }: RotationParams) {
    const endpointsById = new Map((yield* endpoints.list).map((endpoint) => [endpoint.id, endpoint]))
    const unknown = endpoint_ids.filter((id) => !endpointsById.has(id))
    if (unknown.length > 0) {
      return yield* new InvalidInput({
        issues: unknown.map((id) => ({
          path: ["payload", "endpoint_ids"],
          message: `There is no storage endpoint ${id}`
        }))
      })
    }
    const requestedEndpoints = new Set<number>()
    for (const id of endpoint_ids) {
      const endpoint = endpointsById.get(id)
      if (endpoint !== undefined && (yield* targets.of(endpoint)) !== null) requestedEndpoints.add(id)
    }
    const heldKeys = yield* holders.on(
      endpoint_ids,
      key_types.filter((type) => type !== "stored_credentials")
    )
    const doubled = yield* holders.shared(endpoint_ids)
    const reasonOf = ({ access_key, endpoint_id, endpoint_name }: StoredKey): string | null => {
      if (!requestedEndpoints.has(endpoint_id))
        return `${endpoint_name} has no Admin Ops key, or Admin Ops is switched off there`
      return doubled.has(`${endpoint_id}/${access_key}`)
        ? "Its key is stored for somebody else too, who would lose it: give one of them a key of its own first"
        : null
    }
    const items = heldKeys.filter((one) => reasonOf(one) === null)
    const others = key_types.includes("stored_credentials") ? 1 : 0
    const subjects = [
      ...(items.length > 0 || others === 0 ? [many(items.length, "key")] : []),
      ...(others > 0 ? ["stored credentials"] : [])
    ]
    return {
      title: `Rotate ${subjects.join(" and ")}`,
      warnings: [
        ...(items.length > 0 && !deactivate_only
          ? ["Deleted keys cannot be brought back: this rotation cannot be undone."]
          : []),
        ...(items.some(({ type }) => type === "connection")
          ? [
              "Programs that use the key of a connection as well must be given the new one: it is not shown, " +
                "so give them keys of their own."
            ]
          : []),
        ...(items.some(({ type }) => type !== "endpoint")
          ? ["Links and uploads that were signed with the old keys end with them."]
          : [])
      ],
      excluded: heldKeys.flatMap((one) => {
        const reason = reasonOf(one)
        return reason === null ? [] : [{ label: one.name, reason }]
      }),
      items: Stream.fromIterable([...items.map((one) => itemOf(one, deactivate_only)), ...(others > 0 ? [stored] : [])])
    }
  })

  const kind: WorkKind<RotationParams, RotationTarget, Notes, RotatedKeys> = {
    name: keyRotation,
    scope: "admin",
    params: RotationParams,
    target: RotationTarget,
    notes: Notes,
    inverse: RotatedKeys,
    exclusionKey: () => keyRotation,
    maxConcurrency: 8,
    plan,

    perform: Effect.fn("KeyRotation.perform")(function* ({
      caller,
      note,
      notes,
      params: { deactivate_only },
      target: { access_key, id, type }
    }) {
      if (type === "stored_credentials" || access_key === null) {
        const { left, rotated, unreadable } = yield* credentials.rotate(() => Effect.void, byCaller(caller, "admin"))
        return {
          outcome: "completed" as const,
          result: { rotated, unreadable: unreadable.length, left },
          inverse: null
        }
      }
      return yield* rotated(
        { access_key, id, type },
        { caller, deletes: !deactivate_only, newKey: notes?.new_key ?? null, note: (new_key) => note({ new_key }) }
      )
    }),

    undo: Effect.fn("KeyRotation.undo")(function* ({ caller, target: { id, type } }, { new_key, old_key }) {
      if (type === "stored_credentials") return
      yield* undoRotation({ id, type }, { new_key, old_key }, caller)
    })
  }
  return kind
})
