import { type Signal, signal } from '@preact/signals-react'
import type { QueryClient } from '@tanstack/react-query'
import { errorText } from '#panel/api/error-text.ts'
import { rejectionsOf } from '#panel/api/uploads/rejections.ts'
import { refreshLists } from '#panel/data/cached-lists.ts'
import { addToShownReports, listsAfterReport } from '#panel/data/reports.ts'
import { Outbox } from '#panel/outbox/outbox.ts'
import { type OutboxName, turbineOf } from '#panel/outbox/outboxes.ts'
import { isSameTarget, type StagedFile } from '#panel/outbox/staged-file.ts'
import type { useNotify } from '#panel/ui/layers/toast.tsx'
import type { Text } from '#panel/words/use-text.ts'
import { refusedReports } from './refused-reports.ts'
import { sendReports } from './send-reports.ts'

/** Where reports belong, beside their turbine. */
export interface ReportTarget {
  year: number
}

export type StagedReport = StagedFile<ReportTarget>

/** What an upload needs of the panel. The last screen that showed the files gives it. */
interface Panel {
  queryClient: QueryClient
  notify: ReturnType<typeof useNotify>
  text: Text
}

/** Owns the staged reports of a turbine, and uploads them. Those that the server does not store stay staged. */
export class ReportOutbox extends Outbox<ReportTarget> {
  readonly progress: Signal<{ sent: number; total: number } | null> = signal(null)
  /** Those of the last upload to each target. */
  readonly failures: Signal<readonly { target: ReportTarget; message: string }[]> = signal([])
  panel: Panel | undefined
  readonly #turbineId: number

  constructor(userId: number, name: OutboxName) {
    super(userId, name)
    this.#turbineId = turbineOf(name)
  }

  protected override async send(target: ReportTarget, staged: StagedReport[], signal: AbortSignal) {
    if (!this.panel) throw new Error('No screen has shown these files.')
    const { queryClient, notify, text } = this.panel
    const turbineId = this.#turbineId
    const files = staged.map(({ file }) => file)
    const total = files.reduce((sum, { size }) => sum + size, 0)
    const report = (share: number) => {
      this.progress.value = { sent: Math.round(share * total), total }
    }
    this.failures.value = this.failures.value.filter((failed) => !isSameTarget(failed.target, target))
    report(0)
    try {
      const { data, rejected } = await sendReports({ turbineId, ...target }, files, report, signal)
      const refused = refusedReports(staged, { data, rejected })
      void this.unstage(staged.filter((item) => !refused.has(item)))
      this.#refuse(refused)
      addToShownReports(queryClient, turbineId, data)
      const message = text('reports.kept', { n: data.length })
      notify({ tone: 'success', title: text('reports.uploaded'), message })
    } catch (error) {
      const rejected = rejectionsOf(error)
      this.#refuse(refusedReports(staged, { data: [], rejected }))
      if (rejected.length === 0 && !signal.aborted) {
        const message = errorText(text, error, 'reports.uploadFailed')
        this.failures.value = [...this.failures.value, { target, message }]
        // Without the screen of the files, only a message can tell it.
        if (!this.isShown)
          notify({ tone: 'error', title: text('reports.uploadFailed'), message, stays: true })
      }
    } finally {
      this.progress.value = null
      // The server may have stored reports although the request was aborted or its answer was lost.
      refreshLists(queryClient, listsAfterReport(turbineId))
    }
  }

  /** The failure of the last upload to this target. */
  failureOf(target: ReportTarget): string | undefined {
    return this.failures.value.find((failed) => isSameTarget(failed.target, target))?.message
  }

  /** Marks the reports as not accepted. @param refused with the sentences of the server */
  #refuse(refused: ReadonlyMap<StagedReport, string>) {
    for (const [item, message] of refused) this.mark([item], { kind: 'refused', message })
  }
}
