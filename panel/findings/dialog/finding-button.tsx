import { Pencil, Plus } from 'lucide-react'
import type { Finding } from '#domain/findings/finding.ts'
import { may } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { useFormLayer } from '#panel/ui/address/form-layer.ts'
import { Button } from '#panel/ui/button.tsx'
import { lazyDialog } from '#panel/ui/late-scripts/lazy-part.tsx'
import { useText } from '#panel/words/use-text.ts'

const FindingDialog = lazyDialog(() => import('./finding-dialog.tsx'))

/** The button that adds a finding, or edits this one; nothing for callers without the right. */
export function FindingButton({ turbine, finding }: { turbine: Turbine; finding?: Finding }) {
  const text = useText()
  const permitted = may(useCaller(), finding ? 'finding.edit' : 'finding.add', turbine.company_id)
  const form = useFormLayer()
  const name = finding ? `finding-${finding.id}` : 'finding'
  if (!permitted) return null
  return (
    <>
      {finding ? (
        <Button variant="ghost" size="small" icon={Pencil} onClick={() => form.open(name)}>
          {text('findings.edit')}
        </Button>
      ) : (
        <Button icon={Plus} onClick={() => form.open(name)}>
          {text('findings.add')}
        </Button>
      )}
      {form.value === name && (
        <FindingDialog turbine={turbine} {...(finding && { finding })} onClose={form.close} />
      )}
    </>
  )
}
