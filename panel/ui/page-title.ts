import { useEffect } from 'react'
import { useText } from '#panel/words/use-text.ts'

/** Names the browser's tab after the screen. */
export function usePageTitle(title: string) {
  const text = useText()
  const full = text('common.pageTitle', { title })
  useEffect(() => {
    document.title = full
  }, [full])
}
