import { useSignals } from '@preact/signals-react/runtime'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { flushSync } from 'react-dom'
import { storedChoice } from '#panel/preferences/stored-choice.ts'
import type { MessageId } from '#panel/words/messages.ts'
import { useText } from '#panel/words/use-text.ts'
import { PanelSeparator } from './panel-separator.tsx'
import { panelWidth } from './panel-width.ts'

/** The ids of all side panels. */
const PANELS = ['details', 'findings', 'comments'] as const
type PanelId = (typeof PANELS)[number]

/** A side panel of a feature, to the right of the open photo. */
export interface LightboxPanel {
  id: PanelId
  title: MessageId
  /** The number of records in the panel, such as comments. Shown beside the title and on the button that opens it. */
  count?: number | undefined
  icon: LucideIcon
  /** The key that opens and closes it, as `KeyboardEvent.key` in lower case. */
  shortcut: string
  /** A mark on the button while the panel is closed. */
  mark?: ReactNode
  /** True if the panel gets the focus when it opens, because the user wants to type in it. */
  takesFocus?: boolean
  content: ReactNode
}

const choice = storedChoice<PanelId | 'none'>({
  key: 'kanat.viewer-panel',
  choices: [...PANELS, 'none'],
  initial: () => 'none',
  withoutStorage: 'none',
})

/** The open side panel, at most one. It stays open for the next photo and the next visit. */
export const openPanel = choice.value

/** Opens the side panel, or closes it if it is open. */
export function togglePanel({ id, takesFocus = false }: LightboxPanel) {
  flushSync(() => choice.choose(choice.value.value === id ? 'none' : id))
  if (takesFocus) document.getElementById(panelElementId(id))?.focus({ preventScroll: true })
}

export function closePanel() {
  choice.choose('none')
}

/** The id of a side panel's element, for the button that opens it. */
export function panelElementId(id: PanelId): string {
  return `viewer-panel-${id}`
}

interface SidePanelProps {
  panel: LightboxPanel
  ref: Ref<HTMLElement>
}

/** The open side panel. It is dark in both themes, as the lightbox is. */
export function SidePanel({ panel, ref }: SidePanelProps) {
  useSignals()
  const text = useText()
  const titleId = `${panelElementId(panel.id)}-title`
  return (
    <section
      ref={ref}
      id={panelElementId(panel.id)}
      tabIndex={-1}
      aria-labelledby={titleId}
      data-theme="dark"
      style={{ width: panelWidth.value }}
      className="relative row-span-2 flex max-w-[50vw] flex-col bg-surface text-ink outline-none"
    >
      <PanelSeparator panelId={panelElementId(panel.id)} />
      <h3 className="px-5 pt-5 pb-4 text-lead font-medium">
        <span id={titleId}>{text(panel.title)}</span>
        {panel.count !== undefined && (
          <span className="ml-2 font-normal text-ink-soft tabular-nums">{panel.count}</span>
        )}
      </h3>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{panel.content}</div>
    </section>
  )
}
