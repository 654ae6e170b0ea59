import { $, component$, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { asProblem } from "~/client/problem-error"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { openHref } from "~/features/iam/iam-href"
import type { BucketPlace } from "~/lib/bucket-place"
import { say, useToasts } from "~/lib/toasts"
import type { Sharing } from "~/features/objects/shares/share"
import { useGo } from "~/lib/use-go"
import {
  type AccessChange,
  type AccessPlan,
  applyChange,
  changeOf,
  otherRecipient,
  planChange,
  sharingOf
} from "./access-change"
import { GiveAccessFields, type IamNames } from "./give-access-fields"
import { AccessPlanText } from "./plan-text"

/** State of the dialog. Without a plan it asks for the change; `values` are those of its form. */
export interface AccessDialog {
  readonly planned: { readonly change: AccessChange; readonly plan: AccessPlan } | null
  readonly values: FormValues
}

interface BodyProps {
  readonly open: Signal<AccessDialog | null>
  readonly opened: AccessDialog
  readonly place: BucketPlace
  readonly names: IamNames
  readonly changed: Signal<number>
  /** Opens the dialog that makes a link. */
  readonly sharing: Signal<Sharing | null>
  /** Page of the account in Admin; null for people who may not open it. */
  readonly accountHref: string | null
}

const AccessForm = component$<BodyProps>(({ accountHref, changed, names, open, opened, place, sharing }) => {
  const form = useForm("give-access")
  const toasts = useToasts()
  const go = useGo()
  const state = useSignal(opened)
  const isStale = useSignal(false)
  const content = useSignal<HTMLElement>()
  // The focused field was replaced by the plan.
  useVisibleTask$(
    ({ track }) => {
      if (track(() => state.value) !== opened && state.value.planned !== null) content.value?.focus()
    },
    { strategy: "document-ready" }
  )
  const { planned, values: typed } = state.value
  const isRevocation = planned?.change.action === "revoke"
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
          if (other === "link") sharing.value = sharingOf(place, values)
          if (other !== null) {
            open.value = null
            if (other === "person" && accountHref !== null) await go(accountHref)
            return
          }
          const change = changeOf(values)
          state.value = { planned: { change, plan: await planChange(place, change) }, values }
          return
        }
        const { change, plan } = planned
        if (plan.steps.length > 0) {
          try {
            await applyChange(place, change, plan.hash)
          } catch (cause) {
            if (asProblem(cause).code !== "stale_plan") throw cause
            state.value = { ...state.value, planned: { change, plan: await planChange(place, change) } }
            isStale.value = true
            return
          }
          const isNewUser = plan.steps.some(({ target }) => target === "iam_user")
          say(toasts, {
            text: change.action === "revoke" ? "Access revoked" : "Access given",
            detail: plan.sentence,
            ...(isNewUser && change.action === "give"
              ? {
                  link: {
                    label: "Create a key",
                    href: openHref("users", change.recipient.name, place.contextId, "keys")
                  }
                }
              : {})
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
        {planned === null ? <GiveAccessFields values={typed} names={names} /> : <AccessPlanText plan={planned.plan} />}
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

/** Gives or revokes access: asks who, where and what, shows the plan, then applies it. */
export const GiveAccessDialog = component$<Omit<BodyProps, "opened">>(({ open, ...rest }) => {
  const opened = open.value
  return (
    <Dialog open={open} title={opened?.planned?.change.action === "revoke" ? "Revoke access" : "Give access"}>
      {opened !== null && <AccessForm open={open} opened={opened} {...rest} />}
    </Dialog>
  )
})
