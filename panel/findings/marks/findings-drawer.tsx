import { Dialog } from '@base-ui/react/dialog'
import { ClipboardList } from 'lucide-react'
import type { Photo } from '#domain/photo.ts'
import { useAddressLayer } from '#panel/ui/address/address-layer.ts'
import { useAddressParams } from '#panel/ui/address/address-params.ts'
import { Button } from '#panel/ui/button.tsx'
import { DrawerPopup, useDrawer } from '#panel/ui/dialogs/drawer-popup.tsx'
import { useText } from '#panel/words/use-text.ts'
import { FindingList } from './finding-list.tsx'
import { usePhotoMarks } from './use-photo-marks.ts'

const FINDINGS = 'findings'

/**
 * The button with the number of findings of a photo, and the drawer with their list (`?panel=findings`), for a picture that fills the
 * screen. A finding that is chosen there closes it, because its form would lie below.
 */
export function FindingsDrawer({ photo }: { photo: Photo }) {
  const text = useText()
  const { value, open, close } = useAddressLayer('panel')
  const { change } = useAddressParams()
  const { query, findings } = usePhotoMarks(photo)
  const { drawer, isInOtherLayer } = useDrawer()
  return (
    <Dialog.Root
      open={value === FINDINGS}
      modal={false}
      disablePointerDismissal
      onOpenChange={(next, { reason, event }) => {
        if (next) void open(FINDINGS)
        else if (reason !== 'escape-key' || !isInOtherLayer(event.target)) void close()
      }}
    >
      <Dialog.Trigger
        render={
          <Button variant="onDark" icon={ClipboardList} data-tooltip={text('findings.title')}>
            {/* In a narrow window, what the picture is of has the room. */}
            <span className="max-xl:sr-only">{text('findings.title')}</span>
            {query.data && <span className="font-normal tabular-nums">{findings.length}</span>}
          </Button>
        }
      />
      <DrawerPopup title={text('findings.title')} closeLabel={text('findings.list.close')} drawer={drawer}>
        <FindingList photo={photo} onChosen={() => change({ panel: undefined })} />
      </DrawerPopup>
    </Dialog.Root>
  )
}
