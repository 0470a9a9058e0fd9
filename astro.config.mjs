import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'

export default defineConfig({
  srcDir: './site',
  outDir: './dist',
  integrations: [react()],
  vite: { plugins: [tailwindcss()] },
})
