import { component$, useContext } from "@builder.io/qwik"
import { FormContext } from "~/components/ui/form"
import { roleName } from "~/lib/role-name"
import { ROLE_HINTS, whyNotManage } from "./roles"
import type { Role } from "./user"

export const RoleField = component$<{ readonly value: Role; readonly actor: Role | undefined }>(({ actor, value }) => {
  const form = useContext(FormContext)
  const error = form.fields["role"]
  return (
    <fieldset>
      <legend class="mb-1 font-medium">Role</legend>
      <div class="grid gap-2">
        {ROLE_HINTS.map((role) => (
          <label key={role.id} class="flex items-start gap-2">
            <input
              type="radio"
              name="role"
              value={role.id}
              class="check radio mt-0.5"
              checked={role.id === value}
              disabled={whyNotManage(actor, role.id) !== ""}
              aria-labelledby={`${form.id}-${role.id}-name`}
              aria-describedby={`${form.id}-${role.id}`}
            />
            <span class="min-w-0">
              <span id={`${form.id}-${role.id}-name`} class="block font-medium">
                {roleName(role.id)}
              </span>
              <span id={`${form.id}-${role.id}`} class="block text-xs text-ink-3">
                {role.hint}
                {whyNotManage(actor, role.id) && " Only super administrators give this role."}
              </span>
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p role="alert" class="mt-1 text-xs text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
})
