import { $, component$, type QRL } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ActionButton, ConfirmDialog, orGone, useAction } from "~/components/action"
import { Ago } from "~/components/ui/ago"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { type Account, type Finding, DRIFT_KINDS, type Repair, DRIFT_REPAIRS, type S3User } from "./drift"

interface Subject {
  readonly id: number
  readonly name: string
  readonly account: boolean
  readonly repair: Repair
  readonly version: number
}

const isAccount = (row: Account | S3User): row is Account => "rgw_account_id" in row

const subjectOf = (row: Account | S3User, repair: Repair): Subject => ({
  id: row.id,
  name: row.name,
  account: isAccount(row),
  repair,
  version: row.version
})

const RepairText = (props: { readonly subject: Subject }) => <p>{DRIFT_REPAIRS[props.subject.repair].does}</p>

const check = (row: { readonly id: number; readonly account: boolean }): Promise<Account | S3User> =>
  row.account
    ? call("POST /api/admin/accounts/:id/drift/check", { params: { id: row.id } })
    : call("POST /api/admin/s3-users/:id/drift/check", { params: { id: row.id } })

const mend = ({ account, id, repair, version }: Subject): Promise<Account | S3User> => {
  const request = { params: { id }, body: { repair, ...(repair.endsWith("name") ? { version } : {}) } }
  return account
    ? call("POST /api/admin/accounts/:id/drift/repair", request)
    : call("POST /api/admin/s3-users/:id/drift/repair", request)
}

const readRow = ({ account, id }: Subject): Promise<Account | S3User> =>
  account
    ? call("GET /api/admin/accounts/:id", { params: { id } })
    : call("GET /api/admin/s3-users/:id", { params: { id } })

const Difference = (props: { readonly finding: Finding }) => (
  <>
    <p class="font-medium text-warn">
      <Icon name="triangle-alert" class="me-1.5 inline" />
      {DRIFT_KINDS[props.finding.kind].text}
    </p>
    <p class="text-ink-2">{DRIFT_KINDS[props.finding.kind].means}</p>
    <dl class="facts mt-1">
      <dt>Here</dt>
      <dd class="break-words">{props.finding.here}</dd>
      <dt>On the gateway</dt>
      <dd class="break-words">{props.finding.there}</dd>
      <dt>Found</dt>
      <dd>
        <Ago at={props.finding.found_at} />
      </dd>
    </dl>
  </>
)

export const DriftSection = component$<{ readonly row: Account | S3User; readonly onChange$: QRL<() => unknown> }>(
  ({ onChange$, row }) => {
    const look = useAction({
      run$: $((subject: { id: number; name: string; account: boolean }) => check(subject)),
      after$: $(() => onChange$()),
      toast$: $((row: Account | S3User) =>
        row.drift.length === 0
          ? { text: `${row.name} agrees with its gateway` }
          : {
              tone: "info" as const,
              text: `${row.name} differs from its gateway`,
              detail: row.drift.map(({ kind }) => DRIFT_KINDS[kind].text).join(", ")
            }
      ),
      failed: "It could not be compared with its gateway"
    })
    const repair = useAction({
      run$: $((subject: Subject) => mend(subject)),
      after$: $(() => onChange$()),
      toast$: $((row: Account | S3User, subject: Subject) => ({
        text: `${row.name} ${DRIFT_REPAIRS[subject.repair].done}`
      })),
      again$: $(async (subject: Subject) => {
        await onChange$()
        const row = await orGone(readRow(subject))
        return row === null ? null : { ...subject, name: row.name, version: row.version }
      })
    })
    return (
      <section class="edit-section" aria-labelledby="drift-title" data-testid="drift-section">
        <div class="mb-3 flex flex-wrap items-center gap-3">
          <h2 id="drift-title" tabIndex={-1} class="scroll-mt-6 text-base font-semibold">
            Compared with the gateway
          </h2>
          <span class="contents">
            <ActionButton
              action={look}
              on={{ id: row.id, name: row.name, account: isAccount(row) }}
              label="Check now"
              icon="refresh-cw"
              class="btn-secondary btn-sm"
            />
          </span>
        </div>
        {row.drift.length === 0 ? (
          <p class="text-ink-2">
            As far as the last look knows, nothing differs. Every registration is compared once a night.
          </p>
        ) : (
          <ul class="grid gap-3">
            {row.drift.map((finding) => (
              <li key={finding.kind} class="rounded-card border border-line p-4" data-kind={finding.kind}>
                <Difference finding={finding} />
                {finding.kind === "suspended" && !isAccount(row) && (
                  <p class="mt-3">
                    <NavLink href={`/admin/s3-users/${row.id}?tab=gateway`} class="btn btn-secondary">
                      <Icon name="play" /> Enable it on the gateway
                    </NavLink>
                  </p>
                )}
                {DRIFT_KINDS[finding.kind].repairs.length > 0 && (
                  <div class="mt-3 flex flex-wrap gap-2">
                    {DRIFT_KINDS[finding.kind].repairs.map((name) => (
                      <span key={name} class="contents">
                        <ActionButton
                          action={repair}
                          on={subjectOf(row, name)}
                          asks
                          label={DRIFT_REPAIRS[name].label}
                          icon="settings"
                          class="btn-secondary"
                        />
                      </span>
                    ))}
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
        <ConfirmDialog
          action={repair}
          id="repair-drift"
          title="Mend"
          named
          harmless
          button="Mend it"
          about={RepairText}
        />
      </section>
    )
  }
)
