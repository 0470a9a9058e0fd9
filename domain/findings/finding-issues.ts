import type { Photo } from '#domain/photo.ts'
import type { FindingFields } from './finding.ts'

type Field = keyof FindingFields

/** The context that a finding must fit. */
export interface FindingSurroundings {
  /** In metres; null if unknown. */
  bladeLength: number | null
  /** The photo with the id `photo_id`. */
  photo?: (Pick<Photo, 'blade' | 'year'> & { isFlat: boolean }) | undefined
}

/**
 * The issues between the fields of a finding as it will be. A rule is checked only if one of its fields changes, and the error names such a
 * field: what was valid when written never blocks another change, even if the turbine has shorter blades now.
 *
 * @param isNew tells whether a field gets a new value; by default, all do
 */
export function findingIssues(
  fields: FindingFields,
  { bladeLength, photo }: FindingSurroundings,
  isNew: (field: Field) => boolean = () => true,
) {
  const issues: { path: Field; code: string }[] = []
  const refuse = (code: string, about: Field[]) => {
    const path = about.find(isNew)
    if (path) issues.push({ path, code })
  }
  const { from_m, to_m, positions_m, shape, photo_id } = fields
  const [first, last] = [positions_m[0], positions_m.at(-1)]
  if (first !== undefined && from_m !== first) refuse('follows_positions', ['from_m'])
  if (last !== undefined && to_m !== last) refuse('follows_positions', ['to_m'])
  if (first === undefined && to_m !== null && (from_m === null || to_m < from_m))
    refuse('invalid_range', ['to_m', 'from_m'])
  if (bladeLength !== null) {
    // A place is rounded to the millimetre, and the length is not: the tip may be exceeded by half of one.
    const isBeyond = (metres: number | null | undefined) => metres != null && metres > bladeLength + 0.0005
    const beyond: Field[] = [
      ...(isBeyond(to_m) ? ['to_m' as const] : []),
      ...(isBeyond(from_m) ? ['from_m' as const] : []),
    ]
    if (last === undefined) refuse('beyond_blade', beyond)
    else if (isBeyond(last)) refuse('beyond_blade', ['positions_m'])
  }
  if (shape && photo_id === null) refuse('shape_without_photo', ['shape', 'photo_id'])
  if (shape?.on === 'sphere' && photo?.isFlat) refuse('shape_of_sphere', ['shape', 'photo_id'])
  if (photo && photo.blade !== null && photo.blade !== fields.blade)
    refuse('photo_of_other_blade', ['photo_id'])
  if (photo && photo.year !== fields.year) refuse('photo_of_other_year', ['photo_id'])
  // The missing field is blamed, whichever was given.
  if (fields.own_due_on !== null && fields.due_reason === '' && (isNew('own_due_on') || isNew('due_reason')))
    issues.push({ path: 'due_reason', code: 'required' })
  return issues
}
