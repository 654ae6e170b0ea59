import { NavLink } from "~/components/ui/nav-link"
import { bytes, counted } from "~/lib/format"
import type { PrefixShare } from "./usage"

interface PrefixTableProps {
  readonly caption: string
  readonly prefixes: ReadonlyArray<PrefixShare>
  readonly nameOf: (prefix: PrefixShare) => string
  readonly hrefOf: (prefix: PrefixShare) => string
}

export const PrefixTable = (props: PrefixTableProps) => (
  <table class="w-full" data-testid="prefixes">
    <caption class="pb-1 text-start text-xs text-ink-3">{props.caption}</caption>
    <thead class="text-xs text-ink-3">
      <tr>
        <th scope="col" class="py-1 text-start font-medium">
          Prefix
        </th>
        <th scope="col" class="ps-3 text-end font-medium">
          Size
        </th>
        <th scope="col" class="ps-3 text-end font-medium">
          Last 30 days
        </th>
      </tr>
    </thead>
    <tbody>
      {props.prefixes.map((one) => (
        <tr key={`${one.bucket}/${one.prefix}`} class="border-t border-line align-top">
          <th scope="row" class="py-1.5 text-start font-medium wrap-anywhere">
            <NavLink class="link" href={props.hrefOf(one)}>
              {props.nameOf(one)}
            </NavLink>
            <span class="block text-xs font-normal text-ink-3">{counted(one.count, "version")}</span>
          </th>
          <td class="num py-1.5 ps-3 text-end whitespace-nowrap">{bytes(one.bytes)}</td>
          <td class="num py-1.5 ps-3 text-end whitespace-nowrap text-ink-2">
            {one.written_30_days_bytes === 0 ? "Nothing" : `+${bytes(one.written_30_days_bytes)}`}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
