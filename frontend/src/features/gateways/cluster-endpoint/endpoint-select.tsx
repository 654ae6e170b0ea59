import { component$ } from "@builder.io/qwik"
import { AddressSelect } from "~/components/ui/address-select"
import { ENDPOINT_PARAMETER, useClusterEndpoint } from "./use-cluster-endpoint"

export const EndpointSelect = component$(() => {
  const { id, list } = useClusterEndpoint()
  const options = list.value?.map(({ has_admin_ops, id, name }) => ({
    value: String(id),
    label: has_admin_ops ? name : `${name} (no Admin Ops)`
  }))
  return (
    <AddressSelect
      label="Endpoint"
      parameter={ENDPOINT_PARAMETER}
      value={id.value}
      options={options ?? null}
      placeholder="Choose an endpoint"
    />
  )
})
