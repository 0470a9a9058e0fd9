import { expect, it } from 'vitest'
import { FilterSelect } from '#panel/ui/fields/filter-select.tsx'
import { callerOf, openScreen } from '../panel-screen.tsx'

let close = () => {}

const OPTIONS = [{ value: '7', label: 'Şimal', count: 2 }]

/** The text that the select shows. */
async function shown(value: string | undefined, unlisted?: string) {
  ;({ close } = openScreen(
    callerOf(),
    <FilterSelect
      label="Şirket"
      all="Tümü"
      value={value}
      options={OPTIONS}
      unlisted={unlisted}
      onChange={() => {}}
    />,
  ))
  await expect.poll(() => document.querySelector('select')).toBeTruthy()
  const select = document.querySelector('select') as HTMLSelectElement
  return [select.selectedOptions[0]?.textContent, select.options.length]
}

it('a filter shows a value that has no option, and not all records', async () => {
  expect(await shown('99', 'Rüzgâr')).toEqual(['Rüzgâr', 3])
})

it('a filter shows the value itself if nobody knows its name', async () => {
  expect(await shown('99')).toEqual(['99', 3])
})

it('a filter without a value shows all, and one with an option shows it', async () => {
  expect(await shown(undefined, 'Rüzgâr')).toEqual(['Tümü', 2])
  close()
  expect(await shown('7', 'Rüzgâr')).toEqual(['Şimal (2)', 2])
})
