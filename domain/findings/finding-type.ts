import * as z from 'zod'
import { rawText } from '#domain/text/text.ts'

/**
 * Positions on a blade: leading edge, trailing edge, pressure side, suction side; inside it the box between the shear webs, the nose before
 * it and the tail behind it.
 */
export const FINDING_SIDES = ['LE', 'TE', 'PS', 'SS', 'BOX', 'NOSE', 'TAIL'] as const
export const FindingSide = z.enum(FINDING_SIDES)
export type FindingSide = z.infer<typeof FindingSide>

/** The measures of a finding: its fields with units, in form order. */
export const FINDING_MEASURES = [
  'length_mm',
  'width_mm',
  'area_cm2',
  'opening_mm',
  'diameter_mm',
  'depth_mm',
  'count',
] as const
export type FindingMeasure = (typeof FINDING_MEASURES)[number]

export const SEVERITIES = [1, 2, 3, 4, 5] as const
export const Severity = z.literal(SEVERITIES)
export type Severity = z.infer<typeof Severity>

/** The id of a type or of a family of types in `content/findings/types.json`. */
export const FindingTypeId = rawText(40).regex(/^[a-z][a-z0-9-]{0,39}$/, {
  error: 'write small letters a-z, digits and hyphens',
})

const id = FindingTypeId
const name = z.string().min(1)

/** `content/findings/types.json`. Findings store the ids, so an editor may add types and change names, but no ids. */
export const FindingTypes = z.strictObject({
  families: z.array(z.strictObject({ id, tr: name, en: name })),
  types: z.array(
    z.strictObject({
      id,
      family: id,
      tr: name,
      en: name,
      /** Where it occurs. Forms offer it there first. */
      sides: z.array(FindingSide).min(1),
      /** What a form asks for; `place` is the range along the blade. Other measures can be given as well. */
      measures: z.array(z.enum(['place', ...FINDING_MEASURES])),
    }),
  ),
})
export type FindingTypes = z.infer<typeof FindingTypes>

const words = z.strictObject({ name, action: name })

/** `content/findings/severities.json`: the action for a severity, and its deadline in months; null without one. */
export const FindingSeverities = z
  .array(z.strictObject({ severity: Severity, months: z.int().min(0).nullable(), tr: words, en: words }))
  .length(SEVERITIES.length)
export type FindingSeverities = z.infer<typeof FindingSeverities>
