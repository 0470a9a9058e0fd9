import { FileUp } from 'lucide-react'
import { may } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { useFormLayer } from '#panel/ui/address/form-layer.ts'
import { Button } from '#panel/ui/button.tsx'
import { lazyDialog } from '#panel/ui/late-scripts/lazy-part.tsx'
import { useText } from '#panel/words/use-text.ts'

const NAME = 'import'

const ImportDialog = lazyDialog(() => import('./import-dialog.tsx'))

/** The button that takes findings from a file, for users who may add findings. */
export function ImportButton({ turbine }: { turbine: Turbine }) {
  const text = useText()
  const caller = useCaller()
  const form = useFormLayer()
  if (!may(caller, 'finding.add', turbine.company_id)) return null
  return (
    <>
      <Button icon={FileUp} onClick={() => form.open(NAME)}>
        {text('findings.import')}
      </Button>
      {form.value === NAME && <ImportDialog turbineId={turbine.id} onClose={form.close} />}
    </>
  )
}
