import { type RefObject, useEffect, useState } from 'react'

/** True while the section around `root` should not move: it is not visible, or it has the keyboard focus. */
export function useHeroAtRest(root: RefObject<HTMLElement | null>): boolean {
  const [isTabHidden, setTabHidden] = useState(false)
  const [isOutOfView, setOutOfView] = useState(false)
  const [hasFocus, setFocus] = useState(false)

  useEffect(() => {
    const hero = root.current?.closest('section')
    if (!hero) return
    const away = new AbortController()
    const { signal } = away
    const readTab = () => setTabHidden(document.hidden)
    // A click focuses too, but only the keyboard focus must stop the slideshow.
    const readFocus = () => setFocus(hero.querySelector(':focus-visible') !== null)
    document.addEventListener('visibilitychange', readTab, { signal })
    hero.addEventListener('focusin', readFocus, { signal })
    hero.addEventListener('focusout', () => setFocus(false), { signal })
    readTab()
    readFocus()

    const sight = new IntersectionObserver((entries) => setOutOfView(!entries.at(-1)?.isIntersecting))
    sight.observe(hero)
    return () => {
      away.abort()
      sight.disconnect()
    }
  }, [root])

  return isTabHidden || isOutOfView || hasFocus
}
