import { OBSERVATION_FIELDS } from '#domain/findings/finding.ts'
import type { PhotoPlace } from '#domain/pictures/photo-move.ts'
import { InspectionFields } from './inspection.ts'

/** What a version says about the inspection itself: its form, and how far the photos were looked at. */
export interface PublishedFacts extends InspectionFields {
  /** How many photos somebody has looked at; null of a version of before releases, when nobody counted them. */
  looked_at: number | null
  /** Why the others were not. */
  unlooked_reason: string
}

/**
 * What a version says: the only list of what is sealed, compared, counted as unpublished and shown as a change, so that everything that can be
 * changed can be published. A photo keeps its name and its bytes: it is there or not, and at this place.
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
