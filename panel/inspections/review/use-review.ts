import { useSignals } from '@preact/signals-react/runtime'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Finding } from '#domain/findings/finding.ts'
import type { Severity } from '#domain/findings/finding-type.ts'
import type { ReviewDraft } from '#domain/inspections/review.ts'
import { askAgain } from '#panel/api/query-client.ts'
import { refreshLists } from '#panel/data/cached-lists.ts'
import { findingsQuery } from '#panel/data/findings.ts'
import { type InspectionPlace, listsAfterInspection } from '#panel/data/inspections.ts'
import { reviewsQuery } from '#panel/data/reviews.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { useReviewOutbox } from '../decisions/use-review-outbox.ts'
import { gradedAfter, reviewsAfter, type ShownReview } from '../decisions/waiting-steps.ts'
import { nextUndecided, type Pace } from './review-order.ts'

/** The greatest number of findings that one call decides about. */
const DECIDED_AT_ONCE = 500
/** How many of the next findings are prepared. */
const AHEAD = 2
/** How often the decisions of others are asked for, in milliseconds. */
const REVIEWS_POLL_MS = 15_000

/** What takes back what the reviewer has done, and with which finding it goes on. */
interface Undo {
  id: number
  /** The steps that it takes back, by their attempts. */
  attempts: readonly string[]
  /** About which findings it decides, or the severity that the finding had. */
  back:
    | { ids: readonly number[]; to: 'accepted' | 'undecided' }
    | { severity: Severity | null; from: Severity }
}

/**
 * The review of an inspection. What the reviewer does is shown at once, and is sent while the review goes on (`ReviewOutbox`): the screen shows what
 * the server has, with what waits on top of it.
 *
 * @param startId the finding with which it begins; by default the first one about which nobody has decided
 */
export function useReview(inspected: InspectionPlace, startId: number | undefined) {
  useSignals()
  const { turbineId, year } = inspected
  const caller = useCaller()
  const queryClient = useQueryClient()
  const outbox = useReviewOutbox()
  // A decision is about a finding as it is now, so it is asked again each time the screen opens.
  const kept = useQuery({ ...findingsQuery(turbineId), staleTime: 0 })
  const reviews = useQuery({
    ...reviewsQuery(inspected),
    refetchInterval: (query) => askAgain(query, REVIEWS_POLL_MS),
  })
  const [selected, setSelected] = useState(startId)
  const [pace, setPace] = useState<Pace>({ decisions: 0, tookMs: 0 })
  const decidedAt = useRef<number>(undefined)
  const [undos, setUndos] = useState<readonly Undo[]>([])

  useEffect(() => {
    outbox.reviewed = { turbineId, year }
    return () => {
      outbox.reviewed = undefined
      // What was decided may make publishing possible, or impossible.
      refreshLists(queryClient, listsAfterInspection(turbineId))
    }
  }, [outbox, queryClient, turbineId, year])

  const { value: allSteps } = outbox.steps
  const steps = useMemo(
    () => allSteps.filter((step) => step.turbineId === turbineId && step.year === year),
    [allSteps, turbineId, year],
  )
  const all = useMemo(() => gradedAfter(kept.data ?? [], steps), [kept.data, steps])
  const findings = useMemo(() => all.filter((finding) => finding.year === year), [all, year])
  const decisions = useMemo(() => {
    const user_name = `${caller.first_name} ${caller.last_name}`
    return reviewsAfter(reviews.data ?? [], steps, { user_id: caller.id, user_name })
  }, [reviews.data, steps, caller])
  const finding =
    findings.find(({ id }) => id === selected) ?? nextUndecided(findings, decisions, undefined) ?? findings[0]
  // It stays on the screen, whatever others decide: the next key is about what the reviewer sees.
  if (kept.data && reviews.data && finding && finding.id !== selected) setSelected(finding.id)
  const place = findings.findIndex(({ id }) => id === finding?.id)
  const left = findings.filter(({ id }) => !decisions.has(id))
  const acceptable = left.filter(({ severity }) => severity !== null)
  const possibleUndos = undos.filter(({ attempts }) => !attempts.some((one) => outbox.refused.value.has(one)))

  return {
    /** Both questions as one: the findings once their decisions are there, too. */
    query: {
      data: kept.data && reviews.data && findings,
      error: kept.error ?? reviews.error,
      isFetching: kept.isFetching || reviews.isFetching,
      refetch: async () => {
        if (kept.error) await kept.refetch()
        if (reviews.error) await reviews.refetch()
        return undefined as never
      },
    },
    /** The findings of all years. */
    all,
    findings,
    decisions,
    /** The finding that is looked at; undefined if the inspection has none. */
    finding,
    /** What another person has decided about it. */
    standing: finding && decisionOfOther(decisions.get(finding.id)),
    /** The findings after it in the list. */
    next: findings.slice(place + 1, place + 1 + AHEAD),
    /** The findings about which nobody has decided. */
    left,
    /** Those of them that can be accepted: what has no severity cannot be published. */
    acceptable,
    pace,
    /** How many steps wait because the server does not take them. */
    waiting: outbox.isDisconnected.value ? steps.length : 0,
    /** True while the server does not have everything. */
    isSending: steps.length > 0,
    mayUndo: possibleUndos.length > 0,
    select: (id: number) => setSelected(id),
    /** Goes to the next finding of the list, or to the one before. */
    move(step: 1 | -1) {
      const next = findings[place + step]
      if (next) setSelected(next.id)
    },
    /** Decides about the finding on the screen and goes on to the next one without a decision. */
    decide(decision: 'accepted' | 'returned', remark = '') {
      if (!finding) return
      const before = decisions.get(finding.id)
      const attempts = [decide([finding], decision, remark)]
      // A finding that was sent back before needs its remark again, so it is undecided after Undo; so is one about which another person has decided.
      const wasAccepted = before?.decision === 'accepted' && !decisionOfOther(before)
      remember(finding.id, attempts, { ids: [finding.id], to: wasAccepted ? 'accepted' : 'undecided' })
      keepPace()
      const known = new Set([...decisions.keys(), finding.id])
      setSelected(nextUndecided(findings, known, finding.id)?.id ?? finding.id)
    },
    /** Accepts everything on this screen about which nobody has decided. */
    acceptLeft() {
      const attempts: string[] = []
      for (let begin = 0; begin < acceptable.length; begin += DECIDED_AT_ONCE)
        attempts.push(decide(acceptable.slice(begin, begin + DECIDED_AT_ONCE), 'accepted'))
      remember(finding?.id ?? 0, attempts, { ids: acceptable.map(({ id }) => id), to: 'undecided' })
    },
    /** Changes the severity of the finding on the screen, with a remark for the team. It is to be decided about afterwards. */
    changeSeverity(severity: Severity, reason: string) {
      if (!finding) return
      remember(finding.id, [grade(finding, severity, reason)], {
        severity: finding.severity,
        from: severity,
      })
    },
    /** @returns the finding whose severity somebody else has changed since, which is left as it is */
    undo(): Finding | undefined {
      const undo = possibleUndos.at(-1)
      if (!undo) return undefined
      setUndos(possibleUndos.slice(0, -1))
      setSelected(undo.id)
      const { back } = undo
      if ('severity' in back) {
        const graded = findings.find(({ id }) => id === undo.id)
        if (graded?.severity !== back.from) return graded
        grade(graded, back.severity, '')
        return undefined
      }
      const ids = new Set(back.ids)
      const undone = findings.filter(({ id }) => ids.has(id))
      for (let begin = 0; begin < undone.length; begin += DECIDED_AT_ONCE)
        decide(undone.slice(begin, begin + DECIDED_AT_ONCE), back.to, '', 'own')
      return undefined
    },
  }

  function decisionOfOther(review: ShownReview | undefined): ShownReview | undefined {
    return review && review.user_id !== caller.id ? review : undefined
  }

  function remember(id: number, attempts: readonly string[], back: Undo['back']) {
    setUndos([...possibleUndos, { id, attempts, back }])
  }

  function keepPace() {
    const now = performance.now()
    const since = decidedAt.current
    decidedAt.current = now
    // The first decision only starts the clock: the reviewer may have read for a while before it.
    if (since !== undefined)
      setPace(({ decisions, tookMs }) => ({ decisions: decisions + 1, tookMs: tookMs + now - since }))
  }

  /** @param replaces `own` if nothing is replaced that another person has decided, whatever the screen shows */
  function decide(
    decided: readonly Finding[],
    decision: ReviewDraft['decision'],
    remark = '',
    replaces: 'shown' | 'own' = 'shown',
  ): string {
    const shown = decided.map(({ id }) => decisions.get(id))
    const isOnItsWay = decided.some(({ id }) =>
      steps.some((step) => step.findings.some((one) => one.id === id)),
    )
    return outbox.take({
      do: 'decide',
      turbineId,
      year,
      findings: decided.map(seen),
      decision,
      remark,
      ...(replaces === 'shown' && !isOnItsWay && { replaces: shown.map((review) => review?.id ?? null) }),
    })
  }

  function grade(finding: Finding, severity: Severity | null, remark: string): string {
    return outbox.take({ do: 'grade', turbineId, year, findings: [seen(finding)], severity, remark })
  }
}
export type Review = ReturnType<typeof useReview>

function seen({ id, revision }: Finding) {
  return { id, revision }
}
