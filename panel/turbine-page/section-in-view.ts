import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useOpenPhoto } from '#panel/photos/open-photo.ts'
import { ADDRESS_DELAY_MS, useAddressParams } from '#panel/ui/address/address-params.ts'
import { SCROLL_EVENTS, useRestoresScroll } from '#panel/ui/address/scroll-return.ts'

/** The parameter of the address that names the section. */
export const SECTION_PARAM = 'section'
/** A section is in view if it begins above this line; as a fraction of the window's height from the top. */
const READING_LINE = 0.35
/** Milliseconds between two measurements while the page scrolls, because each one makes the browser compute the layout of the page. */
const LOOK_EVERY_MS = 100

/** The id of the element of a section. */
export function sectionElementId(id: string): string {
  return `section-${id}`
}

/**
 * Scrolls to the section in the address when the page opens. If the user returns to the page, its scroll position is restored instead.
 * Must be used in the parent of the sections, so that its effect runs after those of the lists, which also set the scroll position.
 *
 * @param ids the sections from top to bottom
 */
export function useOpenAtSection(ids: readonly string[]) {
  const { get } = useAddressParams()
  const restoresScroll = useRestoresScroll()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page opens
  useLayoutEffect(() => {
    const named = ids.find((id) => id === get(SECTION_PARAM))
    if (named !== undefined && !restoresScroll) scrollToSection(named)
  }, [])
}

/**
 * The section in view, and a function that opens a section. The address names the section (`?section=drone`) without new entries in
 * the history, so that a link opens the page at it and Back leaves the page.
 *
 * @param ids the sections from top to bottom
 */
export function useSectionInView(ids: readonly string[]) {
  const { get, change } = useAddressParams()
  const { openId } = useOpenPhoto()
  const named = ids.find((id) => id === get(SECTION_PARAM))
  const [inView, setInView] = useState(named ?? ids[0])
  // A short section near the end of the page cannot come to the top of the window, so it stays chosen until the user scrolls.
  const chosen = useRef(named)
  // Only scrolls after something that the user does on the page are written: it also scrolls by itself, when it opens and behind a photo.
  const isByUser = useRef(false)
  useEffect(() => {
    if (openId !== undefined) isByUser.current = false
  }, [openId])

  const look = useEffectEvent(() => setInView(chosen.current ?? findInView(ids)))
  const finishScroll = useEffectEvent((isWritten: boolean) => {
    // The history entry of an open photo belongs to the photo.
    if (openId !== undefined) return
    const section = chosen.current ?? findInView(ids)
    setInView(section)
    if (!isWritten) return
    const next = section === ids[0] ? undefined : section
    if (get(SECTION_PARAM) !== next) change({ [SECTION_PARAM]: next })
  })
  useEffect(() => {
    let timer = 0
    let lookedAt = 0
    let isWritten = false
    const onScroll = ({ timeStamp }: Event) => {
      if (timeStamp - lookedAt >= LOOK_EVERY_MS) {
        lookedAt = timeStamp
        look()
      }
      isWritten ||= isByUser.current
      window.clearTimeout(timer)
      timer = window.setTimeout(() => {
        finishScroll(isWritten)
        isWritten = false
      }, ADDRESS_DELAY_MS)
    }
    const noteUser = ({ target }: Event) => {
      chosen.current = undefined
      // What the user does in the lightbox does not scroll the page behind it.
      if (!(target instanceof Element && target.closest('dialog, [role$=dialog]'))) isByUser.current = true
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    for (const event of SCROLL_EVENTS) window.addEventListener(event, noteUser, { passive: true })
    return () => {
      window.removeEventListener('scroll', onScroll)
      for (const event of SCROLL_EVENTS) window.removeEventListener(event, noteUser)
      window.clearTimeout(timer)
    }
  }, [])

  return {
    inView,
    openSection(id: string) {
      chosen.current = id
      scrollToSection(id)
      setInView(id)
      change({ [SECTION_PARAM]: id === ids[0] ? undefined : id })
    },
  }
}

function scrollToSection(id: string) {
  document.getElementById(sectionElementId(id))?.scrollIntoView()
}

/** The last section that begins above the reading line; at the end of the page, the last section of all. */
function findInView(ids: readonly string[]): string | undefined {
  const isAtEnd = window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2
  if (isAtEnd && window.scrollY > 0) return ids.at(-1)
  const line = window.innerHeight * READING_LINE
  const begun = ids.filter((id) => {
    const top = document.getElementById(sectionElementId(id))?.getBoundingClientRect().top
    return top !== undefined && top <= line
  })
  return begun.at(-1) ?? ids[0]
}
