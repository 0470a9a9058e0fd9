import { useSignals } from '@preact/signals-react/runtime'
import { BLADES } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { bladeOutbox, categoryOutbox, flightOutbox } from '#panel/outbox/outboxes.ts'
import { waitingFiles } from '#panel/outbox/staged-file.ts'
import { useUnsavedFiles } from '#panel/outbox/use-outboxes.ts'
import { SECTION_CATEGORIES } from '#panel/photos/place-address.ts'
import { FLIGHT_HEADING_ID } from '#panel/photos/upload/flight/flight-tray.tsx'
import { usePhotoOutboxes } from '#panel/photos/upload/use-photo-outboxes.ts'
import { useReportOutbox } from '#panel/reports/use-report-outbox.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'

interface StagedNoticeProps {
  turbine: Turbine
  /** The tab whose own files are on the screen already. */
  openTab?: string
  /** Shows the photos or the reports that wait. */
  onShow: (section: 'map' | 'blades' | 'reports') => void
}

/** Tells that files of other parts of the page wait or are uploaded. They stay with this tab of the browser, as where they were staged. */
export function StagedNotice({ turbine, openTab, onShow }: StagedNoticeProps) {
  useSignals()
  const text = useText()
  const flight = flightOutbox(turbine.id)
  const photos = usePhotoOutboxes([
    ...BLADES.map((blade) => bladeOutbox(turbine.id, blade)),
    ...SECTION_CATEGORIES.map((category) => categoryOutbox(turbine.id, category)),
    flight,
  ])
  const reports = useReportOutbox(turbine.id)
  useUnsavedFiles([...photos, reports])
  const elsewhere = [
    ...(openTab === 'photos'
      ? []
      : photos.map((owner) => ({
          owner,
          section: owner.name === flight ? ('map' as const) : ('blades' as const),
        }))),
    ...(openTab === 'reports' ? [] : [{ owner: reports, section: 'reports' as const }]),
  ].filter(({ owner }) => waitingFiles(owner.files.value).length > 0)
  const [first] = elsewhere
  if (!first) return null
  const count = elsewhere.flatMap(({ owner }) => waitingFiles(owner.files.value)).length
  const isSending = elsewhere.some(({ owner }) => owner.sending.value !== null)
  function show() {
    if (!first) return
    onShow(first.section)
    // The list of a flight is above the map.
    if (first.section === 'map')
      document.getElementById(FLIGHT_HEADING_ID)?.scrollIntoView({ block: 'center' })
  }
  return (
    <div className="mb-6">
      <Banner tone="info" title={text(isSending ? 'staged.sending' : 'staged.count', { n: count })}>
        <Button variant="outline" onClick={show}>
          {text('staged.show')}
        </Button>
      </Banner>
    </div>
  )
}
