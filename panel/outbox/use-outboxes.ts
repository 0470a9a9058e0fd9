import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useCaller } from '#panel/session/caller-context.ts'
import { useKeptWork } from '#panel/session/kept-work.ts'
import { useUnsavedWork } from '#panel/ui/unsaved-work.ts'
import type { Outbox } from './outbox.ts'
import { type ChangesOutbox, type OutboxName, outboxOf } from './outboxes.ts'
import { storageOf, waitingFiles } from './staged-file.ts'
import { noticeOutbox } from './when-staged.tsx'

/**
 * Shows staged files: this tab gets those that no other tab has on its screen.
 *
 * @param make makes the owner of the files with a name, when nothing has shown them before. The names never change
 */
export function useOutboxes<Owner extends Outbox<unknown>, Name extends OutboxName | ChangesOutbox>(
  names: readonly Name[],
  make: (userId: number, name: Name) => Owner,
): Owner[] {
  useSignals()
  const { id: userId } = useCaller()
  const [owners] = useState(() => names.map((name) => outboxOf(userId, name, make)))
  useEffect(() => {
    noticeOutbox()
    const hide = owners.map((owner) => owner.show())
    return () => {
      for (const one of hide) one()
    }
  }, [owners])
  // The files stay with their owner. The sign-in page says that work waits.
  useKeptWork(`staged/${names.join()}`, () => owners.some(({ files }) => files.value.length > 0) || undefined)
  return owners
}

/** Reports the files that wait as unsaved work of the screen. */
export function useUnsavedFiles(owners: readonly Outbox<unknown>[]) {
  useSignals()
  const waiting = owners.flatMap(({ files }) => waitingFiles(files.value))
  useUnsavedWork(waiting.length > 0, storageOf(waiting) === 'stored' ? 'files' : 'unstoredFiles')
}
