import { isReleased } from '#panel/ui/pointers.ts'
import { distanceBetween, type Position } from './geometry/point.ts'
import { isControl, isForPicture, type KeyCommands, pressKey } from './press-key.ts'
import { clickStroke, type Stroke } from './stroke.ts'
import type { Surface } from './surface.ts'

const LEFT_BUTTON = 0
const RIGHT_BUTTON = 2
/** If a pointer moves less than this between press and release, it is a click. In CSS pixels. */
const CLICK_SLOP = 4

/** What is drawn on a picture, and what pointers and keys do with it: the marks of findings, or annotations. */
export interface DrawingUser extends KeyCommands {
  /** True while the right button moves the picture. */
  isDrawing: () => boolean
  /** What a pressed pointer starts; undefined if the picture gets the pointer. */
  begin: (at: Position, event: PointerEvent) => Stroke | undefined
  /** Removes what the held pointer has drawn: it is kept or dropped now. */
  clear: () => void
  /** Runs when a pointer moves and no button is pressed. @param turns true if a drag would turn the view */
  hover: (at: Position, turns: boolean) => void
  /** Runs after a click that the picture got. */
  miss?: () => void
  doubleClick: (at: Position, target: EventTarget | null) => void
  /** Places everything again after the picture has moved. */
  draw: () => void
}

/** Handles pointers and keys on a picture before the picture does. It depends on neither the shapes nor React. */
export class Drawing {
  readonly #surface: Surface
  readonly #user: () => DrawingUser
  readonly #end = new AbortController()
  readonly #stopDrawing: () => void
  #held: { stroke: Stroke; from: Position; last: PointerEvent; isClick: boolean } | undefined
  /** The pointer that the picture got. */
  #passed: { pointerId: number; at: Position } | undefined
  readonly #handedOver = new WeakSet<Event>()
  #isSpaceDown = false

  constructor(surface: Surface, user: () => DrawingUser) {
    this.#surface = surface
    this.#user = user
    this.#stopDrawing = surface.onMove(() => user().draw())
    const { element } = surface
    const options = { signal: this.#end.signal, capture: true }
    element.addEventListener('pointerdown', (event) => this.#press(event), options)
    element.addEventListener('pointermove', (event) => this.#move(event), options)
    for (const type of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
      element.addEventListener(type, (event) => this.#release(event), options)
    element.addEventListener('dblclick', (event) => this.#doubleClick(event), options)
    // A text field keeps the focus while the right button moves the picture.
    for (const type of ['contextmenu', 'mousedown'] as const)
      element.addEventListener(type, (event) => this.#keepFocus(event), options)
    window.addEventListener('keydown', (event) => this.#pressKey(event), options)
    window.addEventListener('keyup', ({ key }) => key === ' ' && this.#liftSpace(), options)
    window.addEventListener('blur', () => this.#liftSpace(), options)
  }

  /** Stops handling events, and drops an unfinished stroke. */
  dispose(): void {
    this.cancel()
    this.#end.abort()
    this.#stopDrawing()
  }

  /** Drops the stroke of the held pointer. @returns false if there is none */
  cancel(): boolean {
    const isDrawing = this.#held !== undefined
    this.#held = undefined
    if (isDrawing) this.#user().clear()
    return isDrawing
  }

  #press(event: PointerEvent): void {
    const { button, pointerId } = event
    const { canvas, element } = this.#surface
    if (!this.#isOnPicture(event) || this.#handedOver.has(event)) return
    if (this.#held) {
      // A second finger moves the picture.
      const { last } = this.#held
      this.cancel()
      this.#handOver(last)
      return
    }
    const from = this.#positionOf(event)
    const stroke = this.#begin(from, event)
    if (!stroke) {
      if (canvas && button === LEFT_BUTTON) this.#passed = { pointerId, at: from }
      return
    }
    event.stopPropagation()
    if (canvas && button === RIGHT_BUTTON) {
      this.#handOver(event)
      return
    }
    // Otherwise the press takes the focus out of the form, or selects text.
    if (!canvas) event.preventDefault()
    const capturing = canvas ?? element
    capturing.setPointerCapture(pointerId)
    this.#held = { stroke, from, last: event, isClick: button === LEFT_BUTTON }
  }

  #begin(at: Position, event: PointerEvent): Stroke | undefined {
    const user = this.#user()
    if (event.button === RIGHT_BUTTON && user.isDrawing()) return clickStroke()
    if (event.button !== LEFT_BUTTON || this.#passed || this.#isSpaceDown) return undefined
    return user.begin(at, event)
  }

  #move(event: PointerEvent): void {
    if (isReleased(event)) this.#release(event)
    const held = this.#held
    if (held?.last.pointerId !== event.pointerId) {
      if (event.buttons === 0 && this.#isOnPicture(event))
        this.#user().hover(this.#positionOf(event), this.#isSpaceDown)
      return
    }
    event.stopPropagation()
    const { stroke, from, last } = held
    const steps = event.getCoalescedEvents()
    const positions = (steps.length > 0 ? steps : [event]).map((step) => this.#positionOf(step))
    const drawn = positions.filter((to) => {
      held.isClick &&= distanceBetween(from, to) < CLICK_SLOP
      return !held.isClick
    })
    if (!held.isClick && (stroke.pans || event.altKey))
      this.#surface.pan?.(this.#positionOf(last), this.#positionOf(event))
    for (const to of drawn) stroke.draw(to)
    held.last = event
  }

  #release(event: PointerEvent): void {
    const { pointerId, type } = event
    const isUp = type === 'pointerup'
    if (this.#held?.last.pointerId === pointerId) {
      const { stroke, isClick } = this.#held
      event.stopPropagation()
      this.cancel()
      if (isUp) stroke.end(this.#positionOf(event), isClick)
    } else if (this.#passed?.pointerId === pointerId) {
      const { at } = this.#passed
      this.#passed = undefined
      if (isUp && distanceBetween(at, this.#positionOf(event)) < CLICK_SLOP) this.#user().miss?.()
    }
  }

  #doubleClick(event: MouseEvent): void {
    if (this.#isOnPicture(event)) this.#user().doubleClick(this.#positionOf(event), event.target)
  }

  #keepFocus(event: MouseEvent): void {
    const isRight = event.type === 'contextmenu' || event.button === RIGHT_BUTTON
    if (isRight && this.#user().isDrawing()) event.preventDefault()
  }

  #pressKey(event: KeyboardEvent): void {
    // On a 360° photo, marks and annotations have a drawing each: a key does something in one of them only.
    if (event.defaultPrevented) return
    const { target, key } = event
    const user = this.#user()
    const { element } = this.#surface
    if (!(target instanceof Element) || !isForPicture(event, target, { element, form: user.form })) return
    const isEscape = key === 'Escape'
    const isHandled = isEscape ? this.cancel() || user.escape() : this.#run(event, target, user)
    if (!isHandled) return
    event.preventDefault()
    // Other listeners for Escape would also close their layer, because they do not check whether the key was handled.
    if (isEscape || user.stopsKeys) event.stopPropagation()
  }

  #run(event: KeyboardEvent, target: Element, user: DrawingUser): boolean {
    const isModified = event.ctrlKey || event.metaKey
    if (event.key !== ' ' || isModified || isControl(target) || !user.turnsBySpace?.())
      return pressKey(event, target, user)
    this.#isSpaceDown = true
    return true
  }

  #liftSpace(): void {
    this.#isSpaceDown = false
  }

  /** Gives a pointer to the picture, as if it had just been pressed there. */
  #handOver({ pointerId, pointerType, isPrimary, clientX, clientY }: PointerEvent): void {
    const place = { pointerId, pointerType, isPrimary, clientX, clientY }
    const copy = new PointerEvent('pointerdown', { ...place, button: LEFT_BUTTON, buttons: 1, bubbles: true })
    this.#handedOver.add(copy)
    this.#surface.canvas?.dispatchEvent(copy)
  }

  #isOnPicture({ target }: Event): boolean {
    const { canvas } = this.#surface
    return !canvas || target === canvas
  }

  #positionOf({ clientX, clientY }: MouseEvent): Position {
    const { left, top } = this.#surface.element.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
}
