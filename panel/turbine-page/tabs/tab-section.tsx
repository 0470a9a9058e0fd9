import type { ReactNode } from 'react'
import { type Section, sectionElementId } from '#panel/turbine-page/sections.ts'
import { PartBoundary } from '#panel/ui/late-scripts/part-boundary.tsx'

/** A part of the page with an address. The keyboard can be moved to it; it begins below the sticky bars. */
export function TabSection({ section, children }: { section: Section; children: ReactNode }) {
  return (
    <div
      id={sectionElementId(section)}
      tabIndex={-1}
      className="min-w-0 scroll-mt-[calc(var(--below-bar)+1.5rem)] outline-none"
    >
      <PartBoundary>{children}</PartBoundary>
    </div>
  )
}
