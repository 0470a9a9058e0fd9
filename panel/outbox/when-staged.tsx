import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect } from 'react'
import { storesStagedFiles } from './stores-staged-files.ts'
import { onTabMessage } from './tab-messages.ts'

/** True once a screen of this page has shown staged files, another tab has stored some, or the browser had some before. */
const isUsed = signal(false)

export function noticeOutbox() {
  isUsed.value = true
}

/** Shows its children, which send what is staged, only when something may be staged. Their scripts are large, and most users stage nothing. */
export function WhenStaged({ children }: { children: ReactNode }) {
  useSignals()
  useEffect(() => {
    void storesStagedFiles().then((stores) => stores && noticeOutbox())
    return onTabMessage(({ kind }) => kind === 'staged' && noticeOutbox())
  }, [])
  return isUsed.value && children
}
