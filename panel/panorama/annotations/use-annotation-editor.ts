import { useSignalEffect, useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useCaller } from '#panel/session/caller-context.ts'
import { forgetValue, keepValue, readKept } from '#panel/session/kept-values.ts'
import { useKeptKey } from '#panel/session/kept-work.ts'
import { useUnsavedWork } from '#panel/ui/unsaved-work.ts'
import type { AnnotationEditor } from './annotation-editor.ts'
import { editorWith, KeptAnnotations, unsavedOf } from './kept-annotations.ts'

/** The annotations of the open page. In a narrow window the panel takes the page away; they are there again when it comes back, with their history. */
let kept: { userId: number; path: string; editor: AnnotationEditor } | undefined

/**
 * The annotation editor of a page with 360° photos. What is in no saved picture survives a reload and the end of the session. The panel
 * asks before the page closes.
 */
export function useAnnotationEditor(): AnnotationEditor {
  useSignals()
  const { pathname: path } = useLocation()
  const { id: userId } = useCaller()
  const key = useKeptKey(`annotations${path}`)
  const [editor] = useState(() =>
    kept?.userId === userId && kept.path === path ? kept.editor : editorWith(readKept(key, KeptAnnotations)),
  )
  useEffect(() => {
    kept = { userId, path, editor }
    return () => {
      if (window.location.pathname !== path) kept = undefined
    }
  }, [userId, path, editor])

  const isDiscarded = useRef(false)
  useSignalEffect(() => {
    const unsaved = unsavedOf(editor)
    if (isDiscarded.current) return
    if (unsaved) keepValue(key, unsaved)
    else forgetValue(key)
  })
  useUnsavedWork(editor.store.holdsUnsaved.value, 'annotations', {
    discard: () => {
      isDiscarded.current = true
      forgetValue(key)
    },
  })
  return editor
}
