import type { MouseEvent, ReactNode } from 'react'
import { FormattedNumber } from 'react-intl'
import { firstSectionOf, type Section, TABS, type Tab } from '#panel/turbine-page/sections.ts'
import { useText } from '#panel/words/use-text.ts'

interface TabBarProps {
  open: Tab
  /** The number of records of the year of the page in each tab; undefined if it has none, or while they are not known. */
  counts: Partial<Record<Tab, number | undefined>>
  /** The year whose records are counted. */
  year: number
  onOpen: (section: Section) => void
  /** Controls at the right. */
  children: ReactNode
}

/** Links to the tabs of the page. The bar is sticky below the header. */
export function TabBar({ open, counts, year, onOpen, children }: TabBarProps) {
  const text = useText()
  return (
    <div className="sticky top-header z-bar mb-6 flex h-bar items-center justify-between gap-4 border-b border-hairline bg-ground">
      <nav
        aria-label={text('sections.label')}
        className="scroll-edges h-full min-w-0 overflow-x-auto overscroll-x-contain"
      >
        <ul className="flex h-full gap-6">
          {TABS.map((tab) => {
            const count = counts[tab]
            return (
              <li key={tab}>
                <SectionLink
                  section={firstSectionOf(tab)}
                  onOpen={onOpen}
                  aria-current={tab === open ? 'page' : undefined}
                  data-tooltip={
                    count === undefined
                      ? undefined
                      : text('sections.ofYear', { year: String(year), n: count })
                  }
                  className="flex h-full items-center gap-1.5 border-y-2 border-transparent text-body whitespace-nowrap text-ink-soft transition-colors hover:text-ink aria-[current]:border-b-action aria-[current]:font-medium aria-[current]:text-ink"
                >
                  {text(`tabs.${tab}`)}
                  <Count value={count} />
                </SectionLink>
              </li>
            )
          })}
        </ul>
      </nav>
      <div className="flex items-center gap-2">
        <span className="text-caption text-ink-soft max-2xl:sr-only">{text('sections.countsOf')}</span>
        {children}
      </div>
    </div>
  )
}

interface SectionLinkProps {
  section: Section
  onOpen: (section: Section) => void
  className: string
  children: ReactNode
  'aria-current'?: 'page' | undefined
  'data-tooltip'?: string | undefined
}

/** A link to a section of the page. With a modifier key the browser opens it in a new tab or window. */
export function SectionLink({ section, onOpen, ...link }: SectionLinkProps) {
  function follow(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(section)
  }
  return <a {...link} href={`?section=${section}`} onClick={follow} />
}

/** The number of records beside a link. */
export function Count({ value }: { value: number | undefined }) {
  return (
    value !== undefined && (
      <span className="text-caption text-ink-faint">
        <FormattedNumber value={value} />
      </span>
    )
  )
}
