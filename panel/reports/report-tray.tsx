import { useSignals } from '@preact/signals-react/runtime'
import { groupByTarget, isSameTarget, storageOf, waitingFiles } from '#panel/staging/staged-file.ts'
import { StagedBar } from '#panel/ui/waiting/staged-bar.tsx'
import { UploadBar } from '#panel/ui/waiting/upload-bar.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { ReportStaging, ReportTarget, StagedReport } from './report-staging.ts'
import { StagedReports } from './staged-reports.tsx'

interface ReportTraysProps {
  staging: ReportStaging
  /** The year that is chosen on the screen. */
  year: number
}

/** The staged reports by year, their upload, and its errors. */
export function ReportTrays({ staging, year }: ReportTraysProps) {
  useSignals()
  return groupByTarget(staging.files.value).map(({ key, target, files }) => (
    <ReportTray key={key} staging={staging} target={target} files={files} chosen={{ year }} />
  ))
}

interface ReportTrayProps {
  staging: ReportStaging
  target: ReportTarget
  /** The reports with this target. */
  files: StagedReport[]
  chosen: ReportTarget
}

function ReportTray({ staging, target, files, chosen }: ReportTrayProps) {
  useSignals()
  const text = useText()
  const sent = staging.sending.value
  const isSending = sent !== null && isSameTarget(sent, target)
  const progress = isSending ? staging.progress.value : null
  const waiting = waitingFiles(files)
  const refused = files.filter(({ trouble }) => trouble?.kind === 'refused')
  const queued = waiting.filter(({ id }) => staging.queued.value.has(id))
  // The reports of a running upload take no others.
  const isChosen = isSameTarget(chosen, target) || (sent !== null && isSameTarget(sent, chosen))
  const failure = staging.failureOf(target)
  return (
    <>
      {failure !== undefined && (
        <p role="alert" className="text-body text-red">
          {failure}
        </p>
      )}
      <div className="rounded border border-hairline bg-surface-sunken p-4">
        <StagedBar
          waiting={waiting.length}
          refused={refused.length}
          place={String(target.year)}
          otherPlace={isChosen ? undefined : String(chosen.year)}
          queued={queued.length}
          sending={progress ? waiting.length : undefined}
          storage={storageOf(files)}
          bar={
            progress && (
              <UploadBar
                sent={progress.sent}
                total={progress.total}
                status={
                  <span className="font-medium text-ink">
                    {text(progress.sent < progress.total ? 'upload.uploading' : 'reports.add.reading')}
                  </span>
                }
                onCancel={() => staging.cancel()}
              />
            )
          }
          onUpload={() => staging.upload(target)}
          onLeaveQueue={() => staging.leaveQueue(target)}
          onMove={() => staging.move(files, chosen)}
          onRemoveRefused={() => void staging.remove(refused)}
        />
        <StagedReports staged={files} locked={isSending} onRemove={(items) => void staging.remove(items)} />
      </div>
    </>
  )
}
