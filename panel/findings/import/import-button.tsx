import { FileUp } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { may } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import { useViewer } from '#panel/session/viewer-context.ts'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'

const ImportDialog = lazy(() => import('./import-dialog.tsx'))

/** The button that takes findings from a file, for users who may add findings. */
export function ImportButton({ turbine }: { turbine: Turbine }) {
  const text = useText()
  const viewer = useViewer()
  const [open, setOpen] = useState(false)
  if (!may(viewer, 'finding.add', turbine.company_id)) return null
  return (
    <>
      <Button icon={FileUp} onClick={() => setOpen(true)}>
        {text('findings.import')}
      </Button>
      {open && (
        <Suspense>
          <ImportDialog turbineId={turbine.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
