import { defineConfig, type Plugin } from 'vite'
import { fileURLToPath } from 'node:url'
import { homeParts } from './home/page.js'

/** `ANYWIRE_CONSOLE_GATEWAY` names the gateway that `vite` forwards requests to during development. */
const gateway = process.env.ANYWIRE_CONSOLE_GATEWAY ?? 'http://127.0.0.1:8787'

/** Writes the parts of the home page that come from data. */
const home: Plugin = {
  name: 'home',
  transformIndexHtml: (html, { path }) =>
    path.endsWith('home.html') ? html.replaceAll(/<!-- (\w+) -->/g, (comment, name: string) => homeParts[name]?.() ?? comment) : html,
}

/** Vite's own loader of chunks does the same in four times the size. */
const smallPreload: Plugin = {
  name: 'small-preload',
  enforce: 'pre',
  resolveId: (id) => (/\bvite\/preload-helper/.test(id) ? fileURLToPath(new URL('preload.ts', import.meta.url)) : undefined),
}

/** The parts of marked that the console uses. Its last statements are an instance with all of it, which no build can leave out. */
const smallMarked: Plugin = {
  name: 'small-marked',
  transform: {
    filter: { id: /\/marked\.esm\.js$/ },
    handler(code) {
      const exported = new Map(
        [...(/export\{([^}]*)\};/.exec(code)?.[1] ?? '').matchAll(/([\w$]+) as (\w+)/g)].map(([, local, name]) => [name, local]),
      )
      const end = code.indexOf(`var ${String(exported.get('Marked'))}=class`)
      if (end < 0) throw new Error('marked is built in another way: mend smallMarked in console/vite.config.ts')
      const parts = ['Lexer', 'Parser', 'Renderer'].map((name) => `${String(exported.get(name))} as ${name}`)
      return `${code.slice(0, end)}export{${parts.join(', ')}}`
    },
  },
}

export default defineConfig({
  base: '/console/',
  plugins: [home, smallPreload, smallMarked],
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
    // Scripts find their own imports; lists of them in every chunk would cost a kilobyte of the playground.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : files.filter((file) => file.endsWith('.css'))),
    },
    rolldownOptions: {
      input: { index: 'index.html', home: 'home.html' },
      output: {
        // Many small files compress badly. What the home page has too stays apart: it loads nothing else.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'base', test: /console\/(?:components\/copy-text|layout\/stored-theme|router\/base-path)|src\/json/, priority: 2 },
            {
              name: 'shell',
              test: /node_modules\/(?:preact|@preact)\/|components\/(?:announce|button|copy-b|dialog|disclosure|field|format|icon|link|status)|playground\/hand-over\.ts|dialect-name/,
              priority: 1,
            },
            { name: 'lists', test: /console\/(?:list|components)\//, minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/v1', '/v1beta', '/healthz', '/openapi.json', '/docs'].map((path) => [path, { target: gateway, changeOrigin: false }]),
    ),
  },
})
