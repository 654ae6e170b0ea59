import { $, component$, type Signal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ActionButton, ConfirmDialog, EditDialog, type Editing, useAction, useEditing } from "~/components/action"
import { changed, type ListingState, openRow, type PanelProps } from "~/components/listing"
import { Field } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { Panel } from "~/components/ui/panel"
import { SUBJECT_KINDS } from "../quotas/quota-subject"
import {
  type Credit,
  statementGaps,
  groupDigits,
  ITEM_LABELS,
  monthText,
  type Statement,
  type StatementLine,
  totalsText,
  UNIT_LABELS
} from "./billing"

const Lines = component$<{ readonly lines: ReadonlyArray<StatementLine> }>(({ lines }) => (
  <section class="mt-5" aria-label="Charges" data-testid="statement-lines">
    <h3 class="font-medium">Charges</h3>
    {lines.length === 0 && <p class="mt-1 text-ink-3">No charges in this month.</p>}
    <ul class="divide-y divide-line">
      {lines.map((line) => (
        <li key={`${line.rate_card_id} ${line.item}`} class="flex flex-wrap items-baseline gap-x-3 py-2">
          <span class="min-w-0 flex-1">
            {ITEM_LABELS[line.item]}
            <span class="block text-xs wrap-anywhere text-ink-3">
              {groupDigits(line.quantity)} {UNIT_LABELS[line.unit]} at {line.price} {line.currency},{" "}
              {line.rate_card_name}
            </span>
          </span>
          <span class="num whitespace-nowrap">
            {line.amount} {line.currency}
          </span>
        </li>
      ))}
    </ul>
  </section>
))

interface CreditSubject {
  readonly id: number
  readonly name: string
}

const CreditText = component$(() => <p>The statement of its month is computed without it from now on.</p>)

const Credits = component$<{ readonly credits: ReadonlyArray<Credit>; readonly listing: ListingState }>(
  ({ credits, listing }) => {
    const remove = useAction({
      run$: $(({ id, name }: CreditSubject) =>
        call("DELETE /api/admin/billing/credits/:id", { params: { id }, query: { confirm_name: name } })
      ),
      after$: $(() => changed(listing)),
      done: "is deleted",
      failed: "The credit was not deleted"
    })
    return (
      <section class="mt-5" aria-label="Credits" data-testid="statement-credits">
        <h3 class="font-medium">Credits</h3>
        {credits.length === 0 && <p class="mt-1 text-ink-3">No credits in this month.</p>}
        <ul class="divide-y divide-line">
          {credits.map((credit) => (
            <li key={credit.id} class="flex flex-wrap items-center gap-x-3 py-2">
              <span class="min-w-0 flex-1 wrap-anywhere">{credit.reason}</span>
              <span class="num whitespace-nowrap">
                {credit.amount} {credit.currency}
              </span>
              <ActionButton
                action={remove}
                on={{ id: credit.id, name: credit.reason }}
                asks
                iconOnly
                label={`Delete the credit ${credit.reason}`}
                icon="trash-2"
                class="btn-ghost text-danger"
              />
            </li>
          ))}
        </ul>
        <ConfirmDialog
          action={remove}
          id="delete-credit"
          title="Delete credit"
          button="Delete credit"
          typed="name"
          about={CreditText}
        />
      </section>
    )
  }
)

const CreditFields = component$(() => (
  <div class="grid gap-4 px-5 py-4">
    <div class="grid gap-4 sm:grid-cols-2">
      <Field name="amount" label="Amount" placeholder="12.50" maxLength={40} required autoFocus mono />
      <Field name="currency" label="Currency" placeholder="EUR" maxLength={3} required mono />
    </div>
    <Field
      name="month"
      label="Month"
      placeholder="2026-11"
      pattern="\d{4}-\d{2}"
      patternHint="A month such as 2026-11"
      hint="Empty: the month of this statement."
      mono
    />
    <Field name="reason" label="Reason" maxLength={500} required />
  </div>
))

interface CreditDialogProps {
  readonly open: Signal<Editing<object> | null>
  readonly listing: ListingState
  readonly statement: Statement
}

const AddCreditDialog = component$<CreditDialogProps>(({ listing, open, statement }) => {
  const { month, subject_id, subject_name, subject_type } = statement
  return (
    <EditDialog
      id="add-credit"
      open={open}
      title={`Add credit for ${subject_name}`}
      submit="Add credit"
      fields={CreditFields}
      listing={listing}
      save$={$((values: FormValues) =>
        call("POST /api/admin/billing/credits", {
          body: {
            subject_type,
            subject_id,
            month: values["month"] || month,
            currency: (values["currency"] ?? "").toUpperCase(),
            amount: values["amount"] ?? "",
            reason: values["reason"] ?? ""
          }
        })
      )}
      toast$={$((credit: Credit) => ({
        text: `${credit.amount} ${credit.currency} are credited to ${subject_name} for ${monthText(credit.month)}`
      }))}
    />
  )
})

export const StatementPanel = component$<PanelProps<Statement>>(({ listing, row }) => {
  const adding = useEditing()
  const gaps = statementGaps(row)
  return (
    <Panel kind="Statement" title={row.subject_name} onClose$={$(() => openRow(listing, ""))}>
      {gaps.length > 0 && (
        <p class="alert alert-warn mb-3" data-testid="statement-gaps">
          <Icon name="triangle-alert" />
          <span>Not counted: {gaps.join(", ")}.</span>
        </p>
      )}
      <dl class="facts">
        <dt>Month</dt>
        <dd>{monthText(row.month)}</dd>
        <dt>Kind</dt>
        <dd>{SUBJECT_KINDS[row.subject_type]}</dd>
        <dt>Endpoint</dt>
        <dd>{row.storage_endpoint_name}</dd>
        <dt>Days</dt>
        <dd>{row.day_count}</dd>
        <dt>Charges</dt>
        <dd class="num">{totalsText(row.totals, "charges")}</dd>
        <dt>Credits</dt>
        <dd class="num">{totalsText(row.totals, "credits")}</dd>
        <dt>Total</dt>
        <dd class="num font-semibold">{totalsText(row.totals, "total")}</dd>
      </dl>
      <Lines lines={row.lines} />
      <Credits credits={row.credits} listing={listing} />
      <AddCreditDialog open={adding} listing={listing} statement={row} />
      <div q:slot="actions" class="contents">
        <button
          type="button"
          class="btn btn-primary flex-1"
          onClick$={() => {
            adding.value = {}
          }}
        >
          <Icon name="plus" /> Add credit
        </button>
      </div>
    </Panel>
  )
})
