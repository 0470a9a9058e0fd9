import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { DOSSIER_PHOTOS, type DossierJob, mayCancelDossier } from '#domain/inspections/dossier.ts'
import { isUnfinished } from '#domain/inspections/file-job.ts'
import type { Turbine } from '#domain/turbine.ts'
import { dossierJobs } from '#panel/data/jobs/dossiers.ts'
import { FileJobLine } from '#panel/frame/jobs/file-job-line.tsx'
import { forgetFileJob } from '#panel/frame/jobs/watched-file-jobs.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { buttonClass } from '#panel/ui/button.tsx'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { bytesWords } from '#panel/ui/megabytes.ts'
import { useText } from '#panel/words/use-text.ts'
import { findDossierButton } from './dossier-button.tsx'

interface DossierLinesProps {
  turbine: Turbine
  year: number
  version: number
}

/** The dossiers of a version, of every user: finished ones with their download, the others with their progress. */
export function DossierLines({ turbine, year, version }: DossierLinesProps) {
  const { data = [] } = useQuery(dossierJobs.listQuery(turbine.id))
  const own = data.filter((job) => job.year === year && job.version === version)
  // The newest one of each kind: an older one has the same files, and is gone sooner.
  const prepared = DOSSIER_PHOTOS.flatMap((kind) =>
    own.filter(({ photos, url }) => photos === kind && url !== null).slice(0, 1),
  )
  const unfinished = own.filter(isUnfinished).reverse()
  if (prepared.length + unfinished.length === 0) return null
  return (
    <ul className="mt-2 grid gap-2">
      {prepared.map((job) => (
        <PreparedDossier key={job.id} job={job} />
      ))}
      {unfinished.map((job) => (
        <DossierInMaking key={job.id} turbine={turbine} job={job} />
      ))}
    </ul>
  )
}

function PreparedDossier({ job }: { job: DossierJob }) {
  const text = useText()
  const { photos, size, url, version } = job
  const kind = text(`dossier.${photos}`)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-body text-ink-soft">
      <span>
        <span className="font-medium text-ink">{text('dossier.name')}</span>
        {` · ${kind}`}
        {size !== null && ` · ${bytesWords(text, size)}`}
      </span>
      <a
        href={url ?? undefined}
        download=""
        aria-label={text('dossier.download.of', { n: String(version), kind })}
        className={buttonClass('outline', 'small')}
      >
        <Download aria-hidden className="size-4" />
        {text('dossier.download')}
      </a>
    </li>
  )
}

function DossierInMaking({ turbine, job }: { turbine: Turbine; job: DossierJob }) {
  const text = useText()
  const notify = useNotify()
  const caller = useCaller()
  const queryClient = useQueryClient()
  return (
    <FileJobLine
      jobs={dossierJobs}
      place={{ turbineId: turbine.id, jobId: job.id }}
      job={job}
      title={text('dossier.inMaking', { n: String(job.version), kind: text(`dossier.${job.photos}`) })}
      mayCancel={mayCancelDossier(caller, job, turbine.company_id)}
      cancelFailed="dossier.cancelFailed"
      onCancelled={async (ended) => {
        // If it has ended before, its notice says how.
        if (ended === null) {
          forgetFileJob(job.id)
          notify({ tone: 'info', title: text('dossier.cancelled') })
        }
        await dossierJobs.refreshList(queryClient, turbine.id)
      }}
      findButton={() => findDossierButton(job.version)}
    />
  )
}
