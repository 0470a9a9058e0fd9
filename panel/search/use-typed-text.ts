import { useEffect, useState } from 'react'

/** The delay from the last key press until the server is asked, in milliseconds. */
const ASK_DELAY_MS = 200

/** The text that the server is asked for: it follows the typed one after the last key press. */
export function useTypedText(typed: string): string {
  const [asked, setAsked] = useState(typed)
  useEffect(() => {
    const timer = window.setTimeout(() => setAsked(typed), ASK_DELAY_MS)
    return () => window.clearTimeout(timer)
  }, [typed])
  return asked
}
