import { component$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { IAM_KIND_WORDS, type HolderKind } from "./entity"

export const Nameless = component$<{ readonly kind: HolderKind; readonly title: string }>(({ kind, title }) => (
  <div class="edit-page">
    <h1 class="mb-4 text-xl font-semibold tracking-tight">{title}</h1>
    <p class="alert" role="status">
      <Icon name="info" />
      <span>
        The address names no {IAM_KIND_WORDS[kind].one}.{" "}
        <NavLink href={`/manager/iam/${kind}`} class="link">
          Choose one
        </NavLink>
      </span>
    </p>
  </div>
))
