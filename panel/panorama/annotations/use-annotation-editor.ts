import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useViewer } from '#panel/session/viewer-context.ts'
import { useUnsavedWork } from '#panel/ui/unsaved-work.ts'
import { AnnotationEditor } from './annotation-editor.ts'

/** The annotations of the open page. In a narrow window the panel takes the page away; they are there again when it comes back. */
let kept: { userId: number; path: string; editor: AnnotationEditor } | undefined

/** The annotation editor of a page with 360° photos. The panel asks before the page closes if some annotations are not in a saved picture. */
export function useAnnotationEditor(): AnnotationEditor {
  useSignals()
  const { pathname: path } = useLocation()
  const { id: userId } = useViewer()
  const [editor] = useState(() =>
    kept?.userId === userId && kept.path === path ? kept.editor : new AnnotationEditor(),
  )
  useEffect(() => {
    kept = { userId, path, editor }
    return () => {
      if (window.location.pathname !== path) kept = undefined
    }
  }, [userId, path, editor])
  useUnsavedWork(editor.store.holdsUnsaved.value, 'annotations')
  return editor
}
