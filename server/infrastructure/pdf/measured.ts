/** An element of known height, in points. */
export interface Measured {
  height: number
  draw(x: number, y: number): void
}

/** An empty space. */
export function space(height: number): Measured {
  return { height, draw: () => {} }
}

/** Stacked parts. */
export function stack(...parts: readonly Measured[]): Measured {
  return {
    height: parts.reduce((sum, { height }) => sum + height, 0),
    draw(x, y) {
      let top = y
      for (const part of parts) {
        part.draw(x, top)
        top += part.height
      }
    },
  }
}

/** Parts side by side, each `step` to the right of the previous one. */
export function row(parts: readonly Measured[], step: number): Measured {
  return {
    height: Math.max(0, ...parts.map(({ height }) => height)),
    draw(x, y) {
      for (const [index, part] of parts.entries()) part.draw(x + index * step, y)
    },
  }
}

/** Lists of at most `size` entries. */
export function inRows<Entry>(entries: readonly Entry[], size: number): Entry[][] {
  return Array.from({ length: Math.ceil(entries.length / size) }, (_, index) =>
    entries.slice(index * size, (index + 1) * size),
  )
}
