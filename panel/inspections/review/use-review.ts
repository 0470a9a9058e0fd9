import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Finding } from '#domain/findings/finding.ts'
import type { Severity } from '#domain/findings/finding-type.ts'
import type { FindingReview, ReviewDecision, ReviewDraft } from '#domain/inspections/review.ts'
import { errorText } from '#panel/api/error-text.ts'
import { refreshAfter } from '#panel/api/old-lists.ts'
import { useViewer } from '#panel/session/viewer-context.ts'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { type InspectionPlace, reviewsQuery } from '../inspection-calls.ts'
import {
  addRemark,
  changedFinding,
  changeSeverity,
  commentsQuery,
  findingsQuery,
  sendDecision,
} from './review-calls.ts'
import { nextUndecided, type Pace } from './review-order.ts'

/** The greatest number of findings that one call decides about. */
const DECIDED_AT_ONCE = 500

/** How many of the next findings are prepared. */
const AHEAD = 2

interface Undo {
  id: number
  run: () => void
}

/**
 * The review of an inspection. A decision is on the screen at once, and is sent while the reviewer goes on; the calls are sent one after the
 * other, in the order of the keys. If one fails, the screen says so and shows what the server has.
 *
 * @param startId the finding with which it begins; by default the first one about which nobody has decided
 */
export function useReview(inspected: InspectionPlace, startId: number | undefined) {
  const { turbineId, year } = inspected
  const text = useText()
  const notify = useNotify()
  const viewer = useViewer()
  const queryClient = useQueryClient()
  // A decision is about a finding as it is now, so it is asked again each time the screen opens.
  const findings = useQuery({ ...findingsQuery(turbineId), staleTime: 0 })
  const reviews = useQuery(reviewsQuery(inspected))
  const [selected, setSelected] = useState(startId)
  const [pace, setPace] = useState<Pace>({ decisions: 0, tookMs: 0 })
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const decidedAt = useRef<number>(undefined)
  const [undos, setUndos] = useState<Undo[]>([])

  // What was decided may make publishing possible, or impossible. The last decision may still be on its way.
  useEffect(
    () => () => void last.current.then(() => refreshAfter(queryClient, 'inspection', turbineId)),
    [queryClient, turbineId],
  )

  const ofYear = useMemo(
    () => findings.data?.filter((finding) => finding.year === year) ?? [],
    [findings.data, year],
  )
  const decisions = useMemo(
    () => new Map(reviews.data?.map((review) => [review.finding_id, review])),
    [reviews.data],
  )
  const finding =
    ofYear.find(({ id }) => id === selected) ?? nextUndecided(ofYear, decisions, undefined) ?? ofYear[0]
  const place = ofYear.findIndex(({ id }) => id === finding?.id)
  const left = ofYear.filter(({ id }) => !decisions.has(id))

  return {
    /** Both questions as one: the findings once their decisions are there, too. */
    query: {
      data: findings.data && reviews.data && ofYear,
      error: findings.error ?? reviews.error,
      isFetching: findings.isFetching || reviews.isFetching,
      refetch: async () => {
        if (findings.error) await findings.refetch()
        if (reviews.error) await reviews.refetch()
        return undefined as never
      },
    },
    all: findings.data ?? [],
    findings: ofYear,
    decisions,
    /** The finding that is looked at; undefined if the inspection has none. */
    finding,
    /** The findings after it in the list. */
    next: ofYear.slice(place + 1, place + 1 + AHEAD),
    /** The findings about which nobody has decided. */
    left,
    pace,
    mayUndo: undos.length > 0,
    select: (id: number) => setSelected(id),
    /** Goes to the next finding of the list, or to the one before. */
    move(step: 1 | -1) {
      const next = ofYear[place + step]
      if (next) setSelected(next.id)
    },
    /** Decides about the finding on the screen and goes on to the next one without a decision. */
    decide(decision: ReviewDecision, remark = '') {
      if (!finding) return
      const before = decisions.get(finding.id)?.decision
      write([finding.id], decision, remark)
      // A finding that was sent back before needs its remark again, so it is undecided after Undo.
      remember(finding.id, () => write([finding.id], before === 'accepted' ? 'accepted' : 'undecided'))
      keepPace()
      const known = new Map(decisions).set(finding.id, reviewOf(finding.id, decision))
      setSelected(nextUndecided(ofYear, known, finding.id)?.id ?? finding.id)
    },
    /** Accepts everything about which nobody has decided on this screen. */
    acceptLeft() {
      const ids = left.map(({ id }) => id)
      write(ids, 'accepted')
      remember(finding?.id ?? 0, () => write(ids, 'undecided'))
    },
    /** Changes the severity of the finding on the screen, with a remark for the team. It is to be decided about afterwards. */
    changeSeverity(severity: Severity, reason: string) {
      if (!finding) return
      const { id, severity: before } = finding
      grade(id, severity, reason)
      remember(id, () => grade(id, before, ''))
    },
    undo() {
      const undo = undos.at(-1)
      if (!undo) return
      setUndos(undos.slice(0, -1))
      undo.run()
      setSelected(undo.id)
    },
  }

  function remember(id: number, run: () => void) {
    setUndos((former) => [...former, { id, run }])
  }

  function keepPace() {
    const now = performance.now()
    const since = decidedAt.current
    decidedAt.current = now
    // The first decision only starts the clock: the reviewer may have read for a while before it.
    if (since !== undefined)
      setPace(({ decisions, tookMs }) => ({ decisions: decisions + 1, tookMs: tookMs + now - since }))
  }

  function reviewOf(finding_id: number, decision: ReviewDecision): FindingReview {
    const user_name = `${viewer.first_name} ${viewer.last_name}`
    return { finding_id, decision, at: new Date().toISOString(), user_name }
  }

  /** Shows decisions and sends them. */
  function write(ids: readonly number[], decision: ReviewDraft['decision'], remark = '') {
    const { queryKey } = reviewsQuery(inspected)
    const written = decision === 'undecided' ? [] : ids.map((id) => reviewOf(id, decision))
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, (shown = []) => [
      ...shown.filter(({ finding_id }) => !ids.includes(finding_id)),
      ...written,
    ])
    for (let begin = 0; begin < ids.length; begin += DECIDED_AT_ONCE) {
      const finding_ids = ids.slice(begin, begin + DECIDED_AT_ONCE)
      send(() =>
        sendDecision(inspected, { decision, finding_ids, revisions: revisionsOf(finding_ids), remark }),
      )
    }
    if (remark !== '') send(loadComments)
  }

  /**
   * The findings as the screen shows them: nobody decides about what somebody else has written meanwhile. They are read when a call is sent, because
   * a change of the severity before it has made another revision.
   */
  function revisionsOf(ids: readonly number[]): number[] | undefined {
    const shown = queryClient.getQueryData(findingsQuery(turbineId).queryKey)
    const revisions = ids.flatMap((id) => shown?.find((finding) => finding.id === id)?.revision ?? [])
    return revisions.length === ids.length ? revisions : undefined
  }

  /** Shows another severity and sends it. The decision about the finding is gone with it. */
  function grade(id: number, severity: Severity | null, reason: string) {
    const { queryKey } = findingsQuery(turbineId)
    const put = (change: (finding: Finding) => Finding) =>
      queryClient.setQueryData(queryKey, (shown) =>
        shown?.map((finding) => (finding.id === id ? change(finding) : finding)),
      )
    void queryClient.cancelQueries({ queryKey })
    put((finding) => ({ ...finding, severity }))
    queryClient.setQueryData(reviewsQuery(inspected).queryKey, (shown) =>
      shown?.filter(({ finding_id }) => finding_id !== id),
    )
    send(async () => {
      const current = queryClient.getQueryData(queryKey)?.find((finding) => finding.id === id)
      if (!current) return
      const changed = await changeSeverity(current, severity)
      // Another severity may have been chosen meanwhile; its call comes next.
      put((finding) => ({ ...changed, severity: finding.severity }))
      if (reason !== '') await addRemark(changed, reason)
      await loadComments()
    })
  }

  function loadComments(): Promise<void> {
    return queryClient.invalidateQueries({ queryKey: commentsQuery(turbineId).queryKey })
  }

  function send(call: () => Promise<unknown>) {
    last.current = last.current.then(call).catch((error: Error) => {
      const changed = changedFinding(error)
      // The screen stays at the finding that is read now: a key would otherwise decide about another one.
      const message = changed ? text('review.stale', { number: changed.number }) : errorText(text, error)
      notify({ tone: 'error', title: text('review.failed'), message })
      void queryClient.invalidateQueries({ queryKey: findingsQuery(turbineId).queryKey })
      void queryClient.invalidateQueries({ queryKey: reviewsQuery(inspected).queryKey })
    })
  }
}
export type Review = ReturnType<typeof useReview>
