import { OBSERVATION_FIELDS } from '#domain/findings/finding.ts'
import type { PhotoPlace } from '#domain/pictures/photo-move.ts'
import { InspectionFields } from './inspection.ts'

/** The inspection's own content in a version: its form, and the progress of photo inspection. */
export interface PublishedFacts extends InspectionFields {
  /** The number of inspected photos; null for a version older than releases, when they were not counted. */
  looked_at: number | null
  /** Why the others were not. */
  unlooked_reason: string
}

/**
 * The content of a version: the only list of what is sealed, compared, counted as unpublished and shown as a change, so that everything
 * changeable can be published. A photo keeps its name and bytes: it is present or not, and at this place.
 */
export const PUBLISHED_FIELDS = {
  inspection: [
    ...(Object.keys(InspectionFields.shape) as (keyof InspectionFields)[]),
    'looked_at',
    'unlooked_reason',
  ] as const satisfies (keyof PublishedFacts)[],
  finding: ['serial', ...OBSERVATION_FIELDS] as const,
  // Of the year of the version.
  photo: ['category', 'blade', 'room'] as const satisfies (keyof PhotoPlace)[],
}
