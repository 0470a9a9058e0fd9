import type { ImageMetadata } from 'astro'
import { types } from '../../content/findings/types.json'
import { drawnLength, extentsOf, middleOf } from '../../domain/findings/blade-marks.ts'
import type { Finding } from '../../domain/findings/finding.ts'
import { historyOf } from '../../domain/findings/finding-links.ts'
import { compareUrgency, isSolved, newestAfter, turbineState } from '../../domain/findings/finding-rules.ts'
import type { FindingMeasure } from '../../domain/findings/finding-type.ts'
import { growthSince, type MeasureChange } from '../../domain/findings/growth.ts'
import { BLADES } from '../../domain/photo.ts'
import { BLADE_LENGTH } from '../../panel/ui/drawings/blade-outline.ts'
import { type MarkOutline, outlineOf } from '../shared-page/mark-outline.ts'
import json from './example.json'
import { Example } from './example-schema.ts'
import { markPlaces } from './mark-places.ts'

/** The build ends here if the example does not fit the code any more: `npm run example` makes it again. */
export const example = Example.parse(json)

const FILES = import.meta.glob<{ default: ImageMetadata }>('./photos-*/*.avif', { eager: true })
const length = drawnLength(example.turbine.blade_length, example.findings)
/** The least length of a drawn damage, in units of the outline. */
const LEAST_LENGTH = 4

/** A damage as the page shows it. */
export interface ShownFinding {
  finding: Finding
  is_solved: boolean
  /** The place of its article in the address. */
  anchor: string
  /** The same damage in earlier inspections, newest first. */
  earlier: Finding[]
  /** Since the inspection before; undefined if it is not larger. */
  growth: MeasureChange | undefined
}

/** The state of the turbine after the inspection. */
export const state = turbineState(example.findings, [example.inspection.year], example.inspection.year)

/** Each damage once, the most urgent first, the solved ones last. */
export const shownFindings: ShownFinding[] = newestAfter(example.findings)
  .map((finding) => {
    const chain = historyOf(finding, (id) => example.findings.find((each) => each.id === id))
    const earlier = chain.filter(({ id }) => id !== finding.id).reverse()
    const [before] = earlier
    return {
      finding,
      is_solved: isSolved(finding),
      anchor: finding.number.toLowerCase(),
      earlier,
      growth: before && growthSince(before, finding, measuresOf(finding.type)),
    }
  })
  .sort((a, b) => Number(a.is_solved) - Number(b.is_solved) || compareUrgency(a.finding, b.finding))

/** The blades with their damages from root to tip, each with the parts that it covers, in units of the outline. */
export const drawnBlades = BLADES.map((blade) => ({
  blade,
  damages: shownFindings
    .filter(({ finding }) => finding.blade === blade)
    .sort((a, b) => middleOf(a.finding) - middleOf(b.finding))
    .map((shown) => ({ ...shown, parts: partsOf(shown.finding) })),
}))

/** The places of the marks, as a style sheet: the policy forbids styles in attributes. */
export const markStyles = drawnBlades
  .flatMap(({ damages }) => {
    const lefts = markPlaces(damages.map(({ finding }) => middleOf(finding) / length))
    return damages.map(({ anchor }, index) => `#mark-${anchor}{left:${lefts[index]}}`)
  })
  .join('')

function partsOf(finding: Finding): { x: number; width: number }[] {
  const metre = BLADE_LENGTH / length
  return extentsOf(finding).map(({ from, to }) => {
    const width = Math.max(LEAST_LENGTH, (to - from) * metre)
    return { x: Math.min(BLADE_LENGTH - width, from * metre), width }
  })
}

/** What a form asks for a damage of this type; places are not among it. */
export function measuresOf(type: string): FindingMeasure[] {
  const measures = types.find(({ id }) => id === type)?.measures ?? []
  return measures.filter((measure): measure is FindingMeasure => measure !== 'place')
}

/** The photo of a finding in both widths, and its mark in the pixels of the large one. */
export function photoOf({ number, shape }: Finding): {
  small: ImageMetadata
  large: ImageMetadata
  outline: MarkOutline | undefined
} {
  const [small, large] = [480, 1280].map(
    (width) => FILES[`./photos-${width}/${number.toLowerCase()}.avif`]?.default,
  )
  if (!small || !large) throw new Error(`site/example/ has no photo of ${number}`)
  return { small, large, outline: shape ? outlineOf(shape, large) : undefined }
}
