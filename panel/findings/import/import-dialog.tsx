import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import * as z from 'zod'
import type { FindingImport, FindingImportResult } from '#domain/findings/finding-import.ts'
import { numberFault, type TypedNumber } from '#domain/text/typed-number.ts'
import { errorText } from '#panel/api/error-text.ts'
import { listsAfter } from '#panel/api/old-lists.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { useKeptState } from '#panel/session/kept-work.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { Button } from '#panel/ui/button.tsx'
import { FormDialog } from '#panel/ui/dialogs/form-dialog.tsx'
import { NumberField } from '#panel/ui/fields/number-field.tsx'
import { RadioField } from '#panel/ui/fields/radio-field.tsx'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useUnsavedWork } from '#panel/ui/unsaved-work.ts'
import { type Text, useText } from '#panel/words/use-text.ts'
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
  hubRadius: z.union([z.number(), z.string()]).nullable(),
})
type ImportChoices = z.infer<typeof ImportChoices>

const NO_LINES: ReadonlySet<number> = new Set()
const UNCHOSEN: ImportChoices = { distancesFrom: 'root', hubRadius: USUAL_HUB_RADIUS_M }

/** What the call is sent. */
interface Sent {
  table: ImportedTable
  changes: FindingImport['changes']
}

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
  const [chosen, setChosen] = useState(NO_LINES)
  const change = (next: Partial<ImportChoices>) => {
    setChoices((former) => ({ ...former, ...next }))
    // The values that were chosen are other ones now.
    setChosen(NO_LINES)
  }
  const discard = () => {
    setChoices(UNCHOSEN)
    setChosen(NO_LINES)
    setRestored(false)
  }
  const { unreadable, fileId, choose } = useChosenFile((chosen) => change({ file: chosen }))
  useUnsavedWork(choices !== UNCHOSEN, 'changes', { discard })
  const table = file && tableOf(file, distancesFrom, hubRadius)
  const dryRun = useQuery(dryRunQuery(turbineId, table, { fileId, language: locale }))
  const add = useApiMutation({
    name: ['finding.import', turbineId],
    call: ({ table, changes }: Sent) => importFindings(turbineId, { ...table, changes, dry_run: false }),
    invalidates: () => [...listsAfter('finding', turbineId), ['finding-dry-run', turbineId]],
    onSuccess: ({ accepted, changed, known, refused }) => {
      const left = refused.length - known
      notify({
        tone: 'success',
        title: text(changed > 0 ? 'findings.import.addedAndChanged' : 'findings.import.added', {
          n: accepted,
          changed,
        }),
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
  const changes = (result?.lines ?? []).flatMap(({ line, revision }) =>
    chosen.has(line) && revision !== null ? { line, revision } : [],
  )
  const error = add.error ?? (table && !dryRun.isFetching ? dryRun.error : null)

  function whyBlocked(): string | undefined {
    if (result) return result.accepted + changes.length > 0 ? undefined : text('blocked.import.nothing')
    if (!file) return text('blocked.import.noFile')
    if (!table) return hubRadiusFault(text, hubRadius)
    return text(error ? 'findings.import.failed' : 'blocked.import.checking')
  }

  function chooseNext(picked: File) {
    // What failed for the former file says nothing about this one.
    add.reset()
    void choose(picked)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!table || whyBlocked() !== undefined) return
    // Somebody has changed a finding: what was chosen is no longer what is shown.
    const onError = (error: Error) => isStale(error) && setChosen(NO_LINES)
    add.mutate({ table, changes }, { onError })
  }

  return (
    <FormDialog
      title={text('findings.import.title')}
      submitLabel={text(changes.length > 0 ? 'findings.import.addAndChange' : 'findings.import.add', {
        n: result?.accepted ?? 0,
        changed: changes.length,
      })}
      submitBlocked={whyBlocked()}
      onSubmit={submit}
      onClose={onClose}
      busy={add.isPending}
      onDiscard={discard}
      isRestored={isRestored}
      dirty={choices !== UNCHOSEN}
      failureTitle={
        error ? text(add.error ? 'findings.import.notAdded' : 'findings.import.failed') : undefined
      }
      failure={error ? failureText(text, error) : undefined}
      onDismissFailure={add.reset}
      formRef={form}
    >
      <TableFileInput
        name={file?.name}
        unreadable={unreadable}
        disabled={add.isPending}
        onFile={chooseNext}
      />
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
          error={hubRadiusFault(text, hubRadius)}
        />
      )}
      {table && dryRun.isFetching && (
        <div role="status" className="grid gap-2 sm:col-span-2">
          <span className="sr-only">{text('findings.import.checking')}</span>
          <Skeleton className="h-12" />
          <Skeleton className="h-24" />
        </div>
      )}
      {table && dryRun.isError && !dryRun.isFetching && (
        <div className="sm:col-span-2">
          <Button onClick={() => void dryRun.refetch()}>{text('common.retry')}</Button>
        </div>
      )}
      {result && !dryRun.isFetching && (
        <DryRun result={result} chosen={chosen} onChoose={setChosen} disabled={add.isPending} />
      )}
    </FormDialog>
  )
}

function DryRun({
  result,
  ...choice
}: ComponentProps<typeof ImportedLines> & { result: FindingImportResult }) {
  const text = useText()
  const { accepted, known, lines, ignored_columns } = result
  const isKnown = lines.length > 0 && known === lines.length
  return (
    <>
      <div className="sm:col-span-2">
        <Banner tone={accepted > 0 ? 'success' : isKnown ? 'info' : 'warning'} title={titleOf(text, result)}>
          {ignored_columns.length > 0 &&
            text('findings.import.ignored', { columns: ignored_columns.join(', ') })}
        </Banner>
      </div>
      <ImportedLines result={result} {...choice} />
    </>
  )
}

function isStale(error: Error): boolean {
  return error instanceof RequestError && error.code === 'stale_revision'
}

/** What is wrong with the file, if the server says it. */
function failureText(text: Text, error: unknown): string {
  const issues = error instanceof RequestError ? error.issues : []
  return issues.find(({ path }) => path === 'csv')?.message ?? errorText(text, error)
}

function titleOf(text: Text, { accepted, known, lines }: FindingImportResult): string {
  if (lines.length === 0) return text('findings.import.noLines')
  if (known === lines.length) return text('findings.import.allKnown', { n: known })
  return text('findings.import.accepted', { n: accepted })
}

/** @param onFile called with the chosen file; undefined if it cannot be read */
function useChosenFile(onFile: (file: TableFile | undefined) => void) {
  const [chosen, setChosen] = useState<{ id: number; unreadable?: UnreadableFile }>({ id: 0 })
  const newest = useRef(0)
  async function choose(picked: File) {
    newest.current += 1
    const id = newest.current
    const read = await readTableFile(picked)
    // A file that was chosen later counts.
    if (id !== newest.current) return
    const isUnreadable = 'fault' in read
    setChosen(isUnreadable ? { id, unreadable: read } : { id })
    onFile(isUnreadable ? undefined : read)
  }
  return { unreadable: chosen.unreadable, fileId: chosen.id, choose }
}

/** Undefined while the hub radius is missing or impossible. */
function tableOf(
  { csv }: TableFile,
  distances_from: FindingImport['distances_from'],
  hubRadius: TypedNumber,
): ImportedTable | undefined {
  if (distances_from === 'root') return { csv, distances_from }
  return isHubRadius(hubRadius) ? { csv, distances_from, hub_radius_m: hubRadius } : undefined
}

function hubRadiusFault(text: Text, hubRadius: TypedNumber): string | undefined {
  if (isHubRadius(hubRadius)) return undefined
  const isGrouped = typeof hubRadius === 'string' && numberFault(hubRadius) === 'thousands'
  return text(isGrouped ? 'field.number.thousands' : 'findings.import.hubRadius.invalid')
}

function isHubRadius(metres: TypedNumber): metres is number {
  return typeof metres === 'number' && metres > 0 && metres <= HUB_RADIUS_MAX_M
}
