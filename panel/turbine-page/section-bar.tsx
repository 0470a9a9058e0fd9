import type { MouseEvent, ReactNode } from 'react'
import { FormattedNumber } from 'react-intl'
import { useText } from '#panel/words/use-text.ts'
import type { PageSection } from './page-section.ts'
import { sectionElementId, useSectionInView } from './section-in-view.ts'

interface SectionBarProps {
  sections: PageSection[]
  /** The year whose records are counted. */
  year: number
  /** Controls at the right. */
  children: ReactNode
}

/** Links to the sections of the page. The bar is sticky below the header and marks the section in view. */
export function SectionBar({ sections, year, children }: SectionBarProps) {
  const text = useText()
  const { inView, openSection } = useSectionInView(sections.map(({ id }) => id))

  function follow(event: MouseEvent, id: string) {
    // With a modifier key the browser opens the link in a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    openSection(id)
    document.getElementById(sectionElementId(id))?.focus({ preventScroll: true })
  }

  return (
    <div className="sticky top-header z-bar mb-6 flex h-bar items-center justify-between gap-4 border-b border-hairline bg-ground">
      <nav
        aria-label={text('sections.label')}
        className="scroll-edges h-full min-w-0 overflow-x-auto overscroll-x-contain"
      >
        <ul className="flex h-full gap-5 max-xl:gap-3.5">
          {sections.map(({ id, label, count }) => (
            <li key={id}>
              <a
                href={`?section=${id}`}
                aria-current={id === inView ? 'location' : undefined}
                onClick={(event) => follow(event, id)}
                data-tooltip={
                  count === undefined ? undefined : text('sections.ofYear', { year: String(year), n: count })
                }
                className="flex h-full items-center gap-1.5 border-y-2 border-transparent text-body whitespace-nowrap text-ink-soft transition-colors hover:text-ink aria-[current]:border-b-action aria-[current]:font-medium aria-[current]:text-ink"
              >
                {label}
                {count !== undefined && (
                  <span className="text-caption text-ink-faint">
                    <FormattedNumber value={count} />
                  </span>
                )}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex items-center gap-2">
        <span className="text-caption text-ink-soft max-2xl:sr-only">{text('sections.countsOf')}</span>
        {children}
      </div>
    </div>
  )
}
