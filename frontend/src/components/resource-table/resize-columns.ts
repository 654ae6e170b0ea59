import { fitted, type ResizableColumn } from "./column-widths"
import type { Table } from "./use-resource-table"

const STEP = 16

export const resizeColumns = (grid: HTMLElement, table: Table, columns: ReadonlyArray<ResizableColumn>): void => {
  const { state } = table
  const columnOf = (handle: HTMLElement): ResizableColumn | undefined =>
    columns.find(({ key }) => key === handle.dataset["resizes"])
  const widthOf = (handle: HTMLElement): number => handle.parentElement?.getBoundingClientRect().width ?? 0
  const give = (column: ResizableColumn, width: number) => {
    state.widths = { ...state.widths, [column.key]: fitted(column, width) }
  }
  const storeWidths = () => localStorage.setItem(`stowage:widths:${table.id}`, JSON.stringify(state.widths))
  const reset = (column: ResizableColumn) => {
    state.widths = Object.fromEntries(Object.entries(state.widths).filter(([key]) => key !== column.key))
    storeWidths()
  }
  const handleOf = (event: Event) => (event.target as HTMLElement).closest<HTMLElement>(".rt-resize")

  grid.addEventListener("pointerdown", (event) => {
    const handle = handleOf(event)
    const column = handle && columnOf(handle)
    if (!handle || !column || event.button !== 0) return
    event.preventDefault()
    handle.setPointerCapture(event.pointerId)
    const began = widthOf(handle) - event.clientX
    const move = (moved: PointerEvent) => give(column, began + moved.clientX)
    const end = () => {
      handle.removeEventListener("pointermove", move)
      storeWidths()
    }
    handle.addEventListener("pointermove", move)
    handle.addEventListener("lostpointercapture", end, { once: true })
  })
  grid.addEventListener("dblclick", (event) => {
    const handle = handleOf(event)
    const column = handle && columnOf(handle)
    if (column) reset(column)
  })
  grid.addEventListener("keydown", (event) => {
    const handle = handleOf(event)
    const column = handle && columnOf(handle)
    if (!handle || !column) return
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
    if (event.key === "Enter") reset(column)
    else if (event.key === "Home") give(column, 0)
    else if (by !== undefined) give(column, widthOf(handle) + by)
    else return
    event.preventDefault()
    storeWidths()
  })
}
