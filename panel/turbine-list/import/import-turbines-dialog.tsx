import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import * as z from 'zod'
import { mayEverywhere } from '#domain/permissions.ts'
import { ColumnAnswers } from '#domain/tables/imported-table.ts'
import { TurbineImport, type TurbineImportResult } from '#domain/tables/turbine-import.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import {
  dryRunQuery,
  importTurbines,
  TURBINE_DRY_RUNS,
  type TurbineTable,
} from '#panel/data/imports/turbine-import.ts'
import { listsAfterTurbine } from '#panel/data/turbines.ts'
import { CompanyField } from '#panel/frame/fields/company-field.tsx'
import { Checking } from '#panel/frame/import/checking.tsx'
import { ColumnQuestions } from '#panel/frame/import/column-questions.tsx'
import { failureText, isStale } from '#panel/frame/import/import-failure.ts'
import { TableFileInput } from '#panel/frame/import/table-file-input.tsx'
import { useChosenFile } from '#panel/frame/import/use-chosen-file.ts'
import { useDryRun } from '#panel/frame/import/use-dry-run.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { useKeptState } from '#panel/session/kept-work.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { Button } from '#panel/ui/button.tsx'
import { FormDialog } from '#panel/ui/dialogs/form-dialog.tsx'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useUnsavedWork } from '#panel/ui/unsaved-work.ts'
import { type Text, useText } from '#panel/words/use-text.ts'
import { ImportedTurbines, useColumnName } from './imported-turbines.tsx'
import { SwappedCoordinates } from './swapped-coordinates.tsx'

/** What is chosen in the dialog. */
const ImportChoices = z.object({
  file: z.object({ name: z.string(), csv: z.string() }).optional(),
  columns: ColumnAnswers,
  swaps: TurbineImport.shape.swaps,
  /** Of the lines that name none. */
  companyId: z.number().optional(),
  /** The changed lines that stay as they are. */
  unchosen: z.array(z.number()),
})
type ImportChoices = z.infer<typeof ImportChoices>

const UNCHOSEN: ImportChoices = { columns: [], swaps: [], unchosen: [] }

/** Takes turbines from a CSV file. It shows what would be added and changed and what not, and why, before anything is written. */
export default function ImportTurbinesDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const { locale } = useIntl()
  const notify = useNotify()
  const nameOfColumn = useColumnName()
  const isEverywhere = mayEverywhere(useCaller(), 'turbine.add')
  const form = useRef<HTMLFormElement>(null)
  const [choices, setChoices] = useKeptState('turbine-import', ImportChoices, UNCHOSEN)
  const [isRestored, setRestored] = useState(choices !== UNCHOSEN)
  const { file, swaps, companyId, unchosen } = choices
  const change = (next: Partial<ImportChoices>) => setChoices((former) => ({ ...former, ...next }))
  const discard = () => {
    setChoices(UNCHOSEN)
    setRestored(false)
  }
  const { unreadable, fileId, choose } = useChosenFile((picked) => change({ ...UNCHOSEN, file: picked }))
  useUnsavedWork(choices !== UNCHOSEN, 'changes', { discard })

  const inFile = { fileId, language: locale }
  const dryRunOf = (answers: Omit<TurbineTable, 'csv'>) =>
    dryRunQuery(file && { csv: file.csv, ...answers }, inFile)
  const company = companyId === undefined ? {} : { company_id: companyId }
  const {
    questions,
    columns,
    isAnswered,
    query,
    result: read,
  } = useDryRun((columns, isPreview) => dryRunOf({ columns, ...(isPreview && company) }), choices.columns)
  const isNamed = columns.some(({ column }) => column === 'company')
  const needsCompany = isEverywhere && isAnswered && questions.free.includes('company') && !isNamed
  // The coordinates are asked about when the columns are clear.
  const swapped = read?.swapped_coordinates ?? []
  const answered = swaps.filter(({ line }) => swapped.some((each) => each.line === line))
  const isPlaced = answered.length === swapped.length
  const answers = { columns, ...company, ...(answered.length > 0 && isPlaced && { swaps: answered }) }
  const last = useQuery({ ...dryRunOf(answers), enabled: read !== undefined })
  const dryRun = read === undefined ? query : last
  const result = read && last.data
  const changes = (result?.lines ?? []).flatMap(({ line, revision }) =>
    revision === null || unchosen.includes(line) ? [] : { line, revision },
  )

  const write = useApiMutation({
    name: ['turbine.import'],
    call: (sent: TurbineTable) => importTurbines({ ...sent, dry_run: false }),
    invalidates: () => [...listsAfterTurbine(0), ['turbines'], TURBINE_DRY_RUNS],
    onSuccess: ({ accepted, changed, refused }) => {
      notify({
        tone: 'success',
        title: text('turbines.import.added', { n: accepted, changed }),
        message: refused.length > 0 ? text('import.left', { n: refused.length }) : '',
      })
      discard()
      onClose()
    },
    failureWhenClosed: (error) => ({
      title: text('turbines.import.notAdded'),
      message: errorText(text, error),
    }),
  })
  const error = write.error ?? (file && !dryRun.isFetching ? dryRun.error : null)

  function whyBlocked(): string | undefined {
    if (!file) return text('blocked.import.noFile')
    if (!isAnswered) return text('blocked.import.columns')
    if (!result) return text(error ? 'import.failed' : 'blocked.import.checking')
    if (needsCompany && companyId === undefined) return text('blocked.import.company')
    if (!isPlaced) return text('blocked.import.coordinates')
    return result.accepted + changes.length > 0 ? undefined : text('blocked.import.noTurbines')
  }

  function chooseNext(picked: File) {
    // What failed for the former file says nothing about this one.
    write.reset()
    void choose(picked)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!file || whyBlocked() !== undefined) return
    const sent = { csv: file.csv, ...answers, changes }
    // Somebody has changed a turbine: what was chosen is no longer what is shown.
    write.mutate(sent, { onError: (failure) => isStale(failure) && void last.refetch() })
  }

  return (
    <FormDialog
      title={text('turbines.import.title')}
      submitLabel={text('turbines.import.add', { n: result?.accepted ?? 0, changed: changes.length })}
      submitBlocked={whyBlocked()}
      onSubmit={submit}
      onClose={onClose}
      busy={write.isPending}
      onDiscard={discard}
      isRestored={isRestored}
      dirty={choices !== UNCHOSEN}
      failureTitle={error ? text(write.error ? 'turbines.import.notAdded' : 'import.failed') : undefined}
      failure={error ? failureText(text, error) : undefined}
      onDismissFailure={write.reset}
      formRef={form}
    >
      <TableFileInput
        label={text('turbines.import.file')}
        hint={text('turbines.import.hint')}
        name={file?.name}
        unreadable={unreadable}
        disabled={write.isPending}
        onFile={chooseNext}
      />
      {file && (
        <ColumnQuestions
          questions={questions}
          nameOfColumn={nameOfColumn}
          answers={choices.columns}
          onAnswer={(columns) => change({ columns })}
        />
      )}
      {needsCompany && (
        <CompanyField
          className="sm:col-span-2"
          label={text('turbines.import.company')}
          required
          value={companyId}
          onChange={(id) => change({ companyId: id })}
        />
      )}
      <SwappedCoordinates lines={swapped} swaps={answered} onAnswer={(swaps) => change({ swaps })} />
      {file && dryRun.isFetching && <Checking />}
      {file && dryRun.isError && !dryRun.isFetching && (
        <div className="sm:col-span-2">
          <Button onClick={() => void dryRun.refetch()}>{text('common.retry')}</Button>
        </div>
      )}
      {result && !dryRun.isFetching && !(needsCompany && companyId === undefined) && (
        <>
          <Summary result={result} />
          <ImportedTurbines
            result={result}
            chosen={new Set(changes.map(({ line }) => line))}
            onChoose={(chosen) =>
              change({
                unchosen: result.lines.flatMap(({ line, revision }) =>
                  revision !== null && !chosen.has(line) ? line : [],
                ),
              })
            }
            disabled={write.isPending}
          />
        </>
      )}
    </FormDialog>
  )
}

/** How many turbines the file adds and changes, and which of its columns are not read. */
function Summary({ result }: { result: TurbineImportResult }) {
  const text = useText()
  const { accepted, changed, lines, known, ignored_columns } = result
  const isKnown = lines.length > 0 && known === lines.length
  const isAsked = lines.some(({ becomes }) => becomes === 'asked')
  const tone = isKnown ? 'info' : accepted + changed > 0 && !isAsked ? 'success' : 'warning'
  return (
    <div className="sm:col-span-2">
      <Banner tone={tone} title={titleOf(text, result)}>
        {ignored_columns.length > 0 && text('import.ignored', { columns: ignored_columns.join(', ') })}
      </Banner>
    </div>
  )
}

function titleOf(text: Text, { accepted, changed, lines, known }: TurbineImportResult): string {
  if (lines.length === 0) return text('import.noLines')
  if (known === lines.length) return text('turbines.import.allKnown', { n: known })
  const asked = lines.filter(({ becomes }) => becomes === 'asked').length
  if (asked > 0) return text('turbines.import.waiting', { n: asked })
  return text('turbines.import.accepted', { n: accepted, changed })
}
