import { Icon } from "~/components/ui/icon"
import type { Row } from "~/client/contract"

export const ExposureRoutes = (props: { readonly ways: Row<"GET /api/manager/exposure">["ways"] }) => (
  <ul class="grid gap-1">
    {props.ways.map((route) => (
      <li key={`${route.via} ${route.to} ${route.may} ${route.standing}`} class="flex min-w-0 items-start gap-2">
        <Icon
          name={route.standing === "shielded" ? "shield-check" : route.via === "link" ? "link" : "globe"}
          class="mt-0.5 flex-none"
        />
        <span class="min-w-0 break-words">
          {route.words}{" "}
          {route.standing === "shielded" && <span class="text-ink-2">The public access block keeps it shut.</span>}
        </span>
      </li>
    ))}
  </ul>
)
