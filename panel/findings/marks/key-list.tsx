import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useCaller } from '#panel/session/caller-context.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { BACKDROP_CLASS, POPUP_CLASS, TITLE_CLASS } from '#panel/ui/dialog-parts.ts'
import { useDialogTheme } from '#panel/ui/dialogs/dialog-theme.ts'
import { KeyCaps } from '#panel/ui/keys/key-caps.tsx'
import { type KeyCondition, type KeyScreen, keysOn } from '#panel/ui/keys/screen-keys.ts'
import { useText } from '#panel/words/use-text.ts'
import { useMarking } from './marking.tsx'

interface KeyListProps {
  screen: KeyScreen
  conditions: readonly KeyCondition[]
}

/** The list of all keys that this user can press here. */
export function KeyList({ screen, conditions }: KeyListProps) {
  const text = useText()
  const theme = useDialogTheme()
  const caller = useCaller()
  const { turbine, areKeysShown, showKeys } = useMarking()
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
            {keysOn(screen, caller, turbine.company_id, conditions).map(({ keys, does }) => (
              <div key={does} className="contents">
                <dt>
                  <KeyCaps keys={keys} />
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
