import type { HttpApiGroup } from "effect/http-api"
import type { Api } from "#api/Api.ts"
import type { PageScope, Scope } from "./scope"

// Types only: no code of the contract reaches the browser.

type Groups = (typeof Api)["groups"]
type Endpoint = HttpApiGroup.Endpoints<Groups[keyof Groups]>
type NameOf<E> = E extends { readonly method: infer Method extends string; readonly path: infer Path extends string }
  ? `${Method} ${Path}`
  : never
type Endpoints = { readonly [E in Endpoint as NameOf<E>]: E }

export type Operation = keyof Endpoints

/** The contract's codecs (JSON, query strings) wrap the encoded schema. */
type Encoded<S> = S extends { readonly schema: { readonly Encoded: infer A } }
  ? A
  : S extends { readonly Encoded: infer A }
    ? A
    : never
type Wire<S> = [S] extends [never] ? undefined : [Encoded<S>] extends [void] ? undefined : Encoded<S>

export type Answer<O extends Operation> = Wire<Endpoints[O]["~Success"]>
export type Body<O extends Operation> = Wire<Endpoints[O]["~Payload"]>
export type Query<O extends Operation> = Wire<Endpoints[O]["~Query"]>
export type Params<O extends Operation> = Wire<Endpoints[O]["~Params"]>

export type Row<O extends Operation> = RowOf<Answer<O>>
type RowOf<A> = A extends { readonly items: ReadonlyArray<infer R> } ? R : A extends ReadonlyArray<infer R> ? R : never

type FrameOf<S> = S extends {
  readonly fields: {
    readonly event: { readonly Encoded: infer Name }
    readonly data: { readonly to: { readonly Encoded: infer Data } }
  }
}
  ? Name extends "error"
    ? never
    : { readonly event: Name; readonly id: string; readonly data: Data }
  : never

export type Frame<O extends Operation> = Endpoints[O]["~Success"] extends {
  readonly events: { readonly members: ReadonlyArray<infer S> }
}
  ? FrameOf<S>
  : never

export type Streaming = { readonly [O in Operation]: [Frame<O>] extends [never] ? never : O }[Operation]

export type Callable = {
  readonly [O in Operation]: Endpoints[O]["~Success"] extends { readonly contentTypes: ReadonlyArray<string> }
    ? never
    : O
}[Operation]

type Omissible<Q> = { readonly [F in keyof Q]: object extends Pick<Q, F> ? Q[F] | null | undefined : Q[F] }
type Part<Name extends string, A> = [A] extends [undefined]
  ? { readonly [N in Name]?: undefined }
  : object extends A
    ? { readonly [N in Name]?: A }
    : { readonly [N in Name]: A }

export type Place<O extends Operation> = Part<"params", Params<O>> & Part<"query", Omissible<Query<O>>>
type Rest<O extends Operation> = Part<"body", Body<O>> & {
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
}
export type RequestOf<O extends Operation> = Place<O> & Rest<O>
export type Arguments<A> = object extends A ? [given?: A] : [given: A]

type Without<P, K extends PropertyKey> = P extends undefined ? P : Omit<P, K>
type ScopeParams<S> =
  | (S extends { readonly bucket: string } ? "bucket_name" : never)
  | (S extends { readonly endpointId: unknown } ? "endpoint_id" : never)
type ScopeQuery<S, O extends Operation> =
  | (S extends { readonly contextId: string } | PageScope ? "context_id" : never)
  | (S extends { readonly accountId: unknown }
      ? O extends `${string} /api/portal/${string}`
        ? "account_id"
        : never
      : never)

export type PlaceIn<S extends Scope, O extends Operation> = Part<"params", Without<Params<O>, ScopeParams<S>>> &
  Part<"query", Omissible<Without<Query<O>, ScopeQuery<S, O>>>>
export type RequestIn<S extends Scope, O extends Operation> = PlaceIn<S, O> & Rest<O>

/** Operations that are about the scope: others would get a parameter that they do not know. */
export type ScopedOperation = {
  readonly [O in Operation]: O extends `${string} /api/portal/${string}` | `${string}/:endpoint_id${string}`
    ? O
    : "context_id" extends keyof Query<O>
      ? O
      : never
}[Operation]

export type SortKey<O extends Operation> = "sort_by" extends keyof Query<O> ? NonNullable<Query<O>["sort_by"]> : never
