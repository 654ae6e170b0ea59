import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { EditDialog, type Editing } from "~/components/action"
import { CheckField } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { browserHref } from "~/lib/browser-href"
import type { Space } from "./space"
import { ExistingBucketFields, NameFields } from "./space-fields"
import { hasPortalPermission, usePortal } from "./use-portal"

const SpaceFields = component$(() => {
  const portal = usePortal()
  const isManager = hasPortalPermission(portal, "spaces.create")
  return (
    <div class="grid gap-4 px-5 py-4">
      <NameFields />
      {isManager && hasPortalPermission(portal, "private_spaces.create") && (
        <CheckField name="private" label="Private" hint="Nobody else can become a member." />
      )}
      {isManager && <ExistingBucketFields />}
    </div>
  )
})

interface DialogProps {
  readonly accountId: number
  readonly open: Signal<Editing<Space> | null>
  readonly onCreated$: QRL<() => unknown>
}

export const CreateSpaceDialog = component$<DialogProps>(({ accountId, onCreated$, open }) => {
  const portal = usePortal()
  return (
    <EditDialog
      id="create-space"
      open={open}
      title="Create storage space"
      submit="Create space"
      fields={SpaceFields}
      save$={$((values: FormValues) => {
        const prefix = (values["prefix"] ?? "").trim()
        return callIn({ accountId }, "POST /api/portal/spaces", {
          body: {
            name: values["name"] ?? "",
            bucket_name: (values["bucket_name"] ?? "").trim(),
            ...(prefix === "" ? {} : { prefix }),
            ...(values["existing_bucket"] === "true" ? { existing_bucket: true } : {}),
            ...(values["private"] === "true" || !hasPortalPermission(portal, "spaces.create") ? { private: true } : {})
          }
        })
      })}
      after$={onCreated$}
      toast$={$(({ access, bucket_name, name, prefix }: Space) => ({
        text: `${name} is created`,
        ...(access !== null && access.context_id !== null
          ? {
              link: {
                label: "Upload files",
                href: browserHref({ bucket: bucket_name, contextId: access.context_id }, prefix)
              }
            }
          : {})
      }))}
    />
  )
})
