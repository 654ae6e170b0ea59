import { Effect } from "effect"
import { EndpointEntry } from "#domain/fleet/apply/sections/storageEndpoints.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { idOfRow, nullIfUnreadable, pickFields, rowId, type SectionWork, versionOf } from "../sectionWork.ts"

const entryFields = new Set(Object.keys(EndpointEntry.fields))

export const storageEndpoints = Effect.gen(function* () {
  const service = yield* StorageEndpoints
  const targets = yield* AdminTargets

  const work: SectionWork<"storage_endpoints"> = {
    read: ({ endpoints }) =>
      Effect.succeed(
        endpoints.map((row) => ({
          id: row.id,
          version: row.version,
          secrets: row.admin_access_key === null ? [] : ["admin_secret_key"],
          fixed:
            row.source === "environment"
              ? "The environment sets this storage endpoint: change it there and restart"
              : null,
          hidden: row.is_sandbox,
          entry: { ...pickFields(row, entryFields), name: row.name, url: row.url },
          storedSecret: Effect.fnUntraced(function* () {
            const target = yield* targets.of({ ...row, capabilities: { ...row.capabilities, admin: true } })
            return target === null ? null : ((yield* nullIfUnreadable(target.credential.open))?.secretKey ?? null)
          })
        }))
      ),
    createOrUpdate: (change, { admin_secret_key, ...entry }, { caller, defaultMoves, secretOf }) => {
      const secret = secretOf(admin_secret_key)
      if (change.action === "create") {
        return idOfRow(
          service.create(caller, { ...entry, ...(secret === undefined ? {} : { admin_secret_key: secret }) })
        )
      }
      const keyed = change.changed.has("admin_access_key") || change.changed.has("admin_secret_key")
      const access =
        entry.admin_access_key === undefined ? (change.known?.entry?.admin_access_key ?? null) : entry.admin_access_key
      const key = !keyed
        ? {}
        : {
            admin_access_key: access,
            ...(access === null ? { admin_secret_key: null } : secret === undefined ? {} : { admin_secret_key: secret })
          }
      const { admin_access_key: _key, ...fields } = pickFields(entry, change.changed)
      return idOfRow(
        service.update(caller, rowId(change), { ...fields, ...key, ...(defaultMoves ? {} : versionOf(change)) })
      )
    }
  }
  return work
})
