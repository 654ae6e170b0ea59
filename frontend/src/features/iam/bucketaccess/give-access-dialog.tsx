import { $, component$, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { asProblem } from "~/client/problem-error"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { openHref } from "~/features/iam/iam-href"
import type { BucketPlace } from "~/lib/bucket-place"
import { successToast, useToasts } from "~/lib/toasts"
import type { Sharing } from "~/features/objects/shares/share"
import {
  type AccessChange,
  type AccessPlan,
  applyChange,
  changeOf,
  otherRecipient,
  planChange,
  sharingOf,
  subjectOf
} from "./access-change"
import { applyAssociation, type AssociationPlan, planAssociation } from "./account-association"
import { GiveAccessFields, type IamNames } from "./give-access-fields"
import { AccessPlanText } from "./plan-text"

export interface AccessDialog {
  readonly planned: { readonly change: AccessChange; readonly plan: AccessPlan } | AssociationPlan | null
  readonly values: FormValues
}

interface BodyProps {
  readonly open: Signal<AccessDialog | null>
  readonly opened: AccessDialog
  readonly place: BucketPlace
  readonly names: IamNames
  readonly changed: Signal<number>
  readonly sharing: Signal<Sharing | null>
  readonly administers: boolean
}

type Planned = NonNullable<AccessDialog["planned"]>

const actionOf = (planned: Planned) => ("change" in planned ? planned.change.action : planned.association.action)

const applied = async (place: BucketPlace, planned: Planned): Promise<ReadonlyArray<string>> => {
  if ("association" in planned) {
    await applyAssociation(planned)
    return []
  }
  const { notes } = await applyChange(place, planned.change, planned.plan.hash)
  return notes.filter((note) => !planned.plan.notes.includes(note))
}

const plannedAgain = async (place: BucketPlace, planned: Planned): Promise<Planned> =>
  "change" in planned
    ? { change: planned.change, plan: await planChange(place, planned.change) }
    : planAssociation(place, planned.association)

const newUserOf = (planned: Planned): string | null => {
  if (!("change" in planned) || planned.change.action !== "give") return null
  const { recipient } = planned.change
  return recipient.kind === "iam_user" && recipient.create === true ? recipient.name : null
}

const AccessForm = component$<BodyProps>(({ administers, changed, names, open, opened, place, sharing }) => {
  const form = useForm("give-access")
  const toasts = useToasts()
  const state = useSignal(opened)
  const isStale = useSignal(false)
  const content = useSignal<HTMLElement>()
  // the plan replaced the focused field
  useVisibleTask$(
    ({ track }) => {
      if (track(() => state.value) !== opened && state.value.planned !== null) content.value?.focus()
    },
    { strategy: "document-ready" }
  )
  const { planned, values: typed } = state.value
  const isRevocation = planned !== null && actionOf(planned) === "revoke"
  const submit =
    planned === null
      ? "Continue"
      : planned.plan.steps.length === 0
        ? "Close"
        : isRevocation
          ? "Revoke access"
          : "Give access"
  return (
    <Form
      state={form}
      onSubmit$={$(async (values: FormValues) => {
        const { planned } = state.value
        if (planned === null) {
          const other = otherRecipient(values["kind"])
          if (other === "link") {
            sharing.value = sharingOf(place, values)
            open.value = null
            return
          }
          if (other === "association") {
            const association = { action: "give", subject: subjectOf(values) } as const
            state.value = { planned: await planAssociation(place, association), values }
            return
          }
          const change = changeOf(values)
          state.value = { planned: { change, plan: await planChange(place, change) }, values }
          return
        }
        const { plan } = planned
        if (plan.steps.length > 0) {
          let unconfirmed: ReadonlyArray<string> = []
          try {
            unconfirmed = await applied(place, planned)
          } catch (cause) {
            if (asProblem(cause).code !== "stale_plan") throw cause
            state.value = { ...state.value, planned: await plannedAgain(place, planned) }
            isStale.value = true
            return
          }
          const newUser = newUserOf(planned)
          successToast(toasts, {
            text: actionOf(planned) === "revoke" ? "Access revoked" : "Access given",
            detail: [plan.sentence, ...unconfirmed].join(" "),
            ...(unconfirmed.length > 0 && { tone: "info" as const }),
            ...(newUser !== null && {
              link: { label: "Create a key", href: openHref("users", newUser, place.contextId, "keys") }
            })
          })
          changed.value++
        }
        open.value = null
      })}
    >
      <div ref={content} class="grid min-w-0 gap-4 px-5 py-4 outline-none!" tabIndex={-1}>
        {isStale.value && (
          <p role="alert" class="alert alert-warn">
            <Icon name="triangle-alert" />
            <span>Somebody changed this meanwhile. Nothing was done: check the new plan.</span>
          </p>
        )}
        {planned === null ? (
          <GiveAccessFields values={typed} names={names} contextId={place.contextId} administers={administers} />
        ) : (
          <AccessPlanText plan={planned.plan} />
        )}
      </div>
      <DialogActions key={submit} open={open} submit={submit} busy={form.busy} danger={isRevocation}>
        {planned !== null && !isRevocation && (
          <button
            type="button"
            class="btn btn-ghost"
            disabled={form.busy}
            onClick$={() => {
              state.value = { ...state.value, planned: null }
              isStale.value = false
              form.general = ""
            }}
          >
            Back
          </button>
        )}
      </DialogActions>
    </Form>
  )
})

export const GiveAccessDialog = component$<Omit<BodyProps, "opened">>(({ open, ...rest }) => {
  const opened = open.value
  return (
    <Dialog
      open={open}
      title={opened?.planned && actionOf(opened.planned) === "revoke" ? "Revoke access" : "Give access"}
    >
      {opened !== null && <AccessForm open={open} opened={opened} {...rest} />}
    </Dialog>
  )
})
