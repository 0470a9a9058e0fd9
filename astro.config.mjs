import { existsSync } from 'node:fs'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, sharpImageService } from 'astro/config'
import { apiInDevelopment } from './site/api-in-development.ts'
import { clientPainted } from './site/client-painted.ts'
import { contentInBuild } from './site/content-in-build.ts'
import { islandStyleInHead } from './site/island-style.ts'
import { precompress } from './site/precompress.ts'

if (existsSync('.env')) process.loadEnvFile('.env')
const contactEndpoint = process.env.PUBLIC_CONTACT_ENDPOINT || '/'
if (!/^(https?:\/)?\//.test(contactEndpoint))
  throw new Error(
    `PUBLIC_CONTACT_ENDPOINT: "${contactEndpoint}" is neither a path (/…) nor an address (https://…)`,
  )
const foreignContact = contactEndpoint.startsWith('/') ? '' : new URL(contactEndpoint).origin

export default defineConfig({
  srcDir: './site',
  outDir: './dist',
  site: process.env.ORIGIN ?? 'http://127.0.0.1:8080',
  trailingSlash: 'never',
  i18n: { defaultLocale: 'tr', locales: ['tr', 'en'] },
  // One answer is enough to paint a page: its styles are in it.
  build: { inlineStylesheets: 'always' },
  // Shiki writes inline styles, which the policy below forbids.
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
  security: {
    csp: {
      // `frame-ancestors` and the rest that a <meta> cannot carry are headers of the server.
      directives: [
        "default-src 'self'",
        `connect-src 'self' ${foreignContact}`,
        "img-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
      ],
    },
  },
  // Twice as fast as sharp's own choice on a first build, and hardly larger.
  image: { service: sharpImageService({ avif: { effort: 2 } }) },
  integrations: [
    contentInBuild(),
    react(),
    clientPainted(),
    apiInDevelopment(),
    islandStyleInHead(),
    precompress(),
  ],
  vite: {
    plugins: [tailwindcss()],
    // They carry machine code, which Vite must leave to Node.
    ssr: { external: ['@node-rs/argon2', 'better-sqlite3', 'sharp'] },
    build: { assetsInlineLimit: 0 },
  },
})
