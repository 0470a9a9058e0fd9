import { useIntl } from 'react-intl'
import type { Finding } from '#domain/findings/finding.ts'
import type { Language } from '#domain/text/language.ts'
import { typeName } from '#panel/words/finding-words.ts'
import { useText } from '#panel/words/use-text.ts'
import { ContinuesLink } from '../continues.tsx'
import { findingPlace } from '../open-finding.ts'
import { FindingFacts } from './finding-facts.tsx'
import { WhatToDo } from './what-to-do.tsx'

interface FindingOverviewProps {
  finding: Finding
  /** The findings that continue each other, with this one, the oldest first. */
  history: Finding[]
}

/** A finding to read, where its photo is beside it already. */
export function FindingOverview({ finding, history }: FindingOverviewProps) {
  const text = useText()
  const language = useIntl().locale as Language
  const newest = history.at(-1)
  return (
    <div className="grid gap-3">
      <p className="text-body font-medium">
        {typeName(language, finding.type)} · {text(`findings.status.${finding.status}`)}
      </p>
      <WhatToDo
        finding={finding}
        continues={newest && <ContinuesLink year={newest.year} address={findingPlace(newest)} />}
      />
      {finding.text !== '' && <p className="text-body wrap-anywhere whitespace-pre-line">{finding.text}</p>}
      <FindingFacts finding={finding} />
    </div>
  )
}
