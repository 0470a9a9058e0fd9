import type { Finding } from '#domain/findings/finding.ts'
import { valuesOf } from '../finding-values.ts'
import { readOf } from '../save-finding.ts'
import type { Draft } from './marking-work.ts'

/** A draft without changes, as the start of editing a finding. */
export function draftOf(finding: Finding, locale: string): Draft {
  return {
    key: finding.id,
    photoId: finding.photo_id,
    shape: finding.shape,
    past: [],
    future: [],
    values: valuesOf(finding, locale),
    status: 'open',
    failure: null,
    read: readOf(finding),
  }
}
