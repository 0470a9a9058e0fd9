import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, sharpImageService } from 'astro/config'
import { apiInDevelopment } from './site/api-in-development.ts'
import { readBuildEnvironmentOrExit } from './site/build-environment.ts'
import { clientPainted } from './site/client-painted.ts'
import { contentInBuild } from './site/content-in-build.ts'
import { correctPages } from './site/correct-pages.ts'
import { panelTexts } from './site/panel-texts.ts'
import { precompress } from './site/precompress.ts'
import { scriptFiles } from './site/script-files.ts'
import { recordScriptParts } from './site/script-parts.ts'

const { origin, foreignContact } = readBuildEnvironmentOrExit()

export default defineConfig({
  srcDir: './site',
  outDir: './dist',
  // Beside the other results of the build, so that each copy of the project has its own.
  cacheDir: './.build/astro',
  site: origin,
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
        // The panel adds to it.
        "img-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
      ],
    },
  },
  // On a first build three times as fast as sharp's own choice. The pictures are 2 % larger than with effort 2 for AVIF and 4 for WebP.
  image: { service: sharpImageService({ avif: { effort: 1 }, webp: { effort: 2 } }) },
  integrations: [
    contentInBuild(),
    react(),
    clientPainted(),
    apiInDevelopment(),
    correctPages(),
    precompress(),
  ],
  vite: {
    cacheDir: './.build/vite',
    plugins: [tailwindcss(), panelTexts(), recordScriptParts()],
    // They carry machine code, which Vite must leave to Node.
    ssr: { external: ['@node-rs/argon2', 'better-sqlite3', 'sharp'] },
    // README says which browsers are supported: those of the last two years. Move these versions forward once a year.
    // The page and its worker name PDFium by one address, so that it is stored and loaded once.
    worker: { rolldownOptions: { output: { assetFileNames: '_astro/[name].[hash][extname]' } } },
    build: { assetsInlineLimit: 0, target: ['chrome131', 'edge131', 'firefox132', 'safari18.1'] },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: scriptFiles() } } } },
    },
  },
})
