import { type KeyboardEvent, useRef, useState } from 'react'
import type { Photo } from '#domain/photo.ts'
import { toggleMarks } from '#panel/findings/marks/marking.tsx'
import { usePhotoMarks } from '#panel/findings/marks/use-photo-marks.ts'
import { LightBar } from '#panel/photos/lightbox/light-bar.tsx'
import { useFullScreen } from '#panel/photos/lightbox/use-full-screen.ts'
import { panStep } from '#panel/photos/lightbox/use-stage.ts'
import { useFrame, type Zoom, zoomCommands } from '#panel/photos/lightbox/use-zoom.ts'
import type { CompareMode } from '#panel/photos/open-compare.ts'
import { FullScreenDialog } from '#panel/ui/dialogs/full-screen-dialog.tsx'
import { HIDE_KEY } from '#panel/ui/keys/mark-keys.ts'
import { useText } from '#panel/words/use-text.ts'
import { CompareBar } from './compare-bar.tsx'
import { ComparePanes } from './compare-panes.tsx'
import { OpacityField } from './opacity-field.tsx'
import { Overlay } from './overlay.tsx'
import { PaneHeading } from './pane-heading.tsx'
import { StrengthField } from './strength-field.tsx'
import { useAlignment } from './use-alignment.ts'
import { SIDES, type Side, useCompareViews } from './use-compare-views.ts'

/** How far an arrow key moves the photos, in CSS pixels; with Shift five times as far. */
const PAN_STEP_PX = 40

interface CompareScreenProps {
  /** The left and the right photo. */
  pair: readonly [Photo, Photo]
  /** The photos of the turbine, to choose others from. */
  photos: Photo[]
  mode: CompareMode
  onMode: (mode: CompareMode) => void
  onShow: (left: number, right: number) => void
  onClose: () => void
  finalFocus: () => HTMLElement | undefined
}

/** Compares two photos: side by side, under a curtain, one through the other, or as their difference after the user has aligned them. All functions work with the keyboard. */
export default function CompareScreen({
  pair,
  photos,
  mode,
  onMode,
  onShow,
  onClose,
  finalFocus,
}: CompareScreenProps) {
  const text = useText()
  const screen = useRef<HTMLDivElement>(null)
  const [left, right] = pair
  const hasPictures = pair.every(({ thumb_url }) => thumb_url !== null)
  const panes = [useFrame(left), useFrame(right)] as const
  const overlay = useFrame(left)
  const [active, setActive] = useState<Side>(0)
  const [strength, setStrength] = useState(2)
  const [opacity, setOpacity] = useState(0.5)
  const [isLightOpen, setIsLightOpen] = useState(false)
  const fullScreen = useFullScreen()

  const alignment = useAlignment(pair)
  const [isAligning, setIsAligning] = useState(false)
  const marks = [usePhotoMarks(left).marks, usePhotoMarks(right).marks].flat()
  const shownMode = hasPictures ? mode : 'sides'
  // The difference is only useful if the photos are aligned.
  const isMarking =
    shownMode !== 'sides' && !alignment.similarity && (isAligning || shownMode === 'difference')
  const hasMarks = marks.length > 0 && !isMarking
  const isOverlay = shownMode !== 'sides' && !isMarking
  const views = useCompareViews(isOverlay ? [overlay.frame, overlay.frame] : [panes[0].frame, panes[1].frame])

  const zoomOf = (side: Side): Zoom => ({ ...panes[side], view: views.views[side], move: views.moveOf(side) })
  const zooms = [zoomOf(0), zoomOf(1)] as const
  const overlayZoom = { ...overlay, view: views.views[0], move: views.moveOf(0) }
  const shown = isOverlay ? overlayZoom : zooms[active]
  const { step, pan } = zoomCommands(shown)

  function startAligning() {
    alignment.clear()
    setIsAligning(true)
  }

  function swap() {
    alignment.clear()
    views.swap()
    onShow(right.id, left.id)
  }

  function choose(side: Side, id: number) {
    alignment.clear()
    if (side === 0) onShow(id, right.id)
    else onShow(left.id, id)
  }

  function closeLight() {
    setIsLightOpen(false)
    screen.current?.focus()
  }
  const toggleLight = () => (isLightOpen ? closeLight() : setIsLightOpen(true))

  const keys: Record<string, () => void> = {
    '1': () => onMode('sides'),
    '2': () => onMode('curtain'),
    '3': () => onMode('difference'),
    '4': () => onMode('blend'),
    '+': () => step(1),
    '=': () => step(1),
    '-': () => step(-1),
    '0': views.reset,
    x: swap,
    f: fullScreen,
    b: toggleLight,
    ...(hasMarks && { [HIDE_KEY]: toggleMarks }),
    ...(!isOverlay && { l: views.toggleLock }),
    ...(isOverlay && { r: startAligning }),
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if ((event.target as HTMLElement).matches('input, select')) return
    const by = panStep(event.key, PAN_STEP_PX * (event.shiftKey ? 5 : 1))
    const key = keys[event.key] ?? keys[event.key.toLowerCase()]
    if (!key && by.x === 0 && by.y === 0) return
    event.preventDefault()
    if (key) key()
    else pan(by)
  }

  /** Does the first possible one of these: closes the bar for brightness and contrast, stops aligning, fits the photos. Returns false if none was possible. */
  function goBack(): boolean {
    if (isLightOpen) closeLight()
    else if (isMarking && shownMode !== 'difference') setIsAligning(false)
    else if (views.views.some(({ scale }) => scale !== 1)) views.reset()
    else return false
    return true
  }

  const counts = { left: alignment.points[0].length, right: alignment.points[1].length }
  return (
    <FullScreenDialog
      dialogRef={screen}
      finalFocus={finalFocus}
      onKeyDown={onKeyDown}
      onEscape={goBack}
      onClose={onClose}
      className="flex flex-col"
    >
      <CompareBar
        mode={shownMode}
        onMode={onMode}
        hasPictures={hasPictures}
        zoom={{ scale: shown.view.scale, step, reset: views.reset }}
        lock={isOverlay ? undefined : { isLocked: views.isLocked, toggle: views.toggleLock }}
        hasMarks={hasMarks}
        onSwap={swap}
        onFullScreen={fullScreen}
        light={{ isOn: isLightOpen, toggle: toggleLight }}
        align={
          isOverlay
            ? {
                label: alignment.similarity ? 'compare.alignAgain' : 'compare.align',
                start: startAligning,
              }
            : undefined
        }
      />
      {isLightOpen && <LightBar />}
      <div className="grid grid-cols-2">
        {SIDES.map((side) => (
          <PaneHeading
            key={side}
            side={side}
            photo={pair[side]}
            other={pair[side === 0 ? 1 : 0]}
            photos={photos}
            onChoose={(id) => choose(side, id)}
          />
        ))}
      </div>
      {isMarking && (
        <p role="status" className="px-5 pb-3 text-center text-note">
          {text(alignment.wasTooClose ? 'compare.align.tooClose' : 'compare.align.how', counts)}
        </p>
      )}
      {isOverlay && shownMode === 'difference' && <StrengthField value={strength} onChange={setStrength} />}
      {isOverlay && shownMode === 'blend' && <OpacityField value={opacity} onChange={setOpacity} />}
      <div className="relative min-h-0 flex-1">
        {isOverlay ? (
          <Overlay
            mode={shownMode}
            photos={pair}
            zoom={overlayZoom}
            similarity={alignment.similarity}
            strength={strength}
            opacity={opacity}
          />
        ) : (
          <ComparePanes
            pair={pair}
            zooms={zooms}
            onActive={setActive}
            alignment={isMarking ? alignment : undefined}
          />
        )}
      </div>
    </FullScreenDialog>
  )
}
