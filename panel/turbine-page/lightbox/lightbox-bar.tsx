import { Dialog } from '@base-ui/react/dialog'
import { useSignals } from '@preact/signals-react/runtime'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Photo } from '#domain/photo.ts'
import { Divider } from '#panel/photos/lightbox/photo-actions.tsx'
import { sizeWords } from '#panel/photos/photo-words.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { roomName } from '#panel/words/room-name.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'
import { type LightboxPanel, openPanel, panelElementId, togglePanel } from './lightbox-panel.tsx'

interface LightboxBarProps {
  photo: Photo
  position: { n: number; total: number }
  actions: ReactNode
  panels: LightboxPanel[]
}

/** The bar of the lightbox: the name of the photo, its number in the list, and the buttons for it. */
export function LightboxBar({ photo, position, actions, panels }: LightboxBarProps) {
  useSignals()
  const dates = useDates()
  const text = useText()
  const group = photo.room ? roomName(text, photo.room) : text(`category.${photo.category}`)
  const facts = [
    photo.blade && text('photos.blade', { blade: photo.blade }),
    dates.month(photo.year, photo.month),
    photo.width && photo.height && `${photo.width} × ${photo.height}`,
    sizeWords(text, photo),
    photo.uploader_name,
  ].filter(Boolean)
  return (
    // In a narrow window the buttons are below the name, not beside a name that cannot be read.
    <header className="col-span-2 flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 xl:grid xl:grid-cols-[1fr_auto_1fr] xl:gap-6">
      <div className="min-w-56 flex-1 xl:min-w-0">
        <Dialog.Title className="truncate text-lead leading-5 font-medium">{photo.originalName}</Dialog.Title>
        <p className="mt-0.5 truncate text-note text-lightbox-ink-soft">{facts.join('  ·  ')}</p>
      </div>
      <p aria-live="polite" className="text-body whitespace-nowrap">
        <span className="font-medium max-xl:block">{text('lightbox.position', position)}</span>
        <span className="mx-2 text-lightbox-ink-soft max-xl:hidden">·</span>
        <span className="text-lightbox-ink-soft">{group}</span>
      </p>
      <div className="ml-auto flex flex-wrap justify-end gap-1 xl:flex-nowrap">
        {actions}
        {panels.map((panel) => (
          <PanelButton key={panel.id} panel={panel} />
        ))}
        <Divider />
        <Dialog.Close render={<IconButton onDark label={text('lightbox.close')} icon={X} />} />
      </div>
    </header>
  )
}

/** Opens and closes a side panel. The number on it is also in its name. */
function PanelButton({ panel }: { panel: LightboxPanel }) {
  useSignals()
  const text = useText()
  const { id, title, count, icon, shortcut, mark } = panel
  const isOpen = openPanel.value === id
  return (
    <span className="relative">
      <IconButton
        onDark
        label={[text(title), count].join(' ').trim()}
        icon={icon}
        aria-expanded={isOpen}
        aria-controls={panelElementId(id)}
        aria-keyshortcuts={shortcut.toUpperCase()}
        onClick={() => togglePanel(panel)}
      />
      {count !== undefined && count > 0 && (
        <span
          aria-hidden
          className="pointer-events-none absolute right-0 bottom-0 min-w-4 rounded-full bg-lightbox-raised px-1 text-center text-caption tabular-nums"
        >
          {count}
        </span>
      )}
      {!isOpen && (
        <span data-theme="dark" className="pointer-events-none absolute top-1 right-1 flex">
          {mark}
        </span>
      )}
    </span>
  )
}
