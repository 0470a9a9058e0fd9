import type { HTMLAttributes } from 'react'

interface CardProps extends HTMLAttributes<HTMLElement> {
  /** The HTML element: `li` in a list of cards, otherwise `header` or `section`. */
  as?: 'div' | 'li' | 'header' | 'section'
}

/** A box with a border, for one record or one part of a page. */
export function Card({ as: Element = 'div', className = '', ...rest }: CardProps) {
  return <Element {...rest} className={`rounded border border-hairline bg-surface ${className}`} />
}
