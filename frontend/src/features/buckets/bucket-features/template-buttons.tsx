import { component$, useSignal } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { Menu, MenuItemBody } from "~/components/ui/menu"
import { useEditing } from "./editing"
import { editorOf } from "./editors"
import { readable } from "./line-diff"

export const TemplateButtons = component$(() => {
  const editing = useEditing()
  const status = useSignal("")
  const { templates = [] } = editorOf(editing.feature)
  const id = `${editing.feature}-templates`
  if (templates.length === 0) return null
  return (
    <>
      <button type="button" class="btn btn-secondary btn-sm" popovertarget={id} disabled={editing.busy}>
        <Icon name="file-text" /> Begin with a template <Icon name="chevron-down" />
      </button>
      <Menu id={id} label="Templates">
        {templates.map(({ name, text }, index) => (
          <button
            key={name}
            type="button"
            class="menu-item"
            popovertarget={id}
            popovertargetaction="hide"
            onClick$={() => {
              const { templates = [] } = editorOf(editing.feature)
              const selected = templates[index]
              if (selected === undefined) return
              Object.assign(editing, {
                draft: JSON.parse(readable(selected.value).replaceAll("{bucket}", editing.place.bucket)),
                unread: ""
              })
              status.value = `${name} is in the form; nothing is saved yet`
            }}
          >
            <MenuItemBody icon="file-text" label={name} hint={text} />
          </button>
        ))}
      </Menu>
      <span class="text-xs text-ink-3" role="status">
        {status.value}
      </span>
    </>
  )
})
