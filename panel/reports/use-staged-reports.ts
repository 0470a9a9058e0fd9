import { useState } from 'react'
import { isReportFile } from '#domain/report.ts'
import { useKeptState } from '#panel/session/kept-work.ts'

/** A report that waits to be uploaded. */
export interface StagedReport {
  id: number
  file: File
  /** Why the server did not accept it. It is not sent again. */
  refusal?: string
}

const NONE: StagedReport[] = []

let lastId = 0

/**
 * The staged reports of a turbine, and the names of the picked files that cannot be reports. When the session ends, the staged reports
 * are kept until the user signs in again.
 */
export function useStagedReports(turbineId: number) {
  const [staged, setStaged] = useKeptState(`staged/${turbineId}/reports`, NONE)
  const [skipped, setSkipped] = useState<string[]>([])

  const change = (next: (staged: StagedReport[]) => StagedReport[]) =>
    setStaged((current) => {
      const left = next(current)
      // `useKeptState` keeps nothing if the value is the initial one.
      return left.length === 0 ? NONE : left
    })

  const stage = (files: File[]) => {
    const added = files.filter(isReportFile).map((file) => ({ id: ++lastId, file }))
    change((current) => [...current, ...added])
    setSkipped(files.filter((file) => !isReportFile(file)).map(({ name }) => name))
  }

  const unstage = (gone: StagedReport[]) => {
    const ids = new Set(gone.map(({ id }) => id))
    change((current) => current.filter(({ id }) => !ids.has(id)))
  }

  /** Marks the reports with these names as not accepted. @param reasons sentences of the server by file name */
  const refuse = (reasons: ReadonlyMap<string, string>) =>
    change((current) =>
      current.map((item) => {
        const refusal = reasons.get(item.file.name)
        return refusal === undefined ? item : { ...item, refusal }
      }),
    )

  return { staged, skipped, forgetSkipped: () => setSkipped([]), stage, unstage, refuse }
}
