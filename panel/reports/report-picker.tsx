import { FilePlus2, Upload, X } from 'lucide-react'
import { useEffect } from 'react'
import { REPORT_WARNING_MS } from '#domain/limits.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { Button } from '#panel/ui/button.tsx'
import { UploadBar } from '#panel/ui/upload-bar.tsx'
import { useText } from '#panel/words/use-text.ts'
import { StagedReports } from './staged-reports.tsx'
import type { useReportUpload } from './use-report-upload.ts'
import type { useStagedReports } from './use-staged-reports.ts'

interface ReportPickerProps {
  year: number
  staging: ReturnType<typeof useStagedReports>
  upload: ReturnType<typeof useReportUpload>
  /** True while files are dragged over the section. */
  over: boolean
}

/** Picks reports, shows the staged ones, and uploads them for the year. */
export function ReportPicker({ year, staging, upload, over }: ReportPickerProps) {
  const text = useText()
  const { staged, skipped, forgetSkipped } = staging
  const { waiting, progress, failure } = upload
  const refused = staged.filter(({ refusal }) => refusal !== undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message is shown for its full time
  useEffect(() => {
    if (skipped.length === 0) return
    const timer = setTimeout(forgetSkipped, REPORT_WARNING_MS)
    return () => clearTimeout(timer)
  }, [skipped])

  return (
    <div className="mb-6 grid gap-3">
      <FileInput over={over} uploading={progress !== null} onFiles={staging.stage} />
      {failure !== null && (
        <p role="alert" className="text-body text-red">
          {failure}
        </p>
      )}
      <div aria-live="polite" className="empty:hidden">
        {skipped.length > 0 && (
          <Banner
            tone="warning"
            title={text('reports.skipped', { n: skipped.length })}
            onDismiss={forgetSkipped}
          >
            <ul className="max-h-28 overflow-y-auto text-note break-all">
              {skipped.map((name, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: several files may have the same name, and the list does not change
                <li key={index}>{name}</li>
              ))}
            </ul>
          </Banner>
        )}
      </div>
      {staged.length > 0 && (
        <div className="rounded border border-hairline bg-surface-sunken p-4">
          <div className="flex min-h-9 flex-wrap items-center gap-2">
            <p className="mr-auto text-body text-ink-soft">
              <span className="font-medium text-ink">{summary()}</span>
              {waiting.length > 0 && (
                <>
                  <span className="mx-2 text-ink-faint">→</span>
                  {year}
                </>
              )}
            </p>
            {!progress && refused.length > 0 && (
              <Button look="ghost" icon={X} onClick={() => staging.unstage(refused)}>
                {text('staged.removeRefused')}
              </Button>
            )}
            {!progress && waiting.length > 0 && (
              <Button look="primary" icon={Upload} onClick={() => upload.upload(year)}>
                {text('staged.upload', { n: waiting.length })}
              </Button>
            )}
          </div>
          {progress && (
            <UploadBar
              progress={progress}
              waitingText={text('reports.add.reading')}
              onCancel={upload.cancel}
            />
          )}
          <StagedReports staged={staged} locked={progress !== null} onRemove={staging.unstage} />
        </div>
      )}
    </div>
  )

  function summary(): string {
    if (progress) return text('staged.sending', { n: waiting.length })
    if (waiting.length > 0) return text('staged.count', { n: waiting.length })
    return text('staged.refused', { n: refused.length })
  }
}

interface FileInputProps {
  over: boolean
  uploading: boolean
  onFiles: (files: File[]) => void
}

function FileInput({ over, uploading, onFiles }: FileInputProps) {
  const text = useText()
  const tone = over ? 'border-action bg-action-soft text-action' : 'border-hairline-strong/60 text-ink-soft'
  const words = over ? 'photos.add.drop' : 'reports.add'
  return (
    <label
      className={`flex min-h-20 items-center justify-center gap-2.5 rounded border border-dashed px-4 text-center text-body font-medium transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${uploading ? 'opacity-60' : 'cursor-pointer hover:border-action hover:text-action'} ${tone}`}
    >
      <input
        type="file"
        multiple
        accept="application/pdf,.pdf"
        aria-label={text('reports.add.label')}
        disabled={uploading}
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // Without this, the browser sends no change event when the user picks the same file again.
          event.target.value = ''
        }}
      />
      <FilePlus2 aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
      <span aria-live="polite">{text(uploading ? 'photos.add.uploading' : words)}</span>
    </label>
  )
}
