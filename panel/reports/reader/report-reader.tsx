import { Download, RotateCw } from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { type Report, reportName } from '#domain/report.ts'
import { errorText } from '#panel/api/error-text.ts'
import { Button, buttonClass } from '#panel/ui/button.tsx'
import { FullScreenDialog } from '#panel/ui/dialogs/full-screen-dialog.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { Spinner } from '#panel/ui/spinner.tsx'
import { useElementSize } from '#panel/ui/use-element-size.ts'
import { useText } from '#panel/words/use-text.ts'
import { GAP_PX } from './page-places.ts'
import type { PageSize } from './pdf-messages.ts'
import { ReaderBar } from './reader-bar.tsx'
import { ReaderPage } from './reader-page.tsx'
import { findReadButton } from './report-address.ts'
import { useReadingPlace } from './use-reading-place.ts'
import { type ReportPdf, useReportPdf } from './use-report-pdf.ts'

/** The widths of a page, as parts of the one that fits the window. */
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3]
/** The width of a page that fits a large window, in CSS pixels: longer lines are hard to read. */
const FITTED_MAX_PX = 960
/** The space beside a page that fits, in CSS pixels. */
const BESIDE_PX = 24
const NO_PAGES: readonly PageSize[] = []

interface ReportReaderProps {
  report: Report
  onClose: () => void
}

/** A report over the whole window, its pages one below the other. */
export default function ReportReader({ report, onClose }: ReportReaderProps) {
  const dialog = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLElement>(null)
  // The dialog comes one render later than this component. Then the size is measured.
  const [mounted, setMounted] = useState<HTMLElement | null>(null)
  const size = useElementSize(useMemo(() => ({ current: mounted }), [mounted]))
  const [zoom, setZoom] = useState(1)
  const { state, retry } = useReportPdf(report.report_url)
  const pdf = state.status === 'open' ? state.pdf : undefined
  const pages = pdf?.pages ?? NO_PAGES
  const width = Math.round(Math.min(FITTED_MAX_PX, size.width - 2 * BESIDE_PX) * zoom)
  const { page, onScroll, goTo } = useReadingPlace(scroller, pages, width, report.id)
  const name = reportName(report.original_filename)

  function stepZoom(direction: 1 | -1) {
    const next = ZOOMS[ZOOMS.indexOf(zoom) + direction]
    if (next !== undefined) setZoom(next)
  }
  function onKeyDown(event: KeyboardEvent) {
    // The browser uses modifier keys itself, for example Alt and an arrow for its history.
    if (event.altKey || event.ctrlKey || event.metaKey || !pdf) return
    const keys: Record<string, () => void> = {
      ArrowLeft: () => goTo(page - 1),
      ArrowRight: () => goTo(page + 1),
      '+': () => stepZoom(1),
      '=': () => stepZoom(1),
      '-': () => stepZoom(-1),
      '0': () => setZoom(1),
    }
    const run = keys[event.key]
    if (!run) return
    event.preventDefault()
    run()
  }

  return (
    <FullScreenDialog
      dialogRef={dialog}
      // It scrolls with the keys of the browser.
      initialFocus={scroller}
      finalFocus={() => findReadButton(report.id)}
      onKeyDown={onKeyDown}
      onEscape={() => false}
      onClose={onClose}
      className="grid grid-rows-[auto_minmax(0,1fr)]"
    >
      <ReaderBar
        report={report}
        page={pages.length > 0 ? page : undefined}
        total={pages.length}
        zoom={zoom}
        onPage={goTo}
        onZoom={stepZoom}
        onFit={() => setZoom(1)}
      />
      <section
        ref={(element) => {
          scroller.current = element
          setMounted(element)
        }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        aria-label={name}
        onScroll={onScroll}
        className="relative overflow-auto overscroll-contain -outline-offset-2 focus-visible:outline-2 focus-visible:outline-focus"
      >
        {pdf ? (
          <div className="w-fit min-w-full px-6" style={{ paddingBottom: GAP_PX }}>
            {pages.map((size, index) => (
              <ReaderPage
                // biome-ignore lint/suspicious/noArrayIndexKey: the pages of a report never change
                key={index}
                pdf={pdf}
                index={index}
                size={size}
                width={width}
                scroller={scroller}
                onPage={goTo}
              />
            ))}
          </div>
        ) : (
          <Unopened report={report} state={state} onRetry={retry} />
        )}
      </section>
    </FullScreenDialog>
  )
}

/** What is shown until the report is open, or instead of it. */
function Unopened({ report, state, onRetry }: { report: Report; state: ReportPdf; onRetry: () => void }) {
  const text = useText()
  if (state.status !== 'failed') {
    const share = state.status === 'loading' ? state.share : 1
    return (
      <div role="status" className="absolute inset-0 grid place-content-center justify-items-center gap-3">
        <Spinner className="size-6" />
        <p>{share > 0 ? text('reports.read.share', { share }) : text('reports.read.loading')}</p>
      </div>
    )
  }
  const { error } = state
  return (
    <div data-theme="dark" className="absolute inset-0 grid place-content-center text-ink">
      <EmptyState
        alert
        title={text('reports.read.failed')}
        action={
          <span className="flex flex-wrap justify-center gap-2">
            <Button variant="primary" icon={RotateCw} onClick={onRetry}>
              {text('common.retry')}
            </Button>
            <a
              href={report.report_url}
              download={reportName(report.original_filename)}
              className={buttonClass('outline')}
            >
              <Download aria-hidden className="size-4" />
              {text('reports.download')}
            </a>
          </span>
        }
      >
        {error ? errorText(text, error) : text('reports.read.unreadable')}
      </EmptyState>
    </div>
  )
}
