import type { DossierJob } from '#domain/inspections/dossier.ts'
import { dossierJobs } from '#panel/data/jobs/dossiers.ts'
import { FileJobNotices } from '#panel/frame/jobs/file-job-notices.tsx'
import type { WatchedFileJob } from '#panel/frame/jobs/watched-file-jobs.ts'
import type { Notice } from '#panel/ui/layers/notices.ts'
import { startDownload } from '#panel/ui/save-file.ts'
import type { Text } from '#panel/words/use-text.ts'

export function DossierNotices() {
  return (
    <FileJobNotices
      jobs={dossierJobs}
      noticeOf={noticeOf}
      refresh={(queryClient, turbineId) => void dossierJobs.refreshList(queryClient, turbineId)}
    />
  )
}

function noticeOf(
  text: Text,
  { turbine, year, version }: WatchedFileJob,
  ended: DossierJob | undefined,
): Notice {
  const message = text('dossier.about', { turbine, year: String(year), n: String(version) })
  if (!ended) return { tone: 'info', title: text('dossier.gone'), message }
  const { url } = ended
  if (url) {
    const action = { label: text('dossier.download'), run: () => startDownload(url) }
    return { tone: 'success', title: text('dossier.done'), message, stays: true, action }
  }
  const reason = [message, ended.message].filter(Boolean).join(' · ')
  return { tone: 'error', title: text('dossier.failed'), message: reason, stays: true }
}
