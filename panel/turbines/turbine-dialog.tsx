import { lazy, Suspense } from 'react'
import type { Turbine } from '#domain/turbine.ts'

const AddTurbineDialog = lazy(() => import('./add-turbine-dialog.tsx'))
const EditTurbineDialog = lazy(() => import('./edit-turbine-dialog.tsx'))
const DeleteTurbineDialog = lazy(() => import('./delete-turbine-dialog.tsx'))

export type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'delete'; turbine: Turbine }

/** The open dialog of the list, if there is one. Each starts with fresh values when it opens. */
export function TurbineDialog({ dialog, onClose }: { dialog: OpenDialog | null; onClose: () => void }) {
  if (dialog === null) return null
  return (
    <Suspense>
      {dialog.kind === 'add' && <AddTurbineDialog onClose={onClose} />}
      {dialog.kind === 'edit' && <EditTurbineDialog turbine={dialog.turbine} onClose={onClose} />}
      {dialog.kind === 'delete' && (
        <DeleteTurbineDialog turbine={dialog.turbine} onClose={onClose} finalFocus={findTabStop} />
      )}
    </Suspense>
  )
}

/** The link that is the tab stop of the list. */
function findTabStop(): HTMLElement | undefined {
  return document.querySelector<HTMLElement>('[data-row] a[tabindex="0"]') ?? undefined
}
