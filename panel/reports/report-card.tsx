import { Download, Trash2 } from 'lucide-react'
import { type Report, reportName } from '#domain/report.ts'
import { buttonClass, IconButton } from '#panel/ui/button.tsx'
import { Card } from '#panel/ui/card.tsx'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'
import { ReportPicture } from './report-picture.tsx'
import { sizeWords } from './report-words.ts'

interface ReportCardProps {
  report: Report
  /** True for the card that the tab key reaches. */
  isTabStop: boolean
  onDelete?: (() => void) | undefined
}

/** The link that downloads the report, if the page shows it. */
export function findDownload(report: Report | undefined): HTMLElement | undefined {
  return report && (document.querySelector<HTMLElement>(`a[data-report="${report.id}"]`) ?? undefined)
}

/** One report: its first page, its data and its download. In the list it is one stop for the keyboard; Delete asks. */
export function ReportCard({ report, isTabStop, onDelete }: ReportCardProps) {
  const text = useText()
  const dates = useDates()
  const name = reportName(report.original_filename)
  const person = `${report.first_name} ${report.last_name}`.trim()
  return (
    // A card that is far outside of the window is not laid out, which matters for a thousand reports.
    <Card as="li" className="flex gap-4 p-3 [contain-intrinsic-size:auto_160px] [content-visibility:auto]">
      <ReportPicture url={report.thumb_url} />
      <div className="flex min-w-0 flex-1 flex-col">
        <h3 className="line-clamp-2 text-lead leading-5 font-medium break-all text-ink" title={name}>
          {name}
        </h3>
        <p className="mt-1.5 text-note text-ink-soft">
          {report.language && (
            <>
              {text(`reports.make.language.${report.language}`)}
              <span className="mx-1.5 text-ink-faint">·</span>
            </>
          )}
          {dates.longDayOf(report.uploaded_at)}
          <span className="mx-1.5 text-ink-faint">·</span>
          {sizeWords(text, report.file_size_bytes)}
        </p>
        <p className="line-clamp-2 text-note wrap-anywhere text-ink-soft">{person}</p>
        <div className="mt-auto flex items-center justify-between gap-2 pt-2">
          <a
            href={report.report_url}
            download={name}
            data-report={report.id}
            data-stop={report.id}
            tabIndex={isTabStop ? 0 : -1}
            aria-keyshortcuts={onDelete && 'Delete'}
            onKeyDown={({ key }) => key === 'Delete' && onDelete?.()}
            aria-label={text('reports.download.label', { name })}
            className={buttonClass('outline', 'small')}
          >
            <Download aria-hidden className="size-4" />
            {text('reports.download')}
          </a>
          {onDelete && (
            <IconButton
              label={text('reports.delete', { name })}
              icon={Trash2}
              tabIndex={-1}
              onClick={onDelete}
            />
          )}
        </div>
      </div>
    </Card>
  )
}
