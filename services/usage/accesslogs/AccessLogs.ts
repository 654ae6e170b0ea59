import { Context, DateTime, Effect, Layer, Option, Stream } from "effect"
import type { PortalAccount } from "#domain/accounts/scope/RequestScope.ts"
import { listingOwner } from "#domain/accounts/contexts/listingOwner.ts"
import { type Caller, callerUser } from "#domain/platform/access/Caller.ts"
import { type CursorPage, cursorLimit, cutPage } from "#domain/platform/Cursor.ts"
import {
  type Conflict,
  Forbidden,
  type GatewayFailure,
  type InvalidInput,
  NotFound
} from "#domain/platform/errors/Errors.ts"
import {
  type AccessLogEntry,
  type AccessLogFilter,
  AccessLogCursor,
  type AccessLogQuery,
  type AccessLogSpaces,
  accessLogResultOf,
  type SpaceAccessLogs
} from "#domain/usage/accesslogs/AccessLog.ts"
import { logText } from "#domain/usage/accesslogs/logText.ts"
import { effectiveSettings } from "#domain/iam/portal/effectiveSettings.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { isSpaceVisible } from "#services/iam/portal/PortalSpaces.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { Settings } from "#services/platform/Settings.ts"
import { AccessLogCollector } from "./AccessLogCollector.ts"
import { AccessLogRecords, type LogSelection, type StoredEntry } from "./AccessLogRecords.ts"
import { type AccessLogSource, AccessLogSources, type LogSpace } from "./AccessLogSources.ts"
import { accessLogSwitch } from "./accessLogSwitch.ts"

const RAW_PAGE = 2_000
/** Lines of one raw download; the rest is fetched with a narrower time. */
export const MAX_RAW_LINES = 1_000_000

const missing = (id: number) => new NotFound({ entity: "Storage space", id: String(id) })
type Visible = Forbidden | NotFound

export class AccessLogs extends Context.Service<
  AccessLogs,
  {
    readonly spaces: (caller: Caller, account: PortalAccount) => Effect.Effect<AccessLogSpaces["items"], Visible>
    readonly state: (caller: Caller, account: PortalAccount, spaceId: number) => Effect.Effect<SpaceAccessLogs, Visible>
    readonly set: (
      caller: Caller,
      account: PortalAccount,
      spaceId: number,
      enabled: boolean
    ) => Effect.Effect<SpaceAccessLogs, Visible | Conflict | InvalidInput | GatewayFailure>
    readonly refresh: (
      caller: Caller,
      account: PortalAccount,
      spaceId: number
    ) => Effect.Effect<SpaceAccessLogs, Visible | GatewayFailure>
    readonly page: (
      caller: Caller,
      account: PortalAccount,
      query: AccessLogQuery
    ) => Effect.Effect<CursorPage<AccessLogEntry>, Visible>
    /** Newest first, at most `MAX_RAW_LINES`. Fails when the right is lost meanwhile. */
    readonly raw: (
      caller: Caller,
      account: PortalAccount,
      filter: AccessLogFilter
    ) => Effect.Effect<Stream.Stream<string, Visible>, Visible>
  }
>()("stowage/services/usage/accesslogs/AccessLogs") {
  static readonly layer = Layer.effect(
    AccessLogs,
    Effect.gen(function* () {
      const sources = yield* AccessLogSources
      const records = yield* AccessLogRecords
      const contexts = yield* ExecutionContexts
      const collector = yield* AccessLogCollector
      const audited = yield* Audited
      const transaction = yield* Transaction
      const logging = yield* accessLogSwitch
      const { retentionDays } = (yield* Settings).accessLogs

      const viewOf = Effect.fnUntraced(function* (caller: Caller, account: PortalAccount) {
        const view = yield* sources.view(account.account_id, callerUser(caller)?.id ?? 0)
        const { override, installation } = view.settings
        if (!effectiveSettings(override, installation).access_logs_enabled.value)
          return yield* new Forbidden({
            code: "workspace_unavailable",
            detail: "Access logs are switched off in this account"
          })
        return { sources: view.sources, visible: view.spaces.filter((one) => isSpaceVisible(account, one)) }
      })

      const findSpace = Effect.fnUntraced(function* (caller: Caller, account: PortalAccount, id: number) {
        const { visible } = yield* viewOf(caller, account)
        const space = visible.find((one) => one.id === id)
        return space ?? (yield* missing(id))
      })

      const managed = Effect.fnUntraced(function* (caller: Caller, account: PortalAccount, id: number) {
        const space = yield* findSpace(caller, account, id)
        if (account.role !== "portal_manager")
          return yield* new Forbidden({ code: "forbidden", detail: "Only Portal managers switch access logs" })
        return space
      })

      const sourceOf = ({ account_id }: PortalAccount, { bucket }: LogSpace) => sources.find(account_id, bucket)

      const stateOf = (source: AccessLogSource | null): SpaceAccessLogs => ({
        enabled: source?.enabled ?? false,
        state: source?.state ?? "off",
        log_bucket: source?.log_bucket ?? null,
        collected_at: source?.collected_at ?? null,
        refused_count: source?.refused_count ?? 0,
        retention_days: retentionDays
      })

      const describe = (account: PortalAccount, space: LogSpace) => Effect.map(sourceOf(account, space), stateOf)

      const contextOf = ({ listing_key }: PortalAccount) => Effect.orDie(contexts.forListing(listing_key))

      const set = Effect.fn("AccessLogs.set")(function* (
        caller: Caller,
        account: PortalAccount,
        spaceId: number,
        enabled: boolean
      ) {
        const space = yield* managed(caller, account, spaceId)
        const source = yield* sourceOf(account, space)
        const context = yield* contextOf(account)
        if (!enabled && source === null) return yield* describe(account, space)
        if (!enabled && source !== null) yield* logging.off(caller, context, space.bucket, source.log_bucket)
        const log_bucket = enabled ? yield* logging.on(caller, context, space.bucket) : (source?.log_bucket ?? "")
        const now = yield* DateTime.now
        yield* sources
          .set(account.account_id, { bucket: space.bucket, log_bucket, enabled, state: enabled ? "on" : "off" }, now)
          .pipe(
            audited.rows(
              enabled ? "storage_space.access_logs_on" : "storage_space.access_logs_off",
              { type: "storage_space", id: String(space.id), label: space.name },
              {
                by: byCaller(caller, "portal"),
                message: `Access logs of ${space.name} were switched ${enabled ? "on" : "off"}`,
                metadata: { bucket: space.bucket, log_bucket }
              }
            ),
            transaction.run
          )
        return yield* describe(account, space)
      })

      const refresh = Effect.fn("AccessLogs.refresh")(function* (
        caller: Caller,
        account: PortalAccount,
        spaceId: number
      ) {
        const space = yield* findSpace(caller, account, spaceId)
        const source = yield* sourceOf(account, space)
        if (source === null) return yield* describe(account, space)
        const context = yield* contextOf(account)
        if (source.enabled && (yield* logging.isOn(context, space.bucket, source.log_bucket)) === true)
          yield* logging.flush(context, space.bucket)
        yield* collector.collect(source)
        return yield* describe(account, space)
      })

      const selectionOf = Effect.fnUntraced(function* (
        caller: Caller,
        account: PortalAccount,
        { space: spaceId, ...filter }: AccessLogFilter
      ) {
        const { sources: all, visible } = yield* viewOf(caller, account)
        const chosen = spaceId === undefined ? visible : visible.filter((one) => one.id === spaceId)
        if (spaceId !== undefined && chosen.length === 0) return yield* missing(spaceId)
        const whole = account.role === "portal_manager" && spaceId === undefined
        const places = whole
          ? all.map(({ id }) => ({ source_id: id, prefix: "" }))
          : chosen.flatMap(({ bucket, prefix }) =>
              all.filter((one) => one.bucket === bucket).map(({ id }) => ({ source_id: id, prefix }))
            )
        const selection: LogSelection = {
          account_id: account.account_id,
          // a path uses the source's index; otherwise the account's has the order of the page
          places: whole && filter.path === undefined ? null : places,
          ...filter
        }
        return { visible, selection }
      })

      const describeEntry = (
        { method: _method, uri: _uri, ...entry }: StoredEntry,
        visible: ReadonlyArray<LogSpace>
      ) => {
        const holders = visible
          .filter(
            ({ bucket, prefix }) =>
              bucket === entry.bucket_name && (prefix === "" || (entry.path?.startsWith(prefix) ?? false))
          )
          .sort((one, other) => other.prefix.length - one.prefix.length)
        const [holder] = holders
        return {
          ...entry,
          space: holder === undefined ? null : { id: holder.id, name: holder.name },
          result: accessLogResultOf(entry.status)
        } satisfies AccessLogEntry
      }

      const positionOf = ({ at, id }: { readonly at: string; readonly id: number }): AccessLogCursor => [
        Date.parse(at),
        id
      ]

      const page = Effect.fn("AccessLogs.page")(function* (
        caller: Caller,
        account: PortalAccount,
        { cursor, limit, ...filter }: AccessLogQuery
      ) {
        const { selection, visible } = yield* selectionOf(caller, account, filter)
        const size = limit === undefined ? {} : { limit }
        const rows = yield* records.page(selection, cursorLimit(size) + 1, cursor)
        return cutPage(
          rows.map((row) => describeEntry(row, visible)),
          size,
          AccessLogCursor,
          positionOf
        )
      })

      const raw = Effect.fn("AccessLogs.raw")(function* (
        caller: Caller,
        account: PortalAccount,
        filter: AccessLogFilter
      ) {
        yield* selectionOf(caller, account, filter)
        const owner = listingOwner(account.listing_key)?.owner ?? "-"
        interface Next {
          readonly after: AccessLogCursor | undefined
          readonly count: number
        }
        const begin: Next = { after: undefined, count: 0 }
        return Stream.paginate(
          begin,
          Effect.fnUntraced(function* ({ after, count }: Next) {
            if (count >= MAX_RAW_LINES)
              return [
                [`# The first ${MAX_RAW_LINES} lines; choose a shorter time for the others\n`],
                Option.none<Next>()
              ] as const
            // rights and spaces may change during a download
            const { selection } = yield* selectionOf(caller, account, filter)
            const rows = yield* records.page(selection, Math.min(RAW_PAGE, MAX_RAW_LINES - count), after)
            const text = rows
              .map((row) => `${logText({ ...row, account: owner, requester: row.identity.id })}\n`)
              .join("")
            const last = rows.at(-1)
            return [
              text === "" ? [] : [text],
              rows.length < RAW_PAGE || last === undefined
                ? Option.none<Next>()
                : Option.some<Next>({ after: positionOf(last), count: count + rows.length })
            ] as const
          })
        )
      })

      return AccessLogs.of({
        spaces: Effect.fn("AccessLogs.spaces")(function* (caller: Caller, account: PortalAccount) {
          const { sources: all, visible } = yield* viewOf(caller, account)
          return visible.map((space) => ({
            id: space.id,
            name: space.name,
            bucket_name: space.bucket,
            ...stateOf(all.find(({ bucket }) => bucket === space.bucket) ?? null)
          }))
        }),
        state: Effect.fn("AccessLogs.state")(function* (caller: Caller, account: PortalAccount, spaceId: number) {
          return yield* describe(account, yield* findSpace(caller, account, spaceId))
        }),
        set,
        refresh,
        page,
        raw
      })
    })
  )
}
