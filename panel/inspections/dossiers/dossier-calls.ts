import * as z from 'zod'
import { type DossierDraft, DossierJob } from '#domain/inspections/dossier.ts'
import { api, type CallInit } from '#panel/api/api-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { fileJobs } from '#panel/frame/jobs/file-job-calls.ts'
import { startDownload } from '#panel/ui/save-file.ts'

const Ordered = z.object({ data: DossierJob })

/** The dossiers of a turbine, the newest first, without those that have failed. */
export const dossierJobs = fileJobs<DossierJob>({
  name: 'dossier',
  schema: DossierJob,
  pollsList: true,
  noticeOf(text, { turbine, year, version }, ended) {
    const message = text('dossier.about', { turbine, year: String(year), n: String(version) })
    if (!ended) return { tone: 'info', title: text('dossier.gone'), message }
    const { url } = ended
    if (url) {
      const action = { label: text('dossier.download'), run: () => startDownload(url) }
      return { tone: 'success', title: text('dossier.done'), message, stays: true, action }
    }
    const reason = [message, ended.message].filter(Boolean).join(' · ')
    return { tone: 'error', title: text('dossier.failed'), message: reason, stays: true }
  },
  refresh: (queryClient, turbineId) => void dossierJobs.refreshList(queryClient, turbineId),
})

/**
 * Orders the dossier of a version, which the server prepares after its answer.
 *
 * @param attempt differs for each time that a user wants one. As long as it is the same, a call that is sent again after a lost answer gets
 *   the job of the first one.
 */
export async function orderDossier(
  { turbineId, year }: { turbineId: number; year: number },
  draft: DossierDraft,
  attempt: string,
): Promise<DossierJob> {
  const init: CallInit = { dependsOn: attempt }
  const param = { id: String(turbineId), year: String(year) }
  const ordered = api.turbines[':id'].inspections[':year'].dossier.$post({ param, json: draft }, { init })
  return (await readAnswer(ordered, Ordered)).data
}
