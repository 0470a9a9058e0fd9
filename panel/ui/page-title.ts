import { useEffect } from 'react'
import { useText } from '#panel/words/use-text.ts'

/** Sets the title of the browser tab. */
export function usePageTitle(title: string) {
  const text = useText()
  const full = text('common.pageTitle', { title })
  useEffect(() => {
    document.title = full
  }, [full])
}
