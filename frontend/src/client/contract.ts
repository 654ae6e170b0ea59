import type { HttpApiGroup } from "effect/http-api"
import type { Api } from "#api/Api.ts"

// What the contract says, as types and nothing else: none of it reaches the browser.

type Groups = (typeof Api)["groups"]
type Endpoint = HttpApiGroup.Endpoints<Groups[keyof Groups]>
type NameOf<E> = E extends { readonly method: infer Method extends string; readonly path: infer Path extends string } ? `${Method} ${Path}` : never
type Endpoints = { readonly [E in Endpoint as NameOf<E>]: E }

/** Every operation of the contract by method and path, e.g. `GET /api/manager/buckets/:bucket_name`. */
export type Operation = keyof Endpoints

/** What of a schema is on the wire: the contract's codecs (JSON, query strings) wrap the schema that says it. */
type Encoded<S> = S extends { readonly schema: { readonly Encoded: infer A } } ? A : S extends { readonly Encoded: infer A } ? A : never
/** The same; undefined where there is no such schema, or no body. */
type Wire<S> = [S] extends [never] ? undefined : [Encoded<S>] extends [void] ? undefined : Encoded<S>

/** What an operation answers when it succeeds. */
export type Answer<O extends Operation> = Wire<Endpoints[O]["~Success"]>
/** The JSON that an operation takes. */
export type Body<O extends Operation> = Wire<Endpoints[O]["~Payload"]>
/** What may stand in an operation's query string. */
export type Query<O extends Operation> = Wire<Endpoints[O]["~Query"]>
/** What an operation's path names. */
export type Params<O extends Operation> = Wire<Endpoints[O]["~Params"]>

/** One row of what an operation lists, with or without a page around the rows. */
export type Row<O extends Operation> = RowOf<Answer<O>>
type RowOf<A> = A extends { readonly items: ReadonlyArray<infer R> } ? R : A extends ReadonlyArray<infer R> ? R : never

type FrameOf<S> = S extends { readonly fields: { readonly event: { readonly Encoded: infer Name }; readonly data: { readonly to: { readonly Encoded: infer Data } } } }
  ? Name extends "error" ? never : { readonly event: Name; readonly id: string; readonly data: Data }
  : never

/** What an operation's event stream sends, its data read from JSON. An `error` frame is not among it: it is thrown. */
export type Frame<O extends Operation> = Endpoints[O]["~Success"] extends { readonly events: { readonly members: ReadonlyArray<infer S> } } ? FrameOf<S> : never

/** Operations that answer with an event stream. */
export type Streaming = { readonly [O in Operation]: [Frame<O>] extends [never] ? never : O }[Operation]

/** Operations that answer with JSON or nothing, not with a body of their own. */
export type Callable = { readonly [O in Operation]: Endpoints[O]["~Success"] extends { readonly contentTypes: ReadonlyArray<string> } ? never : O }[Operation]

/** Null and undefined are left out of a query string, where the contract lets a field be left out. */
type Omissible<Q> = { readonly [F in keyof Q]: object extends Pick<Q, F> ? Q[F] | null | undefined : Q[F] }
type Part<Name extends string, A> = [A] extends [undefined] ? { readonly [N in Name]?: undefined }
  : object extends A ? { readonly [N in Name]?: A }
  : { readonly [N in Name]: A }

/** Where an operation is asked: what its path and its query string name. */
export type Place<O extends Operation> = Part<"params", Params<O>> & Part<"query", Omissible<Query<O>>>
/** What an operation is given. */
export type Given<O extends Operation> = Place<O> & Part<"body", Body<O>> & {
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
}
/** A last argument that may be left out where everything in it may. */
export type Arguments<A> = object extends A ? [given?: A] : [given: A]

/** The keys that a listing may be sorted by. */
export type SortKey<O extends Operation> = NonNullable<Extract<Query<O>, { readonly sort_by?: unknown }>["sort_by"]>
