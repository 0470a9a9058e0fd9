import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useUnsavedWork } from '#panel/ui/unsaved-work.ts'
import { AnnotationEditor } from './annotation-editor.ts'

/** The annotations of a page with 360° photos, until it closes. Before it closes, the user is asked if some are in no saved picture. */
export function useAnnotationEditor(): AnnotationEditor {
  useSignals()
  const [editor] = useState(() => new AnnotationEditor())
  useUnsavedWork(editor.store.holdsUnsaved.value, 'annotations')
  return editor
}
