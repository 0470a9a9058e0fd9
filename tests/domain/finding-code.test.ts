import { expect, it } from 'vitest'
import { readFindingCode } from '#domain/findings/finding-code.ts'
import { numberAt } from '#domain/findings/finding-rules.ts'
import { FINDING_SIDES } from '#domain/findings/finding-type.ts'
import { BLADES } from '#domain/photo.ts'

const read = (text: string) => {
  const code = readFindingCode(text)
  return code && [code.turbineCode, code.blade, code.sides.join(' '), code.serial]
}

it.each([
  ['A-PS-011', ['', 'A', 'PS', 11]],
  ['b-ps-11', ['', 'B', 'PS', 11]],
  ['cle1', ['', 'C', 'LE', 1]],
  ['A PS 011', ['', 'A', 'PS', 11]],
  ['  A-PS-1204 ', ['', 'A', 'PS', 1204]],
  ['A-PS-00', ['', 'A', 'PS', null]],
  ['A-PS-', ['', 'A', 'PS', null]],
  ['a-t', ['', 'A', 'TE TAIL', null]],
  ['A', ['', 'A', FINDING_SIDES.join(' '), null]],
  ['T01 A-PS-011', ['T01', 'A', 'PS', 11]],
  ['T01 · A-PS-011', ['T01', 'A', 'PS', 11]],
  ['KRB 04 a ps 11', ['KRB 04', 'A', 'PS', 11]],
  // The letter I has two forms in Turkish.
  ['a-tail-2', ['', 'A', 'TAIL', 2]],
  ['A-TAİL-2', ['', 'A', 'TAIL', 2]],
  ['a-taıl-2', ['', 'A', 'TAIL', 2]],
])('reads %j as the beginning of a code', (text, code) => {
  expect(read(text)).toEqual(code)
})

it.each([
  '',
  '·',
  'D-PS-011',
  'PS-011',
  '011',
  'A-011',
  'A-P-011',
  'A-XY',
  'A-PS-011x',
  'A--PS',
  'A-PS-12345678901',
  'Ankara',
])('reads no code in %j', (text) => {
  expect(readFindingCode(text)).toBeUndefined()
})

it('reads the code of every blade and side', () => {
  for (const blade of BLADES)
    for (const side of FINDING_SIDES)
      for (const serial of [1, 99, 1000])
        expect(read(numberAt({ blade, side }, serial))).toEqual(['', blade, side, serial])
})
