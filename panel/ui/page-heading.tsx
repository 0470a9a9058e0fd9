import type { ReactNode } from 'react'

interface PageHeadingProps {
  title: string
  /** A short text such as the number of records. While it is undefined, its space stays empty. Screen readers announce changes. */
  status?: ReactNode
  /** Controls on the right, such as a search and the main action. */
  children?: ReactNode
}

/** The heading of a page. */
export function PageHeading(props: PageHeadingProps) {
  const { title, status, children } = props
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-4 pt-10 pb-7">
      <div className="mr-auto">
        <h1 className="text-page font-semibold tracking-tight text-ink">{title}</h1>
        {'status' in props && (
          <p role="status" className="mt-1 h-6 text-lead text-ink-soft">
            {status}
          </p>
        )}
      </div>
      {children}
    </div>
  )
}
