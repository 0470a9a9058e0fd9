import { useEffect } from 'react'
import { REPORT_WARNING_MS } from '#domain/limits.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { StagedBar } from '#panel/ui/staged-bar.tsx'
import { UploadBar } from '#panel/ui/upload-bar.tsx'
import { useText } from '#panel/words/use-text.ts'
import { StagedReports } from './staged-reports.tsx'
import type { useReportUpload } from './use-report-upload.ts'
import type { useStagedReports } from './use-staged-reports.ts'

interface ReportTrayProps {
  year: number
  staging: ReturnType<typeof useStagedReports>
  upload: ReturnType<typeof useReportUpload>
}

/** The staged reports, the upload for the year, and its errors. */
export function ReportTray({ year, staging, upload }: ReportTrayProps) {
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
    <div className="grid gap-3 [&:has(p,li)]:mb-5">
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
          <StagedBar
            waiting={waiting.length}
            refused={refused.length}
            place={String(year)}
            sending={progress ? waiting.length : undefined}
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
                  onCancel={upload.cancel}
                />
              )
            }
            onUpload={() => upload.upload(year)}
            onRemoveRefused={() => staging.unstage(refused)}
          />
          <StagedReports staged={staged} locked={progress !== null} onRemove={staging.unstage} />
        </div>
      )}
    </div>
  )
}
