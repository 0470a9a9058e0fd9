import type { Turbine } from '#domain/turbine.ts'
import { lazyDialog } from '#panel/ui/late-scripts/lazy-part.tsx'

const AddTurbineDialog = lazyDialog(() => import('./add-turbine-dialog.tsx'))
const ImportTurbinesDialog = lazyDialog(() => import('#panel/turbine-list/import/import-turbines-dialog.tsx'))
const EditTurbineDialog = lazyDialog(() => import('./edit-turbine-dialog.tsx'))
const DeleteTurbineDialog = lazyDialog(() => import('./delete-turbine-dialog.tsx'))

export type OpenDialog = { kind: 'add' | 'import' } | { kind: 'edit' | 'delete'; turbine: Turbine }

/** The open dialog of the list, if there is one. */
export function TurbineDialog({ dialog, onClose }: { dialog: OpenDialog | undefined; onClose: () => void }) {
  if (dialog === undefined) return null
  return (
    <>
      {dialog.kind === 'add' && <AddTurbineDialog onClose={onClose} />}
      {dialog.kind === 'import' && <ImportTurbinesDialog onClose={onClose} />}
      {dialog.kind === 'edit' && (
        <EditTurbineDialog key={dialog.turbine.id} turbine={dialog.turbine} onClose={onClose} />
      )}
      {dialog.kind === 'delete' && (
        <DeleteTurbineDialog turbine={dialog.turbine} onClose={onClose} finalFocus={findTabStop} />
      )}
    </>
  )
}

/** The link that is the tab stop of the list. An empty list has none; then it is the first control of the page. */
function findTabStop(): HTMLElement | undefined {
  const stop = document.querySelector<HTMLElement>('[data-row] a[tabindex="0"]')
  return stop ?? document.querySelector('main') ?? undefined
}
