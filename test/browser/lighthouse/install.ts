import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const folder = fileURLToPath(new URL('../../../build/lighthouse', import.meta.url))
const version = '13.5.0'

export interface LighthouseOptions {
  readonly port: number
  readonly onlyCategories: readonly string[]
  /** Cookies stay as they are. */
  readonly disableStorageReset: boolean
  readonly logLevel: 'error'
}

export interface LighthouseResult {
  readonly lhr: {
    readonly categories: Readonly<
      Record<string, { readonly score: number | null; readonly auditRefs: readonly { readonly id: string; readonly weight: number }[] }>
    >
    readonly audits: Readonly<Record<string, { readonly score: number | null; readonly displayValue?: string }>>
  }
}

export type Lighthouse = (url: string, options: LighthouseOptions) => Promise<LighthouseResult | undefined>

/** Installed apart from the project, in build/lighthouse/; `undefined` where it cannot be had. */
export async function installLighthouse(): Promise<Lighthouse | undefined> {
  const entry = join(folder, 'node_modules', 'lighthouse', 'core', 'index.js')
  if (!existsSync(entry)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
    const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', `lighthouse@${version}`]
    if (spawnSync('npm', words, { cwd: folder, stdio: 'inherit' }).status !== 0) return undefined
  }
  const { default: lighthouse } = (await import(pathToFileURL(entry).href)) as { readonly default: Lighthouse }
  return lighthouse
}
