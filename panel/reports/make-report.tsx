import { FileCheck2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Inspection } from '#domain/inspection.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { type InspectionPlace, readInspection } from './inspection-calls.ts'

const MakeReportDialog = lazy(() => import('./make-report-dialog.tsx'))

/** The button that opens the dialog for the inspection report of a year, with what is known about the inspection. */
export function MakeReport(place: InspectionPlace) {
  const text = useText()
  const [inspection, setInspection] = useState<Inspection | null>(null)
  const { mutate, isPending } = useApiMutation({
    call: readInspection,
    onSuccess: setInspection,
    failureToast: (error) => ({ title: text('reports.make.loadFailed'), message: errorText(text, error) }),
  })
  return (
    <>
      {/* It stays enabled while the answer comes, because the dialog gives the focus back to it. */}
      <Button
        icon={FileCheck2}
        aria-busy={isPending || undefined}
        onClick={() => isPending || mutate(place)}
        className="self-center"
      >
        {text('reports.make')}
      </Button>
      {inspection && (
        <Suspense>
          <MakeReportDialog inspection={inspection} onClose={() => setInspection(null)} />
        </Suspense>
      )}
    </>
  )
}
