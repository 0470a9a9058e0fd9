import { useEffect, useRef } from 'react'
import { errorText } from '#panel/api/error-text.ts'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { InspectionList } from './use-inspection-list.ts'

/** How far from the window the end of a list is when the next page is loaded. */
const AHEAD = '1200px 0px'

/** The end of a list: it loads the next page when it comes near the window, and has a button for the same. */
export function MoreRows({ list: { query } }: { list: InspectionList }) {
  const text = useText()
  const end = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = query
  const mayLoad = hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (!end.current || !mayLoad) return
    // It reports at once whether the end is near. So a page that does not fill the window is followed by the next one.
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) void fetchNextPage()
      },
      { rootMargin: AHEAD },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [mayLoad, fetchNextPage])

  if (!hasNextPage) return null
  return (
    <div ref={end} className="grid justify-items-center gap-2 pt-4">
      {isFetchNextPageError && (
        <p role="alert" className="text-center text-body text-ink-soft">
          <span className="font-medium text-ink">{text('inspections.more.failed')}</span>
          {' · '}
          {errorText(text, error)}
        </p>
      )}
      <Button size="small" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
        {text('inspections.more')}
      </Button>
    </div>
  )
}
