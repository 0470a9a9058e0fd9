import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** A new address begins at its top. */
export function useScrollToTop() {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what it waits for
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [pathname])
}
