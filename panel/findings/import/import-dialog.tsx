import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import * as z from 'zod'
import type { FindingImport, FindingImportResult } from '#domain/findings/finding-import.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { findingChangeInvalidates } from '#panel/findings/change-findings.ts'
import { useKeptState } from '#panel/session/kept-work.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { FormDialog } from '#panel/ui/dialogs/form-dialog.tsx'
import { NumberField } from '#panel/ui/fields/number-field.tsx'
import { RadioField } from '#panel/ui/fields/radio-field.tsx'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useUnsavedWork } from '#panel/ui/unsaved-work.ts'
import { useText } from '#panel/words/use-text.ts'
import { dryRunQuery, type ImportedTable, importFindings } from './import-calls.ts'
import { ImportedLines } from './imported-lines.tsx'
import { readTableFile, type TableFile, type UnreadableFile } from './read-table-file.ts'
import { TableFileInput } from './table-file-input.tsx'

/** Between the rotor centre and the root of a blade, in metres. */
const USUAL_HUB_RADIUS_M = 1.2
const HUB_RADIUS_MAX_M = 10

/** What is chosen in the dialog. */
const ImportChoices = z.object({
  file: z.object({ name: z.string(), csv: z.string() }).optional(),
  distancesFrom: z.enum(['root', 'rotor_centre']),
  hubRadius: z.number().nullable(),
})
type ImportChoices = z.infer<typeof ImportChoices>

const UNCHOSEN: ImportChoices = { distancesFrom: 'root', hubRadius: USUAL_HUB_RADIUS_M }

interface ImportDialogProps {
  turbineId: number
  onClose: () => void
}

/** Takes findings from a CSV file. It shows what would be added and what not, and why, before anything is added. */
export default function ImportDialog({ turbineId, onClose }: ImportDialogProps) {
  const text = useText()
  const { locale } = useIntl()
  const notify = useNotify()
  const form = useRef<HTMLFormElement>(null)
  const [choices, setChoices] = useKeptState(`finding-import/${turbineId}`, ImportChoices, UNCHOSEN)
  const [isRestored, setRestored] = useState(choices !== UNCHOSEN)
  const { file, distancesFrom, hubRadius } = choices
  const change = (next: Partial<ImportChoices>) => setChoices((former) => ({ ...former, ...next }))
  const discard = () => {
    setChoices(UNCHOSEN)
    setRestored(false)
  }
  const { fault, fileId, choose } = useChosenFile((chosen) => change({ file: chosen }))
  useUnsavedWork(choices !== UNCHOSEN, 'changes', { discard })
  const table = file && tableOf(file, distancesFrom, hubRadius)
  const dryRun = useQuery(dryRunQuery(turbineId, table, { fileId, language: locale }))
  const add = useApiMutation({
    name: ['finding.import', turbineId],
    call: (sent: ImportedTable) => importFindings(turbineId, { ...sent, dry_run: false }),
    invalidates: () => [...findingChangeInvalidates(turbineId), ['finding-dry-run', turbineId]],
    onSuccess: ({ accepted, known, refused }) => {
      const left = refused.length - known
      notify({
        tone: 'success',
        title: text('findings.import.added', { n: accepted }),
        message: left > 0 ? text('findings.import.left', { n: left }) : '',
      })
      discard()
      onClose()
    },
    failureWhenClosed: (error) => ({
      title: text('findings.import.notAdded'),
      message: errorText(text, error),
    }),
  })
  const result = table && dryRun.data
  const error = add.error ?? (table && dryRun.error)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (table && result && result.accepted > 0) add.mutate(table)
  }

  return (
    <FormDialog
      title={text('findings.import.title')}
      submitLabel={text('findings.import.add', { n: result?.accepted ?? 0 })}
      submitDisabled={!result || result.accepted === 0}
      onSubmit={submit}
      onClose={onClose}
      busy={add.isPending}
      onDiscard={discard}
      isRestored={isRestored}
      dirty={choices !== UNCHOSEN}
      failureTitle={
        error ? text(add.error ? 'findings.import.notAdded' : 'findings.import.failed') : undefined
      }
      failure={error ? errorText(text, error) : undefined}
      onDismissFailure={add.reset}
      formRef={form}
    >
      <TableFileInput name={file?.name} fault={fault} disabled={add.isPending} onFile={choose} />
      <RadioField
        className="sm:col-span-2"
        label={text('findings.import.from')}
        value={distancesFrom}
        onChange={(next) => change({ distancesFrom: next })}
        options={[
          {
            value: 'root',
            label: text('findings.import.from.root'),
            note: text('findings.import.from.root.note'),
          },
          {
            value: 'rotor_centre',
            label: text('findings.import.from.rotor_centre'),
            note: text('findings.import.from.rotor_centre.note'),
          },
        ]}
      />
      {distancesFrom === 'rotor_centre' && (
        <NumberField
          label={text('findings.import.hubRadius')}
          required
          min={0}
          value={hubRadius}
          onChange={(next) => change({ hubRadius: next })}
          error={isHubRadius(hubRadius) ? undefined : text('findings.import.hubRadius.invalid')}
        />
      )}
      {table && dryRun.isFetching && (
        <div role="status" className="grid gap-2 sm:col-span-2">
          <span className="sr-only">{text('findings.import.checking')}</span>
          <Skeleton className="h-12" />
          <Skeleton className="h-24" />
        </div>
      )}
      {result && !dryRun.isFetching && <DryRun result={result} />}
    </FormDialog>
  )
}

function DryRun({ result: { accepted, lines, ignored_columns } }: { result: FindingImportResult }) {
  const text = useText()
  return (
    <>
      <div className="sm:col-span-2">
        <Banner
          tone={accepted > 0 ? 'success' : 'warning'}
          title={
            lines.length > 0
              ? text('findings.import.accepted', { n: accepted })
              : text('findings.import.noLines')
          }
        >
          {ignored_columns.length > 0 &&
            text('findings.import.ignored', { columns: ignored_columns.join(', ') })}
        </Banner>
      </div>
      <ImportedLines lines={lines} />
    </>
  )
}

/** @param onFile called with the chosen file; undefined if it cannot be read */
function useChosenFile(onFile: (file: TableFile | undefined) => void) {
  const [chosen, setChosen] = useState<{ id: number; fault?: UnreadableFile }>({ id: 0 })
  const newest = useRef(0)
  async function choose(picked: File) {
    newest.current += 1
    const id = newest.current
    const read = await readTableFile(picked)
    // A file that was chosen later counts.
    if (id !== newest.current) return
    const isFault = typeof read === 'string'
    setChosen(isFault ? { id, fault: read } : { id })
    onFile(isFault ? undefined : read)
  }
  return { fault: chosen.fault, fileId: chosen.id, choose }
}

/** Undefined while the hub radius is missing or impossible. */
function tableOf(
  { csv }: TableFile,
  distances_from: FindingImport['distances_from'],
  hubRadius: number | null,
): ImportedTable | undefined {
  if (distances_from === 'root') return { csv, distances_from }
  return isHubRadius(hubRadius) ? { csv, distances_from, hub_radius_m: hubRadius } : undefined
}

function isHubRadius(metres: number | null): metres is number {
  return metres !== null && metres > 0 && metres <= HUB_RADIUS_MAX_M
}
