import { Pencil, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Finding } from '#domain/finding.ts'
import { may } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import { useViewer } from '#panel/session/viewer-context.ts'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'

const FindingDialog = lazy(() => import('./finding-dialog.tsx'))

/** The button that adds a finding, or edits this one; nothing for viewers without the right. */
export function FindingButton({ turbine, finding }: { turbine: Turbine; finding?: Finding }) {
  const text = useText()
  const permitted = may(useViewer(), finding ? 'finding.edit' : 'finding.add', turbine.company_id)
  const [isOpen, setOpen] = useState(false)
  if (!permitted) return null
  return (
    <>
      {finding ? (
        <Button look="ghost" size="small" icon={Pencil} onClick={() => setOpen(true)}>
          {text('findings.edit')}
        </Button>
      ) : (
        <Button icon={Plus} onClick={() => setOpen(true)}>
          {text('findings.add')}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <FindingDialog turbine={turbine} {...(finding && { finding })} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
