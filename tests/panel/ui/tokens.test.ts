import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const tokens = readFileSync('site/styles/tokens.css', 'utf8')
const namesOf = (kind: string) =>
  new Set([...tokens.matchAll(new RegExp(`--${kind}-([a-z-]+):`, 'g'))].map(([, name]) => name))
const steps = namesOf('type')
const layers = namesOf('layer')

/** Classes for text that do not set its size. */
const NO_SIZE =
  /^(ink|action|on-action|on-severity|severity|lightbox|red|amber|green|surface|hairline|white|black|ground|current|transparent|left|right|center|start|end|balance|pretty|wrap|nowrap|ellipsis|clip)(-|\/|$)/
/** Allowed values of z-index for one component: behind its own picture, and level with its neighbours. */
const LOCAL_LEVELS = ['auto', '0']

const classes = globSync('panel/**/*.{ts,tsx}').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/(?<![\w/-])(?:[a-z-]+:)*(text|leading|z)-([\w[\]().%#/-]+)/g)].map(
    ([found, kind, value]) => ({ place: `${file}: ${found}`, kind, value: String(value) }),
  ),
)

it('finds classes to check', () => {
  expect(classes.length).toBeGreaterThan(100)
})

it('uses only the text sizes of tokens.css in the panel', () => {
  const wrong = classes.filter(({ kind, value }) => {
    if (kind === 'leading') return value.startsWith('[')
    return kind === 'text' && !NO_SIZE.test(value) && !steps.has(value)
  })
  expect(wrong.map(({ place }) => place)).toEqual([])
})

it('uses only the layers of tokens.css in the panel', () => {
  const wrong = classes.filter(
    ({ kind, value }) => kind === 'z' && !layers.has(value) && !LOCAL_LEVELS.includes(value),
  )
  expect(wrong.map(({ place }) => place)).toEqual([])
})

it('orders the layers: an opened element lies above the element that opened it', () => {
  const height = (name: string) => Number(new RegExp(`--layer-${name}: (\\d+);`).exec(tokens)?.[1])
  const order = ['chat', 'table-head', 'bar', 'header', 'drawer', 'dialog', 'popup', 'toast', 'tooltip']
  expect([...layers]).toEqual(order)
  expect(order.map(height)).toEqual(order.map(height).toSorted((a, b) => a - b))
})
