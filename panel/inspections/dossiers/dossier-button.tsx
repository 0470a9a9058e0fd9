import { ShieldCheck } from 'lucide-react'
import type { InspectionVersion } from '#domain/inspections/version.ts'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { useFormLayer } from '#panel/ui/address/form-layer.ts'
import { Button } from '#panel/ui/button.tsx'
import { lazyDialog } from '#panel/ui/late-scripts/lazy-part.tsx'
import { useText } from '#panel/words/use-text.ts'

const DossierDialog = lazyDialog(() => import('./dossier-dialog.tsx'))

/** The button of a version below, if the page shows it. */
export function findDossierButton(version: number): HTMLElement | undefined {
  return document.querySelector<HTMLElement>(`[data-dossier="${version}"]`) ?? undefined
}

interface DossierButtonProps {
  turbine: Turbine
  year: number
  version: InspectionVersion
  /** The photos of the year. */
  photos: readonly Photo[]
}

/** The button that opens the dialog for the sealed dossier of a version. */
export function DossierButton({ turbine, year, version, photos }: DossierButtonProps) {
  const text = useText()
  const form = useFormLayer()
  const n = String(version.version)
  const name = `dossier-${year}-${n}`
  return (
    <>
      <Button
        size="small"
        variant="ghost"
        icon={ShieldCheck}
        data-dossier={n}
        aria-label={text('dossier.order.of', { n })}
        onClick={() => form.open(name)}
      >
        {text('dossier.order')}
      </Button>
      {form.value === name && (
        <DossierDialog turbine={turbine} year={year} version={version} photos={photos} onClose={form.close} />
      )}
    </>
  )
}
