import { useIntl } from 'react-intl'
import type { Finding } from '#domain/findings/finding.ts'
import { isSolved } from '#domain/findings/finding-rules.ts'
import type { Language } from '#domain/text/language.ts'
import { SeverityMark } from '#panel/ui/severity/severity-mark.tsx'
import type { Column } from '#panel/ui/tables/table-column.ts'
import { typeName } from '#panel/words/finding-words.ts'
import { useText } from '#panel/words/use-text.ts'
import { DueDate } from './due-date.tsx'
import { FindingStatusBadge } from './finding-status.tsx'
import { FindingThumb } from './finding-thumb.tsx'

/** The columns that every table of findings has. */
export function useFindingColumns() {
  const text = useText()
  const language = useIntl().locale as Language
  return {
    number: {
      id: 'number',
      header: text('findings.number'),
      width: 12,
      cell: (finding) => (
        <span className="flex items-center gap-3">
          <FindingThumb finding={finding} />
          <span className="whitespace-nowrap">{finding.number}</span>
        </span>
      ),
    },
    severity: {
      id: 'severity',
      header: text('findings.severity'),
      width: 5,
      leaves: 1,
      cell: (finding) => <SeverityMark severity={finding.severity} isSolved={isSolved(finding)} />,
    },
    type: {
      id: 'type',
      header: text('findings.type'),
      width: 11.5,
      grow: 2,
      leaves: 2,
      cell: ({ type }) => typeName(language, type),
    },
    status: {
      id: 'status',
      header: text('findings.status'),
      width: 8.75,
      leaves: 4,
      cell: ({ status }) => <FindingStatusBadge status={status} />,
    },
    dueOn: {
      id: 'due_on',
      header: text('findings.dueOn'),
      width: 11,
      leaves: 3,
      cell: (finding) => <DueDate finding={finding} />,
    },
    year: {
      id: 'year',
      header: text('findings.year'),
      width: 4,
      leaves: 6,
      isFigure: true,
      cell: ({ year }) => year,
    },
  } as const satisfies Record<string, Column<Finding>>
}
