import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { Id } from '#domain/fields.ts'
import type { Finding } from '#domain/findings/finding.ts'
import type { FindingShape } from '#domain/findings/finding-shape.ts'
import type { Severity } from '#domain/findings/finding-type.ts'
import { growthSince, type MeasureChange } from '#domain/findings/growth.ts'
import { may } from '#domain/permissions.ts'
import type { Photo } from '#domain/photo.ts'
import { findingsQuery } from '#panel/data/findings.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { useAddressParams } from '#panel/ui/address/address-params.ts'
import { measuresOf } from '#panel/words/finding-words.ts'
import { areSameValues, valuesOf } from '../finding-values.ts'
import { FINDING_PARAM } from '../open-finding.ts'
import { draftOf } from '../outbox/draft-of.ts'
import { type Draft, isOnItsWay } from '../outbox/marking-work.ts'
import { useMarking } from './marking.tsx'

/** A shape on the photo. */
export interface Mark {
  /** The id of the finding, or the negative key of a new one. */
  key: number
  /** Undefined for a new finding. */
  finding: Finding | undefined
  shape: FindingShape
  severity: Severity | null
  /** How it has grown since the inspection before; undefined if it has not, or was not measured twice. */
  growth: MeasureChange | undefined
  /** False while the server does not have it, or not all of its changes. */
  isKept: boolean
}

const NONE: Finding[] = []

/** The findings of a photo, their marks, and the one that is open. */
export function usePhotoMarks(photo: Pick<Photo, 'id'>) {
  const { turbine, work } = useMarking()
  const { locale } = useIntl()
  const { get, change: changeAddress } = useAddressParams()
  const mayEdit = may(useCaller(), 'finding.add', turbine.company_id)
  const query = useQuery(findingsQuery(turbine.id))
  const all = query.data ?? NONE
  const findings = useMemo(() => all.filter(({ photo_id }) => photo_id === photo.id), [all, photo.id])
  const drafts = useMemo(() => work.drafts.filter(({ photoId }) => photoId === photo.id), [work, photo.id])
  const marks = useMemo(() => marksOf(findings, drafts, all), [findings, drafts, all])

  const addressed = Id.safeParse(get(FINDING_PARAM)).data
  const openFinding = findings.find(({ id }) => id === addressed)
  const begun = drafts.find(({ key, status }) => key < 0 && status === 'open')
  const open = useMemo(() => {
    if (begun || !openFinding) return begun
    return drafts.find(({ key }) => key === openFinding.id) ?? draftOf(openFinding, locale)
  }, [begun, openFinding, drafts, locale])

  return {
    query,
    all,
    findings,
    drafts,
    marks,
    /** The finding whose form, or whose facts, are shown. */
    open: open && isOnItsWay(open) ? undefined : open,
    openFinding: begun ? undefined : openFinding,
    mayEdit,
    isChanged: (draft: Draft) =>
      isChanged(
        draft,
        findings.find(({ id }) => id === draft.key),
        locale,
      ),
    /** The draft of a mark whose form is closed; without changes if it has none. Undefined while the server has it. */
    draftAside(key: number): Draft | undefined {
      const draft = drafts.find((one) => one.key === key)
      if (draft) return isOnItsWay(draft) ? undefined : draft
      const finding = findings.find(({ id }) => id === key)
      return finding && { ...draftOf(finding, locale), status: 'aside' }
    },
    show: (id: number | undefined) =>
      changeAddress({ [FINDING_PARAM]: id === undefined ? undefined : String(id) }),
    /** Closes the finding, unless another one is open by now. */
    hide: (id: number) => {
      const shown = new URLSearchParams(window.location.search).get(FINDING_PARAM)
      if (shown === String(id)) changeAddress({ [FINDING_PARAM]: undefined })
    },
  }
}

export type PhotoMarks = ReturnType<typeof usePhotoMarks>

/** True if the draft differs from the finding that the server has. */
export function isChanged(draft: Draft, finding: Finding | undefined, locale: string): boolean {
  if (!finding) return true
  const isMoved = JSON.stringify(draft.shape) !== JSON.stringify(finding.shape)
  return isMoved || !areSameValues(draft.values, valuesOf(finding, locale))
}

/** @param all the findings of the turbine, with those that the ones of the photo continue */
function marksOf(findings: readonly Finding[], drafts: readonly Draft[], all: readonly Finding[]): Mark[] {
  const stored = findings.flatMap((finding): Mark[] => {
    const { id: key, shape, severity } = finding
    return shape === null || drafts.some((draft) => draft.key === key)
      ? []
      : [{ key, finding, shape, severity, growth: growthOfMark(finding, all), isKept: true }]
  })
  const changed = drafts.flatMap(({ key, shape, values, status }): Mark[] => {
    const finding = findings.find(({ id }) => id === key)
    if (!shape) return []
    return [
      { key, finding, shape, severity: values.severity, growth: undefined, isKept: status === 'sending' },
    ]
  })
  return [...stored, ...changed]
}

function growthOfMark(finding: Finding, all: readonly Finding[]): MeasureChange | undefined {
  const earlier = all.find(({ id }) => id === finding.earlier_id)
  return earlier && growthSince(earlier, finding, measuresOf(finding.type))
}
