import { component$, type QRL } from "@builder.io/qwik"
import { type Action, ActionButton } from "~/components/action"
import { Badge } from "~/components/ui/badge"
import type { RevokedLink } from "~/features/objects/shares/revoke-text"
import { dateTime } from "~/lib/format"
import { visible } from "~/lib/visible"
import { type AccessChange, revocationsOf } from "./access-change"
import { associationOf, type AssociationSubject } from "./account-association"
import {
  type AccessEntry,
  type AccessRoute,
  ACCESS_KINDS,
  limitText,
  RIGHT_NAMES,
  RIGHT_LABELS,
  routeText,
  stateLabel
} from "./access-entry"

const TONES = { yes: "ok", no: "neutral", unknown: "warn" } as const

interface Revoking {
  readonly administers: boolean
  readonly revokeAssociation$: QRL<(subject: AssociationSubject) => void>
  readonly revoke$: QRL<(change: AccessChange) => void>
  readonly revokeLink: Action<RevokedLink, undefined>
}

interface RouteProps extends Revoking {
  readonly entry: AccessEntry
  readonly route: AccessRoute
  readonly change: AccessChange | null
}

const RouteLine = component$<RouteProps>(
  ({ administers, change, entry, revoke$, revokeAssociation$, revokeLink, route }) => {
    const association = administers ? associationOf(entry, route) : null
    return (
      <li class="flex flex-wrap items-center gap-x-2">
        <span class="min-w-0 wrap-anywhere">{visible(routeText(route))}</span>
        {change !== null && (
          <button
            type="button"
            class="btn btn-secondary text-danger"
            aria-label={`Revoke… ${routeText(route)}`}
            onClick$={() => revoke$(change)}
          >
            Revoke…
          </button>
        )}
        {association !== null && (
          <button
            type="button"
            class="btn btn-secondary text-danger"
            aria-label={`Revoke… ${routeText(route)} of ${entry.name}`}
            onClick$={() => revokeAssociation$(association)}
          >
            Revoke…
          </button>
        )}
        {route.via === "link" && route.revocable && route.name !== null && (
          <ActionButton
            action={revokeLink}
            on={{ id: route.name, name: entry.name }}
            asks
            label="Revoke…"
            class="btn-secondary text-danger"
          />
        )}
      </li>
    )
  }
)

export const AccessTable = component$<Revoking & { readonly entries: ReadonlyArray<AccessEntry> }>(
  ({ administers, entries, revoke$, revokeAssociation$, revokeLink }) => (
    <table class="report">
      <caption class="sr-only">Who has access to the bucket</caption>
      <thead>
        <tr>
          <th scope="col">Who</th>
          {RIGHT_NAMES.map((right) => (
            <th key={right} scope="col" class="whitespace-nowrap">
              {RIGHT_LABELS[right]}
            </th>
          ))}
          <th scope="col">Through</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => {
          const revocations = revocationsOf(entry)
          return (
            <tr key={entry.id}>
              <th scope="row" class="min-w-32">
                <span class="block wrap-anywhere">{visible(entry.name)}</span>
                <span class="block font-normal text-ink-3">{ACCESS_KINDS[entry.kind]}</span>
                {entry.detail !== entry.name && (
                  <span class="block text-2xs font-normal break-all text-ink-3">{visible(entry.detail)}</span>
                )}
              </th>
              {RIGHT_NAMES.map((right) => (
                <td key={right} data-label={RIGHT_LABELS[right]}>
                  <span>
                    <Badge text={stateLabel(entry.rights[right])} tone={TONES[entry.rights[right].state]} />
                    <span class="block text-2xs wrap-anywhere text-ink-3">
                      {visible(limitText(entry.rights[right]))}
                    </span>
                  </span>
                </td>
              ))}
              <td data-label="Through">
                <ul class="grid gap-1">
                  {entry.routes.map((route, index) => (
                    <RouteLine
                      key={JSON.stringify(route)}
                      entry={entry}
                      route={route}
                      administers={administers}
                      revokeAssociation$={revokeAssociation$}
                      change={revocations[index] ?? null}
                      revoke$={revoke$}
                      revokeLink={revokeLink}
                    />
                  ))}
                  {entry.unknown.map((why) => (
                    <li key={why} class="wrap-anywhere text-warn">
                      Unknown: {visible(why)}
                    </li>
                  ))}
                  {entry.since !== null && <li class="text-ink-3">Since {dateTime(entry.since)}</li>}
                  {entry.notes.map((note) => (
                    <li key={note} class="wrap-anywhere text-ink-3">
                      {note}
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
)
