import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '#panel/api/error-text.ts'
import { rejectionsOf } from '#panel/api/rejections.ts'
import { useNotify } from '#panel/ui/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { addToShownReports, refreshReports } from './reports-query.ts'
import { sendReports } from './send-reports.ts'
import type { useStagedReports } from './use-staged-reports.ts'

type Staging = Pick<ReturnType<typeof useStagedReports>, 'staged' | 'unstage' | 'refuse'>

/** Uploads the staged reports. Those that the server does not store stay staged. */
export function useReportUpload(turbineId: number, { staged, unstage, refuse }: Staging) {
  const text = useText()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<{ sent: number; total: number } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const waiting = staged.filter(({ refusal }) => refusal === undefined)

  async function upload(year: number) {
    const controller = new AbortController()
    abort.current = controller
    const files = waiting.map(({ file }) => file)
    const total = files.reduce((sum, { size }) => sum + size, 0)
    const report = (share: number) => setProgress({ sent: Math.round(share * total), total })
    setFailure(null)
    report(0)
    try {
      const { data, rejected } = await sendReports({ turbineId, year }, files, report, controller.signal)
      const reasons = new Map(rejected.map(({ name, message }) => [name, message]))
      unstage(waiting.filter(({ file }) => !reasons.has(file.name)))
      refuse(reasons)
      addToShownReports(queryClient, turbineId, data)
      const message = text('reports.kept', { n: data.length })
      notify({ tone: 'success', title: text('reports.uploaded'), message })
    } catch (error) {
      const rejected = rejectionsOf(error)
      refuse(new Map(rejected.map(({ name, message }) => [name, message])))
      if (rejected.length === 0 && !controller.signal.aborted) {
        setFailure(errorText(text, error, 'reports.uploadFailed'))
      }
    } finally {
      setProgress(null)
      // The server may have stored reports although the request was aborted or its answer was lost.
      refreshReports(queryClient, turbineId)
    }
  }

  return { waiting, progress, failure, upload, cancel: () => abort.current?.abort() }
}
