import { Dialog } from '@base-ui/react/dialog'
import { ChevronLeft, ChevronRight, Download, Minus, Plus, X } from 'lucide-react'
import { useIntl } from 'react-intl'
import { type Report, reportName } from '#domain/report.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'

interface ReaderBarProps {
  report: Report
  /** Counted from 0; undefined while the report is not open. */
  page: number | undefined
  total: number
  zoom: number
  onPage: (page: number) => void
  onZoom: (direction: 1 | -1) => void
  onFit: () => void
}

/** The bar of the reader: the name of the report, the page, the width, and the download. */
export function ReaderBar({ report, page, total, zoom, onPage, onZoom, onFit }: ReaderBarProps) {
  const text = useText()
  const dates = useDates()
  const { formatNumber } = useIntl()
  const name = reportName(report.original_filename)
  const facts = [
    report.language && text(`reports.make.language.${report.language}`),
    dates.longDayOf(report.uploaded_at),
  ].filter(Boolean)
  return (
    <header className="grid grid-cols-[1fr_auto_1fr] items-center gap-6 px-5 py-3">
      <div className="min-w-0">
        <Dialog.Title className="truncate text-lead leading-5 font-medium">{name}</Dialog.Title>
        <p className="mt-0.5 truncate text-note text-lightbox-ink-soft">{facts.join('  ·  ')}</p>
      </div>
      <div className="flex items-center gap-1">
        {page !== undefined && (
          <>
            <IconButton
              onDark
              label={text('reports.read.previous')}
              icon={ChevronLeft}
              aria-keyshortcuts="ArrowLeft"
              onClick={() => onPage(page - 1)}
            />
            <p aria-live="polite" className="min-w-16 text-center text-body font-medium tabular-nums">
              {text('lightbox.position', { n: page + 1, total })}
            </p>
            <IconButton
              onDark
              label={text('reports.read.next')}
              icon={ChevronRight}
              aria-keyshortcuts="ArrowRight"
              onClick={() => onPage(page + 1)}
            />
          </>
        )}
      </div>
      <div className="flex items-center justify-end gap-1">
        {page !== undefined && (
          <>
            <IconButton
              onDark
              label={text('lightbox.zoomOut')}
              icon={Minus}
              aria-keyshortcuts="-"
              onClick={() => onZoom(-1)}
            />
            <button
              type="button"
              aria-keyshortcuts="0"
              aria-label={text('reports.read.fit', { zoom })}
              data-tooltip={text('reports.read.fit', { zoom })}
              onClick={onFit}
              className="h-control min-w-14 cursor-pointer rounded text-body tabular-nums transition-colors hover:bg-lightbox-raised"
            >
              {formatNumber(zoom, { style: 'percent' })}
            </button>
            <IconButton
              onDark
              label={text('lightbox.zoomIn')}
              icon={Plus}
              aria-keyshortcuts="+"
              onClick={() => onZoom(1)}
            />
          </>
        )}
        <a
          href={report.report_url}
          download={name}
          aria-label={text('reports.download.label', { name })}
          data-tooltip={text('reports.download')}
          className="inline-flex size-control shrink-0 items-center justify-center rounded text-lightbox-ink-soft transition-colors hover:bg-lightbox-raised hover:text-lightbox-ink"
        >
          <Download aria-hidden className="size-4.5" />
        </a>
        <Dialog.Close render={<IconButton onDark label={text('lightbox.close')} icon={X} />} />
      </div>
    </header>
  )
}
