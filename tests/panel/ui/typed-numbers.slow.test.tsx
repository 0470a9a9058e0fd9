import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { type ReactNode, useState } from 'react'
import { expect, it, vi } from 'vitest'
import english from '#content/panel/en.json'
import turkish from '#content/panel/tr.json'
import { type Company, CompanyDraft } from '#domain/company.ts'
import { FINDING_MEASURES } from '#domain/findings/finding-type.ts'
import type { Language } from '#domain/text/language.ts'
import CompanyDialog from '#panel/companies/company-dialog.tsx'
import type { ShapeSurface } from '#panel/drawing/surface.ts'
import FindingDialog from '#panel/findings/dialog/finding-dialog.tsx'
import ImportDialog from '#panel/findings/import/import-dialog.tsx'
import { ReferenceForm } from '#panel/findings/marks/reference-form.tsx'
import { emptyDraft } from '#panel/frame/empty-draft.ts'
import ShareLinkDialog from '#panel/links/share-link-dialog.tsx'
import { chooseLanguage } from '#panel/preferences/language.ts'
import { keepValue } from '#panel/session/kept-values.ts'
import EditTurbineDialog from '#panel/turbine-list/dialogs/edit-turbine-dialog.tsx'
import { answeredFinding } from '../../support/answered-finding.ts'
import { answeredTurbine } from '../../support/answered-turbine.ts'
import { callerOf, openScreen, type } from '../panel-screen.tsx'

const WORDS = { tr: turkish, en: english }
const VIEWER = callerOf({ role: 'superadmin' })
const TURBINE = answeredTurbine(1, { company_id: 3, rooms: 3 })
const COMPANY = {
  ...emptyDraft(CompanyDraft),
  id: 5,
  name: 'Bora',
  user_count: 0,
  turbine_count: 0,
} as Company
const MEASURED = answeredFinding(2, Object.fromEntries(FINDING_MEASURES.map((measure) => [measure, 7])))
const TABLE = { file: { name: 'a.csv', csv: 'blade;side' }, distancesFrom: 'rotor_centre', hubRadius: 2 }

interface Form {
  /** The file with the fields. */
  file: string
  screen: ReactNode
  /** Called before the form opens. */
  prepare?: () => void
  /** The numbers that the form has kept without a request. */
  kept?: () => unknown
  /** True if its numbers are in millimetres or square centimetres, where `1.250` may be 1250 or 1.25. */
  hasMeasures?: true
}

/** Every form with a field for a number. */
const FORMS: Form[] = [
  { file: 'turbine-list/dialogs/turbine-form-fields.tsx', screen: <EditTurbineDialog turbine={TURBINE} onClose={close} /> },
  { file: 'companies/company-dialog.tsx', screen: <CompanyDialog company={COMPANY} onAdded={() => {}} onClose={close} /> },
  { file: 'links/share-link-dialog.tsx', screen: <ShareLinkDialog turbine={TURBINE} year={2026} onClose={close} /> },
  { file: 'companies/deadline-fields.tsx', screen: <CompanyDialog company={COMPANY} onAdded={() => {}} onClose={close} /> },
  { file: 'findings/finding-form.tsx', screen: <FindingDialog turbine={TURBINE} finding={MEASURED} onClose={close} />, hasMeasures: true },
  { file: 'findings/marks/reference-form.tsx', hasMeasures: true, screen: <Reference />, prepare: () => keepLength(null), kept: () => keptLength },
  {
    file: 'findings/import/import-dialog.tsx',
    screen: <ImportDialog turbineId={1} onClose={close} />,
    prepare: () => keepValue(`${VIEWER.id}/finding-import/1`, TABLE),
  },
] // biome-ignore format: one form a line

/** A photo of 1000 × 500 pixels that nothing covers. */
const SURFACE = {
  element: document.createElement('div'),
  unit: 'fraction',
  outline: () => [],
  anchor: () => undefined,
} as unknown as ShapeSurface

let keptLength: number | null = null
function keepLength(mm: number | null) {
  keptLength = mm
}

function Reference() {
  const [typed, setTyped] = useState('')
  const line = { from: [0.1, 0.5] as [number, number], to: [0.3, 0.5] as [number, number] }
  return (
    <ReferenceForm
      surface={SURFACE}
      line={line}
      typed={typed}
      onType={setTyped}
      onKeep={keepLength}
      onClose={close}
    />
  )
}

let sent: unknown[]

function close() {}

it('has every file of the panel with a field for a number in its table', async () => {
  const files: string[] = []
  for await (const path of glob('panel/**/*.tsx')) {
    const source = readFileSync(path, 'utf8')
    expect(source, path).not.toMatch(/type="number"|parseFloat|valueAsNumber/)
    if (/<NumberField|inputMode="(decimal|numeric)"/.test(source)) files.push(path.replace('panel/', ''))
  }
  const known = new Set([...FORMS.map(({ file }) => file), 'ui/fields/number-field.tsx'])
  expect(files.toSorted()).toEqual([...known].toSorted())
})

const GROUPED = ['1.234,5', '1,234.5', '1 234']

const CASES = (['tr', 'en'] as const).flatMap((language) => FORMS.map((form) => ({ ...form, language })))

it.each(CASES)('reads the numbers of $file in $language as they are meant', async ({ language, ...form }) => {
  const words = WORDS[language]
  for (const typed of ['1.5', '1,5']) {
    const { labels, send, close } = await open(form, language)
    expect(labels.length).toBeGreaterThan(0)
    const formers = labels.map((label) => [label, fieldOf(label).value] as const)
    for (const label of labels) type(fieldOf(label), typed)
    const wholes = new Set<string>()
    // What takes whole numbers only says so, and gets its former number again.
    while (wholes.size < labels.length) {
      const { numbers, faults } = await send(labels.filter((label) => !wholes.has(label)))
      expect(numbers, typed).not.toContain(15)
      if (faults.length === 0) {
        expect(numbers.filter((number) => number === 1.5)).toHaveLength(labels.length - wholes.size)
        break
      }
      expect(numbers, typed).toEqual([])
      for (const [label, fault] of faults) {
        expect(fault, label).toContain(words['field.number.whole'])
        wholes.add(label)
        type(fieldOf(label), formers.find(([each]) => each === label)?.[1] ?? '')
      }
    }
    close()
  }
  const { labels, send } = await open(form, language)
  for (const [index, label] of labels.entries()) {
    const former = fieldOf(label).value
    const grouped = GROUPED[index % GROUPED.length] ?? ''
    for (const typed of form.hasMeasures ? [grouped, '1.250', '1,250'] : [grouped]) {
      type(fieldOf(label), typed)
      const { numbers, faults } = await send([label])
      expect(Object.fromEntries(faults)[label], typed).toContain(words['field.number.thousands'])
      expect(numbers, `${label}: ${typed}`).toEqual([])
    }
    type(fieldOf(label), former)
  }
})

/** The fields for several numbers in one text: what is typed, and what is sent of it; undefined for what the form refuses. */
const TEXTS = [
  {
    file: 'findings/finding-form.tsx',
    label: 'findings.place.metres',
    field: 'place',
    typed: {
      '1.5': { from_m: 1.5 },
      '1,5': { from_m: 1.5 },
      '1,5–2.5': { from_m: 1.5, to_m: 2.5 },
      '3; 2,5; 1.5': { positions_m: [1.5, 2.5, 3] },
      // No blade is a thousand metres long.
      '1.250': { from_m: 1.25 },
      '1,250': { from_m: 1.25 },
      '1.234,5': undefined,
      '1 234,5–2': undefined,
    },
    refusal: 'field.number.thousands',
  },
  {
    file: 'turbine-list/dialogs/turbine-form-fields.tsx',
    label: 'turbine.coordinates',
    field: 'coordinates',
    typed: {
      '38.5,27.25': { coordinates: '38.5,27.25' },
      '38,5; 27,25': { coordinates: '38.5,27.25' },
      '38,5, 27,25': { coordinates: '38.5,27.25' },
      '38.5 27.25': { coordinates: '38.5,27.25' },
      '1.234,5; 27': undefined,
      '38,5,27': undefined,
    },
    refusal: 'turbine.coordinates.invalid',
  },
] as const

it.each((['tr', 'en'] as const).flatMap((language) => TEXTS.map((each) => ({ ...each, language }))))(
  'reads the numbers in the text $field of $file in $language as they are meant',
  async (each) => {
    const { file, label, typed, refusal, language } = each
    const form = FORMS.find((one) => one.file === file)
    if (!form) throw new Error(`There is no form ${file}.`)
    const { send } = await open(form, language)
    const name = WORDS[language][label]
    for (const [text, value] of Object.entries(typed)) {
      type(fieldOf(name), text)
      const { body, faults } = await send([name])
      if (value !== undefined) expect(body, text).toMatchObject(value)
      else expect(Object.fromEntries(faults)[name], text).toContain(WORDS[language][refusal])
    }
  },
)

/** Opens a form, whose changes the server refuses. @returns the labels of its fields for numbers, and what sends it */
async function open({ screen, prepare, kept = () => null }: Form, language: Language) {
  await chooseLanguage(language)
  vi.stubGlobal('fetch', async (request: RequestInfo | URL, init?: RequestInit) => {
    if (init?.body) sent.push(JSON.parse(String(init.body)))
    const method = init?.method ?? (request instanceof Request ? request.method : 'GET')
    if (method === 'GET') return Response.json({ success: true, data: [{ ...COMPANY, id: 3 }] })
    return Response.json({ success: false, error: 'forbidden', message: 'no' }, { status: 403 })
  })
  prepare?.()
  const { queryClient, close } = openScreen(VIEWER, screen)
  await vi.waitUntil(() => numberFields().length > 0 && queryClient.isMutating() === 0)
  sent = []
  fields.clear()
  const labels = numberFields().map(labelOf)

  /** Sends the form until it says something. @returns what was sent or kept, and what is said at these fields */
  async function send(checked: string[]) {
    const faults = () => checked.flatMap(faultOf)
    await vi.waitUntil(() => {
      if (faults().length > 0 || sent.length > 0 || kept() !== null) return true
      fieldOf(checked[0] ?? '').form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
      return false
    })
    const [body] = sent
    await vi.waitUntil(() => queryClient.isMutating() === 0)
    sent = []
    return { body, numbers: numbersIn([body, kept()]), faults: body === undefined ? faults() : [] }
  }
  return { labels, send, close }
}

/** The fields of the open form by their labels, because it takes long to find them here. */
const fields = new Map<string, HTMLInputElement>()

function fieldOf(label: string): HTMLInputElement {
  const known = fields.get(label)
  if (known?.isConnected) return known
  const field = [...document.querySelectorAll('input')].find((each) => labelOf(each) === label)
  if (!field) throw new Error(`There is no field "${label}".`)
  fields.set(label, field)
  return field
}

/** The label of a field that is marked as wrong, and what is said there. */
function faultOf(label: string): [string, string][] {
  const field = fieldOf(label)
  if (field.getAttribute('aria-invalid') !== 'true') return []
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return [[label, ids.map((id) => document.getElementById(id)?.textContent).join(' ')]]
}

const numberFields = () => [...document.querySelectorAll<HTMLInputElement>('input[inputmode="decimal"]')]

function labelOf(field: HTMLInputElement): string {
  return field.labels?.[0]?.textContent ?? ''
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(numbersIn) : []
}
