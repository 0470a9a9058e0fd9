import { expect, it } from 'vitest'
import { findTypes } from '#domain/findings/find-types.ts'
import type { FindingSide } from '#domain/findings/finding-type.ts'
import type { Language } from '#domain/text/language.ts'
import {
  areSameValues,
  faultMessage,
  faultOf,
  fieldsOf,
  newValues,
  valuesOf,
} from '#panel/findings/finding-values.ts'
import { measureShape } from '#panel/findings/marks/measure-shape.ts'
import { parsePlace, placeText } from '#panel/findings/place-text.ts'
import { typesFor } from '#panel/words/finding-words.ts'
import { answeredFinding } from '../../support/answered-finding.ts'

it('reads places along the blade as inspectors write them', () => {
  expect(parsePlace('34,6–37,1')).toEqual({ from_m: 34.6, to_m: 37.1, positions_m: [] })
  expect(parsePlace('34.6 - 37.1 m')).toEqual({ from_m: 34.6, to_m: 37.1, positions_m: [] })
  expect(parsePlace('22,2; 21,2;23')).toEqual({ from_m: 21.2, to_m: 23, positions_m: [21.2, 22.2, 23] })
  expect(parsePlace('21.2, 22.2')).toEqual({ from_m: 21.2, to_m: 22.2, positions_m: [21.2, 22.2] })
  expect(parsePlace('12')).toEqual({ from_m: 12, to_m: null, positions_m: [] })
  expect(parsePlace(' ')).toEqual({ from_m: null, to_m: null, positions_m: [] })
  for (const wrong of ['uç', '12-', '-3', '1;x', '9999']) expect(parsePlace(wrong)).toBeUndefined()
})

it('writes a finding into a form and back without a change', () => {
  const finding = answeredFinding(1, {
    from_m: 34.6,
    to_m: 37.1,
    width_mm: 12.5,
    severity: 4,
    text: 'Uçta',
    status: 'monitored' as const,
  })
  expect(placeText('tr', finding)).toBe('34,6–37,1')
  const fields = fieldsOf(valuesOf(finding, 'tr'))
  expect(finding).toMatchObject(fields)
  expect(valuesOf(finding, 'tr').measures).toEqual({ width_mm: '12,5' })
})

it('opens and saves a measure of three decimals, and does not take it for thousands', () => {
  const finding = answeredFinding(1, { type: 'impact', length_mm: 1.234, depth_mm: 0.125 })
  for (const locale of ['tr', 'en']) {
    const values = valuesOf(finding, locale)
    expect(faultOf(values)).toBeUndefined()
    expect(finding).toMatchObject(fieldsOf(values))
  }
  const typed = { ...valuesOf(finding, 'tr'), measures: { length_mm: '1.250' } }
  expect(faultOf(typed)).toBe('length_mm')
  expect(faultMessage('length_mm', typed)).toBe('field.number.thousands')
  // Somebody who closes the form is asked, because what was typed is not 1.25.
  expect(areSameValues(typed, { ...typed, measures: { length_mm: '1,25' } })).toBe(false)
})

it('takes the side from the room, and names the first field with a fault', () => {
  const values = newValues({ blade: 'B', room: '3' })
  expect(values).toMatchObject({ blade: 'B', side: 'PS', severity: null })
  expect(faultOf(values)).toBe('type')
  expect(faultOf({ ...values, type: 'impact' })).toBeUndefined()
  expect(faultOf({ ...values, type: 'impact', place: '9–3' })).toBe('place')
  expect(faultOf({ ...values, type: 'impact', measures: { count: '1,5' } })).toBe('count')
  expect(faultOf({ ...newValues({ blade: null, room: null }), type: 'impact' })).toBe('blade')
})

it('takes a part inside of the blade for a mark on a panorama of a room, and not the outer side of the last finding', () => {
  const panorama = { blade: 'A' as const, room: '3', category: 'blade' as const, is_sphere: true }
  const repeated = (side: 'PS' | 'NOSE') => newValues(panorama, { type: 'impact', severity: 3, side }).side
  expect([newValues(panorama).side, repeated('PS'), repeated('NOSE')]).toEqual(['BOX', 'BOX', 'NOSE'])
  expect(newValues({ ...panorama, category: 'drone' }).side).toBe('PS')
})

it('finds types by letters, those of the side first, by Turkish case rules', () => {
  const ids = (language: Language, side: FindingSide, typed: string) =>
    findTypes(typesFor(side), language, typed).found.map(({ id }) => id)
  expect(ids('tr', 'LE', 'ER')[0]).toBe('le-erosion')
  expect(ids('tr', 'PS', 'ÇATLAK')).toContain('crack-transverse')
  expect(ids('tr', 'SS', 'yildirim')[0]).toBe('lightning-strike')
  expect(ids('en', 'TE', 'split')).toEqual(['te-split'])
  expect(ids('tr', 'TE', '')[0]).not.toBe('le-erosion')
})

it('measures a box and a polygon by a reference length', () => {
  const photo = { width: 4000, height: 2000 }
  // 400 pixels are 100 mm.
  const reference = { from: [0.1, 0.1] as [number, number], to: [0.2, 0.1] as [number, number], mm: 100 }
  const shape = (kind: 'box' | 'polygon', points: [number, number][]) => ({
    on: 'image' as const,
    kind,
    points,
  })
  const box = shape('box', [
    [0, 0],
    [0.1, 0.4],
  ])
  // The short side of a box is no crack opening, and its long side no diameter.
  expect(measureShape(box, photo, reference)).toEqual({ length_mm: 200, width_mm: 100, area_cm2: 200 })
  const slanted = shape('polygon', [
    [0, 0],
    [0.3, 0.8],
    [0.31, 0.8],
  ])
  expect(measureShape(slanted, photo, reference)).toMatchObject({ length_mm: 506, width_mm: 7.9 })
  const onSphere = { on: 'sphere' as const, kind: 'box' as const, points: [[0, 0], [9, 9]] as [number, number][] } // biome-ignore format: short
  expect(measureShape(onSphere, photo, reference)).toBeUndefined()
})
