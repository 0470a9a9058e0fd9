import { useIntl } from 'react-intl'
import type { Finding } from '#domain/findings/finding.ts'
import type { Language } from '#domain/text/language.ts'
import type { Column } from '#panel/ui/tables/table-column.ts'
import { useText } from '#panel/words/use-text.ts'
import { DueDate } from './due-date.tsx'
import { FindingStatusBadge } from './finding-status.tsx'
import { FindingThumb } from './finding-thumb.tsx'
import { typeName } from './finding-words.ts'
import { SeverityMark } from './severity-mark.tsx'

/** The columns that every table of findings has. */
export function useFindingColumns() {
  const text = useText()
  const language = useIntl().locale as Language
  return {
    number: {
      id: 'number',
      header: text('findings.number'),
      width: 'w-44',
      cell: (finding) => (
        <span className="flex items-center gap-3">
          <FindingThumb finding={finding} />
          {finding.number}
        </span>
      ),
    },
    severity: {
      id: 'severity',
      header: text('findings.severity'),
      width: 'w-20',
      cell: ({ severity }) => <SeverityMark severity={severity} />,
    },
    type: {
      id: 'type',
      header: text('findings.type'),
      cell: ({ type }) => <span title={typeName(language, type)}>{typeName(language, type)}</span>,
    },
    status: {
      id: 'status',
      header: text('findings.status'),
      width: 'w-32',
      cell: ({ status }) => <FindingStatusBadge status={status} />,
    },
    dueOn: {
      id: 'due_on',
      header: text('findings.dueOn'),
      width: 'w-44',
      cell: (finding) => <DueDate finding={finding} />,
    },
    year: {
      id: 'year',
      header: text('findings.year'),
      width: 'w-16',
      isWide: true,
      isFigure: true,
      cell: ({ year }) => year,
    },
  } as const satisfies Record<string, Column<Finding>>
}
