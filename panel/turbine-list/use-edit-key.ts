import type { KeyboardEvent } from 'react'
import type { Turbine } from '#domain/turbine.ts'
import type { TurbineActions } from './turbine-actions.tsx'

/** E on a turbine edits it. The element of a turbine has its index as `data-row`. */
export function useEditKey(turbines: Turbine[], { onEdit }: TurbineActions) {
  return (event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (!onEdit || !isPlain || event.key.toLowerCase() !== 'e') return
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset.row
    const turbine = row === undefined ? undefined : turbines[Number(row)]
    if (!turbine) return
    event.preventDefault()
    onEdit(turbine)
  }
}
