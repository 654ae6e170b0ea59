import { Context, DateTime, Effect, Layer, Option, Stream } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { parseContextId } from "#domain/accounts/contexts/ContextId.ts"
import { listingOwner } from "#domain/accounts/contexts/listingOwner.ts"
import {
  type AccessEntry,
  allRights,
  type BucketAccessEvent,
  type BucketAccessList,
  UNKNOWN,
  type UnknownAccess
} from "#domain/iam/bucketaccess/AccessEntry.ts"
import { emptyRoute } from "#domain/iam/bucketaccess/accessRoutes.ts"
import type { AccessHolder, HolderAccess } from "#domain/iam/bucketaccess/evaluateHolders.ts"
import type { NamedPrincipal } from "#domain/iam/bucketaccess/policyPrincipals.ts"
import type { PolicyHolder } from "#domain/iam/IamEntity.ts"
import { principalAccount } from "#domain/buckets/policies/AccessRequest.ts"
import { ContextPeople } from "#services/accounts/contexts/ContextPeople.ts"
import { CallerPolicies } from "#services/buckets/policies/CallerPolicies.ts"
import { PolicyEvaluator, tooLargeToEvaluate } from "#services/buckets/policies/PolicyEvaluator.ts"
import { readRules, type RulesFailure } from "#services/buckets/policies/readRules.ts"
import { ShareListings } from "#services/objects/shares/ShareListings.ts"
import { IamEntities, type IamRow } from "../IamEntities.ts"
import { makeIamTarget } from "../iamTarget.ts"
import { PrivateAccessRecords, type StoredAccess } from "../privateaccess/PrivateAccessRecords.ts"
import { foldersOfLink, isLinkWithin, linkEntry } from "./linkEntries.ts"
import { personEntry } from "./peopleEntries.ts"
import { makeIdentityReader } from "./readIdentities.ts"

const [FIRST_PAGE_SIZE, PAGE_SIZE] = [100, 1_000]
const MAX_CONCURRENT_ROWS = 6
/** Holders per evaluation: larger ones go to a thread, which has 2 seconds for each. */
const HOLDERS_PER_EVALUATION = 20
const MAX_IDENTITIES = 5_000
const MAX_PEOPLE = 500
const MAX_LINKS = 500

const kinds = { users: "iam_user", groups: "iam_group", roles: "iam_role" } as const
const partWords: Readonly<Record<PolicyHolder, string>> = {
  users: "IAM users",
  groups: "IAM groups",
  roles: "IAM roles"
}

const unevaluated: HolderAccess = { rights: allRights(UNKNOWN), routes: [], unknown: [tooLargeToEvaluate] }

export class BucketAccess extends Context.Service<
  BucketAccess,
  {
    /** Emits entries as they arrive. `prefix`: folder, or empty for the bucket. */
    readonly follow: (
      context: ResolvedContext,
      bucket: string,
      prefix: string
    ) => Effect.Effect<Stream.Stream<BucketAccessEvent>, RulesFailure>
    readonly list: (
      context: ResolvedContext,
      bucket: string,
      prefix: string
    ) => Effect.Effect<BucketAccessList, RulesFailure>
  }
>()("stowage/services/iam/bucketaccess/BucketAccess") {
  static readonly layer = Layer.effect(
    BucketAccess,
    Effect.gen(function* () {
      const { evaluate } = yield* PolicyEvaluator
      const rulesNow = yield* readRules
      const callers = yield* CallerPolicies
      const entities = yield* IamEntities
      const people = yield* ContextPeople
      const shares = yield* ShareListings
      const accesses = yield* PrivateAccessRecords
      const targetOf = yield* makeIamTarget
      const readerOf = yield* makeIdentityReader

      const follow = Effect.fn("BucketAccess.follow")(function* (
        context: ResolvedContext,
        bucket: string,
        prefix: string
      ) {
        const { dialect, documents } = yield* rulesNow(context, bucket)
        const owner = listingOwner(context.listingKey)?.owner ?? null
        const ref = Option.getOrNull(parseContextId(context.context.id))
        const tls = context.s3.url.startsWith("https:")
        const now = yield* DateTime.now

        /** One batch that takes too long is evaluated holder by holder. */
        const evaluateAll = Effect.fnUntraced(function* (holders: ReadonlyArray<AccessHolder>, folder = prefix) {
          const ask = (some: ReadonlyArray<AccessHolder>) =>
            evaluate("holders", {
              bucket,
              dialect,
              documents,
              owner,
              prefix: folder,
              tls,
              now: DateTime.formatIso(now),
              holders: some
            })
          if (holders.length === 0) return []
          const all = yield* ask(holders)
          if (all !== null) return all
          return yield* Effect.forEach(holders, (one) => Effect.map(ask([one]), (found) => found?.[0] ?? unevaluated))
        })

        let evaluated = 0
        const eventsOf = (items: ReadonlyArray<AccessEntry>): ReadonlyArray<BucketAccessEvent> => {
          evaluated += items.length
          return items.length === 0
            ? []
            : [
                { event: "rows", data: { items } },
                { event: "progress", data: { evaluated, complete: false } }
              ]
        }
        const unknownEvent = (...items: ReadonlyArray<UnknownAccess>): ReadonlyArray<BucketAccessEvent> =>
          items.length === 0 ? [] : [{ event: "unknown", data: { items } }]

        const namesInAccount = new Set<string>()

        const first = Effect.gen(function* () {
          const principals = yield* evaluate("principals", { bucket, dialect, documents, owner })
          if (principals === null) return unknownEvent({ part: "Bucket policy", why: tooLargeToEvaluate })
          for (const arn of principals.inAccount) namesInAccount.add(arn)
          const identity = yield* callers.identityOf(context)
          const holderOf = (one: NamedPrincipal): AccessHolder => ({
            principal: one.principal,
            holderPolicies: identity.policies.documents.map(({ name }) => ({
              entity: "users",
              holder: one.name,
              policy: name
            })),
            identity:
              one.id === "owner" || one.id === "root"
                ? identity.principal?.kind === one.principal.kind
                  ? identity.policies
                  : { documents: [], unread: [] }
                : { documents: [], unread: unreadOf(one) }
          })
          const results = yield* evaluateAll(principals.named.map(holderOf))
          const named = principals.named.map(
            (one, index): AccessEntry => ({
              id: one.id,
              kind: one.kind,
              name: one.name,
              detail: one.detail,
              ...(results[index] ?? unevaluated),
              since: null,
              until: null,
              notes: one.notes
            })
          )
          const ownAccess = Effect.fnUntraced(function* (folder: string) {
            if (identity.principal === null) return null
            const holder: AccessHolder = {
              principal: identity.principal,
              identity: identity.policies,
              holderPolicies: identity.policies.documents.map(({ name }) => ({
                entity: "users",
                holder: "",
                policy: name
              }))
            }
            const [access = unevaluated] = yield* evaluateAll([holder], folder)
            return access
          })
          const own = (yield* ownAccess(prefix)) ?? unevaluated
          const persons = ref === null ? [] : yield* people.of(ref, MAX_PEOPLE + 1)
          const links = yield* shares.ofBucket(context.context.id, bucket, now, MAX_LINKS)
          const openLinks = links.filter((link) => isLinkWithin(link, prefix))
          const folders = new Set(openLinks.flatMap((link) => foldersOfLink(link, prefix)))
          const inFolders = new Map(
            yield* Effect.forEach([...folders], (folder) =>
              Effect.map(ownAccess(folder), (found) => [folder, found] as const)
            )
          )
          return [
            ...eventsOf([
              ...named,
              ...persons
                .slice(0, MAX_PEOPLE)
                .map((person) => personEntry(person, own, context.context.capabilities.can_manage_iam)),
              ...openLinks.map((link) =>
                linkEntry(link, prefix, (folder) =>
                  link.context_id === context.context.id ? (inFolders.get(folder) ?? null) : null
                )
              )
            ]),
            ...unknownEvent(
              ...principals.unknown.map(({ part, why }) => ({ part, why })),
              ...(persons.length > MAX_PEOPLE
                ? [{ part: "Console users", why: `Only the first ${MAX_PEOPLE} are shown` }]
                : []),
              ...(links.length === MAX_LINKS ? [{ part: "Links", why: `Only ${MAX_LINKS} are shown` }] : [])
            )
          ]
        })

        const privateOf = (stored: ReadonlyArray<StoredAccess>, entry: AccessEntry): ReadonlyArray<AccessEntry> =>
          stored
            .filter(({ iam_user_name }) => entry.kind === "iam_user" && iam_user_name === entry.name)
            .map((one) => ({
              ...entry,
              id: `private:${one.id}`,
              kind: "private_access",
              name: one.person,
              detail: one.iam_user_name,
              since: one.created_at,
              routes: [{ ...emptyRoute, via: "private_access", name: one.connection_name }, ...entry.routes]
            }))

        const entryOf = (entity: PolicyHolder, row: IamRow, access: HolderAccess): AccessEntry => ({
          id: `${entity}:${row.name}`,
          kind: kinds[entity],
          name: row.name,
          detail: row.arn,
          ...access,
          since: null,
          until: null,
          notes:
            entity === "groups"
              ? ["What its policies give to each member"]
              : entity === "roles"
                ? ["For whoever may assume it"]
                : []
        })

        const identities = Effect.gen(function* () {
          const target = yield* targetOf(context)
          const read = readerOf(target)
          const stored = ref?.kind === "account" ? yield* accesses.ofAccount(ref.id) : []
          let listed = 0
          const through = (entity: PolicyHolder): Stream.Stream<BucketAccessEvent> =>
            Stream.paginate(null as string | null, (marker: string | null) =>
              Effect.map(
                entities.page(target, entity, marker === null ? FIRST_PAGE_SIZE : PAGE_SIZE, marker),
                ({ items, next }) => {
                  const taken = items.slice(0, Math.max(0, MAX_IDENTITIES - listed))
                  listed += taken.length
                  for (const { arn } of items) namesInAccount.delete(arn)
                  return [taken, Option.fromNullOr(listed < MAX_IDENTITIES ? next : null)] as const
                }
              )
            ).pipe(
              Stream.mapEffect((row) => Effect.map(read(entity, row), (holder) => ({ row, holder })), {
                concurrency: MAX_CONCURRENT_ROWS
              }),
              Stream.groupedWithin(HOLDERS_PER_EVALUATION, "250 millis"),
              Stream.mapEffect((some) => {
                const present = some.flatMap(({ holder, row }) => (holder === null ? [] : [{ holder, row }]))
                return Effect.map(evaluateAll(present.map(({ holder }) => holder)), (results) =>
                  eventsOf(
                    present.flatMap(({ row }, index) => {
                      const entry = entryOf(entity, row, results[index] ?? unevaluated)
                      return [entry, ...privateOf(stored, entry)]
                    })
                  )
                )
              }),
              Stream.flatMap((events) => Stream.fromIterable(events)),
              Stream.catch((error) =>
                Stream.fromIterable(
                  unknownEvent({
                    part: partWords[entity],
                    why: error._tag === "StorageTimeout" ? "The gateway did not answer in time" : error.detail
                  })
                )
              )
            )
          const limit = Stream.suspend(() =>
            Stream.fromIterable(
              listed < MAX_IDENTITIES
                ? []
                : unknownEvent({
                    part: "IAM",
                    why: `Only the first ${MAX_IDENTITIES} users, groups and roles are read`
                  })
            )
          )
          return Stream.concat(
            Stream.concat(Stream.concat(through("groups"), through("users")), through("roles")),
            limit
          )
        }).pipe(
          Effect.catch((error) =>
            Effect.succeed(
              Stream.fromIterable(unknownEvent({ part: "IAM users, groups and roles", why: error.detail }))
            )
          ),
          Stream.unwrap
        )

        const end = Stream.suspend(() =>
          Stream.fromIterable<BucketAccessEvent>([{ event: "progress", data: { evaluated, complete: true } }])
        )
        return Stream.concat(
          Stream.concat(Stream.unwrap(Effect.map(first, (events) => Stream.fromIterable(events))), identities),
          end
        )
      })

      const list = Effect.fn("BucketAccess.list")(function* (context: ResolvedContext, bucket: string, prefix: string) {
        const none: BucketAccessList = { bucket, prefix, items: [], unknown: [] }
        return yield* Stream.runFold(
          yield* follow(context, bucket, prefix),
          () => none,
          (list, { data, event }): BucketAccessList =>
            event === "rows"
              ? { ...list, items: [...list.items, ...data.items] }
              : event === "unknown"
                ? { ...list, unknown: [...list.unknown, ...data.items] }
                : list
        )
      })

      return BucketAccess.of({ follow, list })
    })
  )
}

/** Policies of other accounts, and of users in none, cannot be read here. */
const unreadOf = ({ kind, principal }: NamedPrincipal): AccessHolder["identity"]["unread"] =>
  kind === "principal" || (kind === "rgw_user" && principal.kind === "plain_user")
    ? [
        {
          part: "identity_policy",
          why:
            principalAccount(principal) === ""
              ? "policies of RGW users outside of accounts cannot be read here"
              : `policies of account ${principalAccount(principal)} cannot be read here`
        }
      ]
    : []
