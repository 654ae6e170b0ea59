import type { FormValues } from "~/components/ui/form"
import type { LdapProvider, OidcProvider } from "./provider-row"

export type OidcMapping = NonNullable<OidcProvider["config"]["group_mapping"]>
export type LdapMapping = NonNullable<LdapProvider["config"]["group_mapping"]>

export interface MappedGroup {
  readonly value: string
  readonly group_id: number
  readonly privileged: boolean
}

export const mappingOf = <Where extends object>(
  values: FormValues,
  where: Where
): (Where & { readonly groups: ReadonlyArray<MappedGroup> }) | null =>
  values["group_mapping"] === "true"
    ? { ...where, groups: JSON.parse(values["groups"] || "[]") as ReadonlyArray<MappedGroup> }
    : null

export const mappedGroupsOf = (mapping: LdapMapping | OidcMapping | null | undefined): ReadonlyArray<MappedGroup> =>
  (mapping?.groups ?? []).map(({ group_id, privileged, value }) => ({
    value,
    group_id,
    privileged: privileged ?? false
  }))
