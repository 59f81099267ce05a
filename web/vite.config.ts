import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** Every browser that can run the client reads WOFF2: the typefaces' copies in WOFF stay out of the package. */
const withoutWoff: Plugin = {
  name: 'without-woff',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes('@fontsource') && id.endsWith('.css')
      ? { code: code.replace(/,\s*url\([^)]+\.woff\) format\('woff'\)/g, ''), map: null }
      : undefined,
}

/** `npm run build` writes the client into the Python package; `npm run dev` proxies to a running `rasputitsa play`. */
export default defineConfig({
  base: './',
  plugins: [withoutWoff],
  build: {
    outDir: '../src/rasputitsa/server/static',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 2048,
  },
  server: {
    port: 5173,
    fs: { allow: ['..'] },
    proxy: {
      '/api': { target: process.env.RASPUTITSA_SERVER ?? 'http://127.0.0.1:1941', ws: true },
    },
  },
  test: {
    environment: 'happy-dom',
    include: ['test/**/*.test.{ts,tsx,mjs}'],
  },
})
