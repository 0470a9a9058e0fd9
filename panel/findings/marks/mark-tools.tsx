import { useSignals } from '@preact/signals-react/runtime'
import { BoxSelect, Eye, EyeOff, Keyboard, Pentagon, Ruler, X } from 'lucide-react'
import { IconButton } from '#panel/ui/button.tsx'
import { HIDE_KEY, KEYS_KEY, MARK_TOOL_KEYS, type MarkTool } from '#panel/ui/keys/mark-keys.ts'
import { useText } from '#panel/words/use-text.ts'
import { marksVisibility, toggleMarks, useMarking } from './marking.tsx'

const ICONS = { box: BoxSelect, polygon: Pentagon, reference: Ruler } as const

/** Starts and stops to mark findings on the photo. */
export function MarkButton() {
  const text = useText()
  const { tool, choose } = useMarking()
  return (
    <IconButton
      onDark
      label={text('marks.start')}
      icon={BoxSelect}
      aria-pressed={tool !== undefined}
      aria-keyshortcuts={MARK_TOOL_KEYS.box.toUpperCase()}
      onClick={() => choose(tool ? undefined : 'box')}
    />
  )
}

/** Hides and shows the marks. */
export function MarksToggle() {
  useSignals()
  const text = useText()
  const isHidden = marksVisibility.value === 'hidden'
  return (
    <IconButton
      onDark
      label={text(isHidden ? 'marks.show' : 'marks.hide')}
      icon={isHidden ? EyeOff : Eye}
      aria-keyshortcuts={HIDE_KEY.toUpperCase()}
      onClick={toggleMarks}
    />
  )
}

/** The tools and what they do, at the upper edge of the photo while one is chosen. They hide while the pointer draws below them. @param tools those that this picture has */
export function MarkToolbar({ tools }: { tools: readonly MarkTool[] }) {
  const text = useText()
  const { tool, choose, isRepeating, showKeys } = useMarking()
  if (!tool) return null
  return (
    <div
      role="toolbar"
      aria-label={text('marks.tools')}
      className="pointer-events-auto absolute top-3 left-1/2 flex max-w-[calc(100%-1.5rem)] -translate-x-1/2 items-center gap-1 rounded bg-lightbox/85 px-1.5 py-1 text-lightbox-ink transition-opacity peer-active/stage:opacity-0"
    >
      {tools.map((one) => (
        <IconButton
          key={one}
          onDark
          label={text(`marks.tool.${one}`)}
          icon={ICONS[one]}
          aria-pressed={one === tool}
          aria-keyshortcuts={MARK_TOOL_KEYS[one].toUpperCase()}
          onClick={() => choose(one)}
        />
      ))}
      <div className="min-w-0 px-2 text-note text-lightbox-ink-soft">
        <p role="status" className="truncate">
          {text(isRepeating ? 'marks.hint.repeat' : `marks.hint.${tool}`)}
        </p>
        <p className="truncate text-caption">{text('marks.hint.keys')}</p>
      </div>
      <IconButton
        onDark
        label={text('marks.keys')}
        icon={Keyboard}
        aria-keyshortcuts={KEYS_KEY}
        onClick={() => showKeys(true)}
      />
      <IconButton onDark label={text('marks.stop')} icon={X} onClick={() => choose(undefined)} />
    </div>
  )
}
