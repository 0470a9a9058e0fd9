import type { ReactNode } from 'react'
import type { Finding } from '#domain/findings/finding.ts'
import { useText } from '#panel/words/use-text.ts'

/** How many findings are named. */
const NAMED_MAX = 8

interface FindingLinksProps {
  findings: readonly Finding[]
  link: (finding: Finding) => ReactNode
  className: string
}

/** Links to findings with which somebody has to do something, such as those without a severity. */
export function FindingLinks({ findings, link, className }: FindingLinksProps) {
  const text = useText()
  const left = findings.length - NAMED_MAX
  return (
    <ul className={`flex flex-wrap gap-x-3 gap-y-1 ${className}`}>
      {findings.slice(0, NAMED_MAX).map((finding) => (
        <li key={finding.id}>{link(finding)}</li>
      ))}
      {left > 0 && <li>{text('inspection.notGraded.more', { n: left })}</li>}
    </ul>
  )
}
