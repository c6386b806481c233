import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UnsupportedSchema, type Engine, type Generated, type GenerateOptions, type Turn } from './engine.js'
import { defined } from '../../json/object.js'

/** The part of node-llama-cpp's interface that is used here. The package is optional and installed in a folder of its own. */
interface LlamaModule {
  getLlama(options: { build: 'never'; gpu: false; maxThreads: number; logLevel: 'error' }): Promise<Llama>
  LlamaChat: new (options: { contextSequence: unknown }) => LlamaChat
}

interface Llama {
  loadModel(options: { modelPath: string }): Promise<LlamaModel>
  getGrammarFor(name: 'json'): Promise<unknown>
  createGrammarForJsonSchema(schema: object): Promise<unknown>
}

interface LlamaModel {
  readonly tokenizer: unknown
  readonly trainContextSize: number
  createContext(options: { contextSize: number; threads: number }): Promise<{ getSequence(): unknown }>
}

interface LlamaChat {
  readonly chatWrapper: {
    generateContextState(options: { chatHistory: readonly HistoryItem[] }): {
      contextText: { tokenize(tokenizer: unknown): readonly unknown[] }
    }
  }
  generateResponse(history: readonly HistoryItem[], options: object): Promise<{ metadata: { stopReason: string } }>
}

type HistoryItem = { type: 'system' | 'user'; text: string } | { type: 'model'; response: string[] }

export interface LlamaEngineOptions {
  /** The folder that has node_modules/node-llama-cpp. */
  readonly directory: string
  readonly modelPath: string
  readonly modelName: string
  readonly threads: number
  readonly contextTokens: number
}

/** Defaults of a small model, whose answers get worse at the usual temperatures of large ones. */
const defaultSampling = { temperature: 0.2, topP: 0.95 }

/** Loads a GGUF model: about a second and a half for the small one. */
export async function loadLlamaEngine(options: LlamaEngineOptions): Promise<Engine> {
  const entry = join(options.directory, 'node_modules', 'node-llama-cpp', 'dist', 'index.js')
  const module = (await import(pathToFileURL(entry).href)) as LlamaModule
  const llama = await module.getLlama({ build: 'never', gpu: false, maxThreads: options.threads, logLevel: 'error' })
  const model = await llama.loadModel({ modelPath: options.modelPath })
  const contextTokens = Math.min(options.contextTokens, model.trainContextSize)
  const context = await model.createContext({ contextSize: contextTokens, threads: options.threads })
  const chat = new module.LlamaChat({ contextSequence: context.getSequence() })
  return new LlamaEngine(options.modelName, contextTokens, llama, model, chat)
}

class LlamaEngine implements Engine {
  constructor(
    readonly model: string,
    readonly contextTokens: number,
    private readonly llama: Llama,
    private readonly loaded: LlamaModel,
    private readonly chat: LlamaChat,
  ) {}

  countTokens(turns: readonly Turn[]): number {
    return this.chat.chatWrapper.generateContextState({ chatHistory: historyOf(turns) }).contextText.tokenize(this.loaded.tokenizer).length
  }

  async generate(turns: readonly Turn[], options: GenerateOptions): Promise<Generated> {
    const grammar = await this.#grammar(options.json)
    let outputTokens = 0
    const { metadata } = await this.chat.generateResponse(
      historyOf(turns),
      defined({
        signal: options.signal,
        maxTokens: options.maxTokens,
        temperature: options.temperature ?? defaultSampling.temperature,
        topP: options.topP ?? defaultSampling.topP,
        seed: options.seed === undefined ? undefined : options.seed >>> 0,
        customStopTriggers: options.stop.length === 0 ? undefined : options.stop,
        grammar,
        onTextChunk: options.onText,
        onToken: (tokens: readonly unknown[]) => {
          outputTokens += tokens.length
        },
      }),
    )
    return { finishReason: metadata.stopReason === 'maxTokens' ? 'length' : 'stop', outputTokens }
  }

  async #grammar(json: GenerateOptions['json']): Promise<unknown> {
    if (json === undefined) return undefined
    if (json === true) return this.llama.getGrammarFor('json')
    try {
      return await this.llama.createGrammarForJsonSchema(json)
    } catch (error) {
      throw new UnsupportedSchema(
        `The local model does not support this JSON schema: ${error instanceof Error ? error.message : 'not supported'}`,
      )
    }
  }
}

/** The last item is the answer to be generated; consecutive turns of one role are joined. */
function historyOf(turns: readonly Turn[]): HistoryItem[] {
  const history: HistoryItem[] = []
  for (const { role, text } of turns) {
    const last = history.at(-1)
    if (role === 'assistant') {
      if (last?.type === 'model') last.response.push(text)
      else history.push({ type: 'model', response: [text] })
    } else if (last?.type === role) last.text += `\n\n${text}`
    else history.push({ type: role, text })
  }
  if (history.at(-1)?.type !== 'model') history.push({ type: 'model', response: [] })
  return history
}
