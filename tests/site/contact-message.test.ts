import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ContactMessage } from '#domain/contact.ts'
import { cleanText } from '#domain/text/clean-text.ts'
import { findMistakes, type ContactMessage as Typed } from '../../site/islands/contact-message.ts'

const ADDRESSES = [
  '',
  'ad@ornek.com',
  'şule@ornek.com',
  'ad@örnek.com',
  'ad@ornek',
  'ad@ornek.c',
  'ad.@ornek.com',
  '.ad@ornek.com',
  'a..d@ornek.com',
  "o'brien+x@ornek.com.tr",
  'ad@-ornek.com',
  'ad@ornek.com.',
  'ad ornek@ornek.com',
  'ad@@ornek.com',
  '"ad"@ornek.com',
  'ad@[127.0.0.1]',
]

const text = fc.oneof(fc.constant(''), fc.string({ maxLength: 20 }), fc.constantFrom('a', 'Şule', 'Teklif'))
const message = fc.record<Typed>({
  name: text,
  email: fc.oneof(fc.constantFrom(...ADDRESSES), fc.emailAddress(), fc.string({ maxLength: 20 })),
  phone: text,
  subject: text,
  message: text,
})

it('marks the same fields as the server', () => {
  fc.assert(
    fc.property(message, (typed) => {
      const cleaned = Object.fromEntries(
        Object.entries(typed).map(([name, value]) => [name, cleanText(value)]),
      ) as Typed
      const parsed = ContactMessage.safeParse(cleaned)
      const refused = parsed.success ? [] : parsed.error.issues.map(({ path }) => String(path[0]))
      expect(Object.keys(findMistakes(cleaned)).sort()).toEqual([...new Set(refused)].sort())
    }),
    { numRuns: 2000 },
  )
})
