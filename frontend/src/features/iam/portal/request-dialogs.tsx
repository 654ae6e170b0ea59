import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { Field, SelectField } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { SizeField } from "~/features/accounts/rgw-settings/amount-fields"
import { successToast, useToasts } from "~/lib/toasts"
import {
  approvalOf,
  numberOrNull,
  type PortalRequest,
  requestOf,
  type RequestType,
  requestSummary,
  textOrEmpty,
  REQUEST_TYPES
} from "./request"
import { RIGHT_OPTIONS, type Space } from "./space"
import { ExistingBucketFields, NameFields } from "./space-fields"

interface FieldsOfType {
  readonly type: RequestType
  readonly spaces: ReadonlyArray<Space>
  readonly request?: PortalRequest
}

const optionsOf = (spaces: ReadonlyArray<Space>) => spaces.map(({ id, name }) => ({ value: String(id), label: name }))

const RequestFields = component$<FieldsOfType>(({ request, spaces, type }) => {
  const payload = request?.payload ?? {}
  if (type === "space")
    return (
      <>
        <NameFields name={textOrEmpty(payload["name"])} bucket={textOrEmpty(payload["bucket_name"])} />
        {request !== undefined && <ExistingBucketFields />}
      </>
    )
  if (type === "quota")
    return (
      <>
        {request === undefined && (
          <SelectField
            name="storage_space_id"
            label="Storage space"
            options={optionsOf(spaces.filter(({ prefix, right }) => prefix === "" && right !== null))}
          />
        )}
        <SizeField
          name="max_size_bytes"
          label="Size"
          value={numberOrNull(payload["max_size_bytes"])}
          hint="As much as the space may hold in all."
        />
      </>
    )
  const named = spaces.find(({ name }) => name.toLowerCase() === textOrEmpty(payload["space_name"]).toLowerCase())
  return (
    <>
      {request === undefined ? (
        <Field
          name="space_name"
          label="Storage space"
          hint="Its name, as others call it."
          maxLength={100}
          required
          autoFocus
        />
      ) : (
        <SelectField
          name="storage_space_id"
          label="Storage space"
          options={optionsOf(spaces.filter((space) => !space.private))}
          value={named === undefined ? "" : String(named.id)}
        />
      )}
      <SelectField name="right" label="Right" options={RIGHT_OPTIONS} value={textOrEmpty(payload["right"]) || "read"} />
    </>
  )
})

interface AskProps {
  readonly accountId: number
  readonly open: Signal<{ readonly type: RequestType } | null>
  readonly spaces: ReadonlyArray<Space>
  readonly onChanged$: QRL<() => unknown>
}

const AskForm = component$<AskProps & { readonly type: RequestType }>(
  ({ accountId, onChanged$, open, spaces, type }) => {
    const form = useForm("portal-request")
    const toasts = useToasts()
    return (
      <Form
        state={form}
        onSubmit$={$(async (values: FormValues) => {
          await callIn({ accountId }, "POST /api/portal/requests", { body: requestOf(type, values) })
          open.value = null
          await onChanged$()
          successToast(toasts, { text: "Your request is sent", detail: "You get a notification when it is decided." })
        })}
      >
        <div class="grid gap-4 px-5 py-4">
          <RequestFields type={type} spaces={spaces} />
          <Field name="note" label="Why you need it" maxLength={1000} />
        </div>
        <DialogActions open={open} submit="Send request" busy={form.busy} />
      </Form>
    )
  }
)

export const NewRequestDialog = component$<AskProps>((props) => (
  <Dialog open={props.open} title={props.open.value === null ? "" : REQUEST_TYPES[props.open.value.type].ask}>
    {props.open.value !== null && <AskForm {...props} type={props.open.value.type} />}
  </Dialog>
))

interface DecisionProps {
  readonly accountId: number
  readonly open: Signal<PortalRequest | null>
  readonly spaces: ReadonlyArray<Space>
  readonly onChanged$: QRL<() => unknown>
}

const ApproveForm = component$<DecisionProps & { readonly request: PortalRequest }>(
  ({ accountId, onChanged$, open, request, spaces }) => {
    const form = useForm("approve-request")
    const toasts = useToasts()
    return (
      <Form
        state={form}
        onSubmit$={$(async (values: FormValues) => {
          await callIn({ accountId }, "POST /api/portal/requests/:request_id/approve", {
            params: { request_id: request.id },
            body: approvalOf(request, values)
          })
          open.value = null
          await onChanged$()
          successToast(toasts, { text: `The request of ${request.email} is approved` })
        })}
      >
        <div class="grid gap-4 px-5 py-4">
          <p class="text-ink-2 wrap-anywhere">
            {request.email} asks: {requestSummary(request.type, request.payload, spaces)}. You may give something else.
          </p>
          <RequestFields type={request.type} spaces={spaces} request={request} />
          <Field
            name="expires_at"
            label="Ends"
            type="datetime-local"
            hint="In your own time. What you give is taken back then; empty: it stays."
          />
        </div>
        <DialogActions open={open} submit="Approve" busy={form.busy} />
      </Form>
    )
  }
)

export const ApproveDialog = component$<DecisionProps>((props) => (
  <Dialog open={props.open} title="Approve request">
    {props.open.value !== null && <ApproveForm {...props} request={props.open.value} />}
  </Dialog>
))

const RejectForm = component$<DecisionProps & { readonly request: PortalRequest }>(
  ({ accountId, onChanged$, open, request }) => {
    const form = useForm("reject-request")
    const toasts = useToasts()
    return (
      <Form
        state={form}
        onSubmit$={$(async (values: FormValues) => {
          await callIn({ accountId }, "POST /api/portal/requests/:request_id/reject", {
            params: { request_id: request.id },
            body: { reason: values["reason"] ?? "" }
          })
          open.value = null
          await onChanged$()
          successToast(toasts, { text: `The request of ${request.email} is rejected` })
        })}
      >
        <div class="px-5 py-4">
          <Field name="reason" label="Reason" hint={`${request.email} reads it.`} maxLength={1000} required autoFocus />
        </div>
        <DialogActions open={open} submit="Reject" busy={form.busy} danger />
      </Form>
    )
  }
)

export const RejectDialog = component$<DecisionProps>((props) => (
  <Dialog open={props.open} title="Reject request">
    {props.open.value !== null && <RejectForm {...props} request={props.open.value} />}
  </Dialog>
))
