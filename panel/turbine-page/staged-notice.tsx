import { BLADES } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { SECTION_CATEGORIES } from '#panel/photos/place-address.ts'
import { usePhotoStagings } from '#panel/photos/upload/use-photo-stagings.ts'
import { useReportStaging } from '#panel/reports/use-report-staging.ts'
import { waitingFiles } from '#panel/staging/staged-file.ts'
import { bladeStaging, categoryStaging } from '#panel/staging/stagings.ts'
import { useUnsavedFiles } from '#panel/staging/use-stagings.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { useTurbineMode } from './turbine-mode.ts'

/** Tells in the simple mode that files of the full mode wait or are uploaded. They stay with this tab, as in the full mode. */
export function StagedNotice({ turbine }: { turbine: Turbine }) {
  const text = useText()
  const [, setMode] = useTurbineMode()
  const photos = usePhotoStagings([
    ...BLADES.map((blade) => bladeStaging(turbine.id, blade)),
    ...SECTION_CATEGORIES.map((category) => categoryStaging(turbine.id, category)),
  ])
  const owners = [...photos, useReportStaging(turbine.id)]
  useUnsavedFiles(owners)
  const count = owners.flatMap(({ files }) => waitingFiles(files.value)).length
  if (count === 0) return null
  const isSending = owners.some(({ sending }) => sending.value !== null)
  return (
    <div className="mb-6">
      <Banner tone="info" title={text(isSending ? 'staged.sending' : 'staged.count', { n: count })}>
        <Button look="outline" onClick={() => setMode('full')}>
          {text('mode.full')}
        </Button>
      </Banner>
    </div>
  )
}
