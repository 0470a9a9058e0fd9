import type { ComponentProps, ReactNode } from 'react'
import { SearchField } from '#panel/ui/fields/search-field.tsx'
import { useText } from '#panel/words/use-text.ts'
import { ResetButton } from './reset-button.tsx'

interface ListToolbarProps {
  search?: ComponentProps<typeof SearchField>
  /** The filters. */
  children?: ReactNode
  /** The number of records found; undefined if there is no search and no filter. */
  found: number | undefined
  /** Removes the search text and every filter. */
  onReset: () => void
  /** What is at the right end, such as the choice between cards and table. */
  end?: ReactNode
}

/** The toolbar of a list: search, filters, the number of results, and controls at the right end. */
export function ListToolbar({ search, children, found, onReset, end }: ListToolbarProps) {
  const text = useText()
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-2 gap-y-3">
      {search && <SearchField {...search} />}
      {children}
      <p role="status" className="ml-2 text-body text-ink-soft">
        {found !== undefined && text('list.found', { n: found })}
      </p>
      {found !== undefined && (
        <ResetButton inToolbar onReset={onReset}>
          {text('list.reset')}
        </ResetButton>
      )}
      {end && <div className="ml-auto">{end}</div>}
    </div>
  )
}
