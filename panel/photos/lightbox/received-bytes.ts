import { useEffect, useRef } from 'react'

/**
 * How many bytes of a file the browser has got. Firefox says of a picture that it is loaded although its connection was lost half-way; the rest of
 * it is grey.
 *
 * @param url undefined while the file is not needed
 * @returns a function that is to be called after the picture is loaded; its result is undefined if the browser did not ask for the file
 */
export function useReceivedBytes(url: string | undefined): () => number | undefined {
  const bytes = useRef<number>(undefined)
  const observer = useRef<PerformanceObserver>(undefined)

  function read(entries: PerformanceEntryList) {
    const address = url && new URL(url, window.location.href).href
    // The decoded size, because a proxy may compress the answer.
    for (const entry of entries)
      if (entry.name === address) bytes.current = (entry as PerformanceResourceTiming).decodedBodySize
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is a new function in each render, but does the same for an address
  useEffect(() => {
    if (url === undefined) return
    const made = new PerformanceObserver((list) => read(list.getEntries()))
    made.observe({ type: 'resource' })
    observer.current = made
    return () => made.disconnect()
  }, [url])

  return () => {
    read(observer.current?.takeRecords() ?? [])
    return bytes.current || undefined
  }
}
