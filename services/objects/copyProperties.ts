import { Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { Conflict, type GatewayFailure, type NotFound, StorageError } from "#domain/platform/errors/Errors.ts"
import { type CopyOrder, type CopyProperties, namesOfLosses } from "#domain/objects/CopyProperties.ts"
import type { ObjectAcl, ObjectHead } from "#domain/objects/ObjectDetails.ts"
import { printable, unwritableValues } from "#domain/objects/objectEdit.ts"
import type { ObjectDetailStore, ObjectRef } from "./ObjectDetailStore.ts"

type Store = Pick<ObjectDetailStore["Service"], "acl" | "head" | "putAcl">

const NEEDS_CUSTOMER_KEY = "It is encrypted with a key of its owner (SSE-C), which is not stored here: it is not copied"

export const needsCustomerKey = () => new Conflict({ code: "state_conflict", detail: NEEDS_CUSTOMER_KEY })

export const isCustomerKeyFault = (error: Conflict | NotFound | GatewayFailure): boolean =>
  error._tag === "Conflict" && error.detail === NEEDS_CUSTOMER_KEY

/** A copy would lose a redirect that no header can carry. */
export const redirectFault = (redirect: string | null): Conflict | null =>
  redirect === null || printable.test(redirect)
    ? null
    : new Conflict({
        code: "state_conflict",
        detail: "Its website redirect holds characters that cannot be written as they are: it is not copied"
      })

/** A copy would lose a header or metadata that a request cannot carry. */
export const headFault = (head: Pick<ObjectHead, "headers" | "metadata" | "storage_class">): Conflict | null => {
  const [name] = unwritableValues(head)
  return name === undefined
    ? null
    : new Conflict({
        code: "state_conflict",
        detail: `${name} holds characters that cannot be written as they are`
      })
}

export const unconfirmed = (losses: CopyOrder["accepted"]) =>
  new Conflict({
    code: "state_conflict",
    detail: `Its ${namesOfLosses(losses)} would be lost: confirm that to copy it without`
  })

export const withLossNames = <E extends { readonly _tag: string }>(
  error: E,
  named: CopyOrder["accepted"]
): E | StorageError => {
  if (!isRefusal(error) || named.length === 0) return error
  return new StorageError({
    ...error,
    detail: `${error.detail} It was written with its ${namesOfLosses(named)}, which the target may refuse`
  })
}

export const isRefusal = (error: { readonly _tag: string }): error is StorageError =>
  error._tag === "StorageError" && [400, 403, 501].includes((error as StorageError).storage_status ?? 0)

export const readProperties = Effect.fnUntraced(function* (
  store: Store,
  target: S3Target,
  ref: ObjectRef
): Effect.fn.Return<
  { readonly head: ObjectHead; readonly properties: CopyProperties },
  Conflict | NotFound | GatewayFailure
> {
  const readHead = Effect.mapError(store.head(target, ref, null), (error) =>
    error._tag === "InvalidInput" ? needsCustomerKey() : error
  )
  const readAcl = Effect.matchEffect(store.acl(target, ref), {
    onSuccess: (acl): Effect.Effect<CopyProperties["acl"], NotFound | GatewayFailure> => Effect.succeed(acl),
    onFailure: (error): Effect.Effect<CopyProperties["acl"], NotFound | GatewayFailure> => {
      const status = error._tag === "StorageError" ? error.storage_status : null
      if (status === 403) return Effect.succeed("unreadable")
      return status === 405 || status === 501 ? Effect.succeed(null) : Effect.fail(error)
    }
  })
  const [head, acl] = yield* Effect.all([readHead, readAcl], { concurrency: 2 })
  const { encryption, headers, lock, storage_class: storageClass } = head
  const fault = redirectFault(headers.website_redirect)
  if (fault !== null) return yield* fault
  return { head, properties: { encryption, lock, acl, storageClass, websiteRedirect: headers.website_redirect } }
})

/** The copy's owner keeps full control. */
export const putGrants = Effect.fnUntraced(function* (
  store: Store,
  target: S3Target,
  ref: ObjectRef,
  { grants, owner: before }: ObjectAcl
) {
  const { owner } = yield* store.acl(target, ref)
  const own = {
    type: "user" as const,
    grantee: owner.id,
    display_name: owner.name,
    permission: "FULL_CONTROL" as const
  }
  const others = grants.filter(
    ({ grantee, type }) => type !== "user" || (grantee !== before.id && grantee !== owner.id)
  )
  yield* store.putAcl(target, ref, { owner, grants: [own, ...others] })
})
