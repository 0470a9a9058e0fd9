import { useSignals } from '@preact/signals-react/runtime'
import {
  Circle,
  Eraser,
  ImageDown,
  type LucideIcon,
  MousePointer2,
  Pencil,
  Redo2,
  Square,
  Trash2,
  Type,
  Undo2,
} from 'lucide-react'
import { useRef } from 'react'
import type { PanoramaView } from '#panel/panorama/view/panorama-view.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useArrowFocus } from '#panel/ui/tables/use-arrow-focus.ts'
import { useText } from '#panel/words/use-text.ts'
import { TOOL_KEYS, TOOLS, type Tool, TURN_KEY } from './annotation.ts'
import type { AnnotationEditor } from './annotation-editor.ts'
import { savePicture } from './save-picture.ts'

const ICONS: Record<Tool, LucideIcon> = { pen: Pencil, circle: Circle, rectangle: Square, text: Type }

interface AnnotationBarProps {
  editor: AnnotationEditor
  view: PanoramaView
  /** The name of the file that is saved. */
  pictureName: string
}

interface BarButton {
  id: string
  label: string
  icon: LucideIcon
  /** As in `aria-keyshortcuts`; the tooltip shows the first one. */
  keys?: string | undefined
  pressed?: boolean
  /** Why it is not possible now. */
  blocked?: string | undefined
  act: () => unknown
}

/** The toolbar for annotations: the tools, undo, redo, delete, clear and save. It is one tab stop; arrow keys move inside. */
export function AnnotationBar({ editor, view, pictureName }: AnnotationBarProps) {
  useSignals()
  const text = useText()
  const notify = useNotify()
  const bar = useRef<HTMLDivElement>(null)
  const { tool, selected, store } = editor
  const isEmpty = store.annotations.value.length === 0

  async function save() {
    if (await savePicture(view, editor, pictureName)) return
    notify({ tone: 'error', title: text('panorama.annotations.save.failed') })
  }

  const tools: BarButton[] = [undefined, ...TOOLS].map((one) => ({
    id: one ?? 'turn',
    label: text(`panorama.annotations.tool.${one ?? 'turn'}`),
    icon: one ? ICONS[one] : MousePointer2,
    keys: one ? TOOL_KEYS[one] : TURN_KEY,
    pressed: tool.value === one,
    act: () => editor.choose(tool.value === one ? undefined : one),
  }))
  const action = (
    id: 'undo' | 'redo' | 'delete' | 'clear' | 'save',
    icon: LucideIcon,
    isPossible: boolean,
    act: () => unknown,
    keys?: string,
  ): BarButton => ({
    id,
    label: text(`panorama.annotations.${id}`),
    icon,
    keys,
    blocked: isPossible ? undefined : text(`blocked.annotations.${id}`),
    act,
  })
  const actions = [
    action('undo', Undo2, store.canUndo.value, () => editor.undo(), 'Control+Z'),
    action('redo', Redo2, store.canRedo.value, () => editor.redo(), 'Control+Y'),
    action('delete', Trash2, selected.value !== undefined, () => editor.remove(), 'Delete'),
    action('clear', Eraser, !isEmpty, () => editor.removeAll()),
    action('save', ImageDown, editor.isReady.value, save),
  ]
  const { active, onFocus, onKeyDown } = useArrowFocus(
    bar,
    [...tools, ...actions].map(({ id }) => id),
  )

  if (!editor.isOpen.value) return null

  function shown({ id, label, icon, keys, pressed, blocked, act }: BarButton) {
    return (
      <IconButton
        key={id}
        onDark
        label={
          keys ? text('panorama.annotations.withKey', { label, key: keys.replace('Control', 'Ctrl') }) : label
        }
        icon={icon}
        data-stop={id}
        tabIndex={id === active ? 0 : -1}
        aria-keyshortcuts={keys}
        aria-pressed={pressed}
        blocked={blocked}
        // The button must not get the focus. Otherwise the space bar, which turns the view while it is held, would press the button again.
        onMouseDown={(event) => event.preventDefault()}
        onClick={act}
      />
    )
  }

  return (
    <section
      data-controls
      aria-label={text('panorama.annotations.tools')}
      className="pointer-events-auto absolute top-17 left-1/2 w-max max-w-[calc(100%-2rem)] -translate-x-1/2 rounded bg-lightbox px-1.5 py-1.5 text-lightbox-ink shadow-raised"
    >
      <div
        ref={bar}
        role="toolbar"
        aria-label={text('panorama.annotations.tools')}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        className="flex flex-wrap items-center justify-center gap-0.5"
      >
        {tools.map(shown)}
        <span aria-hidden className="mx-1 h-5 w-px bg-lightbox-ink-soft/40" />
        {actions.map(shown)}
      </div>
      <p className="mt-1 px-2 pb-0.5 text-center text-caption text-balance text-lightbox-ink-soft">
        {text('panorama.annotations.local')}
      </p>
    </section>
  )
}
