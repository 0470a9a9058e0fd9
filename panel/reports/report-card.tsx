import { BookOpen, Download, Pencil, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { type Report, reportName } from '#domain/report.ts'
import { Badge } from '#panel/ui/badge.tsx'
import { Button, buttonClass, IconButton } from '#panel/ui/button.tsx'
import { Card } from '#panel/ui/card.tsx'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'
import { preloadReader } from './reader/addressed-report.tsx'
import { ReportPicture } from './report-picture.tsx'
import { sizeWords } from './report-words.ts'

interface ReportCardProps {
  report: Report
  /** The stop that the tab key reaches, one of `stopsOf`. */
  activeStop: string | undefined
  onRead: () => void
  onEdit?: (() => void) | undefined
  onDelete?: (() => void) | undefined
}

/** The link that downloads the report, if the page shows it. */
export function findDownload(report: Report | undefined): HTMLElement | undefined {
  return report && (document.querySelector<HTMLElement>(`a[data-report="${report.id}"]`) ?? undefined)
}

/** The stops of a card for the arrow keys: reading and downloading. */
export function stopsOf({ id }: Report): [read: string, download: string] {
  return [`${id}-read`, String(id)]
}

/** One report: its first page, its data, and the buttons that read and download it. In the list the tab key stops once; Delete asks, F2 edits. */
export function ReportCard({ report, activeStop, onRead, onEdit, onDelete }: ReportCardProps) {
  const text = useText()
  const dates = useDates()
  const name = reportName(report.original_filename)
  const [read, download] = stopsOf(report)
  const keys = [onEdit && 'F2', onDelete && 'Delete'].filter(Boolean).join(' ') || undefined
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Delete') onDelete?.()
    if (key === 'F2') onEdit?.()
  }
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
        <ReportRelease report={report} />
        <div className="mt-auto flex items-center justify-between gap-2 pt-2">
          <span className="flex flex-wrap gap-2">
            <Button
              size="small"
              icon={BookOpen}
              data-read-report={report.id}
              data-stop={read}
              tabIndex={read === activeStop ? 0 : -1}
              aria-keyshortcuts={keys}
              aria-label={text('reports.read.label', { name })}
              onKeyDown={onKeyDown}
              onPointerEnter={preloadReader}
              onFocus={preloadReader}
              onClick={onRead}
            >
              {text('reports.read')}
            </Button>
            <a
              href={report.report_url}
              download={name}
              data-report={report.id}
              data-stop={download}
              tabIndex={download === activeStop ? 0 : -1}
              aria-keyshortcuts={keys}
              onKeyDown={onKeyDown}
              aria-label={text('reports.download.label', { name })}
              className={buttonClass('outline', 'small')}
            >
              <Download aria-hidden className="size-4" />
              {text('reports.download')}
            </a>
          </span>
          <span className="flex shrink-0">
            {onEdit && (
              <IconButton
                label={text('reports.edit', { name })}
                icon={Pencil}
                tabIndex={-1}
                onClick={onEdit}
              />
            )}
            {onDelete && (
              <IconButton
                label={text('reports.delete', { name })}
                icon={Trash2}
                tabIndex={-1}
                onClick={onDelete}
              />
            )}
          </span>
        </div>
      </div>
    </Card>
  )
}

/** What the report is made of: a draft, a version, or one that was withdrawn. Nothing for what somebody has uploaded. */
function ReportRelease({ report }: { report: Report }) {
  const text = useText()
  const { is_draft, is_withdrawn, inspection_version: version } = report
  if (!is_draft && version === null) return null
  return (
    <p className="mt-1.5 flex flex-wrap gap-1.5">
      {is_draft && <Badge tone="quiet">{text('reports.draft')}</Badge>}
      {version !== null && <Badge tone="quiet">{text('reports.version', { version })}</Badge>}
      {is_withdrawn && <Badge tone="quiet">{text('reports.withdrawn')}</Badge>}
    </p>
  )
}
