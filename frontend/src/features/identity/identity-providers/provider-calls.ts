import { call } from "~/client/call"
import { asProblem } from "~/client/problem-error"
import type { Doubt } from "~/components/action"
import type { FormValues } from "~/components/ui/form"
import { ldapInput } from "./ldap-input"
import { oidcInput } from "./oidc-input"
import { ldapRow, oidcRow, type ProviderRow, type ProviderType, type TestReport } from "./provider-row"

export const testTyped = (
  type: ProviderType,
  values: FormValues,
  row: ProviderRow | undefined
): Promise<TestReport> => {
  const id = row?.id ?? (values["id"] || undefined)
  const idField = id === undefined ? {} : { id }
  if (type === "oidc") {
    const { client_secret, config } = oidcInput(values)
    return call("POST /api/admin/oidc-providers/test", {
      body: { config, ...idField, ...(client_secret === undefined ? {} : { client_secret }) }
    })
  }
  const { bind_password, config } = ldapInput(values)
  return call("POST /api/admin/ldap-providers/test", {
    body: { config, ...idField, ...(bind_password === undefined ? {} : { bind_password }) }
  })
}

export const saveTyped = async (
  type: ProviderType,
  values: FormValues,
  row: ProviderRow | undefined
): Promise<ProviderRow> => {
  const id = values["id"] ?? ""
  if (type === "oidc") {
    const body = oidcInput(values)
    return oidcRow(
      row
        ? await call("PUT /api/admin/oidc-providers/:provider_id", { params: { provider_id: row.id }, body })
        : await call("POST /api/admin/oidc-providers", { body: { id, ...body } })
    )
  }
  const body = ldapInput(values)
  return ldapRow(
    row
      ? await call("PUT /api/admin/ldap-providers/:provider_id", { params: { provider_id: row.id }, body })
      : await call("POST /api/admin/ldap-providers", { body: { id, ...body } })
  )
}

const failed = (text: string): Doubt => ({
  title: "The connection does not work yet",
  text: `${text} People would be offered a sign-in that fails.`,
  save: "Save although the test failed",
  instead: { label: "Save switched off", values: { enabled: "false" } }
})

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

export const doubtOfProvider = async (
  type: ProviderType,
  values: FormValues,
  row: ProviderRow | undefined
): Promise<Doubt | null> => {
  if (values["enabled"] !== "true") return null
  try {
    const report = await testTyped(type, values, row)
    const broken = report.checks.find(({ outcome }) => outcome === "failed")
    return report.ok ? null : failed(broken === undefined ? "The test failed." : sentence(broken.detail))
  } catch (cause) {
    const problem = asProblem(cause)
    // the fields show validation errors
    if (problem.status === 422) throw cause
    return failed(`The test could not be made: ${sentence(problem.message)}`)
  }
}
