import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import * as z from 'zod'
import { DOSSIER_COMMANDS, DOSSIER_PHOTOS, type DossierPhotos } from '#domain/inspections/dossier.ts'
import type { InspectionVersion } from '#domain/inspections/version.ts'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { dossierJobs } from '#panel/data/jobs/dossiers.ts'
import { watchFileJob } from '#panel/frame/jobs/watched-file-jobs.ts'
import { useKeptState } from '#panel/session/kept-work.ts'
import { FormDialog } from '#panel/ui/dialogs/form-dialog.tsx'
import { RadioField } from '#panel/ui/fields/radio-field.tsx'
import { bytesWords } from '#panel/ui/megabytes.ts'
import { useText } from '#panel/words/use-text.ts'

const Kind = z.enum(DOSSIER_PHOTOS)

interface DossierDialogProps {
  turbine: Turbine
  year: number
  version: InspectionVersion
  /** The photos of the year. */
  photos: readonly Photo[]
  onClose: () => void
}

/** Says what the sealed dossier of a version proves, asks for its photo files, and orders it. */
export default function DossierDialog({ turbine, year, version, photos, onClose }: DossierDialogProps) {
  const text = useText()
  const queryClient = useQueryClient()
  const [openedAt] = useState(() => String(Date.now()))
  const [kind, setKind] = useKeptState(`dossier/${turbine.id}/${year}/${version.version}`, Kind, 'originals')
  const { version: number, published_at } = version
  const place = { turbineId: turbine.id, year }
  const order = useApiMutation({
    name: ['dossier.order', turbine.id, year, number],
    call: (photos: DossierPhotos) => dossierJobs.order(place, { photos, version: number }, openedAt),
    async onSuccess(job) {
      watchFileJob('dossier', turbine, job)
      setKind('originals')
      onClose()
      await dossierJobs.refreshList(queryClient, turbine.id)
    },
    failureWhenClosed: (error) => ({ title: text('dossier.order.failed'), message: errorText(text, error) }),
  })
  const bytes = photos.reduce(
    (sum, { upload_date, size }) => (upload_date <= published_at ? sum + size : sum),
    0,
  )
  const notes: Record<DossierPhotos, string> = {
    originals:
      bytes === 0
        ? text('dossier.originals.note')
        : text('dossier.originals.note.size', { size: bytesWords(text, bytes) }),
    derivatives: text('dossier.derivatives.note'),
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    order.mutate(kind)
  }

  return (
    <FormDialog
      title={text('dossier.title', { year: String(year), n: String(number) })}
      submitLabel={text('dossier.submit')}
      onSubmit={submit}
      onClose={onClose}
      onDiscard={() => setKind('originals')}
      isRestored={false}
      busy={order.isPending}
      dirty={false}
      failure={order.error ? errorText(text, order.error) : undefined}
      failureTitle={order.error ? text('dossier.order.failed') : undefined}
      onDismissFailure={order.reset}
      formRef={null}
    >
      <p className="text-body text-ink-soft sm:col-span-2">{text('dossier.proves')}</p>
      <RadioField
        label={text('dossier.photos')}
        value={kind}
        options={DOSSIER_PHOTOS.map((value) => ({
          value,
          label: text(`dossier.${value}`),
          note: notes[value],
        }))}
        onChange={setKind}
        className="sm:col-span-2"
      />
      <details className="min-w-0 sm:col-span-2">
        <summary className="w-fit cursor-pointer rounded text-body font-medium text-ink-soft hover:text-ink">
          {text('dossier.verify')}
        </summary>
        <p className="mt-2 text-body text-ink-soft">{text('dossier.verify.how')}</p>
        {DOSSIER_COMMANDS.map((command) => (
          <code
            key={command}
            className="mt-2 block rounded border border-hairline bg-surface-sunken px-3 py-2 font-mono text-note wrap-anywhere text-ink select-all"
          >
            {command}
          </code>
        ))}
        <p className="mt-2 text-body text-ink-soft">{text('dossier.verify.key')}</p>
      </details>
      <p className="text-note text-ink-soft sm:col-span-2">{text('dossier.hint')}</p>
    </FormDialog>
  )
}
