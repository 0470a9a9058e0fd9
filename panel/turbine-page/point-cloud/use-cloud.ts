import { useEffect, useState } from 'react'
import { checkImage } from '#panel/api/check-image.ts'
import type { Cloud } from './parse-cloud.ts'
import type { CloudMessage } from './parse-worker.ts'

export type CloudState =
  | { status: 'loading'; share: number }
  | { status: 'shown'; cloud: Cloud }
  | { status: 'failed'; reason: Extract<CloudMessage, { type: 'failed' }>['reason'] }

/** Loads and parses the point cloud at this address in a worker, which ends with the component. */
export function useCloud(url: string): CloudState {
  const [state, setState] = useState<CloudState>({ status: 'loading', share: 0 })
  useEffect(() => {
    const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), { type: 'module' })
    const fail = (reason: 'not loaded' | 'broken' | 'too large') => setState({ status: 'failed', reason })
    worker.onmessage = ({ data }: MessageEvent<CloudMessage>) => {
      if (data.type === 'cloud') setState({ status: 'shown', cloud: data.cloud })
      else if (data.type === 'failed') {
        // If the server refuses the session, the session ends.
        if (data.reason === 'not loaded') void checkImage(url)
        fail(data.reason)
      } else setState({ status: 'loading', share: data.total > 0 ? data.loaded / data.total : 0 })
    }
    // This also happens if there is not enough memory.
    worker.onerror = () => fail('too large')
    worker.postMessage(new URL(url, window.location.origin).href)
    return () => worker.terminate()
  }, [url])
  return state
}
