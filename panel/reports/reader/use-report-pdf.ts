import pdfiumUrl from '@hyzyla/pdfium/pdfium.wasm?url'
import { useEffect, useState } from 'react'
import { loadFile } from '#panel/api/load-file.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { OpenPdf } from './open-pdf.ts'

export type ReportPdf =
  | { status: 'loading'; share: number }
  | { status: 'open'; pdf: OpenPdf }
  /** `error` if the file did not arrive; undefined if it cannot be read. */
  | { status: 'failed'; error: RequestError | undefined }

/** Loads the report at this address and opens it in a worker, which ends with the component. */
export function useReportPdf(url: string): { state: ReportPdf; retry: () => void } {
  const [state, setState] = useState<ReportPdf>({ status: 'loading', share: 0 })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads it again
  useEffect(() => {
    const closing = new AbortController()
    const { signal } = closing
    let opened: OpenPdf | undefined
    async function load() {
      const onProgress = (share: number) => setState({ status: 'loading', share })
      const [program, file] = await Promise.all([
        loadFile(pdfiumUrl, { signal }),
        loadFile(url, { signal, onProgress }),
      ])
      const pdf = await OpenPdf.open(program, file)
      if (signal.aborted) return pdf.close()
      opened = pdf
      setState({ status: 'open', pdf })
    }
    load().catch((error: unknown) => {
      if (signal.aborted) return
      setState({ status: 'failed', error: error instanceof RequestError ? error : undefined })
    })
    return () => {
      closing.abort()
      opened?.close()
    }
  }, [url, attempt])
  return {
    state,
    retry: () => {
      setState({ status: 'loading', share: 0 })
      setAttempt((before) => before + 1)
    },
  }
}
