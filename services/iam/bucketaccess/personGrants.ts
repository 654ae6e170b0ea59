import { Effect, Option } from "effect"
import { parseContextId } from "#domain/accounts/contexts/ContextId.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { AccessStep, GiveAccess } from "#domain/iam/bucketaccess/AccessGrant.ts"
import { isGrantName } from "#domain/iam/bucketaccess/grantNames.ts"
import {
  grantDocument,
  grantPolicyName,
  grantSentence,
  grantStatements
} from "#domain/iam/bucketaccess/grantPolicies.ts"
import type { PrivateAccess } from "#domain/iam/PrivateAccess.ts"
import { type Caller, callerUser } from "#domain/platform/access/Caller.ts"
import { Conflict, Forbidden, InvalidInput } from "#domain/platform/errors/Errors.ts"
import { ContextPeople } from "#services/accounts/contexts/ContextPeople.ts"
import { UserRights } from "#services/identity/users/UserRights.ts"
import { PrivateAccesses } from "../privateaccess/PrivateAccesses.ts"

export interface PlannedAccess {
  readonly sentence: string
  readonly steps: ReadonlyArray<AccessStep>
  readonly notes: ReadonlyArray<string>
}

const MAX_PEOPLE = 500

const toolOff = new Forbidden({
  code: "workspace_unavailable",
  detail: "Private access is switched off for you: an administrator can switch it on"
})
const notLinked = InvalidInput.at(
  "payload.recipient.user_id",
  "This person has no association with the account: an administrator gives one first"
)
const stale = new Conflict({
  code: "stale_plan",
  detail: "The private access was changed since the plan: look at the new plan"
})

const namesOf = ({ groups, inline_policies, managed_policies }: PrivateAccess, except: string) => [
  ...groups.map((name) => `group ${name}`),
  ...managed_policies.map((arn) => `policy ${arn.slice(arn.lastIndexOf("/") + 1)}`),
  ...inline_policies.filter(({ name }) => name !== except).map(({ name }) => `policy ${name}`)
]

const isActive = ({ state }: PrivateAccess): boolean => state !== "cleanup_pending"

/** Console users have no rights of their own in a bucket: they get an inline policy of their private access. */
export const personGrants = Effect.gen(function* () {
  const accesses = yield* PrivateAccesses
  const people = yield* ContextPeople
  const rights = yield* UserRights

  const requireTool = Effect.fnUntraced(function* (caller: Caller) {
    const user = callerUser(caller)
    if (user !== null && !(yield* rights.of(user.id)).manager_tools.private_access) return yield* toolOff
  })

  const ofIamUser = Effect.fnUntraced(function* (context: ResolvedContext, name: string) {
    const ref = Option.getOrNull(parseContextId(context.context.id))
    if (ref?.kind !== "account") return null
    return (yield* accesses.list(context)).find((one) => one.iam_user_name === name && isActive(one)) ?? null
  })

  const ofPerson = Effect.fnUntraced(function* (context: ResolvedContext, userId: number) {
    return (yield* accesses.list(context)).find((one) => one.user_id === userId && isActive(one)) ?? null
  })

  const planGive = Effect.fnUntraced(function* (
    caller: Caller,
    context: ResolvedContext,
    bucket: string,
    change: GiveAccess,
    userId: number
  ) {
    yield* requireTool(caller)
    const person = (yield* accesses.people(context)).find(({ user_id }) => user_id === userId)
    if (person === undefined) return yield* notLinked
    const { email } = person
    if (person.obstacle !== null)
      return yield* InvalidInput.at(
        "payload.recipient.user_id",
        `${email} manages the account without access to its data: an administrator has to allow that first`
      )
    const current = yield* ofPerson(context, userId)
    const policy = grantPolicyName(bucket, change.prefix)
    const before = current?.inline_policies.find(({ name }) => name === policy)?.document ?? null
    const after = grantDocument(grantStatements(bucket, change, ""))
    const others = current === null ? [] : namesOf(current, policy)
    const ref = Option.getOrNull(parseContextId(context.context.id))
    const persons = ref === null ? [] : yield* people.of(ref, MAX_PEOPLE)
    const hasData = persons.some(
      ({ associations, user_id }) => user_id === userId && associations.some(({ data }) => data)
    )
    const sentence =
      current === null
        ? `${email} gets private access: an IAM user with only this policy, and its key as an S3 connection.`
        : before === null
          ? `The private access of ${email} gets the inline policy ${policy}.`
          : `The inline policy ${policy} of the private access of ${email} is replaced.`
    const planned: PlannedAccess = {
      sentence: grantSentence(bucket, email, change),
      steps: before === after ? [] : [{ target: "private_access", name: policy, sentence, before, after }],
      notes: [
        `${email} works with it in the Browser, through their own S3 connection. Nobody is shown its key.`,
        ...(others.length === 0 ? [] : [`The private access also has ${others.join(", ")}: that stays.`]),
        ...(hasData
          ? [`${email} can reach every bucket of ${context.context.name} already, through an association.`]
          : [])
      ]
    }
    return planned
  })

  const planRevoke = Effect.fnUntraced(function* (caller: Caller, access: PrivateAccess, name: string) {
    yield* requireTool(caller)
    if (!isGrantName(name))
      return yield* InvalidInput.at("payload.name", "This policy was not made here: change the private access instead")
    const { person } = access
    const before = access.inline_policies.find((policy) => policy.name === name)?.document ?? null
    const others = namesOf(access, name)
    const ends = others.length === 0
    const planned: PlannedAccess = {
      sentence: ends
        ? `The private access of ${person} ends.`
        : `The private access of ${person} loses the inline policy ${name}.`,
      steps:
        before === null
          ? []
          : [
              {
                target: "private_access",
                name,
                sentence: ends
                  ? `IAM user ${access.iam_user_name}, its key and the S3 connection of ${person} are deleted.`
                  : `${person} keeps ${others.join(", ")}.`,
                before,
                after: null
              }
            ],
      notes: ends && before !== null ? [`Links that ${person} made with this connection close.`] : []
    }
    return planned
  })

  /** An outdated change becomes `stale_plan`; notes report what the gateway has not confirmed. */
  const withOutcome = <E, R>(change: Effect.Effect<Pick<PrivateAccess, "problem" | "state">, E, R>) =>
    Effect.map(
      change,
      ({ problem, state }): ReadonlyArray<string> =>
        state === "active"
          ? []
          : [`Not confirmed by the gateway yet${problem === null ? "" : `: ${problem}`}. It is retried automatically.`]
    )

  const applyGive = Effect.fnUntraced(function* (
    caller: Caller,
    context: ResolvedContext,
    userId: number,
    { after, before, name }: AccessStep
  ) {
    const current = yield* ofPerson(context, userId)
    const policy = { name, document: after ?? "" }
    if ((current?.inline_policies.find((one) => one.name === name)?.document ?? null) !== before) return yield* stale
    if (current === null)
      return yield* withOutcome(
        accesses
          .grant(caller, context, { user_id: userId, groups: [], managed_policies: [], inline_policies: [policy] })
          .pipe(Effect.catchTag("Conflict", () => Effect.fail(stale)))
      )
    const { groups, id, inline_policies, managed_policies, version } = current
    return yield* withOutcome(
      accesses.update(caller, context, id, {
        groups,
        managed_policies,
        inline_policies: [...inline_policies.filter((one) => one.name !== name), policy],
        version
      })
    )
  })

  const applyRevoke = Effect.fnUntraced(function* (
    caller: Caller,
    context: ResolvedContext,
    access: PrivateAccess,
    { before, name }: AccessStep
  ) {
    const { groups, id, inline_policies, managed_policies, version } = access
    if ((inline_policies.find((one) => one.name === name)?.document ?? null) !== before) return yield* stale
    if (namesOf(access, name).length > 0)
      return yield* withOutcome(
        accesses.update(caller, context, id, {
          groups,
          managed_policies,
          inline_policies: inline_policies.filter((one) => one.name !== name),
          version
        })
      )
    const { cleanup_pending, problem } = yield* accesses.end(caller, context, id)
    return yield* withOutcome(Effect.succeed({ problem, state: cleanup_pending ? "cleanup_pending" : "active" }))
  })

  return { ofIamUser, planGive, planRevoke, applyGive, applyRevoke }
})
