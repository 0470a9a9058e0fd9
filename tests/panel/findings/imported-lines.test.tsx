import { expect, it, vi } from 'vitest'
import type { ImportedLine } from '#domain/findings/finding-import.ts'
import { ImportedLines } from '#panel/findings/import/imported-lines.tsx'
import { callerOf, openScreen } from '../panel-screen.tsx'

const line = (number: number, fields: Partial<ImportedLine>): ImportedLine => ({
  line: number,
  becomes: 'new',
  number: null,
  remarks: [],
  more_remarks: 0,
  differences: [],
  revision: null,
  applied: false,
  ...fields,
})

/** The title of each table, whether it is open, and the texts of its rows without the first one. */
function tables() {
  return [...document.querySelectorAll('details')].map((details) => [
    details.querySelector('summary')?.textContent,
    details.open,
    ...[...details.querySelectorAll('tbody tr')].map((row) =>
      [...row.children].map(({ textContent }) => textContent),
    ),
  ])
}

/** The rows about the lines that are left out. */
function refusals() {
  return [...document.querySelectorAll('section tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  )
}

const UNCHOSEN = { chosen: new Set<number>(), onChoose: () => {}, disabled: false }
const EXISTS = { column: 'type', message: 'Var.' }

it('says of each line whether it is new, there already or refused, and why', () => {
  const remarks = [
    { column: 'side', message: 'Geçersiz.' },
    { column: 'place', message: 'Uzak.' },
  ]
  openScreen(
    callerOf(),
    <ImportedLines
      {...UNCHOSEN}
      result={{
        allowed: [],
        lines: [
          line(2, { number: 'A-LE-001' }),
          line(3, { becomes: 'refused', remarks }),
          line(4, { becomes: 'known', number: 'A-LE-007', remarks: [EXISTS] }),
          line(6, {
            becomes: 'known',
            number: 'A-LE-008',
            remarks: [EXISTS, { column: 'earlier', message: 'Başka.' }],
          }),
          line(5, { number: 'A-LE-002', remarks: [{ column: 'earlier', message: 'Yok.' }] }),
        ],
      }}
    />,
  )
  expect(refusals()).toEqual([
    ['Yüzey', 'Geçersiz.', '3'],
    ['Kökten uzaklık (m)', 'Uzak.', '3'],
  ])
  expect(tables()).toEqual([
    ['2 satır eklenecek', true, ['5', 'A-LE-002', 'Önceki bulgu: Yok.'], ['2', 'A-LE-001', '']],
    [
      '2 satırdaki bulgu bu türbinde zaten var',
      true,
      ['6', 'A-LE-008', 'Önceki bulgu: Başka.'],
      ['4', 'A-LE-007', ''],
    ],
  ])
})

it('says how many reasons of the lines are not listed', () => {
  const refused = line(2, { becomes: 'refused', remarks: [{ column: 'side', message: 'Geçersiz.' }] })
  const lines = [{ ...refused, more_remarks: 3 }, { ...refused, line: 3, more_remarks: 4 }, line(4, {})]
  openScreen(callerOf(), <ImportedLines {...UNCHOSEN} result={{ lines, allowed: [] }} />)
  expect(document.querySelector('section p')?.textContent).toBe(
    'Her satırın ilk 5 nedeni gösterilir; 7 neden daha var.',
  )
})

it('shows only the tables that have lines, and says how many lines it does not show', () => {
  const lines = Array.from({ length: 250 }, (_, index) => line(index + 2, { number: `A-LE-${index}` }))
  openScreen(callerOf(), <ImportedLines {...UNCHOSEN} result={{ lines, allowed: [] }} />)
  expect(tables().map(([title, isOpen, ...rows]) => [title, isOpen, rows.length])).toEqual([
    ['250 satır eklenecek', false, 200],
  ])
  expect(document.body.textContent).toContain('ve 50 satır daha')
})

it('says each reason once, with the wrong texts, what is allowed and the lines', () => {
  const wrong = (number: number, value: string) =>
    line(number, {
      becomes: 'refused',
      remarks: [
        { column: 'side', message: 'Geçersiz.', value },
        { column: 'severity', message: 'Boş.' },
      ],
    })
  const lines = [...[2, 3, 4, 9].map((each) => wrong(each, 'XX')), wrong(11, 'YY')]
  openScreen(
    callerOf(),
    <ImportedLines {...UNCHOSEN} result={{ lines, allowed: [{ column: 'side', values: ['LE', 'TE'] }] }} />,
  )
  expect(document.querySelector('h3')?.textContent).toBe('5 satır eklenmeyecek')
  expect(refusals()).toEqual([
    ['Yüzey', '“XX”, “YY”: Geçersiz.Yazılabilecekler: LE · TE', '2–4, 9, 11'],
    ['Derece', 'Boş.', '2–4, 9, 11'],
  ])
})

it('names some of many wrong texts, and the number of the others', () => {
  const lines = Array.from({ length: 30 }, (_, index) =>
    line(2 * index + 2, {
      becomes: 'refused',
      remarks: [{ column: 'count', message: 'Sayı yazın.', value: `x${index}` }],
    }),
  )
  openScreen(callerOf(), <ImportedLines {...UNCHOSEN} result={{ lines, allowed: [] }} />)
  expect(refusals()).toEqual([
    [
      'Adet',
      expect.stringMatching(/“x11” ve 18 tane daha: Sayı yazın\.$/),
      expect.stringMatching(/24 ve 18 tane daha$/),
    ],
  ])
})

it('shows both values of a finding that the file says otherwise, and changes none that is not chosen', () => {
  const onChoose = vi.fn()
  const status = { column: 'status', before: 'Onarıldı', after: 'Açık' }
  openScreen(
    callerOf(),
    <ImportedLines
      {...UNCHOSEN}
      onChoose={onChoose}
      result={{
        allowed: [],
        lines: [2, 3].map((n) =>
          line(n, { becomes: 'changed', number: `A-LE-00${n}`, revision: 4, differences: [status] }),
        ),
      }}
    />,
  )
  expect(refusals()).toEqual([
    ['', 'A-LE-002', 'Durum: Onarıldı → Açık'],
    ['', 'A-LE-003', 'Durum: Onarıldı → Açık'],
  ])
  const boxes = [...document.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')]
  expect(boxes.map(({ checked }) => checked)).toEqual([false, false, false])
  boxes[1]?.click()
  boxes[0]?.click()
  expect(onChoose.mock.calls).toEqual([[new Set([2])], [new Set([2, 3])]])
})
