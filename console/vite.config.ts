import { defineConfig } from 'vite'

/** `ANYWIRE_CONSOLE_GATEWAY` names the gateway that `vite` forwards requests to during development. */
const gateway = process.env.ANYWIRE_CONSOLE_GATEWAY ?? 'http://127.0.0.1:8787'

export default defineConfig({
  base: '/console/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    target: 'es2023',
    // light-dark() stays as it is.
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    // The policy of the console's pages allows no data: fonts or styles, and a file of its own can be cached.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { index: 'index.html', home: 'home.html' } },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/v1', '/v1beta', '/healthz', '/openapi.json', '/docs'].map((path) => [path, { target: gateway, changeOrigin: false }]),
    ),
  },
})
