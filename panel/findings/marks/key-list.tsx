import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { IconButton } from '#panel/ui/button.tsx'
import { BACKDROP_CLASS, POPUP_CLASS, TITLE_CLASS } from '#panel/ui/dialog-parts.ts'
import { useDialogTheme } from '#panel/ui/dialogs/dialog-theme.ts'
import type { MessageId } from '#panel/words/messages.ts'
import { useText } from '#panel/words/use-text.ts'
import { HIDE_KEY, KEYS_KEY, LOOK_KEY, MARK_TOOL_KEYS, REPEAT_KEY } from './mark-keys.ts'
import { useMarking } from './marking.tsx'

/** Every key of marking with what it does, in the order of the work. */
const KEYS: readonly (readonly [keys: string[], does: MessageId])[] = [
  [[MARK_TOOL_KEYS.box.toUpperCase()], 'marks.tool.box'],
  [[MARK_TOOL_KEYS.polygon.toUpperCase()], 'marks.tool.polygon'],
  [[REPEAT_KEY.toUpperCase()], 'marks.keys.repeat'],
  [[MARK_TOOL_KEYS.reference.toUpperCase()], 'marks.tool.reference'],
  [['Enter'], 'marks.keys.draw'],
  [['1', '5'], 'marks.keys.severity'],
  [['0', '–'], 'findings.severity.none'],
  [['Enter', 'Enter'], 'marks.keys.keep'],
  [['Esc'], 'marks.keys.close'],
  [['Ctrl', 'Z'], 'marks.keys.undo'],
  [['Tab'], 'marks.keys.handles'],
  [['Shift', '←→↑↓'], 'marks.keys.move'],
  [['Delete'], 'marks.keys.corner'],
  [['Alt'], 'marks.keys.pan'],
  [[HIDE_KEY.toUpperCase()], 'marks.keys.hide'],
  [[LOOK_KEY.toUpperCase()], 'marks.keys.look'],
  [[KEYS_KEY], 'marks.keys'],
]

/** The list of all keys for marking. */
export function KeyList() {
  const text = useText()
  const theme = useDialogTheme()
  const { areKeysShown, showKeys } = useMarking()
  return (
    <Dialog.Root open={areKeysShown} onOpenChange={showKeys}>
      <Dialog.Portal>
        <Dialog.Backdrop forceRender className={BACKDROP_CLASS} />
        <Dialog.Popup
          data-theme={theme}
          className={`${POPUP_CLASS} max-h-[calc(100dvh-3rem)] w-[440px] overflow-y-auto p-5`}
        >
          <div className="mb-3 flex items-center justify-between">
            <Dialog.Title className={TITLE_CLASS}>{text('marks.keys')}</Dialog.Title>
            <Dialog.Close render={<IconButton label={text('findings.close')} icon={X} className="-mr-2" />} />
          </div>
          <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2 text-body">
            {KEYS.map(([keys, does]) => (
              <div key={does} className="contents">
                <dt className="flex gap-1">
                  {keys.map((key, index) => (
                    <kbd
                      // biome-ignore lint/suspicious/noArrayIndexKey: the keys never change
                      key={index}
                      className="rounded border border-hairline bg-surface-sunken px-1.5 text-note leading-5 text-ink"
                    >
                      {key}
                    </kbd>
                  ))}
                </dt>
                <dd className="text-ink-soft">{text(does)}</dd>
              </div>
            ))}
          </dl>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
