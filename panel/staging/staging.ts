import { type Signal, signal } from '@preact/signals-react'
import {
  type FileStorage,
  groupByTarget,
  isSameTarget,
  type StagedFile,
  waitingFiles,
} from './staged-file.ts'
import { type FoundFile, StagedStore } from './staged-store.ts'
import { holdLock, TAB, tellTabs, whenFree } from './tab.ts'

/**
 * Owns staged files of one user, such as those of a blade, and their upload. It lives as long as the page: a component that is removed
 * neither forgets a file nor stops an upload. Only `unstage` and signing out forget files.
 *
 * The browser stores the files, with the tab to which they belong. While they are on its screen or on their way, the tab holds a lock.
 * Files of a tab that does not hold it any more go to a tab that shows this owner.
 */
export abstract class Staging<Target> {
  readonly files: Signal<readonly StagedFile<Target>[]> = signal([])
  /** The target of the running upload. */
  readonly sending: Signal<Target | null> = signal(null)
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

  /** Sends files of one target, as long as `signal` does not abort. It never rejects; files that it does not `unstage` stay staged. */
  protected abstract send(target: Target, files: StagedFile<Target>[], signal: AbortSignal): Promise<void>

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
    if (files.length === 0) return 'stored'
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
    const ids = new Set(gone.map(({ id }) => id))
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
    void this.store.change(
      moved.map(({ id }) => id),
      { target },
    )
  }

  /** Marks files that the upload did not store. */
  mark(marked: readonly StagedFile<Target>[], trouble: StagedFile<Target>['trouble']) {
    this.#change(marked, ({ trouble: _, ...item }) => (trouble === undefined ? item : { ...item, trouble }))
  }

  /** Uploads the files of a target, after the upload that runs. */
  upload(target: Target) {
    this.#enqueue(waitingFiles(this.files.value).filter((item) => isSameTarget(item.target, target)))
  }

  /** Stops the upload. Its files stay staged. */
  cancel() {
    this.#queue = []
    this.#upload?.abort()
  }

  /** Forgets all files on the screen, and stores none any more: their user has signed out. */
  forgetAll() {
    this.store.end()
    this.cancel()
    this.files.value = []
  }

  /** Another tab has stored files of this owner. */
  noticeOthers(owner: string) {
    if (owner === this.#owner && this.#lock) void this.#meetOthers()
  }

  #enqueue(files: StagedFile<Target>[]) {
    if (files.length === 0) return
    this.#queue.push(files)
    if (!this.#upload) void this.#sendQueue()
  }

  async #sendQueue() {
    this.#hold()
    for (let queued = this.#queue.shift(); queued; queued = this.#queue.shift()) {
      // A person may have removed some while others were sent.
      const files = queued.filter(({ id }) => this.files.value.some((item) => item.id === id))
      const [first] = files
      if (!first) continue
      const ids = files.map(({ id }) => id)
      this.#upload = new AbortController()
      this.sending.value = first.target
      this.mark(files, undefined)
      void this.store.change(ids, { isSending: true })
      await this.send(first.target, files, this.#upload.signal)
      await this.store.change(ids, { isSending: false })
      this.sending.value = null
    }
    this.#upload = undefined
    this.#releaseIfIdle()
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
    for (const { files } of groupByTarget(interrupted)) this.#enqueue(files)
  }

  #change(changed: readonly StagedFile<Target>[], change: (item: StagedFile<Target>) => StagedFile<Target>) {
    const ids = new Set(changed.map(({ id }) => id))
    this.files.value = this.files.value.map((item) => (ids.has(item.id) ? change(item) : item))
  }
}
