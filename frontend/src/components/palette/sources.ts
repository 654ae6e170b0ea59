import { call, callIn } from "~/client/call"
import { asProblem } from "~/client/problem-error"
import type { SignedIn } from "~/client/session"
import { bucketHref, fullName } from "~/lib/bucket-place"
import { browserHref } from "~/lib/browser-href"
import type { ExecutionContext } from "~/lib/execution-contexts"
import { listedPage } from "~/lib/listed-page"
import type { GroupName, Hit } from "./hits"
import { hitText } from "./hits"
import { foldText, ranked } from "./matching"
import type { Surroundings } from "./commands"

export interface PaletteResults {
  readonly hits: ReadonlyArray<Hit>
  readonly note?: string
}

export interface SearchSource {
  readonly name: GroupName
  readonly may: (session: SignedIn | null) => boolean
  readonly ask: (typed: string, around: Surroundings, signal: AbortSignal) => Promise<PaletteResults>
}

const MAX_HITS = 6
const MAX_CONTEXTS = 5

const administers = (session: SignedIn | null): boolean => session?.workspaces.includes("admin") === true

/** The API matches one phrase: of several words it gets the longest; the rest is filtered here. */
export const searchPhrase = (typed: string, known = ""): string => {
  const phrase = typed.trim()
  const words = phrase.split(/\s+/)
  if (words.length === 1) return phrase
  const there = foldText(known)
  const open = words.filter((word) => !there.includes(foldText(word)))
  return (open.length > 0 ? open : words).reduce((one, other) => (other.length > one.length ? other : one))
}

const filterHits = (typed: string, hits: ReadonlyArray<Hit>): ReadonlyArray<Hit> => {
  const fitting = ranked(typed, hits, hitText)
  return (/\s/.test(typed.trim()) ? fitting : [...fitting, ...hits.filter((hit) => !fitting.includes(hit))]).slice(
    0,
    MAX_HITS
  )
}

const sizeOf = (typed: string): number => (/\s/.test(typed.trim()) ? 50 : MAX_HITS)

const bucketsOf = async (
  context: ExecutionContext,
  typed: string,
  { path, session }: Surroundings,
  signal: AbortSignal
): Promise<ReadonlyArray<Hit>> => {
  const search = searchPhrase(typed, `${context.name} ${context.endpoint_name}`)
  const query = { search, page: 1, page_size: sizeOf(typed), sort_by: "name" } as const
  const inBrowser = path.startsWith("/browser") || session?.workspaces.includes("manager") !== true
  const { items } = listedPage(
    inBrowser
      ? await callIn({ contextId: context.id }, "GET /api/browser/buckets/search", { query, signal })
      : await callIn({ contextId: context.id }, "GET /api/manager/buckets", { query, signal })
  )
  return items.map((bucket) => {
    const place = { bucket: inBrowser ? bucket.name : fullName(bucket), contextId: context.id }
    return {
      id: `bucket:${context.id}:${fullName(bucket)}`,
      label: fullName(bucket),
      hint: `${context.name} · ${context.endpoint_name}`,
      icon: "database",
      does: { go: inBrowser ? browserHref(place) : bucketHref(place), place: true }
    }
  })
}

const buckets: SearchSource = {
  name: "Buckets",
  may: (session) => session?.workspaces.some((id) => id === "manager" || id === "browser") ?? false,
  ask: async (typed, around, signal) => {
    const { contexts, current } = around
    const searchedContexts = [...contexts]
      .sort((one, other) => Number(other.id === current?.id) - Number(one.id === current?.id))
      .slice(0, MAX_CONTEXTS)
    const answers = await Promise.allSettled(
      searchedContexts.map((context) => bucketsOf(context, typed, around, signal))
    )
    const failed = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason as unknown] : []))
    if (failed.length > 0 && failed.length === answers.length) throw failed[0]
    const notes = [
      ...(failed.length > 0 ? [`Not every context could be searched: ${asProblem(failed[0]).message}`] : []),
      ...(contexts.length > searchedContexts.length
        ? [
            `Buckets of ${searchedContexts.length} of your ${contexts.length} contexts were searched. Choose a ` +
              "context to search its buckets."
          ]
        : [])
    ]
    const hits = filterHits(
      typed,
      answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
    )
    return notes.length > 0 ? { hits, note: notes.join(" ") } : { hits }
  }
}

const accounts: SearchSource = {
  name: "RGW accounts",
  may: administers,
  ask: async (typed, _around, signal) => {
    const { items } = await call("GET /api/admin/accounts", {
      query: { search: searchPhrase(typed), page: 1, page_size: sizeOf(typed), sort_by: "name" },
      signal
    })
    return {
      hits: filterHits(
        typed,
        items.map(
          (account): Hit => ({
            id: `account:${account.id}`,
            label: account.name,
            hint: `${account.rgw_account_id} · ${account.storage_endpoint_name}`,
            icon: "users",
            does: { go: `/admin/accounts?open=${account.id}`, place: true }
          })
        )
      )
    }
  }
}

const rgwUsers: SearchSource = {
  name: "RGW users",
  may: administers,
  ask: async (typed, _around, signal) => {
    const { items } = await call("GET /api/admin/s3-users", {
      query: { search: searchPhrase(typed), page: 1, page_size: sizeOf(typed), sort_by: "name" },
      signal
    })
    return {
      hits: filterHits(
        typed,
        items.map(
          (user): Hit => ({
            id: `s3-user:${user.id}`,
            label: user.name,
            hint: `${user.rgw_user_uid} · ${user.storage_endpoint_name}`,
            icon: "user",
            does: { go: `/admin/s3-users?open=${user.id}`, place: true }
          })
        )
      )
    }
  }
}

const people: SearchSource = {
  name: "Console users",
  may: administers,
  ask: async (typed, _around, signal) => {
    const { items } = await call("GET /api/admin/users", {
      query: { search: searchPhrase(typed), page: 1, page_size: sizeOf(typed), sort_by: "full_name" },
      signal
    })
    return {
      hits: filterHits(
        typed,
        items.map(
          (user): Hit => ({
            id: `user:${user.id}`,
            label: user.full_name,
            hint: user.email,
            icon: "id-card",
            does: { go: `/admin/users?open=${user.id}`, place: true }
          })
        )
      )
    }
  }
}

export const SEARCH_SOURCES: ReadonlyArray<SearchSource> = [buckets, accounts, rgwUsers, people]
