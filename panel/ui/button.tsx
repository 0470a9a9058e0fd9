import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, type MouseEvent, useMemo } from 'react'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'outline' | 'ghost' | 'danger' | 'onDark'

const LOOKS: Record<ButtonVariant, string> = {
  primary: 'bg-action text-on-action hover:bg-action-strong',
  outline: 'border border-hairline bg-surface text-ink hover:border-hairline-strong hover:bg-surface-sunken',
  ghost: 'text-ink-soft hover:bg-surface-sunken hover:text-ink',
  danger: 'bg-red text-surface hover:brightness-90',
  // For the dark background of lightboxes.
  onDark:
    'text-lightbox-ink-soft hover:bg-lightbox-raised hover:text-lightbox-ink aria-pressed:bg-lightbox-raised aria-pressed:text-lightbox-ink aria-expanded:bg-lightbox-raised aria-expanded:text-lightbox-ink',
}
const SIZES = {
  small: 'h-control-small px-2.5 text-note',
  medium: 'h-control px-3.5 text-body',
  large: 'h-control-large px-5 text-lead',
}

const BASE =
  'inline-flex shrink-0 cursor-pointer items-center justify-center gap-2 rounded font-medium whitespace-nowrap ' +
  'transition-colors select-none disabled:cursor-default disabled:opacity-55 aria-disabled:cursor-default aria-disabled:opacity-55'

/** The classes of a button, for links that look like one. */
export function buttonClass(variant: ButtonVariant = 'outline', size: keyof typeof SIZES = 'medium'): string {
  return `${BASE} ${LOOKS[variant]} ${SIZES[size]}`
}

/**
 * The props of a button that cannot be pressed now. It keeps its place in the order of the tab key, so that its reason can be reached: as
 * a tooltip, and as its description for screen readers.
 *
 * @param blocked the reason in words; undefined if the button can be pressed
 * @param label the name of a button without visible text
 */
export function blockedProps(blocked: string | undefined, label?: string) {
  if (blocked === undefined) return {}
  return {
    'aria-disabled': true,
    'aria-description': blocked,
    'data-tooltip': label === undefined ? blocked : `${label} · ${blocked}`,
    // It also keeps a form from being sent.
    onClick: (event: MouseEvent) => event.preventDefault(),
  } as const
}

interface BlockedProps {
  /** Why the button cannot be pressed now; undefined if it can. */
  blocked?: string | undefined
}

type OwnProps = Omit<ComponentProps<'button'>, 'disabled' | 'aria-disabled'> & BlockedProps

interface ButtonProps extends OwnProps {
  variant?: ButtonVariant
  size?: keyof typeof SIZES
  icon?: LucideIcon
  /** Shows a spinner and ignores clicks. */
  busy?: boolean
}

export function Button({ variant, size, icon: Icon, busy = false, className = '', ...rest }: ButtonProps) {
  const { children, blocked, ...button } = rest
  return (
    // biome-ignore lint/plugin: the spinner says why
    <button
      type="button"
      {...button}
      {...blockedProps(blocked)}
      disabled={busy}
      aria-busy={busy || undefined}
      className={`${buttonClass(variant, size)} ${className}`}
    >
      {busy ? <Spinner /> : Icon && <Icon aria-hidden className="size-4" />}
      {/* In an element of its own: a translator replaces texts, and React could not put the spinner before one that is gone. */}
      <span className="contents">{children}</span>
    </button>
  )
}

interface IconButtonProps extends Omit<OwnProps, 'aria-label'> {
  /** The accessible name; `TooltipLayer` shows it too. */
  label: string
  icon: LucideIcon
  /** Uses colours for the dark background of the lightbox. */
  onDark?: boolean
}

export function IconButton(props: IconButtonProps) {
  const { label, icon: Icon, onDark = false, className = '', blocked, ...rest } = props
  const colours = LOOKS[onDark ? 'onDark' : 'ghost']
  // A list renders hundreds of these buttons again while somebody types in its search; React skips the same element.
  const icon = useMemo(() => <Icon aria-hidden className="size-4.5" />, [Icon])
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      data-tooltip={label}
      {...blockedProps(blocked, label)}
      className={`inline-flex size-control shrink-0 cursor-pointer items-center justify-center rounded transition-colors aria-disabled:cursor-default aria-disabled:opacity-55 ${colours} ${className}`}
    >
      {icon}
    </button>
  )
}
