import * as z from 'zod'

// Zod compiles schemas with `new Function`, which the content security policy forbids. This must run before the first
// schema is built, so panel.tsx imports it first.
z.config({ jitless: true })
