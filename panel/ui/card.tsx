import type { HTMLAttributes } from 'react'

interface CardProps extends HTMLAttributes<HTMLElement> {
  /** `li` in a list of cards, `header` or `section` where it is one. */
  as?: 'div' | 'li' | 'header' | 'section'
}

/** A surface with a border: one record, or one part of a page. */
export function Card({ as: Element = 'div', className = '', ...rest }: CardProps) {
  return <Element {...rest} className={`rounded border border-hairline bg-surface ${className}`} />
}
