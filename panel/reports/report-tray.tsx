import { useSignals } from '@preact/signals-react/runtime'
import { groupByTarget, isSameTarget, storageOf, waitingFiles } from '#panel/outbox/staged-file.ts'
import { StagedBar } from '#panel/ui/outbox/staged-bar.tsx'
import { UploadBar } from '#panel/ui/outbox/upload-bar.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { ReportOutbox, ReportTarget, StagedReport } from './report-outbox.ts'
import { StagedReports } from './staged-reports.tsx'

interface ReportTraysProps {
  outbox: ReportOutbox
  /** The year that is chosen on the screen. */
  year: number
}

/** The staged reports by year, their upload, and its errors. */
export function ReportTrays({ outbox, year }: ReportTraysProps) {
  useSignals()
  return groupByTarget(outbox.files.value).map(({ key, target, files }) => (
    <ReportTray key={key} outbox={outbox} target={target} files={files} chosen={{ year }} />
  ))
}

interface ReportTrayProps {
  outbox: ReportOutbox
  target: ReportTarget
  /** The reports with this target. */
  files: StagedReport[]
  chosen: ReportTarget
}

function ReportTray({ outbox, target, files, chosen }: ReportTrayProps) {
  useSignals()
  const text = useText()
  const sent = outbox.sending.value
  const isSending = sent !== null && isSameTarget(sent, target)
  const progress = isSending ? outbox.progress.value : null
  const waiting = waitingFiles(files)
  const refused = files.filter(({ trouble }) => trouble?.kind === 'refused')
  const queued = waiting.filter(({ id }) => outbox.queued.value.has(id))
  // The reports of a running upload take no others.
  const isChosen = isSameTarget(chosen, target) || (sent !== null && isSameTarget(sent, chosen))
  const failure = outbox.failureOf(target)
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
                onCancel={() => outbox.cancel()}
              />
            )
          }
          onUpload={() => outbox.upload(target)}
          onLeaveQueue={() => outbox.leaveQueue(target)}
          onMove={() => outbox.move(files, chosen)}
          onRemoveRefused={() => void outbox.remove(refused)}
        />
        <StagedReports staged={files} locked={isSending} onRemove={(items) => void outbox.remove(items)} />
      </div>
    </>
  )
}
