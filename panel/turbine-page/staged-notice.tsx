import { useSignals } from '@preact/signals-react/runtime'
import { BLADES } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { bladeOutbox, categoryOutbox } from '#panel/outbox/outboxes.ts'
import { waitingFiles } from '#panel/outbox/staged-file.ts'
import { useUnsavedFiles } from '#panel/outbox/use-outboxes.ts'
import { SECTION_CATEGORIES } from '#panel/photos/place-address.ts'
import { usePhotoOutboxes } from '#panel/photos/upload/use-photo-outboxes.ts'
import { useReportOutbox } from '#panel/reports/use-report-outbox.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { useTurbineMode } from './turbine-mode.ts'

/** Tells in the simple mode that files of the full mode wait or are uploaded. They stay with this tab, as in the full mode. */
export function StagedNotice({ turbine }: { turbine: Turbine }) {
  useSignals()
  const text = useText()
  const [, setMode] = useTurbineMode()
  const photos = usePhotoOutboxes([
    ...BLADES.map((blade) => bladeOutbox(turbine.id, blade)),
    ...SECTION_CATEGORIES.map((category) => categoryOutbox(turbine.id, category)),
  ])
  const owners = [...photos, useReportOutbox(turbine.id)]
  useUnsavedFiles(owners)
  const count = owners.flatMap(({ files }) => waitingFiles(files.value)).length
  if (count === 0) return null
  const isSending = owners.some(({ sending }) => sending.value !== null)
  return (
    <div className="mb-6">
      <Banner tone="info" title={text(isSending ? 'staged.sending' : 'staged.count', { n: count })}>
        <Button variant="outline" onClick={() => setMode('full')}>
          {text('mode.full')}
        </Button>
      </Banner>
    </div>
  )
}
