import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { confirmedName } from "#domain/platform/ConfirmedName.ts"
import { parseContextId } from "#domain/accounts/contexts/ContextId.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Conflict, Forbidden, type GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { nextState } from "#domain/iam/accessState.ts"
import type {
  AccessPerson,
  GrantPrivateAccess,
  PrivateAccess,
  RemovedPrivateAccess,
  UpdatePrivateAccess
} from "#domain/iam/PrivateAccess.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { makeIamTarget } from "#services/iam/iamTarget.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { accessEntity } from "./accessChanges.ts"
import { retryAccess } from "./retryAccess.ts"
import { iamUserName } from "./iamUserName.ts"
import { type StoredAccess, PrivateAccessRecords } from "./PrivateAccessRecords.ts"

const missing = (id: number) => new NotFound({ entity: "Private access", id: String(id) })
const stale = new Conflict({
  code: "stale_plan",
  detail: "Somebody else changed this access meanwhile: look at it again"
})
const ending = new Conflict({
  code: "state_conflict",
  detail: "This access has ended: what is left of it is being cleaned up"
})

const ofPortal = new Conflict({
  code: "state_conflict",
  detail: "This access follows the storage spaces of the person: change their members in the Portal"
})

const noAccount = new Forbidden({
  code: "workspace_unavailable",
  detail: "Private access is given to RGW accounts: choose a context that is one",
  remediation_reason: "private_access_unavailable"
})

const dataless = ({ email }: AccessPerson) =>
  `${email} manages the account without access to its data: an administrator has to allow that first ` +
  "(allow_manager_browser_data_access)"

const viewOf = ({
  access_key: _key,
  account_name: _name,
  listing_key: _listing,
  user_keys: _keys,
  rgw_account_id: _account,
  storage_endpoint_id: _endpoint,
  ...one
}: StoredAccess): PrivateAccess => one

/** The desired state is stored, then provisioned; `PrivateAccessRuns` retries until confirmed. */
export class PrivateAccesses extends Context.Service<
  PrivateAccesses,
  {
    readonly list: (context: ResolvedContext) => Effect.Effect<ReadonlyArray<PrivateAccess>, Forbidden>
    readonly people: (context: ResolvedContext) => Effect.Effect<ReadonlyArray<AccessPerson>, Forbidden>
    readonly get: (context: ResolvedContext, id: number) => Effect.Effect<PrivateAccess, Forbidden | NotFound>
    /** Returns after the first attempt, even if unsuccessful. */
    readonly grant: (
      caller: Caller,
      context: ResolvedContext,
      input: GrantPrivateAccess
    ) => Effect.Effect<PrivateAccess, Forbidden | InvalidInput | Conflict | NotFound>
    readonly update: (
      caller: Caller,
      context: ResolvedContext,
      id: number,
      input: UpdatePrivateAccess
    ) => Effect.Effect<PrivateAccess, Forbidden | NotFound | Conflict>
    readonly retry: (
      caller: Caller,
      context: ResolvedContext,
      id: number
    ) => Effect.Effect<PrivateAccess, Forbidden | NotFound>
    readonly check: (
      context: ResolvedContext,
      id: number
    ) => Effect.Effect<PrivateAccess, Forbidden | NotFound | GatewayFailure>
    /** Deletes the connection first; the gateway is cleaned up until confirmed. */
    readonly end: (
      caller: Caller,
      context: ResolvedContext,
      id: number
    ) => Effect.Effect<RemovedPrivateAccess, Forbidden | NotFound | Conflict>
  }
>()("stowage/services/iam/privateaccess/PrivateAccesses") {
  static readonly layer = Layer.effect(
    PrivateAccesses,
    Effect.gen(function* () {
      const records = yield* PrivateAccessRecords
      const audited = yield* Audited
      const transaction = yield* Transaction
      const secrets = yield* Secrets
      const target = yield* makeIamTarget
      const { attempt, check: look, endConnection } = yield* retryAccess

      const accountOf = Effect.fnUntraced(function* (context: ResolvedContext) {
        const ref = Option.getOrNull(parseContextId(context.context.id))
        if (ref?.kind !== "account") return yield* noAccount
        yield* target(context)
        return ref.id
      })

      const findAccess = Effect.fnUntraced(function* (context: ResolvedContext, id: number) {
        const account = yield* accountOf(context)
        const one = yield* records.find(id)
        return one === null || one.rgw_account_id !== account ? yield* missing(id) : one
      })

      const findOwn = Effect.fnUntraced(function* (context: ResolvedContext, id: number) {
        const one = yield* findAccess(context, id)
        return one.purpose === "private" ? one : yield* ofPortal
      })

      const lockAccess = Effect.fnUntraced(function* (id: number) {
        return (yield* records.find(id, true)) ?? (yield* missing(id))
      })

      const auditedAs = (caller: Caller, verb: string, text: (one: StoredAccess) => string) =>
        audited.rows<StoredAccess>(`private_access.${verb}`, accessEntity, {
          by: byCaller(caller, "manager"),
          message: text,
          metadata: ({ account_name, groups, inline_policies, managed_policies, person }) => ({
            person,
            account: account_name,
            groups: groups.join(", "),
            managed_policies: managed_policies.join(", "),
            inline_policies: inline_policies.map(({ name }) => name).join(", ")
          })
        })

      const attemptAndRead = Effect.fnUntraced(function* (caller: Caller, id: number) {
        const one = yield* attempt(caller, id)
        return one === null ? yield* missing(id) : viewOf(one)
      })

      const grant = Effect.fn("PrivateAccesses.grant")(function* (
        caller: Caller,
        context: ResolvedContext,
        input: GrantPrivateAccess
      ) {
        const account = yield* accountOf(context)
        const person = (yield* records.people(account)).find(({ user_id }) => user_id === input.user_id)
        if (person === undefined)
          return yield* InvalidInput.at("payload.user_id", "Nobody of this number is linked to the account")
        if (person.obstacle !== null) return yield* InvalidInput.at("payload.user_id", dataless(person))
        const {
          connection_name = `${context.context.name} (private)`,
          groups,
          inline_policies,
          managed_policies,
          user_id
        } = input
        const iam_user_name = iamUserName(person.email, yield* secrets.id)
        const { id } = yield* Effect.gen(function* () {
          const accessId = yield* records.add(
            {
              rgw_account_id: account,
              user_id,
              person: person.email,
              iam_user_name,
              connection_name,
              groups,
              managed_policies,
              inline_policies,
              purpose: "private"
            },
            yield* DateTime.now
          )
          if (accessId === null)
            return yield* new Conflict({
              code: "already_exists",
              detail: `${person.email} has private access to this account already`
            })
          return yield* Effect.orDie(lockAccess(accessId))
        }).pipe(auditedAs(caller, "grant", (one) => `${one.person} is given private access to ${one.account_name}`))
        return yield* attemptAndRead(caller, id)
      })

      const update = Effect.fn("PrivateAccesses.update")(function* (
        caller: Caller,
        context: ResolvedContext,
        id: number,
        { version, ...desired }: UpdatePrivateAccess
      ) {
        yield* findOwn(context, id)
        yield* Effect.gen(function* () {
          const one = yield* lockAccess(id)
          if (one.state === "cleanup_pending") return yield* ending
          if (one.version !== version) return yield* stale
          const now = yield* DateTime.now
          yield* records.change(
            id,
            { wanted: desired, state: "provisioning", tries: 0, problem: null, next_try_at: now },
            now
          )
          return yield* lockAccess(id)
        }).pipe(
          auditedAs(caller, "update", (one) => `Private access of ${one.person} to ${one.account_name} is changed`),
          transaction.run
        )
        return yield* attemptAndRead(caller, id)
      })

      const retry = Effect.fn("PrivateAccesses.retry")(function* (
        caller: Caller,
        context: ResolvedContext,
        id: number
      ) {
        const one = yield* findAccess(context, id)
        if (one.state === "active") {
          const now = yield* DateTime.now
          yield* records.change(id, { state: "provisioning", tries: 0, next_try_at: now }, now)
        }
        return yield* attemptAndRead(caller, id)
      })

      const end = Effect.fn("PrivateAccesses.end")(function* (caller: Caller, context: ResolvedContext, id: number) {
        const { iam_user_name } = yield* findOwn(context, id)
        yield* transaction.run(
          Effect.gen(function* () {
            const one = yield* lockAccess(id)
            yield* confirmedName("Private access", one.iam_user_name)
            if (nextState(one.state, "ended") === one.state) return
            const now = yield* DateTime.now
            yield* Effect.gen(function* () {
              yield* endConnection(one)
              yield* records.change(
                id,
                { state: "cleanup_pending", tries: 0, problem: null, next_try_at: now, connection_id: null, drift: [] },
                now
              )
              return one
            }).pipe(auditedAs(caller, "end", () => `Private access of ${one.person} to ${one.account_name} ends`))
          })
        )
        const pendingCleanup = yield* attempt(caller, id)
        return {
          id,
          name: iam_user_name,
          cleanup_pending: pendingCleanup !== null,
          problem: pendingCleanup?.problem ?? null
        }
      })

      return PrivateAccesses.of({
        list: Effect.fn("PrivateAccesses.list")((context: ResolvedContext) =>
          Effect.flatMap(accountOf(context), (account) =>
            Effect.map(records.ofAccount(account), (all) => all.map(viewOf))
          )
        ),
        people: Effect.fn("PrivateAccesses.people")((context: ResolvedContext) =>
          Effect.flatMap(accountOf(context), records.people)
        ),
        get: Effect.fn("PrivateAccesses.get")((context: ResolvedContext, id: number) =>
          Effect.map(findAccess(context, id), viewOf)
        ),
        check: Effect.fn("PrivateAccesses.check")(function* (context: ResolvedContext, id: number) {
          yield* findAccess(context, id)
          const one = yield* look(id)
          return one === null ? yield* missing(id) : viewOf(one)
        }),
        grant,
        update,
        retry,
        end
      })
    })
  )
}
