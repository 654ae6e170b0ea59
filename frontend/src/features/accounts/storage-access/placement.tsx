import { $, component$, type Signal } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Body } from "~/client/contract"
import { ChoiceField } from "~/components/ui/choice-field"
import { CheckField } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"

type EndpointAndLinks = Pick<Body<"POST /api/admin/s3-users/import">, "storage_endpoint_id" | "user_links">

export const endpointAndLinksOf = (values: FormValues, userId: number | undefined): EndpointAndLinks => ({
  storage_endpoint_id: Number(values["storage_endpoint_id"]),
  ...(values["link_me"] === "true" && userId !== undefined
    ? {
        user_links: [
          { user_id: userId, manager_role: "account_administrator", allow_manager_browser_data_access: true }
        ]
      }
    : {})
})

export const EndpointField = component$<{ readonly needs: "account" | "admin"; readonly chosen?: Signal<string> }>(
  ({ chosen, needs }) => (
    <ChoiceField
      name="storage_endpoint_id"
      label="Storage endpoint"
      {...(chosen ? { chosen } : {})}
      load$={$(async () => {
        const endpoints = (await call("GET /api/admin/storage-endpoints")).toSorted(
          (a, b) => Number(b.is_default) - Number(a.is_default)
        )
        return endpoints
          .filter((endpoint) => endpoint.capabilities[needs])
          .map((endpoint) => ({ value: String(endpoint.id), label: endpoint.name }))
      })}
    >
      <span>
        No endpoint offers this.{" "}
        <a class="link" href="/admin/storage-endpoints">
          Add one, or detect the features of one
        </a>
        .
      </span>
    </ChoiceField>
  )
)

export const LinkMeField = component$(() => (
  <CheckField
    name="link_me"
    label="I manage it"
    checked
    hint="It appears among your contexts in Manager and Browser."
  />
))
