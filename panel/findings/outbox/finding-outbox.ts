import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { QueryClient } from '@tanstack/react-query'
import type { Finding } from '#domain/findings/finding.ts'
import { yearOf } from '#domain/time/today.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { refreshLists } from '#panel/data/cached-lists.ts'
import {
  addFinding,
  changeShownFindings,
  type EditedFinding,
  editFinding,
  findingsQuery,
  listsAfterFinding,
} from '#panel/data/findings.ts'
import type { ReadRecord } from '#panel/frame/conflicts.ts'
import { Outbox } from '#panel/outbox/outbox.ts'
import { FINDINGS_STAGING } from '#panel/outbox/outboxes.ts'
import type { StagedFile } from '#panel/outbox/staged-file.ts'
import { untilConnected } from '#panel/outbox/wait-for-connection.ts'
import { changeKept } from '#panel/session/kept-work.ts'
import type { useNotify } from '#panel/ui/layers/toast.tsx'
import type { Text } from '#panel/words/use-text.ts'
import { fieldsOf } from '../finding-values.ts'
import { saveFinding } from '../save-finding.ts'
import { KeptDraft, KeptWork, markingName } from './kept-marks.ts'
import { changeWork, type Draft, type MarkingAction, NO_WORK } from './marking-work.ts'

/** A saved finding that the server does not have yet. */
export interface WaitingFinding {
  turbineId: number
  /** That of the turbine. An earlier version of the panel has stored none. */
  companyId?: number
  /** The `Idempotency-Key`: it is the same each time the finding is sent, so that the server makes it once. */
  attempt: string
  draft: Draft
}

/** What sending needs of the panel. Every screen of it gives it. */
interface Panel {
  queryClient: QueryClient
  notify: ReturnType<typeof useNotify>
  text: Text
  /** Says which findings are no longer linked. */
  tellUnlinked: (edited: EditedFinding) => void
  /** The sentence for a change that was not kept. */
  say: (error: Error) => string
  /** Tells that a finding was saved, with a button that undoes it. */
  tellSaved: (finding: Finding, before: Finding | undefined, companyId: number | undefined) => void
}

/** The screen on which the photos of a turbine are marked. */
interface MarkingScreen {
  turbineId: number
  tellSaved: (finding: Finding, before: Finding | undefined) => void
  /** True if the photo is open, and no other form on it. */
  isFree: (photoId: number | null) => boolean
  showFinding: (id: number) => void
}

/** Nothing is uploaded: what is sent is the target. */
const NO_FILE = 'finding'

/**
 * Owns the saved findings of a user that the server does not have yet, of all turbines. The browser stores them as it stores staged files:
 * they go by themselves, one after the other, also after a reload, or from another tab when this one is closed.
 */
export class FindingOutbox extends Outbox<WaitingFinding> {
  /** True while the server does not answer. */
  readonly isDisconnected = signal(false)
  /** What waits, as drafts of the photos. What another version of the panel has stored is left out, if it is not understood. */
  readonly drafts: ReadonlySignal<readonly (Draft & { turbineId: number })[]> = computed(() => {
    const status = this.isDisconnected.value ? 'waiting' : 'sending'
    return this.files.value.flatMap(({ target: { turbineId, draft } }) => {
      const { data } = KeptDraft.safeParse(draft)
      return data ? [{ ...data, turbineId, status }] : []
    })
  })
  panel: Panel | undefined
  screen: MarkingScreen | undefined

  constructor(userId: number) {
    super(userId, FINDINGS_STAGING)
  }

  /** Sends a finding as soon as there is a connection. @returns true if the browser has stored it until then */
  async save(waiting: WaitingFinding): Promise<boolean> {
    const storage = await this.add([new File([], NO_FILE)], waiting)
    this.upload(waiting)
    return storage === 'stored'
  }

  /** Sends what another tab has left, or what has waited for its user to sign in again. */
  sendAll() {
    if (this.sending.peek() === null) for (const { target } of this.files.peek()) this.upload(target)
  }

  protected override async send(
    waiting: WaitingFinding,
    files: StagedFile<WaitingFinding>[],
    signal: AbortSignal,
  ) {
    let { read } = waiting.draft
    try {
      const kept = await untilConnected(
        (_onShare, lost) =>
          sendFinding(waiting, read, lost, (record) => {
            read = record
          }),
        {
          signal,
          onProgress: () => {},
          onWait: () => {
            this.isDisconnected.value = true
          },
        },
      )
      this.isDisconnected.value = false
      this.#showKept(waiting, kept)
    } catch (error) {
      // It waits until its user has signed in again.
      if (signal.aborted || (error instanceof RequestError && error.status === 401)) return
      this.isDisconnected.value = false
      this.#giveBack({ ...waiting, draft: { ...waiting.draft, read } }, error as Error)
    }
    await this.unstage(files)
    if (this.panel) refreshLists(this.panel.queryClient, listsAfterFinding(waiting.turbineId))
  }

  /** Tells on the open screen that a finding was saved, with a button that undoes it. */
  tellSaved(finding: Finding, before: Finding | undefined, companyId: number | undefined) {
    if (this.screen?.turbineId === finding.turbine_id) this.screen.tellSaved(finding, before)
    else this.#around().tellSaved(finding, before, companyId)
  }

  #showKept({ turbineId, companyId, attempt, draft }: WaitingFinding, kept: EditedFinding) {
    const { queryClient, tellUnlinked } = this.#around()
    const before = queryClient
      .getQueryData(findingsQuery(turbineId).queryKey)
      ?.find(({ id }) => id === draft.key)
    changeShownFindings(queryClient, turbineId, (shown) => withKept(shown, kept.finding))
    tellUnlinked(kept)
    this.tellSaved(kept.finding, before, companyId)
    this.#changeWork(turbineId, { do: 'settle', attempt })
  }

  /** Opens the form again, with the reason. If nobody would see it, a toast says it, and the draft waits on its photo. */
  #giveBack({ turbineId, draft }: WaitingFinding, error: Error) {
    const { notify, text, say } = this.#around()
    const failure = say(error)
    const screen = this.screen?.turbineId === turbineId ? this.screen : undefined
    const isShown = screen?.isFree(draft.photoId) ?? false
    this.#changeWork(turbineId, { do: 'fail', draft, failure, isShown })
    if (isShown && draft.key > 0) screen?.showFinding(draft.key)
    if (isShown) return
    notify({
      tone: 'error',
      title: text(draft.key < 0 ? 'findings.add.failed' : 'findings.edit.failed'),
      message: failure,
      stays: true,
    })
  }

  #changeWork(turbineId: number, action: MarkingAction) {
    const key = `${this.userId}/${markingName(turbineId)}`
    changeKept(key, KeptWork, NO_WORK, (former) => changeWork(former, action))
  }

  #around(): Panel {
    if (!this.panel) throw new Error('No screen of the panel is there.')
    return this.panel
  }
}

async function sendFinding(
  { turbineId, attempt, draft }: WaitingFinding,
  read: ReadRecord | undefined,
  signal: AbortSignal,
  onRead: (record: ReadRecord) => void,
): Promise<EditedFinding> {
  const { key, photoId, shape, values, foundOn } = draft
  const fields = {
    ...fieldsOf(values),
    photo_id: photoId,
    shape,
    ...(foundOn !== undefined && { found_on: foundOn }),
    // The year of an inspection stays when the day is corrected.
    ...(foundOn !== undefined && key < 0 && { year: yearOf(foundOn) }),
  }
  if (key < 0) return { finding: await addFinding(turbineId, fields, { key: attempt, signal }), unlinked: [] }
  if (!read) return editFinding(turbineId, key, fields, undefined, { signal })
  return saveFinding({ turbineId, id: key }, read, fields, onRead, { signal })
}

function withKept(shown: Finding[], kept: Finding): Finding[] {
  return [...shown.filter(({ id }) => id !== kept.id), kept]
}
