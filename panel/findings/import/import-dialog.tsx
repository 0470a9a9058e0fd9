import { type ComponentProps, type FormEvent, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import * as z from 'zod'
import type { FindingImport, FindingImportResult } from '#domain/findings/finding-import.ts'
import { ColumnAnswers } from '#domain/tables/imported-table.ts'
import { numberFault, type TypedNumber } from '#domain/text/typed-number.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { listsAfterFinding } from '#panel/data/findings.ts'
import { dryRunQuery, type ImportedTable, importFindings } from '#panel/data/imports/finding-import.ts'
import { Checking } from '#panel/frame/import/checking.tsx'
import { ColumnQuestions } from '#panel/frame/import/column-questions.tsx'
import { failureText, isStale } from '#panel/frame/import/import-failure.ts'
import type { TableFile } from '#panel/frame/import/read-table-file.ts'
import { TableFileInput } from '#panel/frame/import/table-file-input.tsx'
import { useChosenFile } from '#panel/frame/import/use-chosen-file.ts'
import { useDryRun } from '#panel/frame/import/use-dry-run.ts'
import { useKeptState } from '#panel/session/kept-work.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { Button } from '#panel/ui/button.tsx'
import { FormDialog } from '#panel/ui/dialogs/form-dialog.tsx'
import { NumberField } from '#panel/ui/fields/number-field.tsx'
import { RadioField } from '#panel/ui/fields/radio-field.tsx'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useUnsavedWork } from '#panel/ui/unsaved-work.ts'
import { type Text, useText } from '#panel/words/use-text.ts'
import { ImportedLines, useColumnName } from './imported-lines.tsx'

/** Between the rotor centre and the root of a blade, in metres. */
const USUAL_HUB_RADIUS_M = 1.2
const HUB_RADIUS_MAX_M = 10

const SAMPLES: Record<string, string> = { tr: '/ornek-bulgular.csv', en: '/sample-findings.csv' }

/** What is chosen in the dialog. */
const ImportChoices = z.object({
  file: z.object({ name: z.string(), csv: z.string() }).optional(),
  distancesFrom: z.enum(['root', 'rotor_centre']),
  hubRadius: z.union([z.number(), z.string()]).nullable(),
  /** Older versions of the panel have kept choices without it. */
  columns: ColumnAnswers.default([]),
})
type ImportChoices = z.infer<typeof ImportChoices>

const NO_LINES: ReadonlySet<number> = new Set()
const UNCHOSEN: ImportChoices = { distancesFrom: 'root', hubRadius: USUAL_HUB_RADIUS_M, columns: [] }

/** What the call is sent. */
interface Sent {
  table: ImportedTable
  changes: FindingImport['changes']
  columns: ColumnAnswers
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
  const { unreadable, fileId, choose } = useChosenFile((chosen) => change({ file: chosen, columns: [] }))
  useUnsavedWork(choices !== UNCHOSEN, 'changes', { discard })
  const table = file && tableOf(file, distancesFrom, hubRadius)
  const nameOfColumn = useColumnName()
  const {
    questions,
    columns,
    isAnswered,
    query: dryRun,
    result: shown,
  } = useDryRun(
    (columns) => dryRunQuery(turbineId, table, { fileId, language: locale, columns }),
    choices.columns,
  )
  const add = useApiMutation({
    name: ['finding.import', turbineId],
    call: ({ table, ...sent }: Sent) => importFindings(turbineId, { ...table, ...sent, dry_run: false }),
    invalidates: () => [...listsAfterFinding(turbineId), ['finding-dry-run', turbineId]],
    onSuccess: ({ accepted, changed, known, refused }) => {
      const left = refused.length - known
      notify({
        tone: 'success',
        title: text(changed > 0 ? 'findings.import.addedAndChanged' : 'findings.import.added', {
          n: accepted,
          changed,
        }),
        message: left > 0 ? text('import.left', { n: left }) : '',
      })
      discard()
      onClose()
    },
    failureWhenClosed: (error) => ({
      title: text('findings.import.notAdded'),
      message: errorText(text, error),
    }),
  })
  const result = table && shown
  const changes = (result?.lines ?? []).flatMap(({ line, revision }) =>
    chosen.has(line) && revision !== null ? { line, revision } : [],
  )
  const error = add.error ?? (table && !dryRun.isFetching ? dryRun.error : null)

  function whyBlocked(): string | undefined {
    if (result) return result.accepted + changes.length > 0 ? undefined : text('blocked.import.nothing')
    if (!file) return text('blocked.import.noFile')
    if (!table) return hubRadiusFault(text, hubRadius)
    if (!isAnswered) return text('blocked.import.columns')
    return text(error ? 'import.failed' : 'blocked.import.checking')
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
    add.mutate({ table, changes, columns }, { onError })
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
      failureTitle={error ? text(add.error ? 'findings.import.notAdded' : 'import.failed') : undefined}
      failure={error ? failureText(text, error) : undefined}
      onDismissFailure={add.reset}
      formRef={form}
    >
      <TableFileInput
        label={text('findings.import.file')}
        hint={text('findings.import.hint')}
        sample={{ address: SAMPLES[locale], label: text('findings.import.sample') }}
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
      {table && (
        <ColumnQuestions
          questions={questions}
          nameOfColumn={nameOfColumn}
          answers={choices.columns}
          onAnswer={(columns) => change({ columns })}
        />
      )}
      {table && dryRun.isFetching && <Checking />}
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
          {ignored_columns.length > 0 && text('import.ignored', { columns: ignored_columns.join(', ') })}
        </Banner>
      </div>
      <ImportedLines result={result} {...choice} />
    </>
  )
}

function titleOf(text: Text, { accepted, known, lines }: FindingImportResult): string {
  if (lines.length === 0) return text('import.noLines')
  if (known === lines.length) return text('findings.import.allKnown', { n: known })
  return text('findings.import.accepted', { n: accepted })
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
