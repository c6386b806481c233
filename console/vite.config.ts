import { defineConfig, type Plugin } from 'vite'
import { homeParts } from './home/page.js'

/** `ANYWIRE_CONSOLE_GATEWAY` names the gateway that `vite` forwards requests to during development. */
const gateway = process.env.ANYWIRE_CONSOLE_GATEWAY ?? 'http://127.0.0.1:8787'

/** Writes the parts of the home page that come from data. */
const home: Plugin = {
  name: 'home',
  transformIndexHtml: (html, { path }) =>
    path.endsWith('home.html') ? html.replaceAll(/<!-- (\w+) -->/g, (comment, name: string) => homeParts[name]?.() ?? comment) : html,
}

export default defineConfig({
  base: '/console/',
  plugins: [home],
  experimental: {
    // Scripts and styles find each other wherever the gateway is reached (`server.base_path`); the pages themselves get it from the gateway.
    renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
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
