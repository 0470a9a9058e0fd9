import { type Signal, signal } from '@preact/signals-react'
import {
  type FileStorage,
  groupByTarget,
  isSameTarget,
  type StagedFile,
  waitingFiles,
} from './staged-file.ts'
import { type FoundFile, StagedStore } from './staged-store.ts'
import { holdLock, TAB, whenFree } from './tab.ts'
import { tellTabs } from './tab-messages.ts'

/** How many files the browser stores in one transaction: a folder may have thousands. */
const ADDED_AT_ONCE = 100

/**
 * Owns staged files of one user, such as those of a blade, and their upload. It lives as long as the page: a component that is removed
 * neither forgets a file nor stops an upload. Only `unstage` and signing out forget files.
 *
 * The browser stores the files, with the tab to which they belong. While they are on its screen or on their way, the tab holds a lock.
 * Files of a tab that does not hold it any more go to a tab that shows this owner.
 */
export abstract class Outbox<Target> {
  readonly files: Signal<readonly StagedFile<Target>[]> = signal([])
  /** The target of the running upload. */
  readonly sending: Signal<Target | null> = signal(null)
  /** The ids of the files whose upload follows the running one. */
  readonly queued: Signal<ReadonlySet<string>> = signal(new Set())
  readonly userId: number
  readonly name: string
  protected readonly store: StagedStore<Target>
  /** Where files belong that an earlier version of the panel has stored without target. */
  chosen: Target | undefined
  readonly #owner: string
  #shown = 0
  #queue: StagedFile<Target>[][] = []
  #upload: AbortController | undefined
  #lock: (ReturnType<typeof holdLock> & { ended: AbortController }) | undefined
  /** The tabs on whose lock this one waits. */
  readonly #awaited = new Set<string | undefined>()

  constructor(userId: number, name: string) {
    this.userId = userId
    this.name = name
    this.#owner = `${userId}/${name}`
    this.store = new StagedStore(this.#owner)
  }

  /**
   * Sends the files of one turn, as long as `signal` does not abort. It never rejects; files that it does not `unstage` stay staged.
   *
   * @param target that of the first file
   */
  protected abstract send(target: Target, files: StagedFile<Target>[], signal: AbortSignal): Promise<void>

  /** Splits files into the uploads that follow each other: by default, each target has its own. */
  protected turnsOf(files: StagedFile<Target>[]): StagedFile<Target>[][] {
    return groupByTarget(files).map((group) => group.files)
  }

  /** Called for files that are forgotten before their upload has finished. */
  protected async giveUp(_files: StagedFile<Target>[]): Promise<void> {}

  get isShown(): boolean {
    return this.#shown > 0
  }

  /** True if closing the page stops an upload or loses a file for good. */
  get losesOnClose(): boolean {
    return this.files.value.some(({ storage }) => storage !== 'stored' || this.sending.value !== null)
  }

  /** A component shows the files, until it calls the returned function. */
  show(): () => void {
    this.#shown += 1
    this.#hold()
    return () => {
      this.#shown -= 1
      // Another component may show the files in the same moment.
      queueMicrotask(() => this.#releaseIfIdle())
    }
  }

  /** Stages files for a target. @returns whether the browser has stored them, or why not */
  async add(files: File[], target: Target): Promise<FileStorage> {
    let storage: FileStorage = 'stored'
    for (let from = 0; from < files.length && !this.store.hasEnded; from += ADDED_AT_ONCE) {
      const added = await this.#addSome(files.slice(from, from + ADDED_AT_ONCE), target)
      if (added !== 'stored') storage = added
    }
    return storage
  }

  async #addSome(files: File[], target: Target): Promise<FileStorage> {
    const added = files.map((file) => ({ id: this.store.newId(), file, target }))
    const { storage, copies } = await this.store.keep(added)
    if (this.store.hasEnded) return storage
    const staged = added.map((item, index) => ({ ...item, file: copies?.[index] ?? item.file, storage }))
    this.files.value = [...this.files.value, ...staged]
    tellTabs({ kind: 'staged', owner: this.#owner })
    return storage
  }

  /** Removes files from the list, and from the browser. */
  unstage(gone: readonly StagedFile<Target>[]): Promise<void> {
    const ids = new Set(idsOf(gone))
    this.files.value = this.files.value.filter(({ id }) => !ids.has(id))
    return this.store.forget([...ids])
  }

  /** What a person does to remove files that were perhaps sent in part. */
  async remove(gone: StagedFile<Target>[]): Promise<void> {
    const ended = this.giveUp(gone)
    await this.unstage(gone)
    await ended
  }

  /** Gives files another target. */
  move(moved: StagedFile<Target>[], target: Target) {
    this.#change(moved, (item) => ({ ...item, target }))
    void this.store.change(idsOf(moved), { target })
  }

  /** Marks files that the upload did not store. */
  mark(marked: readonly StagedFile<Target>[], trouble: StagedFile<Target>['trouble']) {
    this.#change(marked, ({ trouble: _, ...item }) => (trouble === undefined ? item : { ...item, trouble }))
  }

  /** Uploads the files of a target, after the upload that runs. Those whose turn will come anyway are not sent twice. */
  upload(target: Target) {
    this.#enqueue(this.#unsent().filter((item) => isSameTarget(item.target, target)))
  }

  /** Uploads the files of all targets. */
  uploadAll() {
    for (const files of this.turnsOf(this.#unsent())) this.#enqueue(files)
  }

  #unsent(): StagedFile<Target>[] {
    return waitingFiles(this.files.value).filter(({ id }) => !this.queued.value.has(id))
  }

  /** Takes the files of a target out of the queue. They stay staged. */
  leaveQueue(target: Target) {
    const left = this.#queue.filter(([first]) => isSameTarget(first?.target, target))
    this.#changeQueue(this.#queue.filter((files) => !left.includes(files)))
    void this.store.change(idsOf(left.flat()), { isSending: false })
  }

  /** Stops the upload that runs; the next one follows. Its files stay staged. */
  cancel() {
    this.#upload?.abort()
  }

  /** Stops the upload that runs, and sends nothing after it. */
  cancelAll() {
    void this.store.change(idsOf(this.#queue.flat()), { isSending: false })
    this.#changeQueue([])
    this.cancel()
  }

  /** Forgets all files on the screen, and stores none any more: their user has signed out. */
  forgetAll() {
    this.store.end()
    this.cancelAll()
    this.files.value = []
  }

  /** Another tab has stored files of this owner. */
  noticeOthers(owner: string) {
    if (owner === this.#owner && this.#lock) void this.#meetOthers()
  }

  #enqueue(files: StagedFile<Target>[]) {
    if (files.length === 0) return
    this.#changeQueue([...this.#queue, files])
    // After a reload, those go on, too, whose turn has not come.
    void this.store.change(idsOf(files), { isSending: true })
    if (!this.#upload) void this.#sendQueue()
  }

  async #sendQueue() {
    this.#hold()
    for (let queued = this.#takeFirst(); queued; queued = this.#takeFirst()) {
      // A person may have removed some while others were sent.
      const files = queued.filter(({ id }) => this.files.value.some((item) => item.id === id))
      const [first] = files
      if (!first) continue
      const ids = idsOf(files)
      this.#upload = new AbortController()
      this.sending.value = first.target
      this.mark(files, undefined)
      await this.send(first.target, files, this.#upload.signal)
      await this.store.change(ids, { isSending: false })
      this.sending.value = null
    }
    this.#upload = undefined
    this.#releaseIfIdle()
  }

  #takeFirst(): StagedFile<Target>[] | undefined {
    const [first, ...rest] = this.#queue
    this.#changeQueue(rest)
    return first
  }

  #changeQueue(queue: StagedFile<Target>[][]) {
    this.#queue = queue
    this.queued.value = new Set(idsOf(queue.flat()))
  }

  #hold() {
    if (this.#lock) return
    const lock = { ...holdLock(this.#owner), ended: new AbortController() }
    this.#lock = lock
    void lock.held.then(() => this.#meetOthers())
  }

  #releaseIfIdle() {
    if (this.#shown > 0 || this.sending.value !== null) return
    this.#lock?.ended.abort()
    this.#lock?.release()
    this.#lock = undefined
    this.#awaited.clear()
  }

  /** Leaves out the files that another tab has now, and waits for the tabs that have others. */
  async #meetOthers() {
    const lock = this.#lock
    const before = new Set(this.files.value.map(({ id }) => id))
    const stored = await this.store.list()
    // What cannot be read is not gone: this tab still has its files in memory.
    if (!stored || !lock || lock !== this.#lock) return
    const mine = new Set(stored.filter(({ tab }) => tab === TAB).map(({ id }) => id))
    this.files.value = this.files.value.filter(
      (item) => item.storage !== 'stored' || !before.has(item.id) || mine.has(item.id),
    )
    for (const tab of new Set(stored.map((one) => one.tab))) {
      if (tab !== TAB && !this.#awaited.has(tab)) void this.#takeOver(tab, lock.ended.signal)
    }
  }

  /** Takes the files of a tab as soon as it has left them. */
  async #takeOver(tab: string | undefined, signal: AbortSignal) {
    this.#awaited.add(tab)
    await whenFree(this.#owner, tab, signal, async () => {
      const taken = await this.store.take(tab)
      this.#awaited.delete(tab)
      if (this.store.hasEnded) return
      if (taken) this.#restore(taken)
      // Another tab may have been faster.
      if (taken?.length === 0) void this.#meetOthers()
      // The former tab may only have been too slow to answer; then it leaves out the files.
      else tellTabs({ kind: 'staged', owner: this.#owner })
    })
  }

  /** Stages files that another tab has stored. What it was sending is sent again, each file to its own target. */
  #restore(found: FoundFile<Target>[]) {
    const restored = found.flatMap(({ id, file, target = this.chosen, isSending }) =>
      target === undefined ? [] : [{ item: { id, file, target, storage: 'stored' as const }, isSending }],
    )
    this.files.value = [...this.files.value, ...restored.map(({ item }) => item)]
    const interrupted = restored.filter(({ isSending }) => isSending).map(({ item }) => item)
    for (const files of this.turnsOf(interrupted)) this.#enqueue(files)
  }

  #change(changed: readonly StagedFile<Target>[], change: (item: StagedFile<Target>) => StagedFile<Target>) {
    const ids = new Set(idsOf(changed))
    this.files.value = this.files.value.map((item) => (ids.has(item.id) ? change(item) : item))
  }
}

function idsOf(files: readonly StagedFile<unknown>[]): string[] {
  return files.map(({ id }) => id)
}
