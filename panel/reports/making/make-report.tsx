import { FileCheck2 } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import type { Turbine } from '#domain/turbine.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { readInspection } from '#panel/data/inspections.ts'
import { useFormLayer } from '#panel/ui/address/form-layer.ts'
import { Button } from '#panel/ui/button.tsx'
import { lazyDialog } from '#panel/ui/late-scripts/lazy-part.tsx'
import { useText } from '#panel/words/use-text.ts'

const MakeReportDialog = lazyDialog(() => import('./make-report-dialog.tsx'))

/** The button below, if the page shows it. */
export function findMakeButton(): HTMLElement | undefined {
  return document.querySelector<HTMLElement>('[data-make-report]') ?? undefined
}

interface MakeReportProps {
  turbine: Turbine
  year: number
}

/** The button that opens the dialog for the inspection report of a year, with what is known about the inspection. */
export function MakeReport({ turbine, year }: MakeReportProps) {
  const text = useText()
  const form = useFormLayer()
  const name = `report-${year}`
  const isOpen = form.value === name
  const {
    data: inspection,
    mutate,
    reset,
    isPending,
  } = useApiMutation({
    name: null,
    call: readInspection,
    failureToast: (error) => ({ title: text('reports.make.loadFailed'), message: errorText(text, error) }),
  })
  // The address opens the dialog, also after a reload and when the user has signed in again.
  const read = useEffectEvent(() => mutate({ turbineId: turbine.id, year }, { onError: form.close }))
  useEffect(() => {
    if (!isOpen) return
    read()
    return reset
  }, [isOpen, reset])
  return (
    <>
      {/* It stays enabled while the answer comes, because the dialog gives the focus back to it. */}
      <Button
        icon={FileCheck2}
        data-make-report=""
        aria-busy={isPending || undefined}
        onClick={() => isOpen || form.open(name)}
        className="self-center"
      >
        {text('reports.make')}
      </Button>
      {isOpen && inspection && (
        <MakeReportDialog turbine={turbine} inspection={inspection} onClose={form.close} />
      )}
    </>
  )
}
