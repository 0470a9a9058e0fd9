import { useEffect, useRef, useState } from 'react'
import { checkImage } from '#panel/api/check-image.ts'
import { retryPause } from './retry-pause.ts'

interface FailedPictures {
  /** The addresses of the pictures that could not be loaded, until they are tried again. */
  failed: readonly string[]
  /** To be called if an `<img>` reports an error. @param isAsked false if the server is not asked for the reason, and only a lost network is waited for */
  fail: (url: string, isAsked?: boolean) => void
}

/** How often a picture that the server sends, and that failed nevertheless, is tried again: it may have come back just before it was asked. */
const SENT_TRIES = 2

/**
 * Pictures that could not be loaded are loaded again: when the browser is online again, and after a growing pause as long as the server, a
 * proxy or the network fails. A picture that the server refuses is not. If the server refuses the session, the session ends.
 */
export function useFailedPictures(): FailedPictures {
  const [failed, setFailed] = useState<readonly string[]>([])
  /** The number of failures of each address. */
  const failures = useRef(new Map<string, { passing: number; sent: number }>())
  const pauses = useRef<Set<ReturnType<typeof setTimeout>>>(undefined)
  const hasFailed = failed.length > 0

  useEffect(() => {
    const running = new Set<ReturnType<typeof setTimeout>>()
    pauses.current = running
    return () => {
      for (const pause of running) clearTimeout(pause)
      pauses.current = undefined
    }
  }, [])

  useEffect(() => {
    if (!hasFailed) return
    const tryAll = () => {
      failures.current.clear()
      setFailed([])
    }
    window.addEventListener('online', tryAll)
    return () => window.removeEventListener('online', tryAll)
  }, [hasFailed])

  async function tryLater(url: string) {
    const failure = await checkImage(url)
    if (failure.kind === 'refused') return
    const counts = failures.current.get(url) ?? { passing: 0, sent: 0 }
    if (failure.kind === 'sent' && counts.sent >= SENT_TRIES) return
    const waitMs =
      failure.kind === 'sent' || failure.retryAt === undefined ? undefined : failure.retryAt - Date.now()
    const ms = retryPause(failure.kind === 'sent' ? counts.sent : counts.passing, waitMs)
    failures.current.set(url, { ...counts, [failure.kind]: counts[failure.kind] + 1 })
    const running = pauses.current
    if (!running) return
    const pause = setTimeout(() => {
      running.delete(pause)
      setFailed((urls) => urls.filter((other) => other !== url))
    }, ms)
    running.add(pause)
  }

  return {
    failed,
    fail: (url, isAsked = true) => {
      setFailed((urls) => [...urls, url])
      if (isAsked) void tryLater(url)
    },
  }
}
