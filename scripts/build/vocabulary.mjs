// Packs the tokenizer's vocabulary in the build. A plugin of esbuild writes it to a file of its own, which the thread of the token counter reads.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'
import { root } from '../contract/documents.mjs'

register()
const { o200k } = await import('../../src/token-count/o200k.ts')

const file = 'o200k_base.bin'

export const vocabulary = {
  name: 'vocabulary',
  setup(program) {
    const { outdir } = program.initialOptions
    program.onLoad({ filter: /[/\\]token-count[/\\]o200k\.ts$/ }, () => ({
      contents: `import { readFileSync } from 'node:fs'
        export const o200k = () => readFileSync(new URL('./${file}', import.meta.url))`,
    }))
    let written = false
    // Once for all rebuilds of a watching build.
    program.onStart(() => {
      if (written) return
      mkdirSync(join(root, outdir), { recursive: true })
      writeFileSync(join(root, outdir, file), o200k())
      written = true
    })
  },
}
