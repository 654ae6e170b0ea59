import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { callerUser } from "#domain/platform/access/Caller.ts"
import { parseClusterContextId } from "#domain/accounts/contexts/ClusterContextId.ts"
import { parseContextId } from "#domain/accounts/contexts/ContextId.ts"
import { workspaces } from "#domain/platform/access/workspaces.ts"
import { RightRecords, type WatchedRight } from "#services/accounts/contexts/RightRecords.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { sessionValidity } from "../identity/sessionValidity.ts"
import { hasPrivilege, hasTool } from "../identity/users/rightsStatements.ts"
import { portalEnabled } from "../platform/portalEnabled.ts"
import { rights } from "./rights.ts"

/** Workspace whose rule decides: the objects of an endpoint are read in the Browser, but need Cluster Admin. */
const workspaceOf = ({ contextId, workspace }: WatchedRight) =>
  workspace === "browser" && parseClusterContextId(contextId) !== null ? "cluster-admin" : workspace

const rightRow = (right: WatchedRight, place: number) => {
  const { caller, contextId, tool } = right
  const workspace = workspaceOf(right)
  const context = Option.getOrNull(parseContextId(contextId))
  return {
    place,
    session_id: "session_id" in caller ? caller.session_id : null,
    token_id: caller._tag === "Token" ? caller.token_id : null,
    share_id: caller._tag === "Share" ? caller.share_id : null,
    user_id: caller._tag === "Share" ? caller.maker_id : (callerUser(caller)?.id ?? null),
    own: caller._tag === "S3Session" || workspace === "own",
    workspace,
    privilege: workspaces.find(({ id }) => id === workspace)?.rule ?? null,
    tool,
    account_id: context?.kind === "account" ? context.id : null,
    rgw_user_id: context?.kind === "s3_user" ? context.id : null,
    connection_id: context?.kind === "connection" ? context.id : null
  }
}

const placeReader = makeRowReader("auth_sessions, api_tokens, shares", Schema.Struct({ place: Schema.Int }))

export const layer = Layer.effect(
  RightRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const areValid = Effect.fn("RightRecords.areValid")(function* (watched: ReadonlyArray<WatchedRight>) {
      const now = yield* DateTime.now
      const validRows = yield* placeReader.all(sql`
      select a.place from jsonb_to_recordset(${JSON.stringify(watched.map(rightRow))}::text::jsonb) as a
        (place int, session_id uuid, token_id uuid, share_id uuid, user_id int, own boolean, workspace text,
          privilege text, tool text, account_id int, rgw_user_id int, connection_id int)
      where (a.tool is null or ${sql.literal(hasTool("a.user_id", "a.tool"))}) and (
        exists (select from auth_sessions s left join ui_users u on u.id = s.user_id
          where s.id = a.session_id and ${sessionValidity(sql, "s", now).isValid})
        or exists (select from api_tokens t join ui_users u on u.id = t.user_id where t.id = a.token_id
          and ${sessionValidity(sql, "t", now).isValid})
        or exists (select from shares s where s.id = a.share_id and s.revoked_at is null
          and s.expires_at > ${DateTime.toDateUtc(now)})
      ) and (
        a.own and a.workspace in ('own', 'manager', 'browser')
        or a.workspace in ('cluster-admin', 'storage-ops') and ${sql.literal(hasPrivilege("a.user_id", "a.privilege"))}
        or a.workspace = 'admin' and exists (select from ui_users u
          where u.id = a.user_id and u.is_active and u.role in ('ui_superadmin', 'ui_admin'))
        or a.workspace in ('manager', 'browser') and exists (select from s3_connections c
          join ui_users u on u.id = a.user_id
          where c.id = a.connection_id and u.is_active and u.role <> 'ui_none'
            and coalesce(c.expires_at > ${DateTime.toDateUtc(now)}, true)
            and case when c.owner_user_id is null
              then a.workspace = 'manager'
                and exists (select from effective_associations l where l.s3_connection_id = c.id
                and l.user_id = a.user_id)
              else c.owner_user_id = a.user_id end)
        or exists (select from effective_associations l join ui_users u on u.id = l.user_id
          where l.user_id = a.user_id and u.is_active and u.role <> 'ui_none'
            and (l.rgw_account_id = a.account_id or l.rgw_user_id = a.rgw_user_id)
            and case a.workspace
              when 'manager' then ${sql.literal(rights.manager)}
              when 'browser' then ${sql.literal(rights.browser)}
              when 'portal' then l.portal_role is not null and ${sql.literal(portalEnabled("l.rgw_account_id"))}
              else false end)
      )`)
      const places = new Set(validRows.map(({ place }) => place))
      return watched.map((_, place) => places.has(place))
    }, Effect.orDie)

    return RightRecords.of({ areValid })
  })
)
