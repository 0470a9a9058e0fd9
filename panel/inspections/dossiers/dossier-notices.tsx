import { useSignals } from '@preact/signals-react/runtime'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { isUnfinished } from '#domain/file-job.ts'
import type { DossierJob } from '#domain/inspections/dossier.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { startDownload } from '#panel/ui/save-file.ts'
import { useText } from '#panel/words/use-text.ts'
import { dossierQuery, refreshDossiers } from './dossier-calls.ts'
import { forgetDossier, type WatchedDossier, watchedDossiers } from './dossier-watch.ts'

/** Tells the user on every screen when a dossier is there, or why it could not be prepared. It shows nothing itself. */
export function DossierNotices() {
  useSignals()
  return watchedDossiers.value.map((dossier) => <DossierNotice key={dossier.jobId} dossier={dossier} />)
}

function DossierNotice({ dossier }: { dossier: WatchedDossier }) {
  const text = useText()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const { data: job, error } = useQuery(dossierQuery(dossier))
  // Somebody has cancelled it, or its version, its turbine or the right to see them is gone.
  const isGone = error instanceof RequestError && error.status === 404

  const tell = useEffectEvent((ended: DossierJob | undefined) => {
    forgetDossier(dossier.jobId)
    void refreshDossiers(queryClient, dossier.turbineId)
    const { turbine, year, version } = dossier
    const message = text('dossier.about', { turbine, year: String(year), n: String(version) })
    const { url } = ended ?? {}
    if (url) {
      const action = { label: text('dossier.download'), run: () => startDownload(url) }
      notify({ tone: 'success', title: text('dossier.done'), message, stays: true, action })
    } else if (ended) {
      const reason = [message, ended.message].filter(Boolean).join(' · ')
      notify({ tone: 'error', title: text('dossier.failed'), message: reason, stays: true })
    } else notify({ tone: 'info', title: text('dossier.gone'), message })
  })
  useEffect(() => {
    if (isGone) tell(undefined)
    else if (job && !isUnfinished(job)) tell(job)
  }, [job, isGone])
  return null
}
