import { component$ } from "@builder.io/qwik"
import { AddressSelect } from "~/components/ui/address-select"
import { ACCOUNT_PARAMETER, usePortal } from "./use-portal"

export const AccountSelect = component$(() => {
  const { accounts, id } = usePortal()
  const options = (accounts.value ?? []).map((account) => ({ value: String(account.id), label: account.name }))
  if (options.length < 2 && (id.value !== null || options.length === 0)) return null
  return (
    <AddressSelect
      label="Account"
      parameter={ACCOUNT_PARAMETER}
      value={id.value}
      options={options}
      placeholder="Choose an account"
    />
  )
})
