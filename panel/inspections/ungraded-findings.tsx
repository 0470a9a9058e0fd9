import type { ReactNode } from 'react'
import type { Finding } from '#domain/findings/finding.ts'
import { useText } from '#panel/words/use-text.ts'

/** How many findings are named. */
const NAMED_MAX = 8

interface UngradedFindingsProps {
  findings: readonly Finding[]
  link: (finding: Finding) => ReactNode
}

/** Links to the findings without a severity, which keep the inspection from being published. */
export function UngradedFindings({ findings, link }: UngradedFindingsProps) {
  const text = useText()
  const ungraded = findings.filter(({ severity }) => severity === null)
  const left = ungraded.length - NAMED_MAX
  return (
    <ul className="mt-1 flex flex-wrap justify-end gap-x-3 gap-y-1">
      {ungraded.slice(0, NAMED_MAX).map((finding) => (
        <li key={finding.id}>{link(finding)}</li>
      ))}
      {left > 0 && <li>{text('inspection.notGraded.more', { n: left })}</li>}
    </ul>
  )
}
