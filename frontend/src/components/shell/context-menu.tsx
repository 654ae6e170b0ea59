import { component$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { Menu, MenuItemBody } from "~/components/ui/menu"
import { chooseContext, useExecutionContexts } from "~/lib/execution-contexts"

const KIND = { account: "RGW account", connection: "Connection", s3_user: "RGW user" } as const
const ICON = { account: "users", connection: "plug", s3_user: "user" } as const

/** Shows as whom the pages act, and where; always in sight, since every action depends on it. */
export const ContextMenu = component$(() => {
  const contexts = useExecutionContexts()
  const { current } = contexts
  if (contexts.workspace === null) return null
  if (contexts.status === "loading") return <span class="skeleton h-4 w-36" aria-label="Loading execution contexts" role="img" />
  if (current === null) {
    return <span class="text-ink-3">{contexts.status === "failed" ? "Contexts could not be loaded" : "No execution context"}</span>
  }
  return (
    <>
      <button type="button" class="btn btn-ghost min-w-0 px-2 text-ink" popovertarget="context-menu">
        <span class="sr-only">Execution context: </span>
        <Icon name={ICON[current.kind]} />
        <span class="truncate">{current.name}</span>
        <span class="hidden truncate font-normal text-ink-3 lg:inline">{current.endpoint_name}</span>
        <Icon name="chevrons-up-down" class="size-3.5 text-ink-3" />
      </button>
      {current.endpoint_is_sandbox && <span class="badge badge-info hidden md:inline-flex" title="The sandbox gateway is built in, for trying things out. Do not keep data in it.">Sandbox: for trying out</span>}
      <Menu id="context-menu" label="Execution contexts">
        <p class="menu-title">Act as</p>
        {contexts.list.map((context) => (
          <button
            key={context.id}
            type="button"
            class="menu-item"
            aria-current={context.id === current.id ? "true" : undefined}
            popovertarget="context-menu"
            popovertargetaction="hide"
            onClick$={() => chooseContext(contexts, context)}
          >
            <MenuItemBody
              icon={ICON[context.kind]}
              label={context.name}
              hint={`${KIND[context.kind]} · ${context.endpoint_name}`}
              current={context.id === current.id}
            />
          </button>
        ))}
      </Menu>
    </>
  )
})
