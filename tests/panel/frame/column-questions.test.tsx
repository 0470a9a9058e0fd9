import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import type { ColumnAnswers } from '#domain/tables/imported-table.ts'
import { ColumnQuestions } from '#panel/frame/import/column-questions.tsx'
import { callerOf, openScreen } from '../panel-screen.tsx'

const QUESTIONS = {
  asked: [
    { head: 'Tesis', example: 'T1' },
    { head: 'constructor', example: 'Ada' },
  ],
  free: ['code', 'model'],
  missing: ['code'],
}

let answers: ColumnAnswers = []

function Screen() {
  const [given, setGiven] = useState<ColumnAnswers>([])
  answers = given
  return (
    <ColumnQuestions
      questions={QUESTIONS}
      nameOfColumn={(column) => column.toUpperCase()}
      answers={given}
      onAnswer={setGiven}
    />
  )
}

const selects = () => [...document.querySelectorAll('select')]
const optionsOf = (select: HTMLSelectElement | undefined) =>
  [...(select?.options ?? [])].map(({ textContent }) => textContent)

async function choose(index: number, value: string) {
  const select = selects()[index] as HTMLSelectElement
  const set = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set
  set?.call(select, value)
  select.dispatchEvent(new Event('change', { bubbles: true }))
  await vi.waitUntil(() => selects()[index]?.value === value)
}

it('offers each column once, and leaving out always', async () => {
  openScreen(callerOf(), <Screen />)
  expect(document.querySelector('h3')?.textContent).toBe('2 sütunun ne olduğu anlaşılamadı')
  expect(document.body.textContent).toContain('zorunlu sütunlar: CODE')
  expect(selects().map(optionsOf)).toEqual([
    ['Seçin', 'CODE', 'MODEL', 'Dışarıda bırak'],
    ['Seçin', 'CODE', 'MODEL', 'Dışarıda bırak'],
  ])
  await choose(0, 'code')
  expect(optionsOf(selects()[1])).toEqual(['Seçin', 'MODEL', 'Dışarıda bırak'])
  expect(document.body.textContent).not.toContain('zorunlu sütunlar')
  await choose(1, '-')
  expect(answers).toEqual([
    { head: 'Tesis', column: 'code' },
    { head: 'constructor', column: null },
  ])
})
