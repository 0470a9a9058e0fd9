import { useId, useState } from 'react'
import * as z from 'zod'
import {
  INSPECTION_METHODS,
  type Inspection,
  InspectionFields,
  type InspectionMethod,
  reportedVersion,
} from '#domain/inspections/inspection.ts'
import { REPORT_EXTENTS } from '#domain/inspections/report-job.ts'
import { LANGUAGES } from '#domain/text/language.ts'
import type { Turbine } from '#domain/turbine.ts'
import { saveInspection } from '#panel/data/inspections.ts'
import { reportJobs } from '#panel/data/jobs/report-jobs.ts'
import { watchFileJob } from '#panel/frame/jobs/watched-file-jobs.ts'
import { RecordFormDialog } from '#panel/frame/record-form-dialog.tsx'
import { useRecordForm } from '#panel/frame/use-record-form.ts'
import { language } from '#panel/preferences/language.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { useKeptState } from '#panel/session/kept-work.ts'
import { Badge } from '#panel/ui/badge.tsx'
import { DayField } from '#panel/ui/fields/days/day-field.tsx'
import { SelectField } from '#panel/ui/fields/select-field.tsx'
import { TextAreaField } from '#panel/ui/fields/text-area-field.tsx'
import { TextField } from '#panel/ui/fields/text-field.tsx'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'

/** The chosen language of the report; null for that of the panel. */
const Choice = z.enum(LANGUAGES).nullable()
/** The chosen extent of the report. */
const Extent = z.enum(REPORT_EXTENTS)

interface MakeReportDialogProps {
  turbine: Turbine
  /** The year that the report is about, with what is known about its inspection. */
  inspection: Inspection
  onClose: () => void
}

/** Asks for the language and the extent of the report and for what neither photos nor findings say, saves it, and orders the report. */
export default function MakeReportDialog({ turbine, inspection, onClose }: MakeReportDialogProps) {
  const text = useText()
  const dates = useDates()
  const { turbine_id: turbineId, year } = inspection
  const [openedAt] = useState(() => String(Date.now()))
  const [chosenLanguage, setReportLanguage] = useKeptState(
    `report-language/${turbineId}/${year}`,
    Choice,
    null,
  )
  const [extent, setExtent] = useKeptState(`report-extent/${turbineId}/${year}`, Extent, 'full')
  const reportLanguage = chosenLanguage ?? language.peek()
  const { first_name, last_name } = useCaller()
  const version = reportedVersion(inspection)
  // Who makes the report was often there. What somebody has saved or published stays, an empty field too.
  const offered =
    inspection.updated_at === null && version === null && inspection.inspector === ''
      ? { ...inspection, inspector: `${first_name} ${last_name}`.trim() }
      : inspection
  const form = useRecordForm({
    schema: InspectionFields,
    record: offered,
    revision: inspection.revision,
    save: async (fields: InspectionFields, { changed, record, revision }) => {
      // A version says already what the form says. Saving it would be a change that is not published, and the report a draft.
      if (version === null || Object.keys(changed).length > 0)
        await saveInspection({ turbineId, year }, { ...record, ...changed }, revision)
      // Findings and photos may have changed since the dialog was open for the last time.
      const attempt = openedAt + JSON.stringify(fields)
      return reportJobs.order({ turbineId, year }, { language: reportLanguage, extent }, attempt)
    },
    onSaved: (job) => {
      watchFileJob('report', turbine, job)
      close()
    },
    failed: 'reports.make.failed',
    draft: `inspection/${turbineId}/${year}`,
  })
  const bounds = { min: `${year}-01-01`, max: `${year}-12-31` }
  const showDay = (day: string | null) => (day === null ? '' : dates.day(day))
  function close() {
    // After a late answer, another language may have been chosen in the dialog that was opened again.
    setReportLanguage((now) => (now === chosenLanguage ? null : now))
    setExtent((now) => (now === extent ? 'full' : now))
    onClose()
  }
  return (
    <RecordFormDialog
      form={form}
      title={text('reports.make.title', { year: String(year) })}
      submitLabel={text('reports.make.submit')}
      shown={{
        first_day: [text('inspection.firstDay'), showDay],
        last_day: [text('inspection.lastDay'), showDay],
        inspector: text('inspection.inspector'),
        camera: text('inspection.camera'),
        weather: text('inspection.weather'),
        not_seen: text('inspection.notSeen'),
        methods: [
          text('inspection.methods'),
          (methods: InspectionMethod[]) =>
            methods.map((method) => text(`inspection.method.${method}`)).join(', '),
        ],
      }}
      onClose={close}
    >
      <ReleaseNotice inspection={inspection} isChanged={form.dirty} />
      <DayField label={text('inspection.firstDay')} bounds={bounds} {...form.day('first_day')} />
      <DayField
        label={text('inspection.lastDay')}
        hint={text('inspection.lastDay.hint')}
        bounds={bounds}
        {...form.day('last_day')}
      />
      <TextField label={text('inspection.inspector')} {...form.text('inspector')} />
      <TextField label={text('inspection.camera')} {...form.text('camera')} />
      <TextField label={text('inspection.weather')} {...form.text('weather')} />
      <SelectField
        label={text('reports.make.language')}
        value={reportLanguage}
        onChange={setReportLanguage}
        options={LANGUAGES.map((value) => ({ value, label: text(`reports.make.language.${value}`) }))}
      />
      <SelectField
        label={text('reports.make.extent')}
        value={extent}
        onChange={setExtent}
        options={REPORT_EXTENTS.map((value) => ({ value, label: text(`reports.make.extent.${value}`) }))}
      />
      <MethodsField {...form.value('methods')} />
      <TextAreaField
        label={text('inspection.notSeen')}
        hint={text('inspection.notSeen.hint')}
        className="sm:col-span-2"
        {...form.text('not_seen')}
      />
      <p className="text-note text-ink-soft sm:col-span-2">{text('reports.make.hint')}</p>
    </RecordFormDialog>
  )
}

interface ReleaseNoticeProps {
  inspection: Inspection
  /** True if the form says something else than what is saved. */
  isChanged: boolean
}

/** Says before a report is ordered what it will be: that of a published version, or a draft for the team, and why. */
function ReleaseNotice({ inspection, isChanged }: ReleaseNoticeProps) {
  const text = useText()
  const { published_version: version, unpublished_changes } = inspection
  const isDraft = isChanged || reportedVersion(inspection) === null
  return (
    <div
      role="status"
      className="flex items-start gap-3 rounded border border-hairline bg-surface-sunken px-4 py-3 sm:col-span-2"
    >
      <Badge tone={isDraft ? 'attention' : 'good'}>
        {isDraft ? text('reports.draft') : text('reports.version', { version })}
      </Badge>
      <p className="min-w-0 text-body text-ink">{sentence()}</p>
    </div>
  )

  function sentence() {
    if (version === null) return text('reports.make.draft')
    if (unpublished_changes)
      return text('reports.make.draft.unpublished', { version, n: unpublished_changes })
    return text(isChanged ? 'reports.make.draft.changed' : 'reports.make.ofVersion', { version })
  }
}

interface MethodsFieldProps {
  value: InspectionMethod[]
  onChange: (methods: InspectionMethod[]) => void
}

/** Any number of the few methods. */
function MethodsField({ value, onChange }: MethodsFieldProps) {
  const text = useText()
  const id = useId()
  const chosen = (method: InspectionMethod, isChosen: boolean) =>
    INSPECTION_METHODS.filter((each) => (each === method ? isChosen : value.includes(each)))
  return (
    <fieldset aria-labelledby={id} className="sm:col-span-2">
      <legend id={id} className="mb-1 text-note font-medium text-ink-soft">
        {text('inspection.methods')}
      </legend>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {INSPECTION_METHODS.map((method) => (
          <label key={method} className="flex cursor-pointer items-center gap-2 text-body text-ink">
            <input
              type="checkbox"
              checked={value.includes(method)}
              onChange={({ target }) => onChange(chosen(method, target.checked))}
              className="size-4 cursor-pointer accent-action"
            />
            {text(`inspection.method.${method}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
