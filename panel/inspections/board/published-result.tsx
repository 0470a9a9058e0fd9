import { FileDown } from 'lucide-react'
import { useIntl } from 'react-intl'
import { Link } from 'react-router'
import type { FleetInspection } from '#domain/inspections/inspection.ts'
import { findingAddress } from '#domain/panel-addresses.ts'
import type { Language } from '#domain/text/language.ts'
import { SeverityMark } from '#panel/ui/severity/severity-mark.tsx'
import { typeName } from '#panel/words/finding-words.ts'
import { useText } from '#panel/words/use-text.ts'

interface PublishedResultProps {
  inspection: FleetInspection
  tabIndex: 0 | -1
}

const LINK_CLASS = 'inline-flex max-w-full items-center gap-2 rounded align-middle text-ink hover:underline'

/** The worst unresolved finding of a published inspection. It opens the finding. */
export function WorstFinding({ inspection, tabIndex }: PublishedResultProps) {
  const text = useText()
  const language = useIntl().locale as Language
  const { turbine_id, published } = inspection
  if (!published?.worst) return <span className="text-ink-faint">{text('inspections.worst.none')}</span>
  const { id, number, type, severity } = published.worst
  return (
    <Link to={findingAddress(turbine_id, id)} tabIndex={tabIndex} className={LINK_CLASS}>
      <SeverityMark severity={severity} />
      <span className="min-w-0 wrap-break-word">
        {typeName(language, type)} <span className="text-ink-soft">· {number}</span>
      </span>
    </Link>
  )
}

/** The newest report of a published inspection, in the language of the panel if there is one. */
export function ReportLink({ inspection, tabIndex }: PublishedResultProps) {
  const text = useText()
  const { locale } = useIntl()
  const { turbine_name, turbine_code, year, published } = inspection
  const reports = published?.reports ?? []
  const report = reports.find(({ language }) => language === locale) ?? reports[0]
  if (!report) return '–'
  const name = turbine_name || turbine_code
  return (
    <a
      href={report.report_url}
      tabIndex={tabIndex}
      aria-label={text('inspections.report.of', { name, year: String(year) })}
      className={LINK_CLASS}
    >
      <FileDown aria-hidden className="size-4 shrink-0 text-action" />
      {text('inspections.report')}
    </a>
  )
}
