import { effect } from '@preact/signals-react'
import { onSignOut } from '#panel/session/sign-out-work.ts'
import { session } from '#panel/session/stored-session.ts'
import { askBeforeClosing } from '#panel/ui/unsaved-work.ts'
import type { Outbox } from './outbox.ts'
import { forgetFilesOf, listNamesOf } from './staged-store.ts'
import { onTabMessage, tellTabs } from './tab-messages.ts'

/** The name of staged files: the turbine and where they will belong, such as `turbine/4/blade/A`, `turbine/4/drone` or `turbine/4/reports`. */
export type OutboxName = `turbine/${number}/${string}`

/** The name of the saved findings of all turbines that wait for a connection. */
export const FINDINGS_STAGING = 'findings'
/** The name of what a reviewer has decided about the findings of all turbines, and the server does not have yet. */
export const DECISIONS_STAGING = 'decisions'
/** The names of changes that are stored as staged files without bytes. */
export type ChangesOutbox = typeof FINDINGS_STAGING | typeof DECISIONS_STAGING

type AnyOutbox = Outbox<unknown>

/** The owners of staged files of this page, by user and name. They stay until the page is loaded again or their user signs out. */
const outboxes = new Map<string, AnyOutbox>()

/** The owner of the user's files with this name. */
export function outboxOf<Owner extends AnyOutbox, Name extends OutboxName | ChangesOutbox>(
  userId: number,
  name: Name,
  make: (userId: number, name: Name) => Owner,
): Owner {
  const key = `${userId}/${name}`
  // The names of different kinds of files differ, so the owner is of the kind that `make` makes.
  const owner = (outboxes.get(key) as Owner | undefined) ?? make(userId, name)
  outboxes.set(key, owner)
  return owner
}

export function bladeOutbox(turbineId: number, blade: string): OutboxName {
  return `turbine/${turbineId}/blade/${blade}`
}

export function categoryOutbox(turbineId: number, category: string): OutboxName {
  return `turbine/${turbineId}/${category}`
}

/** The staged photos of several places of a turbine, which are sent as one. */
export function flightOutbox(turbineId: number): OutboxName {
  return categoryOutbox(turbineId, 'flight')
}

/** The names of the user's staged files of a turbine in this page, except its reports. */
export function stagedPhotoNames(userId: number, turbineId: number): string[] {
  const reports = categoryOutbox(turbineId, 'reports')
  return ownersOf(userId)
    .filter(({ name }) => name.startsWith(`turbine/${turbineId}/`) && name !== reports)
    .flatMap(({ files }) => files.value.map(({ file }) => file.name))
}

/** The turbine of a `OutboxName`. */
export function turbineOf(name: OutboxName): number {
  return Number(name.split('/')[1])
}

// An upload would otherwise go on with the session of another user.
effect(() => {
  const userId = session.value?.userId
  for (const owner of outboxes.values()) if (owner.userId !== userId) owner.cancelAll()
})

askBeforeClosing(() => [...outboxes.values()].some(({ losesOnClose }) => losesOnClose))

onSignOut({
  async holds(userId) {
    const names = await listNamesOf(userId)
    for (const { name, files } of ownersOf(userId)) if (files.value.length > 0) names.add(name)
    const changes = [FINDINGS_STAGING, DECISIONS_STAGING].filter((name) => names.delete(name)).length > 0
    return { files: names.size > 0, changes }
  },
  async forget(userId) {
    forgetInMemory(userId)
    tellTabs({ kind: 'signed-out', userId })
    await forgetFilesOf(userId)
  },
})

onTabMessage((message) => {
  if (message.kind === 'signed-out') {
    forgetInMemory(message.userId)
    // This tab may have stored a file after the other one has removed them.
    void forgetFilesOf(message.userId)
  } else for (const owner of outboxes.values()) owner.noticeOthers(message.owner)
})

/** When the user signs in again, their files have new owners. */
function forgetInMemory(userId: number) {
  for (const [key, owner] of outboxes) {
    if (owner.userId !== userId) continue
    owner.forgetAll()
    outboxes.delete(key)
  }
}

/** The owners in this page; the browser may store files of others. */
function ownersOf(userId: number): AnyOutbox[] {
  return [...outboxes.values()].filter((owner) => owner.userId === userId)
}
