import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const tokens = readFileSync('site/styles/tokens.css', 'utf8')
const namesOf = (kind: string) =>
  new Set([...tokens.matchAll(new RegExp(`--${kind}-([a-z-]+):`, 'g'))].map(([, name]) => name))
const steps = namesOf('type')
const layers = namesOf('layer')

/** What a class may say of text beside its size. */
const NO_SIZE =
  /^(ink|action|on-action|viewer|red|amber|green|surface|hairline|white|black|ground|current|transparent|left|right|center|start|end|balance|pretty|wrap|nowrap|ellipsis|clip)(-|\/|$)/
/** Behind a picture of its own, and level with what stands beside it. */
const LOCAL_LEVELS = ['auto', '0']

const classes = globSync('panel/**/*.{ts,tsx}').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/(?<![\w/-])(?:[a-z-]+:)*(text|leading|z)-([\w[\]().%#/-]+)/g)].map(
    ([found, kind, value]) => ({ place: `${file}: ${found}`, kind, value: String(value) }),
  ),
)

it('finds classes to look at', () => {
  expect(classes.length).toBeGreaterThan(100)
})

it('sets text in the panel in the steps of tokens.css alone', () => {
  const wrong = classes.filter(({ kind, value }) => {
    if (kind === 'leading') return value.startsWith('[')
    return kind === 'text' && !NO_SIZE.test(value) && !steps.has(value)
  })
  expect(wrong.map(({ place }) => place)).toEqual([])
})

it('puts the panel on the layers of tokens.css alone', () => {
  const wrong = classes.filter(
    ({ kind, value }) => kind === 'z' && !layers.has(value) && !LOCAL_LEVELS.includes(value),
  )
  expect(wrong.map(({ place }) => place)).toEqual([])
})

it('orders the layers: what is opened from something lies over it', () => {
  const height = (name: string) => Number(new RegExp(`--layer-${name}: (\\d+);`).exec(tokens)?.[1])
  const order = ['chat', 'header', 'drawer', 'dialog', 'popup', 'toast', 'tooltip']
  expect([...layers]).toEqual(order)
  expect(order.map(height)).toEqual(order.map(height).toSorted((a, b) => a - b))
})
