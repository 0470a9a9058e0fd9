import { useSignals } from '@preact/signals-react/runtime'
import { PencilRuler } from 'lucide-react'
import { IconButton } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { AnnotationEditor } from './annotation-editor.ts'

/** Opens and closes the tools for annotations. */
export function AnnotationButton({ editor }: { editor: AnnotationEditor }) {
  useSignals()
  const text = useText()
  return (
    <IconButton
      onDark
      label={text('panorama.annotations.open')}
      icon={PencilRuler}
      aria-expanded={editor.isOpen.value}
      onClick={() => editor.toggle()}
    />
  )
}
