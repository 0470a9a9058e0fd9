import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { QueryClient } from '@tanstack/react-query'
import { makeRandomKey } from '#domain/random-key.ts'
import { commentsQuery } from '#panel/data/comments.ts'
import { findingsQuery, listsAfterFinding } from '#panel/data/findings.ts'
import { type InspectionPlace, listsAfterInspection } from '#panel/data/inspections.ts'
import { reviewedFinding, reviewsQuery } from '#panel/data/reviews.ts'
import { Outbox } from '#panel/outbox/outbox.ts'
import { DECISIONS_STAGING } from '#panel/outbox/outboxes.ts'
import type { StagedFile } from '#panel/outbox/staged-file.ts'
import { untilConnected } from '#panel/outbox/wait-for-connection.ts'
import { changeKept } from '#panel/session/kept-work.ts'
import { KeptRemarks, NO_REMARKS, remarksName, withRemark } from './kept-remarks.ts'
import { needsSession, type SentStep, sendStep, stepLossOf } from './send-step.ts'
import { afterGrading, inOrder, isOnlyAbout, WaitingStep } from './waiting-steps.ts'

/** What sending needs of the panel. Every screen of it gives it. */
interface Panel {
  queryClient: QueryClient
  /** Tells that the server has refused a step. */
  tellRefused: (error: Error) => void
}

type Unordered<Step> = Step extends WaitingStep ? Omit<Step, 'attempt' | 'order'> : never

/** Nothing is uploaded: what is sent is the target. */
const NO_FILE = 'decision'

/**
 * Owns what a reviewer has decided and the server does not have yet, of all inspections. The browser stores it as it stores staged files: the steps go
 * by themselves, in the order of the keys, also after a reload, or from another tab when this one is closed.
 */
export class ReviewOutbox extends Outbox<WaitingStep> {
  /** True while the server does not take the steps. */
  readonly isDisconnected = signal(false)
  /** The steps that the server has refused since the page was loaded, by their attempts. */
  readonly refused = signal<ReadonlySet<string>>(new Set())
  /** What the browser stores at this moment. */
  readonly #storing = signal<readonly WaitingStep[]>([])
  /** What the server does not have yet, in the order of the keys. */
  readonly steps: ReadonlySignal<readonly WaitingStep[]> = computed(() =>
    inOrder([...this.files.value.map(({ target }) => target), ...this.#storing.value]),
  )
  panel: Panel | undefined
  /** The inspection that is reviewed on the screen: its lists are loaded again when the review closes. */
  reviewed: InspectionPlace | undefined
  #stored: Promise<unknown> = Promise.resolve()

  constructor(userId: number) {
    super(userId, DECISIONS_STAGING)
  }

  override get losesOnClose(): boolean {
    return super.losesOnClose || this.#storing.value.length > 0
  }

  /** Takes a step of the reviewer. It is shown at once, and sent after those before it. @returns its attempt */
  take(taken: Unordered<WaitingStep>): string {
    const order = (this.steps.peek().at(-1)?.order ?? 0) + 1
    const step: WaitingStep = { ...taken, attempt: makeRandomKey(), order }
    this.#storing.value = [...this.#storing.peek(), step]
    this.#stored = this.#stored.then(() => this.#keep(step.attempt))
    return step.attempt
  }

  /** Stores a step. Those before it may change or end it meanwhile. */
  async #keep(attempt: string) {
    const find = () => this.#storing.peek().find((step) => step.attempt === attempt)
    const stored = find()
    if (!stored) return
    await this.add([new File([], NO_FILE)], stored)
    const step = find()
    this.#storing.value = this.#storing.peek().filter((one) => one !== step)
    const items = this.files.peek().filter(({ target }) => target.attempt === attempt)
    if (!step) return this.unstage(items)
    if (step !== stored) this.move(items, step)
    this.upload(step)
  }

  /** Sends what another tab has left, or what has waited for its user to sign in again. */
  sendAll() {
    if (this.sending.peek() === null) for (const { target } of this.files.peek()) this.upload(target)
  }

  protected override async send(given: unknown, files: StagedFile<WaitingStep>[], signal: AbortSignal) {
    const { data: last } = WaitingStep.safeParse(given)
    // Another version of the panel has stored it.
    if (!last) return this.unstage(files)
    for (;;) {
      // The browser lists what it has stored in another order than that of the keys.
      const stored = new Set(this.files.peek().map(({ target }) => target.attempt))
      const first = this.steps.peek().find(({ attempt }) => stored.has(attempt))
      if (!first || first.order > last.order) return
      if (!(await this.#sendFirst(first, signal))) return
    }
  }

  /** @returns false if it waits until its user has signed in again */
  async #sendFirst(step: WaitingStep, signal: AbortSignal): Promise<boolean> {
    try {
      const sent = await untilConnected((_onShare, lost) => sendStep(step, lost), {
        signal,
        onProgress: () => {},
        onWait: () => {
          this.isDisconnected.value = true
        },
        lossOf: stepLossOf,
      })
      this.isDisconnected.value = false
      await this.#show(step, sent)
    } catch (error) {
      if (signal.aborted || needsSession(error)) return false
      this.isDisconnected.value = false
      await this.#refuse(step, error as Error)
    }
    this.#invalidate(step)
    return true
  }

  async #show(step: WaitingStep, sent: SentStep) {
    const { queryClient } = this.#around()
    const reviews = reviewsQuery(step).queryKey
    // An answer that is on its way would bring back what was before.
    void queryClient.cancelQueries({ queryKey: reviews })
    if ('reviews' in sent) queryClient.setQueryData(reviews, sent.reviews)
    else {
      const { graded } = sent
      const findings = findingsQuery(step.turbineId).queryKey
      void queryClient.cancelQueries({ queryKey: findings })
      queryClient.setQueryData(findings, (shown) =>
        shown?.map((finding) => (finding.id === graded.id ? graded : finding)),
      )
      queryClient.setQueryData(reviews, (shown) =>
        shown?.filter(({ finding_id }) => finding_id !== graded.id),
      )
      this.#follow(step, graded.revision)
    }
    if (step.remark !== '') {
      this.#changeRemarks(step, (typed) => (typed.trim() === step.remark.trim() ? '' : typed))
      void queryClient.invalidateQueries({ queryKey: commentsQuery(step.turbineId).queryKey })
    }
    await this.#forget([step])
  }

  /** The steps after a change of the severity are about the finding with the new one. */
  #follow({ findings: [before] }: WaitingStep, revision: number) {
    if (!before) return
    this.#storing.value = this.#storing.peek().map((step) => afterGrading(step, before, revision) ?? step)
    for (const item of this.files.peek()) {
      const next = afterGrading(item.target, before, revision)
      if (next) this.move([item], next)
    }
  }

  /**
   * Shows what is there now. What was typed is in its field again. What the reviewer has done about the same finding since then was done
   * without knowing it, so it is not sent either.
   */
  async #refuse(step: WaitingStep, error: Error) {
    const { queryClient, tellRefused } = this.#around()
    const now = reviewedFinding(error)
    if (now) {
      queryClient.setQueryData(findingsQuery(step.turbineId).queryKey, (shown) =>
        shown?.map((finding) => (finding.id === now.id ? now : finding)),
      )
      const { review } = now
      queryClient.setQueryData(reviewsQuery(step).queryKey, (shown) =>
        shown && review !== undefined
          ? [...shown.filter(({ finding_id }) => finding_id !== now.id), ...(review ? [review] : [])]
          : shown,
      )
    }
    const [only, ...others] = step.findings
    const later = this.steps.peek().filter(({ order }) => order > step.order)
    const unsent = only && others.length === 0 ? later.filter((next) => isOnlyAbout(next, only.id)) : []
    const refused = [step, ...unsent]
    this.refused.value = new Set([...this.refused.peek(), ...refused.map(({ attempt }) => attempt)])
    for (const one of refused) this.#changeRemarks(one, (typed) => (typed === '' ? one.remark : typed))
    await this.#forget(refused)
    tellRefused(error)
    for (const { queryKey } of [findingsQuery(step.turbineId), reviewsQuery(step)])
      void queryClient.invalidateQueries({ queryKey })
  }

  async #forget(steps: readonly WaitingStep[]) {
    const attempts = new Set(steps.map(({ attempt }) => attempt))
    this.#storing.value = this.#storing.peek().filter(({ attempt }) => !attempts.has(attempt))
    await this.unstage(this.files.peek().filter(({ target }) => attempts.has(target.attempt)))
  }

  #changeRemarks(step: WaitingStep, change: (typed: string) => string) {
    const key = `${this.userId}/${remarksName(step)}`
    for (const { id } of step.findings)
      changeKept(key, KeptRemarks, NO_REMARKS, (former) => withRemark(former, id, change(former[id] ?? '')))
  }

  /** The open review shows the answers itself, so nothing is loaded again for each key. */
  #invalidate({ do: did, turbineId, year }: WaitingStep) {
    const { queryClient } = this.#around()
    const isReviewed = this.reviewed?.turbineId === turbineId && this.reviewed.year === year
    const refetchType = isReviewed ? 'none' : 'active'
    const lists = did === 'grade' ? listsAfterFinding(turbineId) : listsAfterInspection(turbineId)
    for (const queryKey of lists) void queryClient.invalidateQueries({ queryKey, refetchType })
  }

  #around(): Panel {
    if (!this.panel) throw new Error('No screen of the panel is there.')
    return this.panel
  }
}
