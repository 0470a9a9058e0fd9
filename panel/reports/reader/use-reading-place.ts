import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ADDRESS_DELAY_MS, useAddressParams } from '#panel/ui/address/address-params.ts'
import { distanceOf, GAP_PX, pageAt, pageTops } from './page-places.ts'
import type { PageSize } from './pdf-messages.ts'
import { READ_PAGE, READ_REPORT } from './report-address.ts'

/** The part of the visible height at which stands the page that is read. */
const READ_AT = 0.4

/**
 * Which page is read. It is in the address, counted from 1, so that a reload opens it again. It keeps its place when the pages become wider
 * or narrower.
 *
 * @param pages empty until the report is open
 * @param width of a page, in CSS pixels
 */
export function useReadingPlace(
  scroller: RefObject<HTMLElement | null>,
  pages: readonly PageSize[],
  width: number,
  reportId: number,
) {
  const { get, change } = useAddressParams()
  const tops = useMemo(() => pageTops(pages, width), [pages, width])
  const [page, setPage] = useState(() => Math.max(0, Math.trunc(Number(get(READ_PAGE) ?? 1)) - 1 || 0))
  /** What is at the upper edge. */
  const place = useRef({ page, share: 0 })

  useLayoutEffect(() => {
    if (pages.length > 0)
      scroller.current?.scrollTo({ top: distanceOf(tops, place.current) - GAP_PX, behavior: 'instant' })
  }, [scroller, pages, tops])

  const writePage = useEffectEvent(() => {
    const written = page === 0 ? undefined : String(page + 1)
    // After the reader was closed the address is that of the page below.
    const isOpen = new URLSearchParams(window.location.search).get(READ_REPORT) === String(reportId)
    if (isOpen && get(READ_PAGE) !== written) change({ [READ_PAGE]: written })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is written
  useEffect(() => {
    if (pages.length === 0) return
    const timer = window.setTimeout(writePage, ADDRESS_DELAY_MS)
    return () => window.clearTimeout(timer)
  }, [page, pages])

  return {
    /** Counted from 0. */
    page: Math.min(page, Math.max(0, pages.length - 1)),
    onScroll() {
      const { current: element } = scroller
      if (!element || pages.length === 0) return
      place.current = pageAt(tops, element.scrollTop + GAP_PX)
      setPage(pageAt(tops, element.scrollTop + element.clientHeight * READ_AT).page)
    },
    goTo(next: number) {
      const shown = Math.min(Math.max(0, next), pages.length - 1)
      scroller.current?.scrollTo({ top: (tops[shown] ?? 0) - GAP_PX, behavior: 'instant' })
      // The event of the scroll comes later, and the next key may come before it.
      setPage(shown)
    },
  }
}
